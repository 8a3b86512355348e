"""MXNet's module of single images, from which programs also import."""

from .augmenter import Augmenter, CastAug, RandomOrderAug, SequentialAug
from .codec import imdecode, imread
from .color_augmenters import (
    BrightnessJitterAug,
    ColorJitterAug,
    ColorNormalizeAug,
    ContrastJitterAug,
    HueJitterAug,
    LightingAug,
    RandomGrayAug,
    SaturationJitterAug,
)
from .create_augmenter import CreateAugmenter
from .functions import (
    _get_interp_method,
    center_crop,
    color_normalize,
    copyMakeBorder,
    fixed_crop,
    imresize,
    random_crop,
    random_size_crop,
    resize_short,
    scale_down,
)
from .image_iter import ImageIter
from .rotation import imrotate, random_rotate
from .shape_augmenters import (
    CenterCropAug,
    ForceResizeAug,
    HorizontalFlipAug,
    RandomCropAug,
    RandomSizedCropAug,
    ResizeAug,
)

__all__ = [
    "Augmenter",
    "BrightnessJitterAug",
    "CastAug",
    "CenterCropAug",
    "ColorJitterAug",
    "ColorNormalizeAug",
    "ContrastJitterAug",
    "CreateAugmenter",
    "ForceResizeAug",
    "HorizontalFlipAug",
    "HueJitterAug",
    "ImageIter",
    "LightingAug",
    "RandomCropAug",
    "RandomGrayAug",
    "RandomOrderAug",
    "RandomSizedCropAug",
    "ResizeAug",
    "SaturationJitterAug",
    "SequentialAug",
    "_get_interp_method",
    "center_crop",
    "color_normalize",
    "copyMakeBorder",
    "fixed_crop",
    "imdecode",
    "imread",
    "imresize",
    "imrotate",
    "random_crop",
    "random_rotate",
    "random_size_crop",
    "resize_short",
    "scale_down",
]
