"""Samples of operators of the NumPy interface that delete, insert, pad, pick out and overwrite elements.

1.9.1 has no gradients of deleting, inserting, and padding with anything but constants.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..sample import OpSample, const, distinct, ints, normal

_ANY = ("float32", "int32", "float64")
_DATA = normal(3, 4)
_WIDTH = ((1, 2), (0, 3))
_ROWS = const([True, False, True], "bool")


def _delete(arr: Any, obj: Any = None, *, axis: Any = None, int_ind: Any = None, **part: Any) -> Any:
    if obj is None:
        obj = slice(part.get("start"), part.get("stop"), part.get("step")) if int_ind is None else int_ind
    return np.delete(arr, obj, axis)


def _insert(arr: Any, *given: Any, axis: Any = None, val: Any = None, int_ind: Any = None, **part: Any) -> Any:
    obj = slice(part.get("start"), part.get("stop"), part.get("step")) if int_ind is None else int_ind
    values = val if val is not None else given[0]
    return np.insert(arr, obj if int_ind is not None or part else given[-1], values, axis)


def _pad(data: Any, pad_width: Any, mode: str = "constant", constant_value: Any = 0) -> Any:
    options = {"constant_values": constant_value} if mode == "constant" else {}
    return np.pad(data, pad_width, mode, **options)


def _assigned(data: Any, mask: Any, value: Any, start_axis: int = 0) -> Any:
    result = data.copy()
    result[(*[slice(None)] * start_axis, mask)] = value
    return result


def _unique(data: Any, **flags: Any) -> Any:
    """Return what NumPy says; the places of a slice's first occurrence are as flat as they were before NumPy 2."""
    result = np.unique(data, **flags)
    return (result[0], *(item.reshape(-1) for item in result[1:])) if isinstance(result, tuple) else result


def _edits(op: str, inputs: Any, attrs: Any, expect: Any, case: str = "", dtypes: Any = ("float32",)) -> OpSample:
    return OpSample(op, inputs, attrs, expect=expect, grad="numeric", recordable=False, case=case, dtypes=dtypes)


def _placed(arr, mask, vals, in_order):
    result = arr.copy()
    (np.place if in_order else np.putmask)(result, mask.astype(bool), vals)
    return result


def _put_along_axis(arr, indices, values, axis):
    result = arr.copy()
    np.put_along_axis(result, indices, values, axis)
    return result


def _fill_diagonal(a, val, wrap):
    result = a.copy()
    np.fill_diagonal(result, val, wrap)
    return result


SAMPLES = [
    *(
        _edits("_npi_delete", (_DATA,), attrs, _delete, dtypes=_ANY)
        for attrs in (
            {"int_ind": 1}, {"int_ind": -1, "axis": 1}, {"start": 0, "stop": 3, "step": 2, "axis": 0},
            {"start": 1, "axis": 1}, {"step": -2}, {"start": 2, "stop": 2},
        )
    ),
    *(
        _edits("_npi_delete", (_DATA, obj), {"axis": axis}, _delete, case)
        for case, axis, obj in (
            ("places", 0, const([0, 2], "int64")), ("mask", 0, _ROWS), ("one", 1, const(2, "int32")),
            ("flat", None, const([1, 1, 5], "int64")),
        )
    ),
    _edits("_npi_insert_scalar", (_DATA, normal(4)), {"int_ind": 1, "axis": 0}, _insert, dtypes=_ANY),
    _edits("_npi_insert_scalar", (_DATA, normal(3)), {"int_ind": -1, "axis": 1}, _insert),
    _edits("_npi_insert_scalar", (_DATA, normal(2, 3)), {"int_ind": 4, "axis": 1}, _insert, "end"),
    _edits("_npi_insert_scalar", (_DATA, normal(2)), {"int_ind": 3}, _insert),
    _edits("_npi_insert_scalar", (_DATA,), {"int_ind": 1, "axis": 0, "val": 2.5}, _insert, dtypes=_ANY),
    _edits("_npi_insert_slice", (_DATA, normal(2, 1)), {"start": 0, "stop": 2, "axis": 0}, _insert, dtypes=_ANY),
    _edits("_npi_insert_slice", (_DATA, normal(1, 2)), {"start": 3, "step": -2, "axis": 1}, _insert),
    _edits("_npi_insert_slice", (_DATA, normal(3)), {"start": 1, "stop": 2, "axis": 1}, _insert, "one"),
    _edits("_npi_insert_slice", (_DATA,), {"step": 2, "axis": 1, "val": 7.0}, _insert),
    *(
        _edits("_npi_insert_tensor", (_DATA, values, obj), {"axis": axis}, _insert, case)
        for case, axis, values, obj in (
            ("places", 0, normal(2, 1), const([3, -1], "int64")), ("equal", 0, normal(2, 4), const([1, 1], "int32")),
            ("one", 1, normal(3), const(2, "int64")), ("one in a row", 1, normal(3, 2), const([2], "int64")),
            ("flat", None, normal(3), const([12, 0, 5], "int64")),
        )
    ),
    *(OpSample("_npi_pad", (_DATA,), {"pad_width": _WIDTH, **extra}, dtypes=(*_ANY, "bool"))
      for extra in ({}, {"constant_value": 3.0})),
    *(
        OpSample(
            "_npi_pad", (distinct(3, 4),), {"pad_width": width, "mode": mode}, expect=_pad, grad="numeric", dtypes=_ANY
        )
        for mode in ("edge", "reflect", "symmetric", "maximum", "minimum")
        for width in (_WIDTH, ((7, 0), (2, 9)))
    ),
    OpSample("_npi_unique", (ints(0, 4, 3, 4),), expect=_unique, dtypes=_ANY),
    *(
        OpSample(
            "_npi_unique", (ints(0, 2, 5, 2),),
            {"return_index": True, "return_inverse": True, "return_counts": True, "axis": axis},
            expect=_unique, grad="zero", dtypes=_ANY,
        )
        for axis in (None, 0, 1)
    ),
    OpSample("_npi_unique", (const([np.nan, 1, np.nan]),), {"return_counts": True}, expect=_unique, grad="zero"),
    OpSample("_npi_unique", (const(3.0),), {"return_inverse": True}, expect=_unique, grad="zero"),
    *(
        _edits("_npi_boolean_mask_assign_scalar", (_DATA, mask), {"value": 5.0, "start_axis": axis}, _assigned, case)
        for case, axis, mask in (
            ("rows", 0, _ROWS), ("columns", 1, const([True, False, False, True], "bool")),
            ("all", 0, const(np.eye(3, 4) > 0, "bool")),
        )
    ),
    *(
        _edits("_npi_boolean_mask_assign_tensor", (_DATA, mask, value), {"start_axis": axis}, _assigned, case)
        for case, axis, mask, value in (
            ("rows", 0, _ROWS, normal(2, 4)), ("one row", 0, _ROWS, normal(4)),
            ("columns", 1, const([True, False, False, True], "bool"), normal(3, 2)),
            ("all", 0, const(np.eye(3, 4) > 0, "bool"), normal(3)), ("one", 0, _ROWS, normal()),
        )
    ),
    *(
        OpSample("_npi_place", (_DATA, const([[1, 0, 0, 1]] * 3), normal(2)), {"in_order": in_order}, expect=_placed,
                 grad="numeric", dtypes=("float32", "float64"))
        for in_order in (True, False)
    ),
    *(
        OpSample("_npi_put_along_axis", (_DATA, const(places, "int64"), normal(1)), {"axis": axis},
                 expect=_put_along_axis, grad="numeric", case=str(axis))
        for axis, places in ((1, [[0], [-1], [2]]), (0, [[2, 0, 1, 1]]), (None, [3, -1, 5]))
    ),
    *(
        OpSample("_npi_fill_diagonal", (normal(*shape), normal(2)), {"wrap": wrap}, expect=_fill_diagonal,
                 grad="numeric", case=str(shape))
        for shape in ((3, 4), (7, 3), (3, 3, 3))
        for wrap in (False, True)
    ),
]  # fmt: skip
