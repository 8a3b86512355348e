"""Functions of polynomials, which are vectors of their coefficients."""

from __future__ import annotations

from typing import Any


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
