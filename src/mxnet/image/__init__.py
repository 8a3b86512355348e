"""``mxnet.image``: pictures read, decoded, cut, resized, rotated. They are NDArrays ``(height, width, channels)``."""

from __future__ import annotations

from . import image
from .codec import imdecode, imread
from .cropping import center_crop, color_normalize, fixed_crop, random_crop, random_size_crop
from .rotation import imrotate, random_rotate
from .sizes import copyMakeBorder, imresize, resize_short, scale_down

__all__ = [
    "center_crop",
    "color_normalize",
    "copyMakeBorder",
    "fixed_crop",
    "image",
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
