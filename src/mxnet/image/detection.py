"""MXNet's module of detection, from which programs also import."""

from .augmenter import Augmenter, CastAug, RandomOrderAug
from .color_augmenters import ColorJitterAug, ColorNormalizeAug, HueJitterAug, LightingAug, RandomGrayAug
from .create_det_augmenter import CreateDetAugmenter, CreateMultiRandCropAugmenter
from .cropping import fixed_crop
from .det_augmenters import DetAugmenter, DetBorrowAug, DetHorizontalFlipAug, DetRandomSelectAug
from .det_iter import ImageDetIter
from .det_shape_augmenters import DetRandomCropAug, DetRandomPadAug
from .image_iter import ImageIter
from .shape_augmenters import ForceResizeAug, ResizeAug

__all__ = [
    "Augmenter",
    "CastAug",
    "ColorJitterAug",
    "ColorNormalizeAug",
    "CreateDetAugmenter",
    "CreateMultiRandCropAugmenter",
    "DetAugmenter",
    "DetBorrowAug",
    "DetHorizontalFlipAug",
    "DetRandomCropAug",
    "DetRandomPadAug",
    "DetRandomSelectAug",
    "ForceResizeAug",
    "HueJitterAug",
    "ImageDetIter",
    "ImageIter",
    "LightingAug",
    "RandomGrayAug",
    "RandomOrderAug",
    "ResizeAug",
    "fixed_crop",
]
