"""Searching, sorting and sets."""

from __future__ import annotations

import builtins
from typing import Any

from ...core.errors import MXNetAxisError
from ...frontend.numpy import compare, search
from ...ndarray.numpy._call import F
from .dtypes import same_type, standard


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
