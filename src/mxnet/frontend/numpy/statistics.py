"""Percentiles, counts and differences of neighbours."""

from __future__ import annotations

from typing import Any

from .ufuncs import is_number


def percentile(
    F: Any,
    a: Any,
    q: Any,
    axis: Any = None,
    out: Any = None,
    overwrite_input: Any = None,
    interpolation: str = "linear",
    keepdims: bool = False,
    *,
    method: str | None = None,
) -> Any:
    """Return the values below which ``q`` per cent of the elements over ``axis`` lie.

    ``q`` is a number, or an array, whose axis comes first in the result. ``interpolation``, or ``method``, as NumPy
    has called it since, decides between two, by any of NumPy's methods. ValueError outside of 0 to 100.
    """
    if overwrite_input is not None:
        raise NotImplementedError("overwrite_input is not supported yet")
    kwargs = {"axis": axis, "interpolation": method or interpolation, "keepdims": keepdims, "out": out}
    if is_number(q):
        return F("_npi_percentile", a, q_scalar=float(q), **kwargs)
    return F("_npi_percentile", a, q, q_scalar=None, **kwargs)


def quantile(
    F: Any,
    a: Any,
    q: Any,
    axis: Any = None,
    out: Any = None,
    overwrite_input: Any = None,
    interpolation: str = "linear",
    keepdims: bool = False,
    *,
    method: str | None = None,
) -> Any:
    """Return the values below which a share ``q`` of the elements, 0 to 1, lies; see :func:`percentile`."""
    share = F("_npi_multiply_scalar", q, scalar=100.0, is_int=True) if F.is_array(q) else q
    if is_number(q):
        share = q * 100
    return percentile(F, a, share, axis, out, overwrite_input, interpolation, keepdims, method=method)


def histogram(
    F: Any, a: Any, bins: Any = 10, range: Any = None, normed: Any = None, weights: Any = None, density: Any = None
) -> Any:
    """Return how many elements lie in each bin, as int64, and the edges of the bins.

    ``bins`` is a number of equal bins over ``range``, or an array of their edges. NotImplementedError for ``normed``,
    ``weights`` and ``density``, for lists, and for a number of bins without a range.
    """
    for name, value in (("normed", normed), ("density", density)):
        if value:
            raise NotImplementedError(f"{name} is not supported yet...")
    if weights is not None:
        raise NotImplementedError("weights is not supported yet...")
    if F.is_array(bins):
        return F("_npi_histogram", a, bins)
    if not is_number(bins):
        kind = "string" if isinstance(bins, str) else "array_like"
        raise NotImplementedError(f"{kind} bins is not supported yet...")
    if range is None:
        raise NotImplementedError("automatic range is not supported yet...")
    return F("_npi_histogram", a, bin_cnt=bins, range=range)


def bincount(F: Any, x: Any, weights: Any = None, minlength: int = 0) -> Any:
    """Return how often each integer from 0 on occurs in the vector ``x``, or the sum of the weights there.

    The result has at least ``minlength`` elements. TypeError unless ``x`` is an array.
    """
    if minlength < 0:
        raise ValueError("Minlength value should greater than 0")
    if not F.is_array(x):
        raise TypeError("Input data should be NDarray")
    if weights is None:
        return F("_npi_bincount", x, minlength=minlength, has_weights=False)
    return F("_npi_bincount", x, weights, minlength=minlength, has_weights=True)


def diff(F: Any, a: Any, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> Any:
    """Return the differences of neighbours along ``axis``, ``n`` times over.

    NotImplementedError for ``prepend`` and ``append``.
    """
    if prepend is not None or append is not None:
        raise NotImplementedError("prepend and append options are not supported yet")
    return F("_npi_diff", a, n=n, axis=axis)


def ediff1d(F: Any, ary: Any, to_end: Any = None, to_begin: Any = None) -> Any:
    """Return the differences of neighbours in the flat array, between ``to_begin`` and ``to_end`` (numbers, arrays)."""
    begins, ends = F.is_array(to_begin), F.is_array(to_end)
    arrays = [item for item in (to_begin, to_end) if F.is_array(item)]
    return F(
        "_npi_ediff1d",
        ary,
        *arrays,
        to_begin_arr_given=begins,
        to_end_arr_given=ends,
        to_begin_scalar=None if begins else to_begin,
        to_end_scalar=None if ends else to_end,
    )


FUNCTIONS = [percentile, quantile, histogram, bincount, diff, ediff1d]
