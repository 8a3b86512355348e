"""Samples of flips, padding, choices and blocks."""

from __future__ import annotations

from ..sample import FLOATS, OpSample, const, ints, normal

_ALL = (*FLOATS, "int32", "uint8")
_IMAGE = (1, 2, 3, 3)

SAMPLES = [
    OpSample("reverse", (normal(2, 3),), {"axis": 1}, dtypes=_ALL),
    OpSample("reverse", (normal(2, 3, 2),), {"axis": (0, 2)}),
    OpSample(
        "Pad", (normal(*_IMAGE),), {"mode": "constant", "pad_width": (0, 0, 0, 0, 1, 1, 0, 1), "constant_value": 9.0}
    ),
    OpSample(
        "Pad",
        (normal(*_IMAGE),),
        {"mode": "edge", "pad_width": (0, 0, 0, 0, 1, 2, 0, 1)},
        dtypes=("float32", "float64"),
    ),
    OpSample("Pad", (normal(*_IMAGE),), {"mode": "reflect", "pad_width": (0, 0, 0, 0, 1, 0, 0, 2)}),
    OpSample("Pad", (normal(*_IMAGE),), {"mode": "edge", "pad_width": (0, 0, 0, 0, -1, 1, 1, -1)}, case="negative"),
    OpSample("Pad", (normal(1, 1, 2, 2, 3),), {"mode": "edge", "pad_width": (0, 0, 0, 0, 1, 0, 0, 0, 0, 1)}),
    OpSample("Pad", (normal(1, 1, 2, 2, 3),), {"mode": "constant", "pad_width": (0, 0, 0, 0, 1, 0, 0, 2, 0, 1)}),
    OpSample("Pad", (normal(1, 1, 3, 3, 3),), {"mode": "reflect", "pad_width": (0, 0, 0, 0, 1, 0, 0, 2, 0, 1)}),
    OpSample("where", (const([1, 0, 2]), normal(3), normal(3)), dtypes=FLOATS),
    OpSample("where", (ints(0, 2, 2, 3, dtype="int32"), normal(2, 3), normal(2, 3)), case="types"),
    OpSample("where", (const([1, 0]), normal(2, 3), normal(2, 3)), case="rows"),
    OpSample("where", (const([1, 0, 1]), ints(0, 9, 3), ints(0, 9, 3)), grad="none", dtypes=("int32",), case="whole"),
    OpSample("depth_to_space", (normal(2, 8, 2, 3),), {"block_size": 2}, dtypes=("float32", "float64", "int32")),
    OpSample("space_to_depth", (normal(2, 2, 4, 6),), {"block_size": 2}, dtypes=("float32", "float64", "int32")),
]
