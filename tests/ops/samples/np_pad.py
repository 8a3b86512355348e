"""Samples of padding in the modes that 1.9.1 lacks."""

from __future__ import annotations

import numpy as np

from ..sample import OpSample, ints, normal

_WIDTH = ((2, 1), (0, 3))
_WIDE = ("float32", "float64")


def _pad(x, pad_width, mode, end_values=((0.0, 0.0),), stat_length=None, is_odd=False):
    keywords = {"linear_ramp": {"end_values": end_values}, "wrap": {}}.get(mode, {"stat_length": stat_length})
    if mode in ("reflect", "symmetric"):
        keywords = {"reflect_type": "odd" if is_odd else "even"}
    return np.pad(x, pad_width, mode, **keywords)


SAMPLES = [
    *(
        OpSample("_npi_pad_more", (normal(4, 5),), {"pad_width": _WIDTH, "mode": mode, **attrs}, expect=_pad,
                 grad="numeric", dtypes=_WIDE)
        for mode, attrs in (
            ("linear_ramp", {}), ("linear_ramp", {"end_values": ((1.0, -2.0), (0.5, 3.0))}), ("mean", {}), ("wrap", {}),
            ("median", {"stat_length": ((3, 3),)}), ("maximum", {"stat_length": ((2, 2), (1, 2))}),
            ("reflect", {"is_odd": True}), ("symmetric", {"is_odd": True}), ("minimum", {"stat_length": ((1, 2),)}),
        )
    ),
    OpSample("_npi_pad_more", (normal(2, 2),), {"pad_width": ((0, 0),), "mode": "mean"}, expect=_pad, grad="numeric"),
    OpSample(
        "_npi_pad_more", (normal(2),), {"pad_width": ((1, 1),), "mode": "empty"},
        expect=lambda x, pad_width, mode: np.pad(x, pad_width), grad="numeric",
    ),
    *(
        OpSample("_npi_pad_more", (ints(0, 9, 4),), {"pad_width": ((2, 1),), "mode": mode}, expect=_pad, grad="none",
                 dtypes=("int32",), case="integers")
        for mode in ("mean", "linear_ramp")
    ),
]  # fmt: skip
