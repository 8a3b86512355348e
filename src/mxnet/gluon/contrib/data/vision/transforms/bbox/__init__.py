"""Transforms of images with boxes, and functions of boxes."""

from . import bbox, utils
from .bbox import ImageBboxCrop, ImageBboxRandomCropWithConstraints, ImageBboxRandomFlipLeftRight, ImageBboxResize

__all__ = [
    "ImageBboxCrop", "ImageBboxRandomCropWithConstraints", "ImageBboxRandomFlipLeftRight", "ImageBboxResize", "bbox",
    "utils",
]  # fmt: skip
