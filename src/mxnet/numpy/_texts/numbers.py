"""Functions of numbers: polynomials, histograms, what passes over NaN, and the like."""

from typing import Any


def correlate(a: Any, v: Any, mode: str = "valid") -> Any:
    """Return the cross-correlation of two vectors: the sums of products of ``a`` and a shifted ``v``.

    Parameters
    ----------
    a : array
        A vector.
    v : array
        The vector that is shifted.
    mode : {'valid', 'same', 'full'}
        For which shifts: where they overlap wholly, as many as the longer one has elements, or all at which they
        overlap.

    Returns
    -------
    A vector.

    See Also
    --------
    convolve : the same with ``v`` reversed, with a gradient.

    Examples
    --------
    >>> print(mx.np.correlate(mx.np.array([1, 2, 3]), mx.np.array([0, 1]), mode='full'))
    [1. 2. 3. 0.]
    """


def divmod(x1: Any, x2: Any, out: Any = (None, None)) -> Any:
    """Return the quotients rounded down, and the remainders, which have the sign of ``x2``.

    Parameters
    ----------
    x1 : array or number
        What is divided.
    x2 : array or number
        The divisors.
    out : pair of arrays
        What receives the two results; None: new ones.

    Returns
    -------
    A pair of arrays: ``x1 // x2`` and ``x1 % x2``.

    Examples
    --------
    >>> quotient, remainder = mx.np.divmod(mx.np.array([7, -7]), 3)
    >>> print(quotient, remainder)
    [ 2. -3.] [1. 2.]
    """


def histogram2d(
    x: Any, y: Any, bins: Any = 10, range: Any = None, density: bool | None = None, weights: Any = None
) -> Any:
    """Return how many points of the plane lie in each cell of a grid, and the grid's edges.

    Parameters
    ----------
    x : array
        The first coordinates, a vector.
    y : array
        The second coordinates, as many.
    bins : int, list, or pair of these
        The number of bins of one width, or their edges; a pair is for the two axes.
    range : None or pair of pairs
        The lower and the upper end of the bins of each axis; None: of the values there are.
    density
        Whether the counts are divided by their sum and the cells' areas.
    weights : None or array
        What each point counts; None: 1.

    Returns
    -------
    Three arrays of float64: the counts, with the bins of ``x`` as rows, the edges of ``x``, and those of ``y``.

    Examples
    --------
    >>> counts, x_edges, y_edges = mx.np.histogram2d(mx.np.array([1, 2, 2]), mx.np.array([0, 0, 1]), bins=2)
    >>> print(counts)
    [[1. 0.]
     [1. 1.]]
    >>> print(x_edges, y_edges)
    [1.  1.5 2. ] [0.  0.5 1. ]
    """


def histogram_bin_edges(a: Any, bins: Any = 10, range: Any = None, weights: Any = None) -> Any:
    """Return the edges of the bins that :func:`histogram` would have.

    Parameters
    ----------
    bins : int, str or list
        How many bins of one width; a rule that chooses their number, such as 'auto', 'fd', 'sturges' or 'sqrt'; or the
        edges.
    range : pair of numbers
        The lower and the upper end of the bins; None: the least and the greatest element.
    weights : None or array
        What each element counts; not with the rules.

    Returns
    -------
    A vector with one element more than there are bins.

    Examples
    --------
    >>> print(mx.np.histogram_bin_edges(mx.np.array([0, 1, 4]), bins=4))
    [0. 1. 2. 3. 4.]
    """


def histogramdd(
    sample: Any, bins: Any = 10, range: Any = None, density: bool | None = None, weights: Any = None
) -> Any:
    """Return how many points lie in each cell of a grid of any number of axes, and the grid's edges.

    Parameters
    ----------
    sample : array
        The points, as rows: ``(count, axes)``.
    bins : int, or list of ints or lists
        The number of bins of one width for every axis, or for each its number or its edges.
    range : None or list of pairs
        The lower and the upper end of the bins of each axis; None: of the values there are.
    density
        Whether the counts are divided by their sum and the cells' volumes.
    weights : None or array
        What each point counts; None: 1.

    Returns
    -------
    The counts, an array of float64 with an axis for each, and a list of the edges along each.

    Examples
    --------
    >>> counts, edges = mx.np.histogramdd(mx.np.array([[0, 0], [1, 1], [1, 1]]), bins=2)
    >>> print(counts)
    [[1. 0.]
     [0. 2.]]
    """


def i0(x: Any) -> Any:
    """Return the modified Bessel function of the first kind and of order 0.

    Parameters
    ----------
    x : array
        The input.

    Returns
    -------
    An array of the shape of ``x``.

    Examples
    --------
    >>> print(mx.np.i0(mx.np.array([0.0, 1.0], dtype='float64')))
    [1.         1.26606588]
    """


def nanargmax(a: Any, axis: int | None = None, out: Any = None, keepdims: bool = False) -> Any:
    """Return the place of the first greatest element along ``axis`` that is not NaN.

    Parameters
    ----------
    axis : int or None
        The axis; None: the place is the one in the flat array.

    Returns
    -------
    An array of int64 without the axis.

    Raises
    ------
    ValueError
        Where all elements are NaN.

    Examples
    --------
    >>> print(mx.np.nanargmax(mx.np.array([2, np.nan, 3])))
    2
    """


def nanargmin(a: Any, axis: int | None = None, out: Any = None, keepdims: bool = False) -> Any:
    """Return the place of the first least element along ``axis`` that is not NaN.

    Parameters
    ----------
    axis : int or None
        The axis; None: the place is the one in the flat array.

    Returns
    -------
    An array of int64 without the axis.

    Raises
    ------
    ValueError
        Where all elements are NaN.

    Examples
    --------
    >>> print(mx.np.nanargmin(mx.np.array([2, np.nan, 3])))
    0
    """


def nanpercentile(
    a: Any,
    q: Any,
    axis: Any = None,
    out: Any = None,
    overwrite_input: bool = False,
    method: str = "linear",
    keepdims: bool = False,
    *,
    weights: Any = None,
) -> Any:
    """Return the values below which ``q`` per cent of the elements over ``axis`` lie, NaN apart.

    Parameters
    ----------
    q : number or array
        The share in per cent, 0 to 100.
    axis : None, int or tuple of ints
        The axes; None: all.
    overwrite_input
        Without effect on arrays of ``mx.np``.
    method : str
        How a value between two elements is found: 'linear', 'lower', 'higher', 'midpoint', 'nearest', or another of
        NumPy's methods.
    weights : None or array
        What each element counts, with the method 'inverted_cdf'; None: 1.

    Returns
    -------
    An array of float64 without the axes; with the axis of ``q`` before the others. NaN where all elements are.

    See Also
    --------
    percentile : with a gradient.

    Examples
    --------
    >>> print(mx.np.nanpercentile(mx.np.array([1, np.nan, 3, 8]), 50))
    3.0
    """


def nanquantile(
    a: Any,
    q: Any,
    axis: Any = None,
    out: Any = None,
    overwrite_input: bool = False,
    method: str = "linear",
    keepdims: bool = False,
    *,
    weights: Any = None,
) -> Any:
    """Return the values below which the share ``q`` of the elements over ``axis`` lie, NaN apart.

    Parameters
    ----------
    q : number or array
        The share, 0 to 1.
    axis : None, int or tuple of ints
        The axes; None: all.
    overwrite_input
        Without effect on arrays of ``mx.np``.
    method : str
        How a value between two elements is found: 'linear', 'lower', 'higher', 'midpoint', 'nearest', or another of
        NumPy's methods.
    weights : None or array
        What each element counts, with the method 'inverted_cdf'; None: 1.

    Returns
    -------
    An array of float64 without the axes; with the axis of ``q`` before the others. NaN where all elements are.

    See Also
    --------
    quantile : with a gradient.

    Examples
    --------
    >>> print(mx.np.nanquantile(mx.np.array([1, np.nan, 3, 8]), 0.5))
    3.0
    """


def spacing(x: Any, out: Any = None) -> Any:
    """Return the distance from each number to the next greater one in absolute value that its dtype has.

    Parameters
    ----------
    x : array or number
        The input.

    Returns
    -------
    An array of the shape of ``x``.

    Examples
    --------
    >>> print(mx.np.spacing(mx.np.array([1, 1000])))
    [1.1920929e-07 6.1035156e-05]
    """


def unwrap(p: Any, discont: float | None = None, axis: int = -1, *, period: float = 6.283185307179586) -> Any:
    """Return angles made continuous along ``axis``: multiples of the period are added where they jump.

    Parameters
    ----------
    p : array
        The angles.
    discont
        The distance from which on is corrected, at least half the period; None: that.
    axis
        The axis.
    period
        The length of a turn: 2 pi, or 360 for degrees.

    Returns
    -------
    An array of the shape of ``p``.

    Examples
    --------
    >>> print(mx.np.unwrap(mx.np.array([350, 10, 20]), period=360))
    [350. 370. 380.]
    """


# -- functions of polynomials, which are vectors of their coefficients -------------------------------------------------


def poly(seq_of_zeros: Any) -> Any:
    """Return the coefficients of the polynomial with these zeros, or of a matrix' characteristic polynomial.

    Parameters
    ----------
    seq_of_zeros : array
        The zeros, a vector; or a square matrix.

    Returns
    -------
    A vector, the highest power's coefficient, 1, first.

    See Also
    --------
    roots : the reverse.
    polyval : the polynomial's values.

    Examples
    --------
    >>> print(mx.np.poly(mx.np.array([1, 2])))
    [ 1. -3.  2.]
    """


def polyadd(a1: Any, a2: Any) -> Any:
    """Return the coefficients of the sum of two polynomials.

    Parameters
    ----------
    a1 : array
        The first polynomial's coefficients, the highest power's first.
    a2 : array
        The second polynomial's coefficients.

    Returns
    -------
    A vector, the highest power's coefficient first.

    Examples
    --------
    >>> print(mx.np.polyadd(mx.np.array([1, 2]), mx.np.array([1, -2])))
    [2. 0.]
    """


def polysub(a1: Any, a2: Any) -> Any:
    """Return the coefficients of the difference of two polynomials.

    Parameters
    ----------
    a1 : array
        The first polynomial's coefficients, the highest power's first.
    a2 : array
        The second polynomial's coefficients.

    Returns
    -------
    A vector, the highest power's coefficient first.

    Examples
    --------
    >>> print(mx.np.polysub(mx.np.array([1, 2]), mx.np.array([1, -2])))
    [0. 4.]
    """


def polymul(a1: Any, a2: Any) -> Any:
    """Return the coefficients of the product of two polynomials.

    Parameters
    ----------
    a1 : array
        The first polynomial's coefficients, the highest power's first.
    a2 : array
        The second polynomial's coefficients.

    Returns
    -------
    A vector, the highest power's coefficient first.

    Examples
    --------
    >>> print(mx.np.polymul(mx.np.array([1, 2]), mx.np.array([1, -2])))
    [ 1.  0. -4.]
    """


def polydiv(u: Any, v: Any) -> Any:
    """Return the quotient and the remainder of two polynomials.

    Parameters
    ----------
    u : array
        The dividend's coefficients, the highest power's first.
    v : array
        The divisor's coefficients.

    Returns
    -------
    A pair of vectors of coefficients.

    Examples
    --------
    >>> quotient, remainder = mx.np.polydiv(mx.np.array([1, 0, -5]), mx.np.array([1, 2]))
    >>> print(quotient, remainder)
    [ 1. -2.] [-1.]
    """


def polyfit(
    x: Any, y: Any, deg: int, rcond: float | None = None, full: bool = False, w: Any = None, cov: Any = False
) -> Any:
    """Return the coefficients of the polynomial that fits points best, by least squares.

    Parameters
    ----------
    x : array
        Where the points are, a vector.
    y : array
        The values there, a vector; or a matrix, of which each column is fitted.
    deg
        The degree of the polynomial.
    rcond
        Singular values below this share of the greatest are left out; None: as many times the dtype's precision as
        there are points.
    full
        Whether the residuals, the rank, the singular values and ``rcond`` are returned too.
    w : None or array
        What the distance at each point is multiplied by before it is squared; None: 1.
    cov : bool or 'unscaled'
        Whether the covariances of the coefficients are returned too, unscaled or not.

    Returns
    -------
    An array of float64 of ``deg + 1`` coefficients, the highest power's first; with ``full`` or ``cov`` a tuple.

    See Also
    --------
    polyval : the polynomial's values.

    Examples
    --------
    >>> line = mx.np.polyfit(mx.np.array([0, 1, 2]), mx.np.array([1, 3, 5]), 1)
    >>> print(line.round(3))
    [2. 1.]
    """


def polyint(p: Any, m: int = 1, k: Any = None) -> Any:
    """Return the coefficients of a polynomial's integral.

    Parameters
    ----------
    p : array
        The coefficients, the highest power's first.
    m
        How many times is integrated.
    k : None, number or list
        The constant of integration, or one for each time; None: 0.

    Returns
    -------
    A vector of float64, longer by ``m``.

    Examples
    --------
    >>> print(mx.np.polyint(mx.np.array([2, 3]), k=5))
    [1. 3. 5.]
    """


def roots(p: Any) -> Any:
    """Return the zeros of a polynomial: real ones only.

    Parameters
    ----------
    p : array
        The coefficients, the highest power's first.

    Returns
    -------
    A vector.

    Raises
    ------
    ValueError
        Where a zero is complex: arrays of ``mx.np`` are of real numbers.

    See Also
    --------
    poly : the reverse.

    Examples
    --------
    >>> print(mx.np.roots(mx.np.array([1, -3, 2])))
    [2. 1.]
    """
