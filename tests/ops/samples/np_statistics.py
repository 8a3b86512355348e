"""Samples of percentiles, counts and differences of neighbours."""

from __future__ import annotations

import numpy as np

from ..sample import INTS, OpSample, const, distinct, ints, normal

_WIDE = ("float32", "float64")


def _percentile(a, q=None, axis=None, interpolation="linear", keepdims=False, q_scalar=None):
    asked = q if q_scalar is None else q_scalar
    kind = "float64" if a.dtype == "float64" else "float32"
    return np.asarray(np.percentile(a, asked, axis=axis, method=interpolation, keepdims=keepdims), kind)


def _asked(inputs, attrs, **more):
    # 1.9.1 has no gradient
    return OpSample("_npi_percentile", inputs, attrs, expect=_percentile, grad="numeric", dtypes=_WIDE, **more)


SAMPLES = [
    *(
        _asked((distinct(2, 3, 4),), {"q_scalar": 30.0, **attrs})
        for attrs in ({}, {"axis": (1,)}, {"axis": (0, 2), "keepdims": True}, {"axis": (-1,)})
    ),
    *(
        _asked((distinct(2, 4),), {"q_scalar": 40.0, "axis": (1,), "interpolation": how})
        for how in ("lower", "higher", "midpoint")
    ),
    *(
        _asked((distinct(2, 3), const([10, 50, 100], dtype=dtype)), {"axis": (1,)}, case=dtype)
        for dtype in ("float64", "int32")
    ),
    _asked((distinct(2, 3), const(50, dtype="float64")), {"keepdims": True}),
    # of two equally near elements the higher, unlike NumPy
    OpSample("_npi_percentile", (distinct(2, 3),), {"q_scalar": 50.0, "interpolation": "nearest"}, grad="none"),
    OpSample(
        "_npi_percentile", (ints(0, 9, 5),), {"q_scalar": 30.0}, grad="none", dtypes=(*INTS, "float16"), case="whole"
    ),
    OpSample("_npi_percentile", (const([1.0, np.nan, 2.0]),), {"q_scalar": 30.0}, grad="none", case="NaN"),
    *(
        OpSample("_npi_bincount", (ints(0, 6, 8),), attrs, dtypes=INTS)
        for attrs in ({}, {"minlength": 9}, {"minlength": 2})
    ),
    OpSample("_npi_bincount", (ints(0, 1, 0),), {"minlength": 3}, dtypes=("int32",), case="empty"),
    OpSample(
        "_npi_bincount", (ints(0, 6, 8, dtype="int32"), normal(8)), {"has_weights": True}, dtypes=_WIDE,
        expect=lambda data, weights, has_weights: np.bincount(data, weights).astype(weights.dtype), grad="numeric",
    ),
    *(
        OpSample("_npi_diff", (normal(3, 4),), attrs, dtypes=_WIDE)
        for attrs in ({}, {"n": 2}, {"axis": 0}, {"n": 0}, {"n": 3, "axis": -1})
    ),
    OpSample("_npi_diff", (normal(3, 4),), {"n": 4}, case="too often", grad="none"),
    OpSample("_npi_diff", (ints(0, 9, 4),), dtypes=INTS, case="whole"),
    OpSample("_npi_ediff1d", (normal(2, 3),), dtypes=_WIDE),
    OpSample("_npi_ediff1d", (normal(2, 3),), {"to_begin_scalar": 1.5, "to_end_scalar": -2.0}),
    OpSample("_npi_ediff1d", (normal(2, 3), normal(2, 1)), {"to_begin_arr_given": True, "to_end_scalar": 1.0}),
    OpSample("_npi_ediff1d", (normal(2, 3), normal(2)), {"to_end_arr_given": True}),
    OpSample("_npi_ediff1d", (normal(4), normal(1), normal()), {"to_begin_arr_given": True, "to_end_arr_given": True}),
    OpSample("_npi_ediff1d", (ints(0, 9, 4),), {"to_begin_scalar": 1.5}, dtypes=INTS),
    OpSample("_npi_ediff1d", (normal(1),), {"to_end_scalar": 2.0}, case="single"),
]  # fmt: skip
