"""Samples of connectionist temporal classification."""

from __future__ import annotations

from ..sample import OpSample, const, normal

_TOLERANT = {"rtol": 1e-4, "atol": 1e-5}
_LABELS = const([[1, 2, 0], [2, 2, 3]])

SAMPLES = [
    OpSample("CTCLoss", (normal(7, 2, 5), _LABELS), **_TOLERANT),
    OpSample("CTCLoss", (normal(7, 2, 5), const([[0, 1, -1], [1, -1, -1]])), {"blank_label": "last"}, **_TOLERANT),
    OpSample(
        "CTCLoss",
        (normal(7, 2, 5), const([[1, 2, 3], [2, 3, 1]]), const([5, 7]), const([2, 1])),
        {"use_data_lengths": True, "use_label_lengths": True},
        **_TOLERANT,
    ),
    OpSample("CTCLoss", (normal(3, 2, 4), const([[1, 1, 1], [1, 2, 0]])), case="too few steps", **_TOLERANT),
    OpSample("CTCLoss", (normal(7, 2, 5), _LABELS, const([6, 7])), {"use_data_lengths": True}, **_TOLERANT),
]
