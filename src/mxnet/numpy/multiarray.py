"""``mxnet.numpy.multiarray``: where 1.9.1 has the array and its functions; they are those of :mod:`mxnet.numpy`."""

from typing import Any

from .. import base, util
from .. import ndarray as nd
from .. import numpy as mx_np
from ..autograd import is_recording
from ..core.context import Context, current_context
from ..ndarray import NDArray
from ..ndarray.numpy import ndarray

__all__ = ["Context", "NDArray", "current_context", "is_recording", "ndarray"]


def __getattr__(name: str) -> Any:
    if not name.startswith("__"):
        for module in (mx_np, base, util, nd, nd.ndarray):
            if hasattr(module, name):
                return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
