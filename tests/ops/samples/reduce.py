"""Samples of reductions over all axes, one, several, and all but some; with ties; of integers."""

from __future__ import annotations

import numpy as np

from ..sample import FLOATS, OpSample, const, distinct, ints, normal, uniform

_NAMES = ("sum", "mean", "prod", "nansum", "nanprod", "max", "min")
_AXES = ({}, {"axis": 0}, {"axis": -1, "keepdims": True}, {"axis": (0, 2)}, {"axis": 1, "exclude": True}, {"axis": ()},
         {"keepdims": True}, {"axis": (0, 1, 2), "exclude": True})  # fmt: skip
_TIES = [[3.0, 1.0, 3.0], [1.0, 3.0, 3.0]]
_GAPS = [[3.0, np.nan, 2.0], [1.0, 3.0, np.nan]]


def _argmax(x: np.ndarray, axis: int | None = None, keepdims: bool = False) -> np.ndarray:
    result = np.argmax(x, axis)
    if keepdims:
        result = np.expand_dims(result, axis) if axis is not None else result.reshape((1,) * x.ndim)
    return np.atleast_1d(result).astype(x.dtype)


SAMPLES = [
    *(OpSample(name, (uniform(0.5, 1.5, 2, 3, 4),), attrs) for name in _NAMES for attrs in _AXES),
    *(OpSample(name, (uniform(0.5, 1.5, 2, 3),), {"axis": 1}, dtypes=FLOATS, case="types") for name in _NAMES),
    *(
        OpSample(name, (ints(1, 5, 2, 3),), {"axis": 1}, grad="none", dtypes=("int32", "uint8", "int64"), case="whole")
        for name in _NAMES
    ),
    *(OpSample(name, (const(_TIES),), attrs, case="ties") for name in ("max", "min") for attrs in ({}, {"axis": 1})),
    *(OpSample(name, (const(_GAPS),), {"axis": 1}, case="gaps") for name in ("nansum", "nanprod")),
    OpSample("mean", (const([[-3, 0], [-5, 2]]),), {"axis": 1}, grad="none", dtypes=("int32",), case="negative"),
    *(
        OpSample("norm", (normal(2, 3, 4),), attrs)
        for attrs in (
            {},
            {"axis": 1},
            {"axis": (0, 2)},
            {"ord": 1, "axis": 2},
            {"ord": 1},
            {"axis": -1, "keepdims": True},
        )
    ),
    OpSample("norm", (normal(2, 3),), {"axis": 0}, dtypes=("float64", "float16"), case="types"),
    OpSample("norm", (ints(-3, 4, 2, 3),), {"ord": 1, "axis": 0}, grad="none", dtypes=("int32",), case="whole"),
    OpSample(
        "norm",
        (normal(2, 3),),
        {"axis": 1, "out_dtype": "float64"},
        expect=lambda x, axis, out_dtype: np.sqrt(np.square(x.astype("float64")).sum(axis)),
        grad="none",
        recordable=False,
        rtol=1e-6,
        atol=1e-6,
    ),
    *(
        OpSample("argmax", (distinct(2, 3, 4),), attrs, expect=_argmax, grad="zero")
        for attrs in ({}, {"axis": 1}, {"axis": -1, "keepdims": True}, {"keepdims": True})
    ),
    *(
        OpSample(
            "argmin",
            (distinct(2, 3, 4),),
            attrs,
            expect=lambda x, **kw: _argmax(-x, **kw),
            grad="zero",
            dtypes=("float32",),
        )
        for attrs in ({}, {"axis": 1}, {"axis": -1, "keepdims": True})
    ),
    OpSample("argmax", (const(_TIES),), {"axis": 1}, grad="zero", dtypes=(*FLOATS, "int32"), case="ties"),
    OpSample("argmin", (const(_TIES),), {"axis": 1}, grad="zero", dtypes=(*FLOATS, "int32"), case="ties"),
    OpSample("argmax_channel", (distinct(2, 3, 2),), grad="none"),
    OpSample("moments", (normal(2, 3, 4),), {"axes": (0, 2)}),
    OpSample("moments", (normal(2, 3, 4),), {"axes": (1,), "keepdims": True}, dtypes=("float32", "float64")),
    OpSample("moments", (normal(2, 3),), {"axes": (0, 1)}),
    OpSample("cumsum", (normal(2, 3),)),
    OpSample("cumsum", (normal(2, 3),), {"axis": 1}, dtypes=FLOATS),
    OpSample("cumsum", (ints(0, 9, 2, 3),), {"axis": 0, "dtype": "float32"}, grad="none", dtypes=("int32",)),
    OpSample("cumsum", (ints(0, 9, 2, 3),), {"axis": 1}, grad="none", dtypes=("int32", "int64"), case="whole"),
]
