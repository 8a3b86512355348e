"""MXNet's module of single images, from which programs also import."""

from . import codec, color_augmenters, functions, rotation, shape_augmenters
from .augmenter import Augmenter, CastAug, RandomOrderAug, SequentialAug
from .codec import *
from .color_augmenters import *
from .create_augmenter import CreateAugmenter
from .functions import *
from .functions import _get_interp_method
from .image_iter import ImageIter
from .rotation import *
from .shape_augmenters import *

__all__ = ["Augmenter", "CastAug", "CreateAugmenter", "ImageIter", "RandomOrderAug", "SequentialAug"]
__all__ += ["_get_interp_method"]
__all__ += codec.__all__
__all__ += color_augmenters.__all__
__all__ += functions.__all__
__all__ += rotation.__all__
__all__ += shape_augmenters.__all__
