"""Samples of reductions of the NumPy interface."""

from __future__ import annotations

import numpy as np

from ..sample import FLOATS, OpSample, ints, normal


def _sum_plus(a, initial):
    return np.asarray(a.sum() + initial, a.dtype)


_AXES = ({}, {"axis": (1,)}, {"axis": (0, 2), "keepdims": True}, {"axis": (-1,)})

SAMPLES = [
    *(OpSample(name, (normal(2, 3, 4),), attrs, dtypes=FLOATS) for name in ("_np_sum", "_npi_mean") for attrs in _AXES),
    *(
        OpSample(name, (ints(0, 9, 2, 3),), dtypes=("int32", "int64", "int8", "uint8"), case="whole")
        for name in ("_np_sum", "_npi_mean")
    ),
    OpSample("_np_sum", (normal(2, 3),), {"initial": 2.0}, expect=_sum_plus, grad="numeric"),
    OpSample("_np_sum", (ints(0, 9, 2, 3),), {"dtype": "float64"}, dtypes=("int32",)),
]
