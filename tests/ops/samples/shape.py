"""Samples of operators that change shapes."""

from __future__ import annotations

import numpy as np

from ..sample import FLOATS, OpSample, const, ints, normal

#: shape, the spec, what it makes; all of 2 x 3 x 4 elements
_SPECS = (
    {"shape": (6, 4)},
    {"shape": (-1,)},
    {"shape": (0, -1)},
    {"shape": (-2,)},
    {"shape": (0, -2)},
    {"shape": (-3, 4)},
    {"shape": (0, -3)},
    {"shape": (2, -4, 1, -1, 4)},
    {"shape": (-4, 1, 2, -2)},
    {"shape": (-4, -1, 1, 0, 0)},
    {"shape": (-2, 1, 1)},
    {"shape": (-3, 0), "reverse": True},
    {"shape": (-1, 0), "reverse": True},
    {"shape": (6, 0), "reverse": True},
    {"shape": (0, -3), "reverse": True},
    {"target_shape": (0, 12)},
    {"target_shape": (2, 0)},
    {"target_shape": (5, 0), "keep_highest": True},
)
_ALL = (*FLOATS, "int32", "uint8")
_T = (2, 3, 4)

SAMPLES = [
    *(OpSample("Reshape", (normal(*_T),), attrs) for attrs in _SPECS),
    OpSample("Reshape", (normal(*_T),), {"shape": (4, 6)}, dtypes=_ALL, case="types"),
    OpSample("Flatten", (normal(*_T),), dtypes=_ALL),
    OpSample("Flatten", (normal(3),), case="vector"),
    OpSample("reshape_like", (normal(*_T), normal(6, 4))),
    OpSample("reshape_like", (normal(*_T), ints(0, 2, 6, 4, dtype="int32")), case="types"),
    OpSample(
        "reshape_like", (normal(6, 5), normal(3, 2, 4)), {"lhs_begin": 0, "lhs_end": 1, "rhs_begin": 0, "rhs_end": 2}
    ),
    OpSample("reshape_like", (normal(5, 6), normal(4, 2, 3)), {"lhs_begin": -1, "rhs_begin": 1}),
    OpSample(
        "_contrib_dynamic_reshape",
        (normal(2, 3, 4), const([0, -1], "int64")),
        expect=lambda data, shape: data.reshape(2, 12),
        grad="numeric",
    ),
    OpSample(
        "_contrib_dynamic_reshape",
        (normal(2, 3, 4), const([-4, 1, 2, -2], "float32")),
        expect=lambda data, shape: data.reshape(1, 2, 3, 4),
        grad="numeric",
        case="codes",
    ),
    OpSample("_identity_with_attr_like_rhs", (normal(*_T), normal(*_T)), dtypes=FLOATS),
    OpSample("transpose", (normal(*_T),), {"axes": (0, 2, 1)}, dtypes=_ALL),
    OpSample("transpose", (normal(*_T),)),
    OpSample("transpose", (normal(2, 3),), case="matrix"),
    OpSample("transpose", (normal(3),), case="vector"),
    OpSample("SwapAxis", (normal(*_T),), {"dim1": 0, "dim2": 2}, dtypes=_ALL),
    OpSample("SwapAxis", (normal(*_T),), {"dim1": 1, "dim2": -1}),
    OpSample("SwapAxis", (normal(*_T),)),
    OpSample("expand_dims", (normal(2, 3),), {"axis": 1}, dtypes=_ALL),
    OpSample("expand_dims", (normal(2, 3),), {"axis": -1}),
    OpSample("expand_dims", (normal(2, 3),), {"axis": -3}),
    OpSample("squeeze", (normal(1, 2, 1, 3),), dtypes=_ALL),
    OpSample("squeeze", (normal(1, 2, 1),), {"axis": 0}),
    OpSample("squeeze", (normal(1, 2, 1),), {"axis": (0, -1)}),
    OpSample("squeeze", (normal(1, 1),), case="all"),
    OpSample("broadcast_axis", (normal(2, 1, 1),), {"axis": (1, 2), "size": (2, 3)}, dtypes=FLOATS),
    OpSample("broadcast_axis", (normal(2, 1),), {"axis": 1, "size": 3}),
    OpSample("broadcast_to", (normal(2, 1),), {"shape": (0, 3)}, dtypes=(*FLOATS, "int32")),
    OpSample("broadcast_to", (normal(1, 1),), {"shape": (2, 3)}),
    OpSample("broadcast_like", (normal(2, 1), normal(2, 3))),
    OpSample("broadcast_like", (normal(1, 2), normal(5, 6, 3)), {"lhs_axes": (0,), "rhs_axes": (-1,)}),
    OpSample(
        "broadcast_like",
        (normal(2, 1), ints(0, 2, 2, 3, dtype="int32")),
        expect=lambda lhs, rhs: np.broadcast_to(lhs, rhs.shape),
        case="types",
    ),
]
