"""``mxnet.gluon.contrib.data.vision``: loaders of images, and transforms of images with boxes. Of MXNet 2."""

from . import dataloader, transforms
from .dataloader import ImageBboxDataLoader, ImageDataLoader, create_image_augment
from .transforms import *

__all__ = ["ImageBboxDataLoader", "ImageDataLoader", "create_image_augment", "dataloader", "transforms"]
__all__ += transforms.__all__
