"""The name under which MXNet keeps what detection needs; programs import it from here too."""

from __future__ import annotations

from .create_det_augmenter import CreateDetAugmenter, CreateMultiRandCropAugmenter
from .det_augmenters import DetAugmenter, DetBorrowAug, DetHorizontalFlipAug, DetRandomSelectAug
from .det_iter import ImageDetIter
from .det_shape_augmenters import DetRandomCropAug, DetRandomPadAug

__all__ = [
    "CreateDetAugmenter",
    "CreateMultiRandCropAugmenter",
    "DetAugmenter",
    "DetBorrowAug",
    "DetHorizontalFlipAug",
    "DetRandomCropAug",
    "DetRandomPadAug",
    "DetRandomSelectAug",
    "ImageDetIter",
]
