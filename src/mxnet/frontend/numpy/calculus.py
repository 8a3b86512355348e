"""Differences, integrals, interpolation, covariances and convolutions."""

from typing import Any

from ...core.errors import Unsupported
from .. import of_operator, only_numpy
from .ufuncs import is_number


def gradient(F: Any, f: Any, *varargs: Any, axis: Any = None, edge_order: int = 1) -> Any:
    """Return the differences of neighbours on both sides, divided by their distance: an array, or a tuple of one for
    each axis; of integers as float32.

    ``varargs``: a distance for all axes, or one for each; or the coordinates, as vectors. Of a symbol, ``axis`` must be
    given.

    Parameters
    ----------
    f
        The values.
    *varargs
        The distances or coordinates; none: a distance of 1.
    axis : None, int or tuple of ints
        The axes; None: all.
    edge_order
        1 or 2: the order of the differences at both ends.

    Returns
    -------
    An array of the shape of ``f``, or a tuple of them.

    Examples
    --------
    >>> print(mx.np.gradient(mx.np.array([1, 2, 4, 7])))
    [1.  1.5 2.5 3. ]
    """
    if axis is None and F.symbolic:
        raise Unsupported("gradient: the axis of a symbol must be given: it does not know its axes")
    axes = range(f.ndim) if axis is None else (axis,) if isinstance(axis, int) else tuple(axis)
    steps = varargs * len(axes) if len(varargs) == 1 else varargs or (1.0,) * len(axes)
    if len(steps) != len(axes):
        raise TypeError(f"gradient: {len(steps)} distances for {len(axes)} axes")
    result = tuple(_gradient(F, f, step, at, edge_order) for step, at in zip(steps, axes, strict=True))
    return result[0] if len(result) == 1 else result


def _gradient(F: Any, f: Any, step: Any, axis: int, edge_order: int) -> Any:
    if F.is_array(step):
        return F("_npi_gradient", f, step, axis=axis, edge_order=edge_order, has_coordinates=True)
    return F("_npi_gradient", f, axis=axis, spacing=float(step), edge_order=edge_order)


def trapz(F: Any, y: Any, x: Any = None, dx: float = 1.0, axis: int = -1) -> Any:
    """Return the integral along ``axis`` by the trapezoidal rule: of elements ``dx`` apart, or at ``x``.

    Parameters
    ----------
    y
        The values.
    x
        Where they are; None: ``dx`` apart.
    dx
        Their distance.
    axis
        The axis.

    Returns
    -------
    An array without the axis.

    Examples
    --------
    >>> print(mx.np.trapz(mx.np.array([1, 2, 3])))
    4.0
    """
    if axis is None:
        raise TypeError("trapz: axis must be an integer")
    if not is_number(dx):
        raise Unsupported("trapz: dx is no number")
    if x is None:
        return F("_npi_trapz", *F.arrays(y), dx=float(dx), axis=axis)
    return F("_npi_trapz", *F.arrays(y, x), axis=axis, has_x=True)


def interp(F: Any, x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None) -> Any:
    """Return at ``x`` the piecewise linear function that is ``fp`` at the ascending ``xp``, as float64.

    Before and behind these it is ``left`` and ``right``, the ends' values unless given. One with a ``period`` has no
    ends, and ``xp`` need not ascend.

    Parameters
    ----------
    x
        Where the function is evaluated.
    xp
        An ascending vector.
    fp
        The values there.
    left
        The value before the first; None: the first.
    right
        The value behind the last; None: the last.
    period
        The period of the function; None: it has none.

    Returns
    -------
    An array of the shape of ``x``.

    Examples
    --------
    >>> print(mx.np.interp(mx.np.array([0.5, 2]), mx.np.array([0, 1, 2]), mx.np.array([0, 10, 20])))
    [ 5. 20.]
    """
    if not all(item is None or is_number(item) for item in (left, right, period)):
        raise Unsupported("interp: ends or a period that are no numbers")
    return F("_npi_interp", *F.arrays(x, xp, fp), left=left, right=right, period=period)


def cov(
    F: Any, m: Any, y: Any = None, rowvar: bool = True, bias: bool = False, ddof: int | None = None, **others: Any
) -> Any:
    """Return the covariances of variables, which are rows, or columns without ``rowvar``, as float64.

    ``y`` has more variables. The number of observations less ``ddof`` divides: less 1, or 0 with ``bias``, by default.

    Parameters
    ----------
    m
        Observations: a row for each variable, or a vector of one.
    y
        More variables, appended to those of ``m``; None: none.
    rowvar
        Whether rows are variables; if not, columns are.
    bias
        Whether the number of observations divides, not one less.
    ddof
        What that number is lessened by, in the place of ``bias``; None: as that says.
    fweights
        How often each observation counts, integers; None: once.
    aweights
        How much each observation counts; None: all the same.
    dtype
        The data type of the result; None: float64.

    Returns
    -------
    A matrix: the variances on the diagonal.

    Examples
    --------
    >>> print(mx.np.cov(mx.np.array([[1, 2, 3], [3, 2, 1]])))
    [[ 1. -1.]
     [-1.  1.]]
    """
    only_numpy("cov", others)
    arrays = F.arrays(m) if y is None else F.arrays(m, y)
    less = int(not bias) if ddof is None else ddof
    return F("_npi_cov", *arrays, rowvar=bool(rowvar), ddof=less, has_y=y is not None)


def corrcoef(F: Any, x: Any, y: Any = None, rowvar: bool = True, **others: Any) -> Any:
    """Return the correlations of variables, their covariances over the product of the standard deviations, as float64.

    Parameters
    ----------
    x
        Observations: a row for each variable, or a vector of one.
    y
        More variables, appended to those of ``x``; None: none.
    rowvar
        Whether rows are variables; if not, columns are.

    Returns
    -------
    A matrix of numbers from -1 to 1, with 1 on its diagonal.

    See Also
    --------
    cov : the covariances.

    Examples
    --------
    >>> print(mx.np.corrcoef(mx.np.array([[1, 2, 3], [3, 2, 1]])))
    [[ 1. -1.]
     [-1.  1.]]
    """
    only_numpy("corrcoef", others)
    arrays = F.arrays(x) if y is None else F.arrays(x, y)
    return F("_npi_cov", *arrays, rowvar=bool(rowvar), normalize=True, has_y=y is not None)


def convolve(F: Any, a: Any, v: Any, mode: str = "full") -> Any:
    """Return the convolution of two vectors: at every overlap (``'full'``), as long as the longer one (``'same'``), or
    where they overlap wholly (``'valid'``).

    Parameters
    ----------
    v
        The other vector.
    mode
        'full', 'same' or 'valid'.

    Returns
    -------
    A vector.

    Examples
    --------
    >>> print(mx.np.convolve(mx.np.array([1, 2, 3]), mx.np.array([1, 1])))
    [1. 3. 5. 3.]
    """
    if mode not in ("full", "same", "valid"):
        raise ValueError(f"mode: expected 'full', 'same' or 'valid', got {mode!r}")
    return F("_npi_convolve", a, v, mode=mode)


#: functions that NumPy computes where an argument is not supported
WITH_NUMPY = [trapz, interp, cov, corrcoef, of_operator("vander(x, N=None, increasing=False)", mixed=True)]
FUNCTIONS = [gradient, convolve, *WITH_NUMPY]
