"""Numbers among the arguments of commands."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from typing import Any


def scalar(
    dtype: type[int] | type[float], least: float = -math.inf, most: float = math.inf, *, zero: bool = True
) -> Callable[[str], Any]:
    """Return what reads an argument that is a number from ``least`` to ``most``; without ``zero`` it is not 0.

    >>> scalar(int, 1)("3")
    3
    """
    expected = "an integer" if dtype is int else "a number"
    if math.isfinite(most):
        expected += f" from {least} to {most}"
    elif math.isfinite(least):
        expected += f" of at least {least}" if zero else f" above {least}"
    elif not zero:
        expected += " that is not 0"

    def read(text: str) -> int | float:
        try:
            value = dtype(text)
        except ValueError:
            value = math.nan
        if not math.isfinite(value) or not least <= value <= most or not (zero or value):
            raise argparse.ArgumentTypeError(f"expected {expected}, got {text!r}")
        return value

    return read


def colors(*, zero: bool = True) -> Callable[[str], list[float]]:
    """Return what reads a number, or three with commas between, for red, green and blue."""
    one = scalar(float, zero=zero)

    def read(text: str) -> list[float]:
        result = [one(part) for part in text.split(",")]
        if len(result) not in (1, 3):
            raise argparse.ArgumentTypeError(f"expected one number, or three with commas between, got {text!r}")
        return result

    return read
