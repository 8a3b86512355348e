"""Samples of comparing, searching and picking out elements, and of sets."""

from __future__ import annotations

import numpy as np

from ..sample import OpSample, const, distinct, ints, normal

_WIDE = ("float32", "float64")
_NAN = np.array([1.0, np.nan, 2.0, np.nan, -1.0, 2.0])
_MIXED = ("float32", "float64", "int32", "int8")


def _array_equal(a1, a2, equal_nan=False, broadcast_shapes=False):
    return np.asarray(np.array_equiv(a1, a2) if broadcast_shapes else np.array_equal(a1, a2, equal_nan))


def _compress(condition, a, axis=None):
    return np.compress(condition, a, axis)


def _select(*data, default=0.0, is_int=True):
    half = len(data) // 2
    return np.select(data[:half], data[half:], int(default) if is_int else default)


def _unique_all(x):
    return tuple(np.unique_all(x))


SAMPLES = [
    *(
        OpSample("_npi_isclose", (const([1, 2, np.nan, np.inf]), const(values)), attrs, expect=np.isclose, grad="none",
                 case=case, dtypes=_WIDE)
        for case, values in (("near", [1 + 1e-6, 2.1, np.nan, np.inf]), ("one", [1.0]))
        for attrs in ({}, {"rtol": 0.1, "equal_nan": True})
    ),
    *(
        OpSample("_npi_array_equal", (const(_NAN), const(other)), attrs, expect=_array_equal, grad="none", case=case)
        for case, other in (("itself", _NAN), ("part", _NAN[:2]), ("one", [1.0]))
        for attrs in ({}, {"equal_nan": True}, {"broadcast_shapes": True})
    ),
    *(
        OpSample("_npi_isin", (ints(0, 5, 2, 3), ints(0, 3, 2, dtype="int32")), attrs,
                 expect=lambda e, t, invert=False: np.isin(e, t, invert=invert), grad="none", dtypes=_MIXED)
        for attrs in ({}, {"invert": True})
    ),
    *(
        OpSample("_npi_searchsorted", (const([-1.0, 0, 0, 2]), ints(-2, 4, 2, 3)), attrs,
                 expect=lambda a, v, side="left": np.searchsorted(a, v, side), grad="none", dtypes=_MIXED)
        for attrs in ({}, {"side": "right"})
    ),
    *(
        OpSample("_npi_searchsorted", (const([0.0, np.inf, np.nan]), const([np.inf, np.nan, -1])), {"side": side},
                 expect=lambda a, v, side="left": np.searchsorted(a, v, side), grad="none", case="NaN")
        for side in ("left", "right")
    ),
    *(
        OpSample("_npi_digitize", (ints(-1, 5, 2, 4), const(bins)), {"right": right}, expect=np.digitize, grad="none",
                 case=case, dtypes=_MIXED)
        for case, bins in (("ascending", [0.0, 1, 3]), ("descending", [3.0, 1, 0]))
        for right in (False, True)
    ),
    *(
        OpSample("_npi_take_along_axis", (normal(3, 4), const(places, "int64")), {"axis": axis}, dtypes=_WIDE,
                 expect=lambda a, i, axis: np.take_along_axis(a, i, axis), grad="numeric", case=str(axis))
        for axis, places in ((1, [[0], [-1], [2]]), (0, [[2, 0, 1, 1]]), (None, [3, -1, 5]))
    ),
    *(
        OpSample("_npi_compress", (const(condition), normal(3, 4)), {"axis": axis}, expect=_compress, grad="none",
                 case=str(axis), dtypes=_WIDE)
        for axis, condition in ((0, [1.0, 0, 1]), (1, [0.0, 1]), (None, [0.0, 0, 1, 1, 1]))
    ),
    *(
        OpSample("_npi_select", (const([1, 0, 1], "bool"), const([1, 1, 0], "bool"), normal(2, 3), normal(3)), attrs,
                 expect=_select, grad="numeric", dtypes=_WIDE)
        for attrs in ({}, {"default": 2.5, "is_int": False})
    ),
    *(
        OpSample("_npi_select", (const([1, 0], "bool"), ints(0, 9, 2)), attrs, expect=_select, grad="none",
                 dtypes=("int32", "uint8"), case="integers")
        for attrs in ({"default": 3.0}, {"default": 2.5, "is_int": False})
    ),
    *(
        OpSample(f"_npi_{name}", (ints(0, 6, 2, 4), ints(2, 9, 5)), expect=getattr(np, name), grad="zero",
                 dtypes=_MIXED)
        for name in ("intersect1d", "union1d", "setxor1d", "setdiff1d")
    ),
    *(
        OpSample(f"_npi_{name}", (const(_NAN), const([2.0, np.nan, 5])), expect=getattr(np, name), grad="none",
                 case="NaN")
        for name in ("intersect1d", "union1d", "setxor1d", "setdiff1d")
    ),
    OpSample("_npi_unique_all", (distinct(2, 3),), expect=_unique_all, grad="none", dtypes=_WIDE),
    OpSample("_npi_unique_all", (const(_NAN),), expect=_unique_all, grad="none", case="NaN"),
    OpSample("_npi_unique_all", (ints(0, 4, 3, 3),), expect=_unique_all, grad="none", dtypes=("int32", "uint8"),
             case="integers"),
    OpSample("_npx_nonzero", (ints(0, 2, 3, 4),), grad="none", dtypes=("float32", "int32")),
    OpSample("_npx_nonzero", (const([0.0, 0.0]),), grad="none", case="none"),
    OpSample("_npx_nonzero", (const(3.0),), grad="none", case="number"),
]  # fmt: skip
