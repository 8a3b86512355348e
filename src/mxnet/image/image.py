"""The name under which MXNet keeps the functions on single pictures; programs import them from here too."""

from __future__ import annotations

from .codec import imdecode, imread
from .cropping import center_crop, color_normalize, fixed_crop, random_crop, random_size_crop
from .rotation import imrotate, random_rotate
from .sizes import _get_interp_method, copyMakeBorder, imresize, resize_short, scale_down

__all__ = [
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
