"""Samples of operators that make arrays from nothing."""

from __future__ import annotations

import numpy as np

from ..sample import OpSample, normal

SAMPLES = [
    OpSample("_zeros", attrs={"shape": (2, 3)}, grad="none"),
    OpSample("_zeros", attrs={"shape": (2, 3), "dtype": "int32", "ctx": "cpu(0)"}, grad="none"),
    OpSample("_ones", attrs={"shape": (2,), "dtype": "float16"}, grad="none"),
    OpSample("_full", attrs={"shape": (2, 2), "value": 2.5}, grad="none"),
    OpSample("_full", attrs={"shape": (2, 2), "value": -2.5, "dtype": "int32"}, grad="none"),
    OpSample(
        "_zeros_without_dtype",
        attrs={"shape": (2, 3)},
        expect=lambda shape: np.zeros(shape, "float32"),
        grad="none",
        recordable=False,
    ),
    OpSample("_arange", attrs={"start": 0, "stop": 5, "step": 1.5, "repeat": 2}, grad="none"),
    OpSample("_arange", attrs={"start": 5}, grad="none"),
    OpSample("_arange", attrs={"start": 5, "stop": 1, "step": -2}, grad="none"),
    OpSample("_arange", attrs={"start": 2, "stop": 7, "dtype": "int32"}, grad="none"),
    OpSample("_linspace", attrs={"start": 0, "stop": 1, "num": 5}, grad="none"),
    OpSample("_linspace", attrs={"start": 0, "stop": 1, "num": 5, "endpoint": False}, grad="none"),
    OpSample("_linspace", attrs={"start": 3, "stop": 1, "num": 1}, grad="none"),
    OpSample("_eye", attrs={"N": 3}, grad="none"),
    OpSample("_eye", attrs={"N": 2, "M": 4, "k": 1}, grad="none"),
    OpSample("_eye", attrs={"N": 3, "M": 2, "k": -1, "dtype": "int32"}, grad="none"),
    OpSample("_contrib_arange_like", (normal(2, 3),), grad="none"),
    OpSample("_contrib_arange_like", (normal(2, 3),), {"axis": 1, "start": 2.0, "step": 3.0}, grad="none"),
    OpSample("_contrib_arange_like", (normal(2, 3),), {"repeat": 2}, grad="none"),
    OpSample("_contrib_arange_like", (normal(2, 3),), {"axis": -1}, grad="none", dtypes=("int32", "float64")),
]
