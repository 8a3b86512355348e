"""``mxnet.gluon.contrib.data.vision``: loaders of images, and transforms of images with boxes. Of MXNet 2."""

from __future__ import annotations

from . import dataloader, transforms
from .dataloader import ImageBboxDataLoader, ImageDataLoader, create_image_augment
from .transforms import (
    ImageBboxCrop,
    ImageBboxRandomCropWithConstraints,
    ImageBboxRandomFlipLeftRight,
    ImageBboxResize,
    bbox,
)

__all__ = [
    "ImageBboxCrop",
    "ImageBboxDataLoader",
    "ImageBboxRandomCropWithConstraints",
    "ImageBboxRandomFlipLeftRight",
    "ImageBboxResize",
    "ImageDataLoader",
    "bbox",
    "create_image_augment",
    "dataloader",
    "transforms",
]
