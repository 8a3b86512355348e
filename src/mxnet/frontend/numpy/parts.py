"""Parts of numbers: angles of complex ones, steps, integer and fractional parts, mantissas and exponents."""

from __future__ import annotations

from typing import Any

from .. import of_operator, only_numpy


def modf(F: Any, x: Any, **others: Any) -> Any:
    """Return the fractional and the integer parts of numbers, with their signs."""
    only_numpy("modf", others)
    return tuple(F("_npi_modf", *F.arrays(x)))


def frexp(F: Any, x: Any, **others: Any) -> Any:
    """Return mantissas, from 0.5 up to 1, and exponents, int32, with ``x = mantissa * 2 ** exponent``."""
    only_numpy("frexp", others)
    return tuple(F("_npi_frexp", *F.arrays(x)))


#: functions that NumPy computes where an argument is not supported
WITH_NUMPY = [
    *(of_operator(f"{name}(x1, x2, out=None, **others)", beside=True) for name in ("heaviside", "float_power")),
    modf,
    frexp,
]
FUNCTIONS = [of_operator("angle(z, deg=False)"), *WITH_NUMPY]
