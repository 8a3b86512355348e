"""Samples of operators of the NumPy interface that join and split arrays."""

from __future__ import annotations

import numpy as np

from ..sample import OpSample, normal

_ANY = ("float32", "int32", "float64")
_DATA = normal(2, 3, 4)

SAMPLES = [
    OpSample("_npi_concatenate", (normal(2, 3), normal(4, 3)), {"axis": 0}, dtypes=_ANY),
    OpSample("_npi_concatenate", (normal(2, 3), normal(2, 1)), {"axis": -1}),
    OpSample("_npi_stack", (normal(2, 3), normal(2, 3)), {"axis": -1}, dtypes=_ANY),
    OpSample("_npi_vstack", (normal(3), normal(3)), dtypes=_ANY),
    OpSample("_npi_hstack", (normal(3), normal(2)), dtypes=_ANY),
    OpSample("_npi_hstack", (normal(2, 3), normal(2, 2)), case="matrices"),
    OpSample("_npi_dstack", (normal(2, 3), normal(2, 3)), dtypes=_ANY),
    OpSample("_npi_column_stack", (normal(3), normal(3, 2)), dtypes=_ANY),
    OpSample("_npi_hsplit", (_DATA,), {"indices": (0, 1), "axis": 1, "sections": 0}, dtypes=_ANY),
    OpSample("_npi_hsplit", (normal(4),), {"indices": (), "sections": 2}),
    OpSample("_npi_dsplit", (_DATA,), {"indices": (0, 1, 3), "axis": 2, "sections": 0}, dtypes=_ANY),
    OpSample(
        "_npi_block", (normal(2, 2), normal(2, 1), normal(3)), {"nesting": "[[0, 1], [2]]"}, grad="numeric",
        expect=lambda a, b, c, nesting: np.block([[a, b], [c]]), dtypes=_ANY,
    ),
]  # fmt: skip
