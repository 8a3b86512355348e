"""Reductions: sums, means, products, extremes, and where they are.

``axis`` is an int, a tuple of ints, or None for all axes; ``keepdims`` keeps reduced axes with length 1; ``out``
receives the result.
"""

from __future__ import annotations

from typing import Any


def mean(F: Any, a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    """Return the mean over ``axis``, in the type ``dtype``; integers give float32."""
    return F("_npi_mean", a, axis=axis, dtype=dtype, keepdims=keepdims, out=out)


def std(
    F: Any, a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: int = 0, keepdims: bool = False
) -> Any:
    """Return the standard deviation over ``axis``; ``ddof`` is taken from the number of elements."""
    return F("_npi_std", a, axis=axis, dtype=dtype, ddof=ddof, keepdims=keepdims, out=out)


def var(
    F: Any, a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: int = 0, keepdims: bool = False
) -> Any:
    """Return the variance over ``axis``; ``ddof`` is taken from the number of elements."""
    return F("_npi_var", a, axis=axis, dtype=dtype, ddof=ddof, keepdims=keepdims, out=out)


def argmax(F: Any, a: Any, axis: int | None = None, out: Any = None) -> Any:
    """Return where the greatest element is along ``axis`` (in the flat array: None), of ties the first, as int64."""
    return F("_npi_argmax", a, axis=axis, keepdims=False, out=out)


def argmin(F: Any, a: Any, axis: int | None = None, out: Any = None) -> Any:
    """Return where the least element is along ``axis`` (in the flat array: None), of ties the first, as int64."""
    return F("_npi_argmin", a, axis=axis, keepdims=False, out=out)


def average(F: Any, a: Any, axis: Any = None, weights: Any = None, returned: bool = False, out: Any = None) -> Any:
    """Return the mean over ``axis`` weighted by ``weights``; with ``returned`` also the sum of the weights."""
    if weights is None:
        return F("_npi_average", a, axis=axis, returned=returned, weighted=False, out=out)
    return F("_npi_average", a, weights, axis=axis, returned=returned, weighted=True, out=out)


FUNCTIONS = [mean, std, var, argmax, argmin, average]
