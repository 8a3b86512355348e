"""MXNet's module of single images, from which programs also import."""

from . import augmenter, codec, color_augmenters, functions
from .augmenter import *
from .codec import *
from .color_augmenters import *
from .create_augmenter import CreateAugmenter
from .functions import *
from .functions import _get_interp_method
from .image_iter import ImageIter

__all__ = ["CreateAugmenter", "ImageIter", "_get_interp_method"]
__all__ += augmenter.__all__
__all__ += codec.__all__
__all__ += color_augmenters.__all__
__all__ += functions.__all__
