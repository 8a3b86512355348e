"""``mxnet.image``: images read, changed, augmented and given in batches.

Images are NDArrays ``(height, width, channels)``.
"""

from ..core.lazy_imports import public_dir
from . import detection, image
from .detection import *
from .image import *
from .image import _get_interp_method  # noqa: F401

__all__ = ["detection", "image"]
__all__ += sorted({*detection.__all__, *image.__all__} - {"_get_interp_method"})

__dir__ = public_dir(__name__)
