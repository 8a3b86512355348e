"""Samples of operators of the NumPy interface on diagonals and triangles."""

from __future__ import annotations

import numpy as np

from ..sample import OpSample, normal

_ANY = ("float32", "int32", "float64")
_DATA = normal(2, 3, 4)

SAMPLES = [
    OpSample("_np_diag", (normal(3),), {"k": 1}, dtypes=_ANY),
    OpSample("_np_diag", (normal(3, 4),), {"k": -1}, dtypes=_ANY),
    OpSample("_np_diagflat", (normal(2, 2),), {"k": 1}, dtypes=_ANY),
    OpSample("_np_diagonal", (_DATA,), {"offset": 1, "axis1": 0, "axis2": 2}, dtypes=_ANY),
    OpSample("_np_trace", (_DATA,), {"offset": 1, "axis1": 1, "axis2": 2}, dtypes=_ANY),
    OpSample("_npi_tril", (_DATA,), {"k": 1}, dtypes=_ANY),
    OpSample("_npi_tril", (normal(3),)),
    OpSample("_npi_diag_indices_from", (normal(3, 3),), grad="none"),
    *(
        OpSample("_npi_triu", (inputs,), {"k": k}, expect=np.triu, grad="numeric", dtypes=_ANY)
        for inputs, k in ((_DATA, 0), (normal(3), -1), (normal(3, 4), 1))
    ),
]  # fmt: skip
