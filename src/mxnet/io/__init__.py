"""Data iterators: batches from arrays and from files."""

from typing import TYPE_CHECKING

from ..core.lazy_imports import imported_later
from . import io, utils  # noqa: F401
from .io import LATER, __all__
from .utils import _getdata_by_idx, _has_instance, _init_data  # noqa: F401  (imported from here by programs)

if TYPE_CHECKING:
    from .io import *

for _name in __all__:  # MXNet has its iterators in both places
    if _name not in LATER:
        globals()[_name] = getattr(io, _name)
        globals()[_name].__module__ = io.__name__
del _name

__getattr__, __dir__ = imported_later(__name__, LATER)
