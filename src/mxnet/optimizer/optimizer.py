"""``mxnet.optimizer.optimizer``: the module of the classes in files of optimizer states.

It has the functions of ``mx.nd`` too (``adam_update``, ``clip``), which optimizers written for MXNet import from here.
"""

from typing import Any

from .. import ndarray
from ..ndarray import abs as NDabs  # noqa: F401  (imported from here by programs)
from ..ndarray import norm as NDnorm  # noqa: F401
from . import *


def __getattr__(name: str) -> Any:
    for module in (ndarray, ndarray.contrib):
        if not name.startswith("_") and hasattr(module, name):
            return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
