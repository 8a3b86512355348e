"""Samples of products, diagonals and joins."""

from __future__ import annotations

import numpy as np

from ..sample import FLOATS, OpSample, ints, normal

_WIDE = ("float32", "float64")
_ALL = (*FLOATS, "int32", "uint8")


def _pair(first: tuple[int, ...], second: tuple[int, ...], **attrs: bool) -> OpSample:
    return OpSample("dot", (normal(*first), normal(*second)), attrs, case=f"{first}x{second}")


SAMPLES = [
    OpSample("dot", (normal(2, 3), normal(3, 4)), dtypes=_WIDE),
    _pair((3, 2), (3, 4), transpose_a=True),
    _pair((2, 3), (4, 3), transpose_b=True),
    _pair((3, 2), (4, 3), transpose_a=True, transpose_b=True),
    _pair((3,), (3,)),
    _pair((2, 3), (3,)),
    _pair((2, 3, 4), (4, 5, 2)),
    _pair((2, 3, 4), (4,)),
    _pair((4, 3, 2), (4, 5, 2), transpose_a=True),
    _pair((2, 3, 4), (2, 5, 4), transpose_b=True),
    OpSample(
        "dot",
        (normal(2, 3), normal(3, 4)),
        expect=lambda a, b: (a.astype("float32") @ b.astype("float32")).astype("float16"),
        grad="numeric",
        dtypes=("float16",),
        case="half",
        recordable=False,
    ),
    OpSample("batch_dot", (normal(2, 2, 3), normal(2, 3, 4)), dtypes=_WIDE),
    OpSample("batch_dot", (normal(2, 3, 2), normal(2, 4, 3)), {"transpose_a": True, "transpose_b": True}),
    OpSample("batch_dot", (normal(2, 2, 3), normal(2, 4, 3)), {"transpose_b": True}),
    OpSample("batch_dot", (normal(2, 3, 2, 3), normal(2, 3, 3, 4)), case="4 axes"),
    OpSample("khatri_rao", (normal(2, 3), normal(4, 3)), grad="numeric"),
    OpSample("khatri_rao", (normal(2, 2), normal(1, 2), normal(3, 2)), grad="numeric", case="three"),
    OpSample("diag", (normal(3, 4),), dtypes=_ALL),
    OpSample("diag", (normal(3, 4),), {"k": 1}),
    OpSample("diag", (normal(3, 4),), {"k": -2}),
    OpSample("diag", (normal(3),), {"k": 1}, case="vector"),
    OpSample("diag", (normal(2, 3, 4),), {"axis1": 1, "axis2": 2}),
    OpSample("diag", (normal(2, 3, 4),), {"axis1": -1, "axis2": 0}),
    OpSample("Concat", (normal(2, 1), normal(2, 2), normal(2, 3)), {"dim": 1}, dtypes=_ALL),
    OpSample("Concat", (normal(2, 3), normal(1, 3)), {"dim": 0}),
    OpSample("Concat", (normal(2, 3, 1), normal(2, 3, 2)), {"dim": -1}),
    OpSample("Concat", (normal(2, 3),), case="one"),
    OpSample("_rnn_param_concat", (normal(3), normal(2)), {"dim": 0}),
    OpSample("stack", (normal(2, 3), normal(2, 3)), dtypes=_ALL),
    OpSample("stack", (normal(2, 3), normal(2, 3)), {"axis": 1}),
    OpSample("stack", (normal(2), normal(2), normal(2)), {"axis": -1}),
    OpSample("tile", (normal(2, 3),), {"reps": (2,)}, dtypes=_ALL),
    OpSample("tile", (normal(2, 3),), {"reps": (2, 1, 2)}),
    OpSample("tile", (normal(2, 3),), {"reps": ()}),
    OpSample("repeat", (normal(2, 3),), {"repeats": 2}, dtypes=_ALL),
    OpSample("repeat", (normal(2, 3),), {"repeats": 3, "axis": 1}),
    OpSample("repeat", (normal(2, 3),), {"repeats": 2, "axis": -2}),
    OpSample(
        "dot",
        (ints(-3, 4, 2, 3), ints(-3, 4, 3, 2)),
        expect=np.matmul,
        grad="none",
        dtypes=("int32",),
        case="whole",
        recordable=False,
    ),
]
