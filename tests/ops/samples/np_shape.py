"""Samples of operators of the NumPy interface that rearrange arrays."""

from __future__ import annotations

import numpy as np

from ..sample import OpSample, ints, normal

_ANY = ("float32", "int32", "float64")
_DATA = normal(2, 3, 4)

SAMPLES = [
    *(OpSample("_np_reshape", (_DATA,), {"newshape": new}, dtypes=_ANY) for new in ((4, -1), (-1,), (24,), (2, 1, 12))),
    *(
        OpSample("_npx_reshape", (_DATA,), {"newshape": new}, dtypes=_ANY)
        for new in ((-2, -1), (-4,), (-5, -2), (-6, 1, 2, -4), (-6, -1, 2, -4), (-2, -2, -2, -1))
    ),
    OpSample("_npx_reshape", (normal(1, 3, 4),), {"newshape": (-3, -2, -2)}),
    OpSample("_npx_reshape", (_DATA,), {"newshape": (-1, 4), "reverse": True}),
    OpSample("_np_squeeze", (normal(1, 3, 1),)),
    OpSample("_np_squeeze", (normal(1, 3, 1),), {"axis": (0,)}),
    OpSample("_npi_broadcast_to", (normal(3, 1),), {"shape": (2, 3, 4)}, dtypes=_ANY),
    OpSample("_np_copy", (_DATA,), dtypes=_ANY),
    *(OpSample(f"_np_atleast_{n}d", (normal(3), normal(2, 3)), grad="numeric", dtypes=_ANY) for n in (1, 2, 3)),
    *(
        OpSample("_np_transpose", (_DATA,), attrs, dtypes=_ANY)
        for attrs in ({}, {"axes": (1, 0, 2)}, {"axes": (2, 0, 1)})
    ),
    OpSample("_np_moveaxis", (_DATA,), {"source": (0,), "destination": (-1,)}, dtypes=_ANY),
    OpSample("_np_moveaxis", (_DATA,), {"source": (0, 1), "destination": (2, 0)}),
    OpSample("_np_roll", (_DATA,), {"shift": (1,)}, dtypes=_ANY),
    OpSample("_np_roll", (_DATA,), {"shift": (1, 2), "axis": (0, 1)}),
    OpSample("_np_roll", (_DATA,), {"shift": (-1,), "axis": (2,)}),
    OpSample("_npi_flip", (_DATA,), {"axis": (0, 2)}, dtypes=_ANY),
    OpSample("_npi_rot90", (_DATA,), {"k": 1, "axes": (0, 1)}, grad="numeric", dtypes=_ANY),
    OpSample("_npi_rot90", (_DATA,), {"k": 2, "axes": (0, 2)}),
    OpSample(
        "_npi_share_memory", (normal(3), normal(3)), grad="none", expect=lambda a, b: np.array([False]), case="apart"
    ),
    *(
        OpSample("_npi_rollaxis", (_DATA,), {"axis": axis, "start": start}, expect=np.rollaxis, grad="numeric",
                 dtypes=_ANY)
        for axis, start in ((2, 0), (0, 3), (1, -1), (-1, 1))
    ),
    OpSample(
        "_npi_matrix_transpose", (_DATA,), expect=lambda x: np.swapaxes(x, -1, -2), grad="numeric", dtypes=_ANY
    ),
    OpSample(
        "_npi_broadcast_arrays", (normal(2, 1), ints(0, 9, 3, dtype="int32")), grad="numeric", dtypes=_ANY,
        expect=lambda *args: tuple(np.broadcast_arrays(*args)),
    ),
    *(
        OpSample("_npi_meshgrid", (normal(2), normal(3), normal(4)), {"indexing": indexing}, grad="numeric",
                 dtypes=_ANY, expect=lambda *xi, indexing: tuple(np.meshgrid(*xi, indexing=indexing)))
        for indexing in ("xy", "ij")
    ),
]  # fmt: skip
