"""``mxnet.image``: images read, changed, augmented and given in batches.

Images are NDArrays ``(height, width, channels)``.
"""

import json
import logging
import os
import random

import numpy as np

from .. import io, recordio
from .. import ndarray as nd
from ..core.lazy_imports import public_dir
from . import detection, image
from .augmenter import *
from .codec import *  # mypy follows one star, not that of `image`
from .color_augmenters import *
from .det_augmenters import *
from .detection import *
from .functions import *
from .image import *
from .image import _get_interp_method  # noqa: F401

__all__ = ["detection", "image"]
__all__ += sorted({*detection.__all__, *image.__all__} - {"_get_interp_method"})

#: modules that ``from mxnet.image import *`` gives, too, and programs use
__all__ += ["io", "json", "logging", "nd", "np", "os", "random", "recordio"]

__dir__ = public_dir(__name__)
