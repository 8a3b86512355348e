"""Samples of sorting, with and without ties."""

from __future__ import annotations

import numpy as np

from ..sample import OpSample, const, distinct

_TIES = [1, 1, 0, 0, 1, 0]
_TYPES = ("float32", "float64", "int32")
_X = (distinct(2, 5),)

SAMPLES = [
    OpSample("sort", _X, expect=lambda x: np.sort(x), grad="numeric", dtypes=_TYPES),
    OpSample("sort", _X, {"axis": 0, "is_ascend": False}),
    OpSample("sort", _X, {"axis": None}),
    OpSample("argsort", _X, grad="zero", dtypes=_TYPES),
    OpSample("argsort", _X, {"axis": 0, "is_ascend": False, "dtype": "int32"}, grad="none"),
    OpSample("argsort", _X, {"axis": None}, grad="zero"),
    OpSample("argsort", (const(_TIES),), grad="zero", case="ties"),
    OpSample("argsort", (const(_TIES),), {"is_ascend": False}, grad="zero", case="ties"),
    OpSample("topk", _X, grad="zero", dtypes=_TYPES),
    OpSample("topk", _X, {"k": 2}, grad="zero"),
    OpSample("topk", _X, {"k": 2, "ret_typ": "value"}, dtypes=_TYPES),
    OpSample("topk", _X, {"k": 2, "ret_typ": "value", "is_ascend": True, "axis": 0}),
    OpSample("topk", _X, {"k": 2, "ret_typ": "both"}),
    OpSample("topk", _X, {"k": 1, "ret_typ": "both", "dtype": "int32", "is_ascend": True}, grad="none"),
    OpSample("topk", _X, {"k": 2, "ret_typ": "mask"}, grad="zero", dtypes=_TYPES),
    OpSample("topk", _X, {"k": 3, "axis": None}, grad="zero"),
    OpSample("topk", _X, {"k": 3, "axis": None, "ret_typ": "mask"}, grad="zero"),
    OpSample("topk", _X, {"k": 0, "ret_typ": "value"}),
    OpSample("topk", (const(_TIES),), {"k": 3}, grad="zero", case="ties"),
    OpSample("topk", (const(_TIES),), {"k": 3, "is_ascend": True}, grad="zero", case="ties"),
    OpSample("topk", (const(_TIES),), {"k": 1}, grad="zero", case="ties"),
]
