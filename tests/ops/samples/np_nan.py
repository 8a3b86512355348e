"""Samples of reductions that pass over NaN, of medians, and of running sums."""

from __future__ import annotations

import warnings

import numpy as np

from ..sample import OpSample, const, distinct, ints, normal, uniform

_AXES = ({}, {"axis": (1,)}, {"axis": (0, 2), "keepdims": True}, {"axis": (-1,)})
_WIDE = ("float32", "float64")
_NAN = np.array([[np.nan, 1.0, -2.0], [np.nan, np.nan, 4.0], [np.nan, 0.5, 3.0]])


def _of(function, of_integers=None):
    """Return NumPy's function, of integers in a type (None: in that of the input)."""

    def call(a, dtype=None, **attrs):
        with warnings.catch_warnings(action="ignore", category=RuntimeWarning):
            result = np.asarray(function(a.astype(dtype) if dtype else a, **attrs))
        kind = dtype or (a.dtype if a.dtype.kind == "f" else of_integers or a.dtype)
        return result.astype(kind)

    return call


def _cumulative(a, axis=None, dtype=None, product=False, skip_nan=False, include_initial=False):
    a = np.where(np.isnan(a), float(product), a) if skip_nan else a
    a = a.reshape(-1) if axis is None else a
    result = (np.cumprod if product else np.cumsum)(a, axis=axis or 0)
    if include_initial:
        result = np.concatenate((np.full_like(np.take(result, [0], axis or 0), product), result), axis or 0)
    return result.astype(dtype or (a.dtype if a.dtype.kind == "f" else "int64"))


#: operators -> NumPy's function and its type of integers
_ROWS = {
    "nanmax": (np.nanmax, None), "nanmin": (np.nanmin, None), "nansum": (np.nansum, "int64"),
    "nanprod": (np.nanprod, "int64"), "nanmean": (np.nanmean, "float32"), "nanvar": (np.nanvar, "float32"),
    "nanstd": (np.nanstd, "float32"), "median": (np.median, "float32"), "nanmedian": (np.nanmedian, "float64"),
    "ptp": (np.ptp, None),
}  # fmt: skip
SAMPLES = [
    *(
        OpSample(f"_npi_{name}", (distinct(2, 3, 4),), attrs, expect=_of(*row), grad="numeric", dtypes=_WIDE, atol=1e-4)
        for name, row in _ROWS.items()
        if name != "nanprod"
        for attrs in _AXES
    ),
    *(
        OpSample("_npi_nanprod", (uniform(0.5, 2, 2, 3, 4),), attrs, expect=_of(np.nanprod), grad="numeric", rtol=1e-4)
        for attrs in _AXES
    ),
    *(
        OpSample(
            f"_npi_{name}", (ints(0, 9, 2, 3),), {"axis": (1,)}, expect=_of(*row), grad="none",
            dtypes=("int32", "int8", "uint8"), case="integers",
        )
        for name, row in _ROWS.items()
    ),
    *(
        OpSample(f"_npi_{name}", (const(_NAN),), {"axis": (0,)}, expect=_of(*row), grad="none", case="NaN")
        for name, row in _ROWS.items()
        if name != "ptp"
    ),
    *(
        OpSample(f"_npi_{name}", (distinct(3, 4),), {"axis": (1,), "ddof": 1}, expect=_of(*_ROWS[name]), grad="numeric")
        for name in ("nanvar", "nanstd")
    ),
    OpSample("_npi_nansum", (normal(3, 4),), {"dtype": "float64"}, expect=_of(np.nansum), grad="numeric"),
    *(
        OpSample(
            "_npi_count_nonzero", (ints(0, 2, 2, 3, 4),), attrs, expect=lambda a, **k: np.count_nonzero(a, **k),
            grad="none", dtypes=("float32", "int32"),
        )
        for attrs in _AXES
    ),
    *(
        OpSample("_npi_cumulative", (uniform(0.5, 2, 2, 3),), attrs, expect=_cumulative, grad="numeric", dtypes=_WIDE)
        for attrs in ({}, {"axis": 1}, {"axis": 0, "product": True}, {"axis": -1, "include_initial": True})
    ),
    OpSample("_npi_cumulative", (const(_NAN),), {"skip_nan": True}, expect=_cumulative, grad="none", case="NaN"),
    OpSample(
        "_npi_cumulative", (ints(1, 4, 5),), {"product": True, "include_initial": True}, expect=_cumulative,
        grad="none", dtypes=("int32", "uint8"), case="integers",
    ),
    OpSample("_npi_cumulative", (normal(4),), {"dtype": "float64"}, expect=_cumulative, grad="numeric"),
]  # fmt: skip
