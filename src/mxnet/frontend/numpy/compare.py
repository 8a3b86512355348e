"""Comparing whole arrays, looking elements up in sorted ones, picking elements out, and sets.

Types are promoted as NumPy promotes them; an argument beside an array may be a number or a list. The lengths of what
:func:`compress`, :func:`extract`, :func:`argwhere`, :func:`flatnonzero` and the functions of sets return depend on
values: graphs find them when they run.
"""

from typing import Any, NamedTuple

from ...core.errors import Unsupported
from .. import of_operator
from .ufuncs import is_number

isclose = of_operator("isclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=False)", mixed=True)


def _truth(F: Any, holds: Any) -> Any:
    """Return an array without axes as a bool; symbols are returned unchanged."""
    return holds if F.symbolic else bool(holds)


def allclose(F: Any, a: Any, b: Any, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> Any:
    """Return whether all elements are close, see :func:`isclose`: a bool, of symbols a symbol.

    Parameters
    ----------
    a, b : array or number
        The operands, broadcast.
    rtol
        The relative tolerance.
    atol
        The absolute tolerance: close is ``|a - b| <= atol + rtol * |b|``.
    equal_nan
        Whether NaN is close to NaN.

    Returns
    -------
    A bool.

    Examples
    --------
    >>> mx.np.allclose(mx.np.array([1, 2]), mx.np.array([1, 2 + 1e-6]))
    True
    """
    return _truth(F, F("_np_all", isclose(F, a, b, rtol, atol, equal_nan)))


def array_equal(F: Any, a1: Any, a2: Any, equal_nan: bool = False) -> Any:
    """Return whether two arrays have one shape and the same elements: a bool, of symbols a symbol.

    Parameters
    ----------
    a1, a2 : array
        The operands.
    equal_nan
        Whether NaN equals NaN.

    Returns
    -------
    A bool.

    Examples
    --------
    >>> mx.np.array_equal(mx.np.array([1, 2]), mx.np.array([1, 2]))
    True
    """
    a1, a2 = F.arrays(a1, a2)
    return _truth(F, F("_npi_array_equal", a1, a2, equal_nan=bool(equal_nan)))


def array_equiv(F: Any, a1: Any, a2: Any) -> Any:
    """Return whether two arrays, broadcast to one shape, have the same elements: a bool, of symbols a symbol.

    Parameters
    ----------
    a1, a2 : array
        The operands.

    Returns
    -------
    A bool.

    Examples
    --------
    >>> mx.np.array_equiv(mx.np.array([1, 1]), mx.np.array([1]))
    True
    """
    a1, a2 = F.arrays(a1, a2)
    return _truth(F, F("_npi_array_equal", a1, a2, broadcast_shapes=True))


def in1d(F: Any, ar1: Any, ar2: Any, assume_unique: bool = False, invert: bool = False) -> Any:
    """Return :func:`isin` of the flat ``ar1``.

    Parameters
    ----------
    ar1 : array
        The elements that are looked up.
    ar2 : array or list
        The set they are looked up in.
    assume_unique
        Without effect.
    invert
        Whether the answer is turned round.

    Returns
    -------
    A vector of bool.

    Examples
    --------
    >>> print(mx.np.in1d(mx.np.array([1, 2, 5]), mx.np.array([2, 5])))
    [False  True  True]
    """
    ar1, ar2 = F.arrays(ar1, ar2)
    return F("_npi_isin", F("_np_reshape", ar1, newshape=-1), ar2, invert=bool(invert))


def searchsorted(F: Any, a: Any, v: Any, side: str = "left", sorter: Any = None) -> Any:
    """Return where to insert elements of ``v`` into the vector ``a``, sorted or in the order ``sorter``.

    Parameters
    ----------
    a : array
        A sorted vector.
    v : array or number
        What would be inserted.
    side
        'left': before equal elements, 'right': behind them.
    sorter : array or None
        The order in which ``a`` is sorted, as ``argsort`` gives it.

    Returns
    -------
    Positions, int64, of the shape of ``v``.

    Examples
    --------
    >>> print(mx.np.searchsorted(mx.np.array([1, 3, 5]), mx.np.array([0, 3, 9])))
    [0 1 3]
    """
    a, v = F.arrays(a, v)
    if sorter is not None:
        a = F("_npi_take", *F.arrays(a, sorter), axis=0, mode="wrap")
    return F("_npi_searchsorted", a, v, side=side)


def argwhere(F: Any, a: Any) -> Any:
    """Return the places of the elements that are not 0, one row each, as int64.

    Returns
    -------
    An array ``(count, a.ndim)``.

    Examples
    --------
    >>> print(mx.np.argwhere(mx.np.array([[0, 3], [5, 0]])))
    [[0 1]
     [1 0]]
    """
    if not F.symbolic and not a.ndim:
        raise Unsupported("argwhere: an array without axes")
    return F("_npx_nonzero", a)


def flatnonzero(F: Any, a: Any) -> Any:
    """Return the places in the flat array of the elements that are not 0, as int64.

    Returns
    -------
    A vector.

    Examples
    --------
    >>> print(mx.np.flatnonzero(mx.np.array([[0, 3], [5, 0]])))
    [1 2]
    """
    return F("_np_reshape", F("_npx_nonzero", F("_np_reshape", a, newshape=-1)), newshape=-1)


def extract(F: Any, condition: Any, arr: Any) -> Any:
    """Return the elements of the flat array at which the flat ``condition`` is not 0.

    Parameters
    ----------
    condition : array
        Which elements are taken.
    arr : array
        The elements, as many.

    Returns
    -------
    A vector.

    Examples
    --------
    >>> a = mx.np.arange(5)
    >>> print(mx.np.extract(a > 2, a))
    [3. 4.]
    """
    condition, arr = F.arrays(condition, arr)
    return F("_npi_compress", F("_np_reshape", condition, newshape=-1), arr)


def select(F: Any, condlist: Any, choicelist: Any, default: Any = 0) -> Any:
    """Return for each element that of the first choice whose condition holds; ``default``, a number, elsewhere.

    Parameters
    ----------
    condlist : list of arrays
        The conditions.
    choicelist : list of arrays
        The values for each.
    default : number
        The value where none holds.

    Returns
    -------
    An array of their shapes, broadcast.

    Examples
    --------
    >>> a = mx.np.arange(5)
    >>> print(mx.np.select([a < 2, a > 3], [a, a * 10], -1))
    [ 0.  1. -1. -1. 40.]
    """
    if not is_number(default) or len(condlist) != len(choicelist) or not len(condlist):
        raise Unsupported("select: expected as many conditions as choices, and a number")
    is_int = not isinstance(default, float)
    return F("_npi_select", *F.arrays(*condlist, *choicelist), default=float(default), is_int=is_int)


def msort(F: Any, a: Any) -> Any:
    """Return ``a`` sorted along its first axis.

    Returns
    -------
    A sorted copy.

    See Also
    --------
    sort : sorts along any axis.

    Examples
    --------
    >>> print(mx.np.msort(mx.np.array([[3, 1], [2, 4]])))
    [[2. 1.]
     [3. 4.]]
    """
    return F("_npi_sort", a, axis=0)


# -- sets -------------------------------------------------------------------------------------------------------------


class UniqueAllResult(NamedTuple):
    """The result of :func:`unique_all`: arrays, or symbols."""

    values: Any
    indices: Any
    inverse_indices: Any
    counts: Any


class UniqueCountsResult(NamedTuple):
    """The result of :func:`unique_counts`: arrays, or symbols."""

    values: Any
    counts: Any


class UniqueInverseResult(NamedTuple):
    """The result of :func:`unique_inverse`: arrays, or symbols."""

    values: Any
    inverse_indices: Any


def unique_all(F: Any, x: Any) -> Any:
    """Return the sorted values, where each is first, which each element is, and how often each occurs, int64.

    Every NaN is a value of its own.

    Returns
    -------
    A named tuple: values, indices, inverse_indices, counts.

    Examples
    --------
    >>> print(mx.np.unique_all(mx.np.array([2, 1, 2])).inverse_indices)
    [1 0 1]
    """
    return UniqueAllResult(*F("_npi_unique_all", x))


def unique_counts(F: Any, x: Any) -> Any:
    """Return the sorted values, and how often each occurs, int64; every NaN is a value of its own.

    Returns
    -------
    A named tuple: values, counts.

    Examples
    --------
    >>> print(mx.np.unique_counts(mx.np.array([2, 1, 2])).counts)
    [1 2]
    """
    values, _, _, counts = F("_npi_unique_all", x)
    return UniqueCountsResult(values, counts)


def unique_inverse(F: Any, x: Any) -> Any:
    """Return the sorted values, and which each element is, int64; every NaN is a value of its own.

    Returns
    -------
    A named tuple: values, inverse_indices.

    Examples
    --------
    >>> print(mx.np.unique_inverse(mx.np.array([2, 1, 2])).inverse_indices)
    [1 0 1]
    """
    values, _, inverse, _ = F("_npi_unique_all", x)
    return UniqueInverseResult(values, inverse)


def unique_values(F: Any, x: Any) -> Any:
    """Return the sorted values; every NaN is a value of its own.

    Returns
    -------
    A vector.

    Examples
    --------
    >>> print(mx.np.unique_values(mx.np.array([2, 1, 2])))
    [1. 2.]
    """
    return F("_npi_unique_all", x)[0]


_SETS = ("intersect1d", "setxor1d", "setdiff1d")
#: functions that NumPy computes where an argument is not supported
WITH_NUMPY = [
    isclose, allclose, array_equal, array_equiv, in1d, searchsorted, argwhere, flatnonzero, extract, select, msort,
    of_operator("isin(element, test_elements, assume_unique=False, invert=False, **others)", mixed=True),
    of_operator("digitize(x, bins, right=False)", mixed=True),
    of_operator("take_along_axis(arr, indices, axis=-1)", mixed=True),
    of_operator("compress(condition, a, axis=None, out=None)", mixed=True),
    of_operator("union1d(ar1, ar2)", mixed=True),
    *(of_operator(f"{name}(ar1, ar2, **others)", mixed=True) for name in _SETS),
]  # fmt: skip
FUNCTIONS = [unique_all, unique_counts, unique_inverse, unique_values, *WITH_NUMPY]
