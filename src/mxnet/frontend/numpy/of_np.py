"""Operators under NumPy's arguments: ``mx.np`` has these, ``mx.nd.np`` and ``mx.sym.np`` the operators' own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import edit


def sum(
    F: Any, a: Any, axis: Any = None, dtype: Any = None, keepdims: bool = False, initial: Any = None, out: Any = None
) -> Any:
    """Return the sum over ``axis`` (an int, a tuple, None for all) in the type ``dtype``; of booleans, as int64.

    ``initial`` can only be None. ``keepdims`` keeps reduced axes with length 1; ``out`` receives the result.
    """
    return F("_np_sum", a, axis=axis, dtype=dtype, keepdims=keepdims, initial=initial, out=out)


def prod(F: Any, a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    """Return the product over ``axis`` (an int, a tuple, None for all) in the type ``dtype``."""
    return F("_np_prod", a, axis=axis, dtype=dtype, keepdims=keepdims, out=out)


def product(F: Any, a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    """Return :func:`prod`."""
    return prod(F, a, axis, dtype, out, keepdims)


def max(F: Any, a: Any, axis: Any = None, keepdims: bool = False, out: Any = None) -> Any:
    """Return the greatest elements over ``axis`` (an int, a tuple, None for all)."""
    return F("_np_max", a, axis=axis, keepdims=keepdims, out=out)


def amax(F: Any, a: Any, axis: Any = None, keepdims: bool = False, out: Any = None) -> Any:
    """Return :func:`max`."""
    return max(F, a, axis, keepdims, out)


def min(F: Any, a: Any, axis: Any = None, keepdims: bool = False, out: Any = None) -> Any:
    """Return the least elements over ``axis`` (an int, a tuple, None for all)."""
    return F("_np_min", a, axis=axis, keepdims=keepdims, out=out)


def amin(F: Any, a: Any, axis: Any = None, keepdims: bool = False, out: Any = None) -> Any:
    """Return :func:`min`."""
    return min(F, a, axis, keepdims, out)


def all(F: Any, a: Any, axis: Any = None, keepdims: bool = False, out: Any = None) -> Any:
    """Return whether all elements over ``axis`` (an int, a tuple, None for all) are not 0, as bool."""
    return F("_np_all", a, axis=axis, keepdims=keepdims, out=out)


def any(F: Any, a: Any, axis: Any = None, keepdims: bool = False, out: Any = None) -> Any:
    """Return whether an element over ``axis`` (an int, a tuple, None for all) is not 0, as bool."""
    return F("_np_any", a, axis=axis, keepdims=keepdims, out=out)


def sometrue(F: Any, a: Any, axis: Any = None, keepdims: bool = False, out: Any = None) -> Any:
    """Return :func:`any`."""
    return any(F, a, axis, keepdims, out)


def cumsum(F: Any, a: Any, axis: int | None = None, dtype: Any = None, out: Any = None) -> Any:
    """Return the sums of the elements up to each along ``axis``, in the flat array where that is None."""
    return F("_np_cumsum", a, axis=axis, dtype=dtype, out=out)


def reshape(F: Any, a: Any, newshape: Any, order: str = "C", out: Any = None) -> Any:
    """Return ``a`` in the shape ``newshape``, in which one length may be -1: what is left over."""
    return F("_np_reshape", a, newshape=newshape, order=order, out=out)


def squeeze(F: Any, a: Any, axis: Any = None, out: Any = None) -> Any:
    """Return ``a`` without axes of length 1: all of them, or those in ``axis``."""
    return F("_np_squeeze", a, axis=axis, out=out)


def transpose(F: Any, a: Any, axes: Any = None) -> Any:
    """Return ``a`` with its axes in the order ``axes``, reversed where that is None."""
    return F("_np_transpose", a, axes=axes)


def moveaxis(F: Any, a: Any, source: Any, destination: Any) -> Any:
    """Return ``a`` with the axes ``source`` moved to the places ``destination``, the others in their order."""
    return F("_np_moveaxis", a, source=source, destination=destination)


def roll(F: Any, a: Any, shift: Any, axis: Any = None) -> Any:
    """Return ``a`` with its elements shifted by ``shift`` along ``axis``, in the flat array where that is None."""
    return F("_np_roll", a, shift=shift, axis=axis)


def repeat(F: Any, a: Any, repeats: int, axis: int | None = None) -> Any:
    """Return ``a`` with every element repeated ``repeats`` times along ``axis``, flat where that is None."""
    return F("_np_repeat", a, repeats=repeats, axis=axis)


def atleast_1d(F: Any, *arys: Any) -> Any:
    """Return the arrays, numbers among them as vectors: a list, or the array if there is one."""
    return F("_np_atleast_1d", *arys)


def atleast_2d(F: Any, *arys: Any) -> Any:
    """Return the arrays with at least two axes, new ones in front: a list, or the array if there is one."""
    return F("_np_atleast_2d", *arys)


def atleast_3d(F: Any, *arys: Any) -> Any:
    """Return the arrays with at least three axes, where NumPy puts them: a list, or the array if there is one."""
    return F("_np_atleast_3d", *arys)


def diag(F: Any, array: Any, k: int = 0) -> Any:
    """Return diagonal ``k`` of a matrix, or the matrix with a vector on that diagonal."""
    return F("_np_diag", array, k=k)


def diagflat(F: Any, array: Any, k: int = 0) -> Any:
    """Return the matrix with the flat array on diagonal ``k``."""
    return F("_np_diagflat", array, k=k)


def diagonal(F: Any, a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    """Return the diagonals of the matrices in two axes, as last axis."""
    return F("_np_diagonal", a, offset=offset, axis1=axis1, axis2=axis2)


def trace(F: Any, a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1, out: Any = None) -> Any:
    """Return the sums of the diagonals of the matrices in two axes."""
    return F("_np_trace", a, offset=offset, axis1=axis1, axis2=axis2, out=out)


def pad(F: Any, x: Any, pad_width: Any = None, mode: str = "constant", **kwargs: Any) -> Any:
    """Return ``x`` with elements before and after each axis: ``pad_width`` is a tuple of a pair for each.

    ``mode``: one of NumPy's, with its keyword: see :func:`mxnet.frontend.numpy.edit.pad`.
    """
    return edit.pad(F, x, pad_width, mode, **kwargs)


def dot(F: Any, a: Any, b: Any, out: Any = None) -> Any:
    """Return the sum of products over the last axis of ``a`` and the last but one of ``b`` (a vector's only one).

    An array without axes multiplies all elements of the other; ``out`` receives the result.
    """
    return F("_np_dot", a, b, out=out)


FUNCTIONS: list[Callable[..., Any]] = [
    *(sum, prod, product, max, amax, min, amin, all, any, sometrue, cumsum, reshape, squeeze, transpose, moveaxis),
    *(roll, repeat, atleast_1d, atleast_2d, atleast_3d, diag, diagflat, diagonal, trace, pad, dot),
]
