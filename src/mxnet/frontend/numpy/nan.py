"""Reductions that pass over NaN, medians, and running sums and products.

``axis`` is an int, a tuple of ints, or None for all axes; ``keepdims`` keeps reduced axes with length 1; ``out``
receives the result. NumPy computes what is asked for by other keywords of its own, such as ``initial`` and ``where``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...core.naming import named
from .. import only_numpy


def _extreme(name: str, value: str) -> Callable[..., Any]:
    @named(name, f"Return the {value} element over ``axis`` that is not NaN; NaN where all are.")
    def function(F: Any, a: Any, axis: Any = None, out: Any = None, keepdims: bool = False, **others: Any) -> Any:
        only_numpy(name, others)
        return F(f"_npi_{name}", a, axis=axis, keepdims=keepdims, out=out)

    return function


def _sum(name: str, value: str) -> Callable[..., Any]:
    @named(name, f"Return the {value} over ``axis`` of what is not NaN, in the type ``dtype``; of integers as int64.")
    def function(
        F: Any, a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, **others: Any
    ) -> Any:
        only_numpy(name, others)
        return F(f"_npi_{name}", a, axis=axis, dtype=dtype, keepdims=keepdims, out=out)

    return function


def _spread(name: str, value: str) -> Callable[..., Any]:
    @named(name, f"Return the {value} over ``axis`` of what is not NaN; ``ddof`` is taken from the count.")
    def function(
        F: Any,
        a: Any,
        axis: Any = None,
        dtype: Any = None,
        out: Any = None,
        ddof: float = 0,
        keepdims: bool = False,
        **others: Any,
    ) -> Any:
        only_numpy(name, others if dtype is None else {"dtype": dtype})
        return F(f"_npi_{name}", a, axis=axis, ddof=ddof, keepdims=keepdims, out=out)

    return function


def nanmean(F: Any, a: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Return the mean over ``axis`` of what is not NaN; of integers as float32."""
    return F("_npi_nanmean", a, axis=axis, keepdims=keepdims)


def median(F: Any, a: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Return the median over ``axis``, NaN where there is one among the elements; of integers as float32."""
    return F("_npi_median", a, axis=axis, keepdims=keepdims)


def nanmedian(
    F: Any, a: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, keepdims: bool = False
) -> Any:
    """Return the median over ``axis`` of what is not NaN; of integers as float64. ``overwrite_input`` has no effect."""
    return F("_npi_nanmedian", a, axis=axis, keepdims=keepdims, out=out)


def ptp(F: Any, a: Any, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    """Return the difference of the greatest and the least element over ``axis``."""
    return F("_npi_ptp", a, axis=axis, keepdims=keepdims, out=out)


def count_nonzero(F: Any, a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
    """Return how many elements over ``axis`` are not 0, as int64: of all elements of an array a Python number."""
    count = F("_npi_count_nonzero", a, axis=axis, keepdims=keepdims)
    return count if F.symbolic or axis is not None or keepdims else int(count)


# -- running ----------------------------------------------------------------------------------------------------------


def nancumsum(F: Any, a: Any, axis: int | None = None, dtype: Any = None, out: Any = None) -> Any:
    """Return the sums of the elements up to each along ``axis`` (of the flat array: None), NaN being 0."""
    return F("_npi_cumulative", a, axis=axis, dtype=dtype, skip_nan=True, out=out)


def nancumprod(F: Any, a: Any, axis: int | None = None, dtype: Any = None, out: Any = None) -> Any:
    """Return the products of the elements up to each along ``axis`` (of the flat array: None), NaN being 1."""
    return F("_npi_cumulative", a, axis=axis, dtype=dtype, product=True, skip_nan=True, out=out)


def cumprod(F: Any, a: Any, axis: int | None = None, dtype: Any = None) -> Any:
    """Return the products of the elements up to each along ``axis``, of the flat array where that is None."""
    return F("_npi_cumulative", a, axis=axis, dtype=dtype, product=True)


def cumulative_sum(F: Any, x: Any, axis: int | None = None, dtype: Any = None, include_initial: bool = False) -> Any:
    """Return the sums of the elements up to each along ``axis``, with a 0 before them with ``include_initial``."""
    _needs_axis(F, x, axis)
    return F("_npi_cumulative", x, axis=axis, dtype=dtype, include_initial=include_initial)


def cumulative_prod(F: Any, x: Any, axis: int | None = None, dtype: Any = None, include_initial: bool = False) -> Any:
    """Return the products of the elements up to each along ``axis``, with a 1 before them with ``include_initial``."""
    _needs_axis(F, x, axis)
    return F("_npi_cumulative", x, axis=axis, dtype=dtype, product=True, include_initial=include_initial)


def _needs_axis(F: Any, x: Any, axis: Any) -> None:
    if axis is None and not F.symbolic and x.ndim != 1:
        raise ValueError("For arrays which have more than one dimension ``axis`` argument is required.")


#: functions that NumPy computes where an argument is not supported
WITH_NUMPY = [
    _extreme("nanmax", "greatest"), _extreme("nanmin", "least"), _sum("nansum", "sum"), _sum("nanprod", "product"),
    _spread("nanvar", "variance"), _spread("nanstd", "standard deviation"), nanmedian, ptp, count_nonzero, nancumsum,
    nancumprod,
]  # fmt: skip
FUNCTIONS = [nanmean, median, cumprod, cumulative_sum, cumulative_prod, *WITH_NUMPY]
