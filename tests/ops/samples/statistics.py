"""Samples of histograms and of comparing whole arrays."""

from __future__ import annotations

from ..sample import OpSample, const, ints, normal, uniform

_X = [1.0, 2.0, 3.0, 4.0, 2.5, 9.0]

SAMPLES = [
    OpSample(
        "_histogram", (const(_X),), {"bin_cnt": 3, "range": (1.0, 4.0)}, grad="none", dtypes=("float32", "float64")
    ),
    OpSample("_histogram", (const(_X), const([1.0, 2.0, 5.0])), grad="none"),
    OpSample("_histogram", (uniform(-2, 2, 4, 5),), {"bin_cnt": 7, "range": (-1.5, 1.5)}, grad="none"),
    OpSample("_histogram", (ints(0, 5, 9),), {"bin_cnt": 2, "range": (0, 4)}, grad="none", dtypes=("int32",)),
    OpSample("_contrib_allclose", (const([1.0, 2.0]), const([1.0, 2.0000001])), grad="none"),
    OpSample("_contrib_allclose", (const([1.0, 2.0]), const([1.0, 2.1])), {"rtol": 0.1}, grad="none"),
    OpSample("_contrib_allclose", (const([1.0, float("nan")]), const([1.0, float("nan")])), grad="none", case="nan"),
    OpSample(
        "_contrib_allclose", (const([1.0, float("nan")]), const([1.0, float("nan")])), {"equal_nan": False}, grad="none"
    ),
    OpSample("_contrib_index_array", (normal(2, 3),), grad="none"),
    OpSample("_contrib_index_array", (normal(2, 3, 2),), {"axes": (2, 0)}, grad="none"),
]
