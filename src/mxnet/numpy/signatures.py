"""Operators under NumPy's arguments: ``mx.nd.np`` and ``mx.sym.np`` have these functions with the operators' own."""

from __future__ import annotations

from typing import Any

from ..ndarray.numpy import _op
from ..ndarray.numpy import pad as _pad
from ..ndarray.numpy.multiarray import ndarray

#: the functions of this module that are those of ``mx.np``
FUNCTIONS = (
    *("sum", "prod", "product", "max", "amax", "min", "amin", "all", "any", "sometrue", "cumsum"),
    *("reshape", "squeeze", "transpose", "moveaxis", "roll", "repeat", "atleast_1d", "atleast_2d", "atleast_3d"),
    *("diag", "diagflat", "diagonal", "trace", "pad", "dot"),
)


def sum(
    a: ndarray, axis: Any = None, dtype: Any = None, keepdims: bool = False, initial: Any = None, out: Any = None
) -> ndarray:
    """Return the sum over ``axis`` (an int, a tuple, None for all) in the type ``dtype``; of booleans, as int64.

    ``initial`` can only be None. ``keepdims`` keeps reduced axes with length 1; ``out`` receives the result.
    """
    return _op.sum(a, axis=axis, dtype=dtype, keepdims=keepdims, initial=initial, out=out)


def prod(a: ndarray, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False) -> ndarray:
    """Return the product over ``axis`` (an int, a tuple, None for all) in the type ``dtype``."""
    return _op.prod(a, axis=axis, dtype=dtype, keepdims=keepdims, out=out)


def product(a: ndarray, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False) -> ndarray:
    """Return :func:`prod`."""
    return prod(a, axis, dtype, out, keepdims)


def max(a: ndarray, axis: Any = None, keepdims: bool = False, out: Any = None) -> ndarray:
    """Return the greatest elements over ``axis`` (an int, a tuple, None for all)."""
    return _op.max(a, axis=axis, keepdims=keepdims, out=out)


def amax(a: ndarray, axis: Any = None, keepdims: bool = False, out: Any = None) -> ndarray:
    """Return :func:`max`."""
    return max(a, axis, keepdims, out)


def min(a: ndarray, axis: Any = None, keepdims: bool = False, out: Any = None) -> ndarray:
    """Return the least elements over ``axis`` (an int, a tuple, None for all)."""
    return _op.min(a, axis=axis, keepdims=keepdims, out=out)


def amin(a: ndarray, axis: Any = None, keepdims: bool = False, out: Any = None) -> ndarray:
    """Return :func:`min`."""
    return min(a, axis, keepdims, out)


def all(a: ndarray, axis: Any = None, keepdims: bool = False, out: Any = None) -> ndarray:
    """Return whether all elements over ``axis`` (an int, a tuple, None for all) are not 0, as bool."""
    return _op.all(a, axis=axis, keepdims=keepdims, out=out)


def any(a: ndarray, axis: Any = None, keepdims: bool = False, out: Any = None) -> ndarray:
    """Return whether an element over ``axis`` (an int, a tuple, None for all) is not 0, as bool."""
    return _op.any(a, axis=axis, keepdims=keepdims, out=out)


def sometrue(a: ndarray, axis: Any = None, keepdims: bool = False, out: Any = None) -> ndarray:
    """Return :func:`any`."""
    return any(a, axis, keepdims, out)


def cumsum(a: ndarray, axis: int | None = None, dtype: Any = None, out: Any = None) -> ndarray:
    """Return the sums of the elements up to each along ``axis``, in the flat array where that is None."""
    return _op.cumsum(a, axis=axis, dtype=dtype, out=out)


def reshape(a: ndarray, newshape: Any, order: str = "C", out: Any = None) -> ndarray:
    """Return ``a`` in the shape ``newshape``, in which one length may be -1: what is left over."""
    return _op.reshape(a, newshape=newshape, order=order, out=out)


def squeeze(a: ndarray, axis: Any = None, out: Any = None) -> ndarray:
    """Return ``a`` without axes of length 1: all of them, or those in ``axis``."""
    return _op.squeeze(a, axis=axis, out=out)


def transpose(a: ndarray, axes: Any = None) -> ndarray:
    """Return ``a`` with its axes in the order ``axes``, reversed where that is None."""
    return _op.transpose(a, axes=axes)


def moveaxis(a: ndarray, source: Any, destination: Any) -> ndarray:
    """Return ``a`` with the axes ``source`` moved to the places ``destination``, the others in their order."""
    return _op.moveaxis(a, source=source, destination=destination)


def roll(a: ndarray, shift: Any, axis: Any = None) -> ndarray:
    """Return ``a`` with its elements shifted by ``shift`` along ``axis``, in the flat array where that is None."""
    return _op.roll(a, shift=shift, axis=axis)


def repeat(a: ndarray, repeats: int, axis: int | None = None) -> ndarray:
    """Return ``a`` with every element repeated ``repeats`` times along ``axis``, flat where that is None."""
    return _op.repeat(a, repeats=repeats, axis=axis)


def atleast_1d(*arys: ndarray) -> Any:
    """Return the arrays, numbers among them as vectors: a list, or the array if there is one."""
    return _op.atleast_1d(*arys)


def atleast_2d(*arys: ndarray) -> Any:
    """Return the arrays with at least two axes, new ones in front: a list, or the array if there is one."""
    return _op.atleast_2d(*arys)


def atleast_3d(*arys: ndarray) -> Any:
    """Return the arrays with at least three axes, where NumPy puts them: a list, or the array if there is one."""
    return _op.atleast_3d(*arys)


def diag(array: ndarray, k: int = 0) -> ndarray:
    """Return diagonal ``k`` of a matrix, or the matrix with a vector on that diagonal."""
    return _op.diag(array, k=k)


def diagflat(array: ndarray, k: int = 0) -> ndarray:
    """Return the matrix with the flat array on diagonal ``k``."""
    return _op.diagflat(array, k=k)


def diagonal(a: ndarray, offset: int = 0, axis1: int = 0, axis2: int = 1) -> ndarray:
    """Return the diagonals of the matrices in two axes, as last axis."""
    return _op.diagonal(a, offset=offset, axis1=axis1, axis2=axis2)


def trace(a: ndarray, offset: int = 0, axis1: int = 0, axis2: int = 1, out: Any = None) -> ndarray:
    """Return the sums of the diagonals of the matrices in two axes."""
    return _op.trace(a, offset=offset, axis1=axis1, axis2=axis2, out=out)


def pad(x: ndarray, pad_width: Any = None, mode: str = "constant", **kwargs: Any) -> ndarray:
    """Return ``x`` with elements before and after each axis: ``pad_width`` is a tuple of a pair for each.

    ``mode``: ``'constant'`` (with ``constant_values``, a number), ``'edge'``, ``'reflect'``, ``'symmetric'`` (with
    ``reflect_type='even'``), ``'maximum'`` or ``'minimum'``.
    """
    return _pad(x, pad_width, mode, **kwargs)


def dot(a: ndarray, b: ndarray, out: Any = None) -> ndarray:
    """Return the sum of products over the last axis of ``a`` and the last but one of ``b`` (a vector's only one).

    An array without axes multiplies all elements of the other; ``out`` receives the result.
    """
    return _op.dot(a, b, out=out)
