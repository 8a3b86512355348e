"""Samples of casts between storages and look-ups, of dense arrays alone; test_sparse.py has the others."""

from __future__ import annotations

from ..sample import FLOATS, OpSample, const, normal

SAMPLES = [
    OpSample(
        "cast_storage",
        (normal(3, 2),),
        {"stype": "default"},
        expect=lambda x, stype: x,
        grad="numeric",
        dtypes=FLOATS,
    ),
    OpSample(
        "_contrib_SparseEmbedding",
        (const([[0, 2], [1, 2]], "float32"), normal(3, 2)),
        {"input_dim": 3, "output_dim": 2},
        expect=lambda i, w, input_dim, output_dim: w[i.astype(int)],
        grad="numeric",
    ),
]
