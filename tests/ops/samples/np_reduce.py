"""Samples of reductions of the NumPy interface."""

from __future__ import annotations

import numpy as np

from ..sample import FLOATS, OpSample, const, distinct, ints, normal, uniform

_AXES = ({}, {"axis": (1,)}, {"axis": (0, 2), "keepdims": True}, {"axis": (-1,)}, {"axis": ()})
_INTS = ("int32", "int64", "int8", "uint8")


def _spread(function):
    def call(a, axis=None, ddof=0, keepdims=False, dtype=None):
        kind = np.dtype(dtype or a.dtype)
        real = a.astype(kind) if kind.kind == "f" else a.astype("float64")
        return np.asarray(function(real, axis=axis, ddof=ddof, keepdims=keepdims), kind)

    return call


_SPREAD = [
    OpSample(name, (normal(2, 3, 4),), attrs, expect=_spread(function), grad="numeric", dtypes=("float32", "float64"))
    for name, function in (("_npi_var", np.var), ("_npi_std", np.std))
    for attrs in ({}, {"axis": (1,)}, {"axis": (0, 2), "keepdims": True}, {"axis": (-1,), "ddof": 1})
]

SAMPLES = [
    *(OpSample(name, (normal(2, 3, 4),), attrs, dtypes=FLOATS) for name in ("_np_sum", "_npi_mean") for attrs in _AXES),
    *(OpSample("_np_prod", (uniform(0.5, 2, 2, 3, 4),), attrs, dtypes=FLOATS, atol=1e-4) for attrs in _AXES),
    *(OpSample(name, (distinct(2, 3, 4),), attrs, dtypes=FLOATS) for name in ("_np_max", "_np_min") for attrs in _AXES),
    *(
        OpSample(name, (ints(1, 4, 2, 3),), dtypes=_INTS, case="whole")
        for name in ("_np_sum", "_npi_mean", "_np_prod", "_np_max", "_np_min")
    ),
    OpSample("_np_sum", (ints(0, 9, 2, 3),), {"dtype": "float64"}, dtypes=("int32",)),
    OpSample("_npi_mean", (ints(0, 9, 2, 3),), {"dtype": "float64"}, dtypes=("int32",)),
    OpSample("_np_max", (const([[1.0, 3.0], [3.0, 2.0]]),), case="ties"),
    *_SPREAD,
    OpSample("_npi_var", (ints(0, 9, 2, 3),), expect=_spread(np.var), grad="none", dtypes=("int32",), case="whole"),
    OpSample(
        "_npi_std", (ints(0, 9, 2, 3),), {"dtype": "float64"}, expect=_spread(np.std), grad="none", dtypes=("int32",)
    ),
    *(
        OpSample(name, (ints(0, 2, 2, 3, 4),), attrs, grad="none", dtypes=("float32", "int32"))
        for name in ("_np_any", "_np_all")
        for attrs in _AXES
    ),
    *(
        OpSample(name, (ints(0, 5, 3, 4),), attrs, grad="none", dtypes=("float32", "int32"))
        for name in ("_npi_argmax", "_npi_argmin")
        for attrs in ({}, {"axis": 1}, {"axis": -2, "keepdims": True})
    ),
    OpSample("_npi_average", (normal(2, 3), uniform(0.5, 2, 2, 3)), {"returned": True}, grad="numeric"),
    OpSample("_npi_average", (normal(2, 3), uniform(0.5, 2, 3)), {"axis": (1,)}),
    OpSample("_npi_average", (normal(2, 3),), {"axis": (0,), "weighted": False}),
]
