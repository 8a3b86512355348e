"""Percentiles, counts and differences of neighbours."""

from typing import Any

from .ufuncs import is_number


def percentile(
    F: Any,
    a: Any,
    q: Any,
    axis: Any = None,
    out: Any = None,
    overwrite_input: Any = None,
    interpolation: str = "linear",
    keepdims: bool = False,
    *,
    method: str | None = None,
) -> Any:
    """Return the values below which ``q`` per cent of the elements over ``axis`` lie.

    ``q`` is a number, or an array, whose axis comes first in the result. ``interpolation``, or ``method``, as NumPy
    has called it since, decides between two, by any of NumPy's methods. ValueError outside of 0 to 100.

    Parameters
    ----------
    q : number or array
        The share in per cent, 0 to 100.
    overwrite_input
        Only None.
    interpolation : str
        How a value between two elements is found: 'linear', 'lower', 'higher', 'midpoint', 'nearest', or another of
        NumPy's methods.
    method
        NumPy's name for ``interpolation``, which it replaces.
    axis : None, int or tuple of ints
        The axes; None: all.

    Returns
    -------
    An array without the axes; with the axis of ``q`` before the others.

    Examples
    --------
    >>> print(mx.np.percentile(mx.np.array([1, 2, 3, 4]), 50))
    2.5
    >>> print(mx.np.percentile(mx.np.array([1, 2, 3, 4]), mx.np.array([25, 75])))
    [1.75 3.25]
    """
    if overwrite_input is not None:
        raise NotImplementedError("overwrite_input is not supported yet")
    kwargs = {"axis": axis, "interpolation": method or interpolation, "keepdims": keepdims, "out": out}
    if is_number(q):
        return F("_npi_percentile", a, q_scalar=float(q), **kwargs)
    return F("_npi_percentile", a, q, q_scalar=None, **kwargs)


def quantile(
    F: Any,
    a: Any,
    q: Any,
    axis: Any = None,
    out: Any = None,
    overwrite_input: Any = None,
    interpolation: str = "linear",
    keepdims: bool = False,
    *,
    method: str | None = None,
) -> Any:
    """Return the values below which a share ``q`` of the elements, 0 to 1, lies; see :func:`percentile`.

    Parameters
    ----------
    q : number or array
        The share, 0 to 1.
    overwrite_input
        Only None.
    interpolation : str
        How a value between two elements is found: 'linear', 'lower', 'higher', 'midpoint', 'nearest', or another of
        NumPy's methods.
    method
        NumPy's name for ``interpolation``, which it replaces.
    axis : None, int or tuple of ints
        The axes; None: all.

    Returns
    -------
    An array without the axes; with the axis of ``q`` before the others.

    Examples
    --------
    >>> print(mx.np.quantile(mx.np.array([1, 2, 3, 4]), 0.5))
    2.5
    """
    share = F("_npi_multiply_scalar", q, scalar=100.0, is_int=True) if F.is_array(q) else q
    if is_number(q):
        share = q * 100
    return percentile(F, a, share, axis, out, overwrite_input, interpolation, keepdims, method=method)


def histogram(
    F: Any, a: Any, bins: Any = 10, range: Any = None, normed: Any = None, weights: Any = None, density: Any = None
) -> Any:
    """Return how many elements lie in each bin, as int64, and the edges of the bins.

    ``bins`` is a number of equal bins over ``range``, or an array of their edges. NotImplementedError for ``normed``,
    ``weights`` and ``density``, for lists, and for a number of bins without a range.

    Parameters
    ----------
    a
        The values.
    bins : int or array
        How many bins of one width, or their edges; the last bin has its upper edge.
    range : pair of numbers
        The lower and the upper end of the bins.
    normed, weights, density
        Only None or False.

    Returns
    -------
    A pair: the counts, int64, and the edges, one more.

    Examples
    --------
    >>> counts, edges = mx.np.histogram(mx.np.array([1, 2, 2, 4]), bins=2, range=(0, 4))
    >>> print(counts, edges)
    [1 3] [0. 2. 4.]
    """
    for name, value in (("normed", normed), ("density", density)):
        if value:
            raise NotImplementedError(f"{name} is not supported yet...")
    if weights is not None:
        raise NotImplementedError("weights is not supported yet...")
    if F.is_array(bins):
        return F("_npi_histogram", a, bins)
    if not is_number(bins):
        kind = "string" if isinstance(bins, str) else "array_like"
        raise NotImplementedError(f"{kind} bins is not supported yet...")
    if range is None:
        raise NotImplementedError("automatic range is not supported yet...")
    return F("_npi_histogram", a, bin_cnt=bins, range=range)


def bincount(F: Any, x: Any, weights: Any = None, minlength: int = 0) -> Any:
    """Return how often each integer from 0 on occurs in the vector ``x``, or the sum of the weights there.

    The result has at least ``minlength`` elements. TypeError unless ``x`` is an array.

    Parameters
    ----------
    x : array of integers
        A vector of numbers from 0 on.
    weights : array or None
        What each of them counts; None: 1.
    minlength
        How many elements the result has at least.

    Returns
    -------
    An array of the counts, int64, or of the sums of weights.

    Examples
    --------
    >>> print(mx.np.bincount(mx.np.array([0, 1, 1, 3], dtype='int64')))
    [1 2 0 1]
    """
    if minlength < 0:
        raise ValueError("Minlength value should greater than 0")
    if not F.is_array(x):
        raise TypeError("Input data should be NDarray")
    if weights is None:
        return F("_npi_bincount", x, minlength=minlength, has_weights=False)
    return F("_npi_bincount", x, weights, minlength=minlength, has_weights=True)


def diff(F: Any, a: Any, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> Any:
    """Return the differences of neighbours along ``axis``, ``n`` times over.

    NotImplementedError for ``prepend`` and ``append``.

    Parameters
    ----------
    n
        How many times differences are taken.
    axis
        The axis.
    prepend, append
        Only None.

    Returns
    -------
    An array whose axis is shorter by ``n``.

    Examples
    --------
    >>> print(mx.np.diff(mx.np.array([1, 4, 9, 16])))
    [3. 5. 7.]
    """
    if prepend is not None or append is not None:
        raise NotImplementedError("prepend and append options are not supported yet")
    return F("_npi_diff", a, n=n, axis=axis)


def ediff1d(F: Any, ary: Any, to_end: Any = None, to_begin: Any = None) -> Any:
    """Return the differences of neighbours in the flat array, between ``to_begin`` and ``to_end`` (numbers, arrays).

    Parameters
    ----------
    ary
        The array.
    to_end : number, array or None
        What follows the differences.
    to_begin : number, array or None
        What comes before them.

    Returns
    -------
    A vector.

    Examples
    --------
    >>> print(mx.np.ediff1d(mx.np.array([1, 4, 9]), to_begin=0))
    [0. 3. 5.]
    """
    begins, ends = F.is_array(to_begin), F.is_array(to_end)
    arrays = [item for item in (to_begin, to_end) if F.is_array(item)]
    return F(
        "_npi_ediff1d",
        ary,
        *arrays,
        to_begin_arr_given=begins,
        to_end_arr_given=ends,
        to_begin_scalar=None if begins else to_begin,
        to_end_scalar=None if ends else to_end,
    )


FUNCTIONS = [percentile, quantile, histogram, bincount, diff, ediff1d]
