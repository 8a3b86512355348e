"""Optimizers, by families. :class:`Optimizer` is the base class."""

import sys as _sys

from ..core.lazy_imports import imported_later
from ..ndarray import abs as NDabs  # noqa: F401  (imported from here by programs)
from . import adam, adaptive, base, contrib, layerwise, sgd, updater
from .adam import *
from .adaptive import *
from .base import *
from .layerwise import *
from .sgd import *
from .updater import *

__all__ = ["contrib"]
__all__ += [*base.__all__, *sgd.__all__, *adam.__all__, *adaptive.__all__, *layerwise.__all__, *updater.__all__]

from . import optimizer  # noqa: E402

for _name in __all__:
    if isinstance(_value := globals()[_name], type):
        # Files of states name the classes by this module; MXNet and we read each other's.
        _value.__module__ = optimizer.__name__
        # MXNet 2 has a module for each class.
        _sys.modules.setdefault(f"{__name__}.{'adamW' if _name == 'AdamW' else _name.lower()}", optimizer)
del _name, _value

__getattr__, __dir__ = imported_later(__name__, {})
