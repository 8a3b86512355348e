"""Functions that sort, search and look up."""

import numbers
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.shapes import as_tuple


def sort(
    F: Any, a: Any, axis: int | None = -1, kind: str | bool | None = None, order: Any = None, *,
    descending: bool = False, stable: bool = True,
) -> Any:  # fmt: skip
    """Return ``a`` sorted along ``axis``, flat where that is None; with ``descending`` from the greatest.

    ``kind`` and ``stable`` are without effect: the sort is stable. MXNet 2 has ``descending`` in the place of ``kind``,
    which is read so if it is True or False.

    Parameters
    ----------
    axis : int or None
        The axis; None: the array is taken as flat.
    kind
        Without effect, except True or False, which is read as ``descending``.
    order
        Only None.
    descending
        Whether the greatest comes first.
    stable
        Without effect: equal elements always stay in their order.

    Returns
    -------
    A sorted copy.

    Examples
    --------
    >>> print(mx.np.sort(mx.np.array([[3, 1, 2], [9, 8, 7]])))
    [[1. 2. 3.]
     [7. 8. 9.]]
    """
    _refuse_order(order)
    return F("_npi_sort", a, axis=axis, is_ascend=not (descending or kind is True))


def argsort(
    F: Any, a: Any, axis: int | None = -1, kind: str | bool | None = None, order: Any = None, *,
    descending: bool = False, stable: bool = True,
) -> Any:  # fmt: skip
    """Return the positions, int64, that sort ``a`` along ``axis``, in the flat array where that is None.

    The other arguments are those of :func:`mxnet.np.sort`.

    Parameters
    ----------
    axis : int or None
        The axis; None: the array is taken as flat.
    kind
        Without effect, except True or False, which is read as ``descending``.
    order
        Only None.
    descending
        Whether the greatest comes first.
    stable
        Without effect: equal elements always stay in their order.

    Returns
    -------
    An array of positions, int64, of the shape of ``a``.

    Examples
    --------
    >>> a = mx.np.array([3, 1, 2])
    >>> print(mx.np.argsort(a))
    [1 2 0]
    >>> print(a[mx.np.argsort(a)])
    [1. 2. 3.]
    """
    _refuse_order(order)
    return F("_npi_argsort", a, axis=axis, is_ascend=not (descending or kind is True), dtype="int64")


def _refuse_order(order: Any) -> None:
    if order is not None:
        raise NotImplementedError("order not supported here")


def take(F: Any, a: Any, indices: Any, axis: int | None = None, mode: str = "raise", out: Any = None) -> Any:
    """Return the elements of ``a`` at ``indices`` along ``axis``, of the flat array where that is None.

    ``mode``: positions out of range raise MXNetError (``'raise'``, where negative ones are out of range too), are
    clipped (``'clip'``) or wrapped around (``'wrap'``).

    Parameters
    ----------
    indices : array, list or int
        The positions; their shape takes the place of the axis.
    axis : int or None
        The axis; None: the array is taken as flat.
    mode : {'raise', 'clip', 'wrap'}
        What is done with positions out of range.

    Returns
    -------
    An array.

    Examples
    --------
    >>> a = mx.np.array([10, 20, 30])
    >>> print(mx.np.take(a, mx.np.array([0, 2])))
    [10. 30.]
    >>> print(mx.np.take(a, mx.np.array([1, 5]), mode="clip"))
    [20. 30.]
    """
    if mode not in ("wrap", "clip", "raise"):
        raise NotImplementedError(f"function take does not support mode '{mode}'")
    if axis is None:
        a, axis = F("_npx_reshape", a, newshape=-1), 0
    return F("_npi_take", a, indices, axis=axis, mode=mode, out=out)


def unique(
    F: Any,
    ar: Any,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: int | None = None,
) -> Any:
    """Return the sorted unique elements of the flat ``ar``, or its unique slices along ``axis``.

    As asked for, a tuple with these too, int64: where each occurs first, which of them each element is, and how often
    each occurs.

    Parameters
    ----------
    ar
        The array.
    return_index
        Whether the positions at which each value occurs first are returned too.
    return_inverse
        Whether the positions in the result of every element of ``ar`` are returned too.
    return_counts
        Whether it is returned how often each value occurs.
    axis : int or None
        The axis whose slices are compared; None: the elements are.

    Returns
    -------
    The sorted values, or a tuple of them with what is asked for.

    Examples
    --------
    >>> values, counts = mx.np.unique(mx.np.array([2, 1, 2, 5]), return_counts=True)
    >>> print(values, counts)
    [1. 2. 5.] [1 2 1]
    """
    result = F(
        "_npi_unique", ar, return_index=return_index, return_inverse=return_inverse, return_counts=return_counts,
        axis=axis,
    )  # fmt: skip
    return tuple(result) if return_index or return_inverse or return_counts else result


def unravel_index(F: Any, indices: Any, shape: Any, order: str = "C") -> Any:
    """Return the indices in an array of ``shape`` of positions in the flat array: a tuple of an array for each axis.

    Of a symbol, one symbol with a row for each axis.

    Parameters
    ----------
    indices : array or int
        Positions in the flat array.
    shape : tuple of ints
        The shape of the array.
    order
        Only ``'C'``.

    Returns
    -------
    A tuple of an array for each axis, int64; of numbers for a number.

    Examples
    --------
    >>> print(mx.np.unravel_index(5, (2, 3)))
    (1, 2)
    """
    if order != "C":
        raise NotImplementedError("Do not support column-major (Fortran-style) order at this moment")
    if isinstance(indices, (numbers.Integral, np.generic)):
        return tuple(int(item) for item in np.unravel_index(indices, shape))  # type: ignore[arg-type]
    result = F("_npi_Custom", indices, shape=as_tuple(shape), op_type="unravel_index_fallback")
    return result if F.symbolic else tuple(result)


def may_share_memory(F: Any, a: Any, b: Any, max_work: int | None = None) -> Any:
    """Return whether two arrays may share memory: here whether they do, as :func:`shares_memory`.

    Parameters
    ----------
    a, b : array
        The arrays.
    max_work
        Without effect.

    Returns
    -------
    A bool; of symbols, a symbol of one.

    Examples
    --------
    >>> a = mx.np.arange(6)
    >>> mx.np.may_share_memory(a, a.copy())
    False
    """
    result = F("_npi_share_memory", a, b)
    return result if F.symbolic else bool(result.asnumpy()[0])


def shares_memory(F: Any, a: Any, b: Any, max_work: int | None = None) -> Any:
    """Return whether the pieces of memory that two arrays lie in overlap, as those of an array and a slice of it do.

    Parameters
    ----------
    a, b : array
        The arrays.
    max_work
        Without effect.

    Returns
    -------
    A bool; of symbols, a symbol of one.

    Examples
    --------
    >>> a = mx.np.arange(6)
    >>> mx.np.shares_memory(a, a[2:4])
    True
    >>> mx.np.shares_memory(a[:2], a[2:4])
    False
    """
    return may_share_memory(F, a, b)


def nonzero(F: Any, a: Any) -> Any:
    """Return where ``a`` is not 0: a tuple of an array of int64 for each axis; a number counts as a vector.

    Returns
    -------
    A tuple of an array of int64 for each axis, to index with.

    Examples
    --------
    >>> a = mx.np.array([[0, 3], [5, 0]])
    >>> print(mx.np.nonzero(a))
    (array([0, 1], dtype=int64), array([1, 0], dtype=int64))
    >>> print(a[mx.np.nonzero(a)])
    [3. 5.]
    """
    indices = F("_npx_nonzero", a)
    return tuple(indices[:, i] for i in range(indices.shape[1]))


def shape(F: Any, a: Any) -> Any:
    """Return the shape of ``a``, a tuple.

    Returns
    -------
    A tuple of ints.

    Examples
    --------
    >>> mx.np.shape(mx.np.ones((2, 3)))
    (2, 3)
    """
    return a.shape


FUNCTIONS: list[Callable[..., Any]] = [sort, argsort, take, unique, unravel_index, may_share_memory, shares_memory]
#: functions whose result depends on values: arrays have them, symbols do not
OF_ARRAYS: list[Callable[..., Any]] = [nonzero, shape]
