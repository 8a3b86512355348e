"""Functions of ``mx.np`` that symbols lack or have with other arguments: they need values, or make tuples."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from ..core.context import Context
from ..ndarray import empty as _empty
from ..ndarray.numpy import _internal, _op
from ..ndarray.numpy.multiarray import ndarray
from .creation import array

#: the functions of this module that are those of ``mx.np``
FUNCTIONS = (*("empty", "copy", "broadcast_arrays", "meshgrid", "genfromtxt", "set_printoptions"),)


def empty(shape: Any, dtype: Any = np.float32, order: str = "C", ctx: Context | None = None) -> ndarray:
    """Return an array of shape ``shape`` with any values, float32 unless ``dtype`` is given."""
    if order != "C":
        raise NotImplementedError(f"`empty` only supports order equal to `C`, while received {order}")
    lengths = (shape,) if isinstance(shape, int) else tuple(map(operator.index, shape))
    made: ndarray = _empty(lengths, ctx, dtype).as_np_ndarray()
    return made


def copy(a: ndarray, out: ndarray | None = None) -> ndarray:
    """Return a copy of ``a``; ``out`` receives it."""
    if not hasattr(a, "as_np_ndarray"):
        raise AssertionError(f"Argument a must have NDArray type, but got {a}")
    made: ndarray = _op.copy(a, out=out)
    return made


def broadcast_arrays(*args: ndarray) -> list[ndarray]:
    """Return the arrays broadcast to the shape that all of them fit; ValueError where there is none."""
    try:
        whole = np.broadcast_shapes(*(each.shape for each in args))
    except ValueError:
        shapes = " and ".join(str(each.shape) for each in args)
        raise ValueError(f"shapes {shapes} are not broadcastable to one shape") from None
    return [each if each.shape == whole else _internal.broadcast_to(each, shape=whole) for each in args]


def meshgrid(*xi: ndarray, **kwargs: Any) -> list[ndarray]:
    """Return the coordinates of a grid along axes ``xi``: one array of the grid's shape for each.

    ``indexing='xy'`` exchanges the first two axes of the grid, ``'ij'`` does not. ``sparse`` and ``copy`` take their
    defaults only (NotImplementedError).
    """
    sparse, copies, indexing = kwargs.pop("sparse", False), kwargs.pop("copy", True), kwargs.pop("indexing", "xy")
    if kwargs:
        raise TypeError(f"meshgrid() got an unexpected keyword argument '{next(iter(kwargs))}'")
    if sparse:
        raise NotImplementedError(f"sparse={sparse} is not implemented")
    if not copies:
        raise NotImplementedError(f"copy={copies} is not implemented")
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    number = len(xi)
    order = list(range(number))
    if indexing == "xy" and number > 1:
        order[:2] = 1, 0
    lines = [x.reshape((-1,) + (1,) * (number - 1 - at)) for x, at in zip(xi, order, strict=True)]
    return broadcast_arrays(*lines)


def genfromtxt(*args: Any, **kwargs: Any) -> ndarray:
    """Return NumPy's ``genfromtxt`` of a text as an array in the context ``ctx``."""
    ctx = kwargs.pop("ctx", None)
    values = np.genfromtxt(*args, **kwargs)
    return array(values, dtype=values.dtype, ctx=ctx)


def set_printoptions(precision: int | None = None, threshold: int | None = None, **kwarg: Any) -> None:
    """Set how many digits arrays print, and from how many elements on they are shortened: NumPy's own options."""
    if kwarg:
        raise NotImplementedError(
            "mxnet.numpy.set_printoptions only supports parameters precision and threshold for now."
        )
    np.set_printoptions(precision=precision, threshold=threshold)
