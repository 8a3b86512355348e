"""Arrays from values and from existing memory: creation that needs no operator."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from .. import ndarray as nd
from ..core.context import Context
from ..core.device_argument import takes_device
from ..core.semantics import semantics
from ..ndarray.numpy import _op
from ..ndarray.numpy.multiarray import ndarray


@takes_device
def array(object: Any, dtype: Any = None, ctx: Context | None = None) -> ndarray:
    """Return an array of the values of ``object``: numbers, nested lists, NumPy's arrays or ours.

    The type is that of an array, or of a number of NumPy's, float32 for all else, unless given; in MXNet 2 it is
    float32 for arrays of NumPy's, too. :func:`mxnet.util.set_np_default_dtype` makes it float64 in place of float32.
    """
    if dtype is None:
        keeps_type = semantics.api == 1 or semantics.float_dtype == "float64"
        typed = (nd.NDArray, np.ndarray, np.generic) if keeps_type else (nd.NDArray, np.generic)
        dtype = object.dtype if isinstance(object, typed) else semantics.float_dtype
    result: ndarray = nd.array(object, ctx, dtype).as_np_ndarray()
    return result


@takes_device
def asarray(a: Any, dtype: Any = None, ctx: Any = None) -> ndarray:
    """Return an array of numbers, nested lists or arrays: the array itself where it has the type and the context."""
    if isinstance(a, ndarray) and (dtype is None or a.dtype == np.dtype(dtype)) and ctx in (None, a.ctx):
        return a
    return array(a, dtype, ctx)


@takes_device
def empty(shape: Any, dtype: Any = None, order: str = "C", ctx: Context | None = None) -> ndarray:
    """Return an array of shape ``shape`` with any values, float32 unless ``dtype`` is given."""
    if order != "C":
        raise NotImplementedError(f"`empty` only supports order equal to `C`, while received {order}")
    lengths = (shape,) if isinstance(shape, int) else tuple(map(operator.index, shape))
    result: ndarray = nd.empty(lengths, ctx, dtype or semantics.float_dtype).as_np_ndarray()
    return result


def copy(a: ndarray, out: ndarray | None = None) -> ndarray:
    """Return a copy of ``a``; ``out`` receives it."""
    if not hasattr(a, "as_np_ndarray"):
        raise AssertionError(f"Argument a must have NDArray type, but got {a}")
    result: ndarray = _op.copy(a, out=out)
    return result


def genfromtxt(*args: Any, **kwargs: Any) -> ndarray:
    """Return NumPy's ``genfromtxt`` of a text as an array in the context ``ctx``."""
    ctx = kwargs.pop("ctx", None)
    values = np.genfromtxt(*args, **kwargs)
    return array(values, dtype=values.dtype, ctx=ctx)
