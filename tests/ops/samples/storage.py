"""Samples of casts between storages, of dense arrays alone; test_sparse.py has the others."""

from __future__ import annotations

from ..sample import FLOATS, OpSample, normal

SAMPLES = [
    OpSample(
        "cast_storage",
        (normal(3, 2),),
        {"stype": "default"},
        expect=lambda x, stype: x,
        grad="numeric",
        dtypes=FLOATS,
    ),
]
