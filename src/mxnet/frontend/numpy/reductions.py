"""Reductions: sums, means, products, extremes, and where they are."""

from typing import Any

from .. import of_operator


def average(F: Any, a: Any, axis: Any = None, weights: Any = None, returned: bool = False, out: Any = None) -> Any:
    """Return the mean over ``axis`` weighted by ``weights``; with ``returned`` also the sum of the weights.

    Parameters
    ----------
    axis : None, int or tuple of ints
        The axes; None: all.
    weights : array or None
        How much each element counts, of the shape of ``a`` or along one axis; None: all the same.
    returned
        Whether the sum of the weights is returned too.

    Returns
    -------
    An array without the axes; a pair with ``returned``.

    Examples
    --------
    >>> print(mx.np.average(mx.np.array([1, 2, 3]), weights=mx.np.array([3, 1, 0])))
    1.25
    """
    if weights is None:
        return F("_npi_average", a, axis=axis, returned=returned, weighted=False, out=out)
    return F("_npi_average", a, weights, axis=axis, returned=returned, weighted=True, out=out)


mean = of_operator("mean(a, axis=None, dtype=None, out=None, keepdims=False)")
std = of_operator("std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False)")
var = of_operator("var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False)")
argmax = of_operator("argmax(a, axis=None, out=None, keepdims=False)")
argmin = of_operator("argmin(a, axis=None, out=None, keepdims=False)")


# -- passing over NaN, medians, running sums and products; NumPy computes other keywords of its own, such as where ----


def nanmedian(
    F: Any, a: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, keepdims: bool = False
) -> Any:
    """Return the median over ``axis`` of what is not NaN; of integers as float64. ``overwrite_input`` has no effect.

    Parameters
    ----------
    axis : None, int or tuple of ints
        The axes; None: all.
    overwrite_input
        Without effect.

    Returns
    -------
    An array without the axes.

    Examples
    --------
    >>> print(mx.np.nanmedian(mx.np.array([1, np.nan, 3, 8])))
    3.0
    """
    return F("_npi_nanmedian", a, axis=axis, keepdims=keepdims, out=out)


def count_nonzero(F: Any, a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
    """Return how many elements over ``axis`` are not 0, as int64: of all elements of an array a Python number.

    Parameters
    ----------
    axis : None, int or tuple of ints
        The axes; None: all.

    Returns
    -------
    An int, or an array of int64.

    Examples
    --------
    >>> mx.np.count_nonzero(mx.np.array([0, 2, 3]))
    2
    """
    count = F("_npi_count_nonzero", a, axis=axis, keepdims=keepdims)
    return count if F.symbolic or axis is not None or keepdims else int(count)


def cumprod(F: Any, a: Any, axis: Any = None, dtype: Any = None) -> Any:
    """Return the products of the elements up to each along ``axis``.

    Parameters
    ----------
    axis : int or None
        The axis; None: the array is taken as flat.
    dtype
        The data type of the products; None: that of ``a``, int64 of integers.

    Returns
    -------
    An array of the shape of ``a``; a vector where ``axis`` is None.

    Examples
    --------
    >>> a = mx.np.array([[1, 2], [3, 4]])
    >>> print(mx.np.cumprod(a))
    [ 1.  2.  6. 24.]
    >>> print(mx.np.cumprod(a, axis=0))
    [[1. 2.]
     [3. 8.]]
    """
    return F("_npi_cumulative", a, axis=axis, dtype=dtype, product=True)


def nancumsum(F: Any, a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    """Return the sums of the elements up to each along ``axis``, NaN being 0.

    Parameters
    ----------
    axis : int or None
        The axis; None: the array is taken as flat.
    dtype
        The data type of the sums; None: that of ``a``, int64 of integers.

    Returns
    -------
    An array of the shape of ``a``; a vector where ``axis`` is None.

    Examples
    --------
    >>> print(mx.np.nancumsum(mx.np.array([2, np.nan, 3])))
    [2. 2. 5.]
    """
    return F("_npi_cumulative", a, axis=axis, dtype=dtype, out=out, skip_nan=True)


def nancumprod(F: Any, a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    """Return the products of the elements up to each along ``axis``, NaN being 1.

    Parameters
    ----------
    axis : int or None
        The axis; None: the array is taken as flat.
    dtype
        The data type of the products; None: that of ``a``, int64 of integers.

    Returns
    -------
    An array of the shape of ``a``; a vector where ``axis`` is None.

    Examples
    --------
    >>> print(mx.np.nancumprod(mx.np.array([2, np.nan, 3])))
    [2. 2. 6.]
    """
    return F("_npi_cumulative", a, axis=axis, dtype=dtype, out=out, skip_nan=True, product=True)


def cumulative_sum(F: Any, x: Any, axis: int | None = None, dtype: Any = None, include_initial: bool = False) -> Any:
    """Return the sums of the elements up to each along ``axis``, with a 0 before them with ``include_initial``.

    Parameters
    ----------
    axis : int or None
        The axis; None: of a vector, its only one.
    dtype
        The data type of the sums; None: that of ``x``.
    include_initial
        Whether the result begins with the value of none, and is longer by one.

    Returns
    -------
    An array.

    Examples
    --------
    >>> print(mx.np.cumulative_sum(mx.np.array([1, 2, 3])))
    [1. 3. 6.]
    """
    _needs_axis(F, x, axis)
    return F("_npi_cumulative", x, axis=axis, dtype=dtype, include_initial=include_initial)


def cumulative_prod(F: Any, x: Any, axis: int | None = None, dtype: Any = None, include_initial: bool = False) -> Any:
    """Return the products of the elements up to each along ``axis``, with a 1 before them with ``include_initial``.

    Parameters
    ----------
    axis : int or None
        The axis; None: of a vector, its only one.
    dtype
        The data type of the products; None: that of ``x``.
    include_initial
        Whether the result begins with the value of none, and is longer by one.

    Returns
    -------
    An array.

    Examples
    --------
    >>> print(mx.np.cumulative_prod(mx.np.array([1, 2, 3])))
    [1. 2. 6.]
    """
    _needs_axis(F, x, axis)
    return F("_npi_cumulative", x, axis=axis, dtype=dtype, product=True, include_initial=include_initial)


def _needs_axis(F: Any, x: Any, axis: Any) -> None:
    if axis is None and not F.symbolic and x.ndim != 1:
        raise ValueError("For arrays which have more than one dimension ``axis`` argument is required.")


#: functions that NumPy computes where an argument is not supported
WITH_NUMPY = [
    *(of_operator(f"{name}(a, axis=None, out=None, keepdims=False, **others)") for name in ("nanmax", "nanmin", "ptp")),
    *(
        of_operator(f"{name}(a, axis=None, dtype=None, out=None, keepdims=False, **others)")
        for name in ("nansum", "nanprod")
    ),
    *(
        of_operator(f"{name}(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, **others)")
        for name in ("nanvar", "nanstd")
    ),
    nancumsum,
    nancumprod,
    nanmedian,
    count_nonzero,
]
FUNCTIONS = [
    *(mean, std, var, argmax, argmin, average),
    *(of_operator(f"{name}(a, axis=None, keepdims=False)") for name in ("median", "nanmean")),
    cumprod,
    cumulative_sum,
    cumulative_prod,
    *WITH_NUMPY,
]
