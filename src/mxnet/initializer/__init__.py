"""Initializers: how the parameters of a network get their first values.

An initializer is called with a parameter's name and array. It fills weights in its own way and the others by the end
of their names: biases, betas and ``min`` with 0, gammas and ``max`` with 1. A variable made with ``init=`` carries its
own initializer and ignores the network's.
"""

import json
import logging
import re
from math import sqrt

import numpy as np

from .. import ndarray, random
from ..base import string_types  # noqa: F401  (imported from here by programs)
from ..core.lazy_imports import imported_later
from ..ndarray import NDArray, load  # noqa: F401  (imported from here by programs)
from . import base, composed, fixed, sampled
from .base import *
from .composed import *
from .fixed import *
from .sampled import *

__all__: list[str] = []
__all__ += [*base.__all__, *composed.__all__, *fixed.__all__, *sampled.__all__]

for _name in __all__:
    if isinstance(globals()[_name], type):
        globals()[_name].__module__ = __name__
del _name

#: what ``from mxnet.initializer import *`` gives, too, and programs use
__all__ += ["json", "logging", "ndarray", "np", "random", "re", "sqrt"]

__getattr__, __dir__ = imported_later(__name__, {})
