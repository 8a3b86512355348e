"""Reductions: sums, means, products, extremes, and where they are."""

from __future__ import annotations

from typing import Any


def mean(F: Any, a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    """Return the mean over ``axis`` (an int, a tuple of ints, or None for all).

    Whole numbers give float32. ``dtype`` is the type of the sum and of the result.
    """
    return F("_npi_mean", a, axis=axis, dtype=dtype, keepdims=keepdims, out=out)


FUNCTIONS = [mean]
