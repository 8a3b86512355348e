"""Transforms of images with boxes."""

from . import bbox
from .bbox import ImageBboxCrop, ImageBboxRandomCropWithConstraints, ImageBboxRandomFlipLeftRight, ImageBboxResize

__all__ = [
    "ImageBboxCrop", "ImageBboxRandomCropWithConstraints", "ImageBboxRandomFlipLeftRight", "ImageBboxResize", "bbox",
]  # fmt: skip
