"""Samples of operators of ``mx.npx`` that are no others under another name."""

from __future__ import annotations

from ..sample import FLOATS, OpSample, const, uniform

_WHOLE = const([-3.0, 0.0, 2.0])

SAMPLES = [
    OpSample("_npx_relu", (uniform(-2, 2, 2, 3),), dtypes=FLOATS),
    OpSample("_npx_relu", (_WHOLE,), grad="none", dtypes=("int32", "int8"), case="whole"),
    OpSample("_npx_sigmoid", (uniform(-2, 2, 2, 3),), dtypes=FLOATS),
    OpSample("_npx_sigmoid", (const([-50.0, 0.0, 50.0]),), grad="none", dtypes=("int32", "int8"), case="whole"),
    OpSample("_npx_constraint_check", (const([True, True]),), grad="none", dtypes=("bool",)),
]
