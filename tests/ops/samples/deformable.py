"""Samples of deformable convolutions: offsets far and near, and none at all."""

from __future__ import annotations

import numpy as np

from ..sample import OpSample, const, normal, uniform

_TOLERANT = {"rtol": 1e-3, "atol": 1e-4}
_PLAIN, _MODULATED = "_contrib_DeformableConvolution", "_contrib_ModulatedDeformableConvolution"
_PADDED = {"kernel": (3, 3), "num_filter": 4, "pad": (1, 1)}
_GROUPED = {"kernel": (3, 2), "num_filter": 4, "num_group": 2, "num_deformable_group": 2, "no_bias": True}
_STEPPED = {"kernel": (2, 3), "num_filter": 2, "stride": (2, 1), "dilate": (1, 2), "pad": (1, 2)}
_WITHOUT = {"kernel": (3, 3), "num_filter": 2, "no_bias": True}
_DATA = normal(2, 4, 5, 6)

SAMPLES = [
    OpSample(_PLAIN, (_DATA, uniform(-2, 2, 2, 18, 5, 6), normal(4, 4, 3, 3), normal(4)), _PADDED, **_TOLERANT),
    OpSample(_PLAIN, (_DATA, uniform(-1, 1, 2, 24, 3, 5), normal(4, 2, 3, 2)), _GROUPED, **_TOLERANT),
    OpSample(_PLAIN, (_DATA, normal(2, 12, 3, 6), normal(2, 4, 2, 3), normal(2)), _STEPPED, **_TOLERANT),
    OpSample(_PLAIN, (_DATA, const(np.zeros((2, 18, 3, 4))), normal(2, 4, 3, 3)), _WITHOUT, **_TOLERANT),
    OpSample(
        _MODULATED,
        (_DATA, uniform(-2, 2, 2, 18, 5, 6), normal(2, 9, 5, 6), normal(4, 4, 3, 3), normal(4)),
        _PADDED,
        grad="numeric",  # 1.9.1 has it on GPUs only
        **_TOLERANT,
    ),
    OpSample(
        _MODULATED,
        (_DATA, uniform(-1, 1, 2, 24, 3, 5), uniform(0, 1, 2, 12, 3, 5), normal(4, 2, 3, 2)),
        _GROUPED,
        grad="numeric",
        **_TOLERANT,
    ),
    OpSample(
        _MODULATED,
        (_DATA, normal(2, 12, 3, 6), uniform(0, 1, 2, 6, 3, 6), normal(2, 4, 2, 3), normal(2)),
        _STEPPED,
        grad="numeric",
        **_TOLERANT,
    ),
]
