"""Samples of the products of interleaved attention."""

from __future__ import annotations

from ..sample import OpSample, normal

_HEADS = {"heads": 2}

SAMPLES = [
    OpSample("_contrib_interleaved_matmul_selfatt_qk", (normal(5, 3, 24),), _HEADS),
    OpSample("_contrib_interleaved_matmul_selfatt_qk", (normal(4, 1, 6),), {"heads": 1}),
    OpSample("_contrib_interleaved_matmul_selfatt_valatt", (normal(5, 3, 24), normal(6, 5, 5)), _HEADS),
    OpSample("_contrib_interleaved_matmul_encdec_qk", (normal(3, 2, 8), normal(5, 2, 16)), _HEADS),
    OpSample("_contrib_interleaved_matmul_encdec_valatt", (normal(5, 2, 16), normal(4, 3, 5)), _HEADS),
]
