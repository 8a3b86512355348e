"""Metrics of predictions, accumulated batch by batch."""

from collections import OrderedDict  # noqa: F401  (imported from here by programs)

from .. import ndarray  # noqa: F401  (programs use mxnet.metric.ndarray)
from ..base import numeric_types, string_types  # noqa: F401  (imported from here by programs)
from ..core.lazy_imports import imported_later
from . import base, binary, classification, composed, regression
from .base import *
from .binary import *
from .binary import BinaryClassificationMetrics as _BinaryClassificationMetrics  # noqa: F401
from .classification import *
from .composed import *
from .regression import *

__all__: list[str] = []
__all__ += [*base.__all__, *binary.__all__, *classification.__all__, *composed.__all__, *regression.__all__]

for _name in __all__:
    if isinstance(globals()[_name], type):
        globals()[_name].__module__ = __name__
del _name

__getattr__, __dir__ = imported_later(__name__, {})
