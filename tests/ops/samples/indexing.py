"""Samples of operators that take and put elements by position, out of range and repeated positions included."""

from __future__ import annotations

from ..sample import FLOATS, OpSample, const, ints, normal

_ALL = (*FLOATS, "int32")
_FAR = const([0, 2, 5, -1, 2], "float32")

SAMPLES = [
    OpSample("take", (normal(3, 2), _FAR), dtypes=FLOATS),
    OpSample("take", (normal(3, 2), _FAR), {"mode": "wrap"}),
    OpSample("take", (normal(3, 2), const([1, 0], "int64")), {"mode": "raise"}),
    OpSample("take", (normal(3, 2), const([[1], [0]], "int32")), {"axis": 1}),
    OpSample("take", (normal(3, 2, 4), const([[1, 5], [0, -9]], "float32")), {"axis": -2}),
    OpSample("take", (normal(3), const([1.9, 0.2, 2.0], "float32")), case="fractions"),
    OpSample(
        "take", (ints(0, 9, 3, 2), const([1, 0, 7], "int32")), grad="none", dtypes=("int32", "uint8"), case="whole"
    ),
    OpSample("batch_take", (normal(3, 2), const([0, 1, 0], "int32")), grad="numeric", dtypes=_ALL),
    OpSample("pick", (normal(2, 3), const([0, 5], "float32")), dtypes=FLOATS),
    OpSample("pick", (normal(2, 3), const([-1, 5], "float32")), {"mode": "wrap", "keepdims": True}),
    OpSample("pick", (normal(2, 3), const([0, 1, 1], "int32")), {"axis": 0}),
    OpSample("pick", (normal(2, 3, 4), ints(0, 3, 2, 4, dtype="float32")), {"axis": 1}),
    OpSample("pick", (normal(2, 3, 4), ints(0, 3, 2, 1, 4, dtype="float32")), {"axis": 1}, case="kept"),
    OpSample("choose_element_0index", (normal(2, 3), const([2, 0], "float32"))),
    OpSample("one_hot", (const([1, 0, 5, -1]),), {"depth": 3}, grad="zero", dtypes=(*FLOATS, "int32")),
    OpSample(
        "one_hot", (const([[1], [0]]),), {"depth": 3, "on_value": 8.0, "off_value": 1.0, "dtype": "int32"}, grad="none"
    ),
    OpSample(
        "Embedding", (const([1, 0, 7, -3], "float32"), normal(3, 2)), {"input_dim": 3, "output_dim": 2}, grad="numeric"
    ),
    OpSample(
        "Embedding",
        (const([[1, 0], [2, 2]], "int32"), normal(3, 2)),
        {"input_dim": 3, "output_dim": 2},
        dtypes=FLOATS,
        case="whole",
    ),
    OpSample("gather_nd", (normal(2, 3), const([[1, 1, 0], [0, 0, 2]], "float32")), dtypes=FLOATS),
    OpSample("gather_nd", (normal(2, 3), const([[1, 0, 1]], "int32")), case="rows"),
    OpSample(  # the backward pass of 1.9.1 writes outside of its memory here
        "gather_nd",
        (normal(2, 3), const([[1, 0, -1]], "int32")),
        expect=lambda data, indices: data[indices[0]],
        grad="numeric",
        case="negative",
        recordable=False,
    ),
    OpSample("gather_nd", (normal(2, 3, 2), const([[[1, 0]], [[2, 1]]], "int64")), case="2 axes"),
    OpSample("scatter_nd", (normal(3), const([[1, 1, 0], [0, 1, 0]], "float32")), {"shape": (2, 2)}, dtypes=_ALL),
    OpSample("scatter_nd", (normal(2, 2), const([[1, 0]], "int32")), {"shape": (3, 2)}),
    OpSample(
        "_scatter_set_nd",
        (const([[1.0, 2.0], [3.0, 4.0]]), const([9.0, 8.0]), const([[0, 1], [0, 1]], "float32")),
        {"shape": (2, 2)},
        expect=lambda lhs, rhs, indices, shape: _put(lhs, rhs),
        grad="numeric",
        recordable=False,
    ),
    OpSample(
        "_ravel_multi_index",
        (const([[3, 6, 6], [4, 5, 1]]),),
        {"shape": (7, 6)},
        grad="none",
        dtypes=("float32", "int64"),
    ),
    OpSample("_ravel_multi_index", (const([[9], [9]]),), {"shape": (-1, 6)}, grad="none"),
    OpSample("_unravel_index", (const([22, 41, 37]),), {"shape": (7, 6)}, grad="none", dtypes=("float32", "int32")),
    OpSample("_unravel_index", (const([[100], [3]]),), {"shape": (-1, 6)}, grad="none"),
    OpSample(
        "_contrib_index_copy", (normal(3, 2), const([2, 0], "int32"), normal(2, 2)), dtypes=("float32", "float64")
    ),
    OpSample("_contrib_boolean_mask", (normal(3, 2), const([1, 0, 2], "float32")), dtypes=("float32", "float64")),
    OpSample("fill_element_0index", (normal(2, 3), normal(2), const([0, 2], "float32")), grad="numeric"),
    OpSample("_onehot_encode", (const([1, 0]), normal(2, 3)), grad="none"),
]


def _put(lhs, rhs):  # type: ignore[no-untyped-def]
    result = lhs.copy()
    result[[0, 1], [0, 1]] = rhs
    return result
