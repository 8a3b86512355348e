"""MXNet's module of detection, from which programs also import."""

from . import det_augmenters
from .augmenter import Augmenter, CastAug, ForceResizeAug, RandomOrderAug, ResizeAug
from .color_augmenters import ColorJitterAug, ColorNormalizeAug, HueJitterAug, LightingAug, RandomGrayAug
from .create_augmenter import CreateDetAugmenter, CreateMultiRandCropAugmenter
from .det_augmenters import *
from .det_iter import ImageDetIter
from .functions import fixed_crop
from .image_iter import ImageIter

__all__ = [
    "Augmenter", "CastAug", "ColorJitterAug", "ColorNormalizeAug", "CreateDetAugmenter", "CreateMultiRandCropAugmenter",
    "ForceResizeAug", "HueJitterAug", "ImageDetIter", "ImageIter", "LightingAug", "RandomGrayAug", "RandomOrderAug",
    "ResizeAug", "fixed_crop",
]  # fmt: skip
__all__ += det_augmenters.__all__
