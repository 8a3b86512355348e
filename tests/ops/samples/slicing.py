"""Samples of operators that take parts of an array, put parts into it, or cut it up."""

from __future__ import annotations

from ..sample import FLOATS, OpSample, normal

_ALL = (*FLOATS, "int32", "uint8")
_M = (3, 4)

SAMPLES = [
    *(
        OpSample("slice", (normal(*_M),), attrs)
        for attrs in (
            {"begin": (1,), "end": (3,)},
            {"begin": (None, 1), "end": (None, 3)},
            {"begin": (None, 3), "end": (None, 0), "step": (2, -2)},
            {"begin": (-2, -3), "end": (-1, 4)},
            {"begin": (0, 0), "end": (5, 9)},
            {"begin": (None, None), "end": (None, None), "step": (-1, None)},
        )
    ),
    OpSample("slice", (normal(*_M),), {"begin": (0, 1), "end": (2, 3)}, dtypes=_ALL),
    OpSample("slice", (normal(5),), {"begin": (None,), "end": (None,), "step": (-2,)}),
    OpSample("slice_axis", (normal(*_M),), {"axis": 1, "begin": 1, "end": 3}, dtypes=_ALL),
    OpSample("slice_axis", (normal(*_M),), {"axis": -1, "begin": 1, "end": None}),
    OpSample("slice_axis", (normal(*_M),), {"axis": 0, "begin": -2, "end": -1}),
    OpSample("slice_like", (normal(*_M), normal(2, 3)), dtypes=("float32", "float64", "int32")),
    OpSample("slice_like", (normal(*_M), normal(2, 3)), {"axes": (1,)}),
    OpSample("slice_like", (normal(*_M), normal(2, 3, 9)), {"axes": (-2,)}),
    OpSample(
        "_slice_assign", (normal(*_M), normal(2, 1)), {"begin": (0, 1), "end": (2, 2)}, grad="numeric", dtypes=_ALL
    ),
    OpSample(
        "_slice_assign", (normal(5), normal(3)), {"begin": (None,), "end": (None,), "step": (-2,)}, grad="numeric"
    ),
    OpSample(
        "_slice_assign",
        (normal(*_M), normal(3, 2)),
        {"begin": (None, 0), "end": (None, 4), "step": (1, 2)},
        grad="none",
    ),
    OpSample("_slice_assign_scalar", (normal(*_M),), {"scalar": 7.0, "begin": (0, 1), "end": (2, 2)}, grad="numeric"),
    OpSample(
        "_slice_assign_scalar",
        (normal(*_M),),
        {"scalar": 7.0, "begin": (None, 3), "end": (None, 0), "step": (1, -2)},
        grad="none",
        dtypes=_ALL,
    ),
    OpSample("SliceChannel", (normal(2, 4),), {"num_outputs": 2}, dtypes=_ALL),
    OpSample("SliceChannel", (normal(4, 3),), {"num_outputs": 2, "axis": -2}),
    OpSample("SliceChannel", (normal(2, 3, 2),), {"num_outputs": 3, "squeeze_axis": True}),
    OpSample("SliceChannel", (normal(2, 3),), {"num_outputs": 1}),
    OpSample("_split_v2", (normal(5, 2),), {"indices": (0, 1, 3), "axis": 0}, dtypes=_ALL),
    OpSample("_split_v2", (normal(4, 2),), {"indices": (0, 1, 1, 3), "axis": 0}, grad="numeric"),
    OpSample("_split_v2", (normal(5, 2),), {"indices": (), "sections": 3, "axis": 0}),
    OpSample("_split_v2", (normal(2, 3),), {"indices": (0, 1, 2), "squeeze_axis": True}),
    OpSample("_split_v2", (normal(3, 2),), {"indices": (), "sections": 3, "axis": 0, "squeeze_axis": True}),
    OpSample("Crop", (normal(1, 2, 4, 5),), {"num_args": 1, "h_w": (2, 2), "offset": (1, 1)}),
    OpSample("Crop", (normal(1, 2, 5, 5),), {"num_args": 1, "h_w": (2, 2), "center_crop": True}),
    OpSample("Crop", (normal(1, 2, 4, 5), normal(1, 3, 2, 3)), {"num_args": 2}),
]
