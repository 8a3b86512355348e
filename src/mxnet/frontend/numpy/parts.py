"""Parts of numbers: angles of complex ones, steps, integer and fractional parts, mantissas and exponents."""

from __future__ import annotations

from typing import Any

from .. import of_operator, only_numpy


def modf(F: Any, x: Any, **others: Any) -> Any:
    """Return the fractional and the integer parts of numbers, with their signs.

    Parameters
    ----------
    x : array or number
        The input.
    **others
        NumPy's other arguments of ufuncs, which NumPy computes.

    Returns
    -------
    A pair of arrays.

    Examples
    --------
    >>> fraction, integer = mx.np.modf(mx.np.array([1.5, -2.25]))
    >>> print(fraction, integer)
    [ 0.5  -0.25] [ 1. -2.]
    """
    only_numpy("modf", others)
    return tuple(F("_npi_modf", *F.arrays(x)))


def frexp(F: Any, x: Any, **others: Any) -> Any:
    """Return mantissas, from 0.5 up to 1, and exponents, int32, with ``x = mantissa * 2 ** exponent``.

    Parameters
    ----------
    x : array or number
        The input.
    **others
        NumPy's other arguments of ufuncs, which NumPy computes.

    Returns
    -------
    A pair of arrays.

    Examples
    --------
    >>> mantissa, exponent = mx.np.frexp(mx.np.array([1, 10]))
    >>> print(mantissa, exponent)
    [0.5   0.625] [1 4]
    """
    only_numpy("frexp", others)
    return tuple(F("_npi_frexp", *F.arrays(x)))


#: functions that NumPy computes where an argument is not supported
WITH_NUMPY = [
    *(of_operator(f"{name}(x1, x2, out=None, **others)", beside=True) for name in ("heaviside", "float_power")),
    modf,
    frexp,
]
FUNCTIONS = [of_operator("angle(z, deg=False)"), *WITH_NUMPY]
