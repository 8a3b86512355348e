"""Parts of numbers: angles of complex ones, steps, integer and fractional parts, mantissas and exponents."""

from __future__ import annotations

from typing import Any


def angle(F: Any, z: Any, deg: bool = False) -> Any:
    """Return the angles of complex numbers to the real axis, in radians, or in degrees."""
    return F("_npi_angle", z, deg=bool(deg))


def heaviside(F: Any, x1: Any, x2: Any, out: Any = None) -> Any:
    """Return 0 where ``x1`` is negative, ``x2`` where it is 0, and 1 where it is positive."""
    return F("_npi_heaviside", *F.arrays(x1, x2), out=out)


def modf(F: Any, x: Any) -> Any:
    """Return the fractional and the integer parts of numbers, with their signs."""
    return tuple(F("_npi_modf", *F.arrays(x)))


def frexp(F: Any, x: Any) -> Any:
    """Return mantissas, from 0.5 up to 1, and exponents, int32, with ``x = mantissa * 2 ** exponent``."""
    return tuple(F("_npi_frexp", *F.arrays(x)))


#: functions that NumPy computes where an argument is not supported
WITH_NUMPY = [heaviside, modf, frexp]
FUNCTIONS = [angle, *WITH_NUMPY]
