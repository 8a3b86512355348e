"""Parts of numbers: angles of complex ones, steps, integer and fractional parts, mantissas and exponents."""

from __future__ import annotations

from typing import Any

from .. import of_operator


def modf(F: Any, x: Any) -> Any:
    """Return the fractional and the integer parts of numbers, with their signs."""
    return tuple(F("_npi_modf", *F.arrays(x)))


def frexp(F: Any, x: Any) -> Any:
    """Return mantissas, from 0.5 up to 1, and exponents, int32, with ``x = mantissa * 2 ** exponent``."""
    return tuple(F("_npi_frexp", *F.arrays(x)))


#: functions that NumPy computes where an argument is not supported
WITH_NUMPY = [of_operator("heaviside(x1, x2, out=None)", beside=True), modf, frexp]
FUNCTIONS = [of_operator("angle(z, deg=False)"), *WITH_NUMPY]
