"""Functions of shapes and indices; searching, sorting and sets."""

import builtins
from typing import Any

import numpy as np

from ...core.errors import MXNetAxisError
from ...frontend.numpy import compare, search
from ...frontend.numpy import shape as _shape
from ...ndarray.numpy._call import F
from ...ndarray.numpy.multiarray import ndarray
from .dtypes import same_type, standard

__all__ = [
    "argmax", "argmin", "argsort", "broadcast_arrays", "broadcast_to", "concat", "expand_dims", "flip", "moveaxis",
    "nonzero", "permute_dims", "repeat", "reshape", "roll", "searchsorted", "sort", "squeeze", "stack", "take", "tile",
    "unique_all", "unique_counts", "unique_inverse", "unique_values", "unstack", "where",
]  # fmt: skip


def broadcast_arrays(*arrays: Any) -> Any:
    """Return arrays broadcast to one shape, a list."""
    return _shape.broadcast_arrays(F, *arrays)


def concat(arrays: Any, /, *, axis: int | None = 0) -> Any:
    """Return arrays joined along an axis, flat where that is None, in the type that they are promoted to."""
    return F("_npi_concatenate", *same_type(*arrays), axis=axis)


def stack(arrays: Any, /, *, axis: int = 0) -> Any:
    """Return arrays of one shape joined along a new axis."""
    return F("_npi_stack", *same_type(*arrays), axis=axis)


def unstack(x: Any, /, *, axis: int = 0) -> Any:
    """Return the parts along an axis, a tuple."""
    return _shape.unstack(F, x, axis)


def repeat(x: Any, repeats: Any, /, *, axis: int | None = None) -> Any:
    """Return every element ``repeats`` times (a number, or one for each) along an axis, or of the flat array."""
    if not isinstance(repeats, ndarray):
        return F("_np_repeat", x, repeats=repeats, axis=axis)
    x = F("_np_reshape", x, newshape=-1) if axis is None else x
    count = x.shape[axis or 0]
    (positions,) = F.arrays(x, np.repeat(np.arange(count), np.broadcast_to(repeats.asnumpy(), count)))[1:]
    return take(x, positions, axis=axis or 0)


def reshape(x: Any, /, shape: Any, *, copy: builtins.bool | None = None) -> Any:
    """Return an array in another shape, always a copy: ``copy=False`` is refused (ValueError)."""
    if copy is False:
        raise ValueError("reshape gives a copy")
    return F("_np_reshape", x, newshape=tuple(shape))


def tile(x: Any, repetitions: Any, /) -> Any:
    """Return an array laid out ``repetitions[i]`` times along axis i."""
    return F("_npi_tile", x, reps=tuple(repetitions))


broadcast_to = standard("broadcast_to(x, /, shape)", "_npi_broadcast_to")
expand_dims = standard("expand_dims(x, /, axis)", "_npi_expand_dims")
flip = standard("flip(x, /, *, axis=None)", "_npi_flip")
moveaxis = standard("moveaxis(x, source, destination, /)", "_np_moveaxis")
permute_dims = standard("permute_dims(x, /, axes)", "_np_transpose")
roll = standard("roll(x, /, shift, *, axis=None)", "_np_roll")
squeeze = standard("squeeze(x, /, axis)", "_np_squeeze")


# -- searching, sorting and sets --------------------------------------------------------------------------------------


def nonzero(x: Any, /) -> Any:
    """Return where an array is not 0: a tuple of positions for each axis. ValueError without axes."""
    if x.ndim == 0:
        raise ValueError("nonzero: an array without axes")
    return search.nonzero(F, x)


def searchsorted(x1: Any, x2: Any, /, *, side: str = "left", sorter: Any = None) -> Any:
    """Return where elements of ``x2`` belong in the sorted vector ``x1``; ``sorter`` sorts it."""
    x1, x2 = same_type(x1, x2)
    return compare.searchsorted(F, x1, x2, side, sorter)


def where(condition: Any, x1: Any, x2: Any, /) -> Any:
    """Return ``x1`` where the condition holds and ``x2`` elsewhere."""
    return F("_npi_where", condition, *same_type(x1, x2))


def take(x: Any, indices: Any, /, *, axis: int | None = None) -> Any:
    """Return the parts at some positions along an axis, which only a vector may leave out."""
    if axis is None and x.ndim != 1:
        raise ValueError(f"take: an array with {x.ndim} axes needs one of them")
    axis = 0 if axis is None else axis
    if not -x.ndim <= axis < x.ndim:
        raise MXNetAxisError(f"take: axis {axis} of an array with {x.ndim}")
    return x[(slice(None),) * (axis % x.ndim) + (indices,)]


def sort(x: Any, /, *, axis: int = -1, descending: builtins.bool = False, stable: builtins.bool = True) -> Any:
    """Return the elements in order along an axis."""
    return F("_npi_sort", x, axis=axis, is_ascend=not descending)


def argsort(x: Any, /, *, axis: int = -1, descending: builtins.bool = False, stable: builtins.bool = True) -> Any:
    """Return the places of the elements in order along an axis; equal ones stay in theirs."""
    return F("_npi_argsort", x, axis=axis, is_ascend=not descending, dtype="int64")


# -- sets: every NaN is a value of its own ------------------------------------------------------------------------


def unique_all(x: Any, /) -> Any:
    """Return the different values, where each is first, which each element is, and how often each occurs."""
    return compare.unique_all(F, x)


def unique_counts(x: Any, /) -> Any:
    """Return the different values and how often each occurs."""
    return compare.unique_counts(F, x)


def unique_inverse(x: Any, /) -> Any:
    """Return the different values and which each element is."""
    return compare.unique_inverse(F, x)


def unique_values(x: Any, /) -> Any:
    """Return the different values."""
    return compare.unique_values(F, x)


argmax = standard("argmax(x, /, *, axis=None, keepdims=False)", "_npi_argmax")
argmin = standard("argmin(x, /, *, axis=None, keepdims=False)", "_npi_argmin")
