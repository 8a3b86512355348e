"""Samples of pooling of turned regions, and of regions whose parts move."""

from __future__ import annotations

from ..sample import OpSample, const, normal

_TOLERANT = {"rtol": 1e-3, "atol": 1e-4}
_TURNED = const([[0, 2.5, 2, 3, 2, 0], [1, 3, 2, 3, 2, 30], [0, 5, 5, 6, 4, -75], [1, 0, 0, 0.5, 9, 200]])
_REGIONS = const([[0, 0, 0, 4, 4], [1, 1, 1, 3, 3], [0, 3, 3, 9, 8], [1, -3, -2, 1, 1], [0, 2, 2, 2, 2]])
_TURNS = (
    {"pooled_size": (2, 2), "spatial_scale": 1.0},
    {"pooled_size": (2, 3), "spatial_scale": 0.7, "sampling_ratio": 2},
    {"pooled_size": (1, 1), "spatial_scale": 0.9},
)
_MOVED = {"output_dim": 2, "group_size": 2, "pooled_size": 2}
_MOVES = (
    {**_MOVED, "spatial_scale": 1.0, "trans_std": 0.1, "sample_per_part": 3, "part_size": 2},
    {**_MOVED, "spatial_scale": 0.7, "trans_std": 0.3, "sample_per_part": 2},
    {**_MOVED, "spatial_scale": 0.9, "pooled_size": 4, "part_size": 2, "trans_std": 0.2, "sample_per_part": 2},
)

SAMPLES = [
    *(OpSample("_contrib_RROIAlign", (normal(2, 3, 6, 7), _TURNED), a, grad="none", **_TOLERANT) for a in _TURNS),
    *(
        OpSample("_contrib_DeformablePSROIPooling", (normal(2, 8, 6, 7), _REGIONS, normal(5, 4, 2, 2)), a, **_TOLERANT)
        for a in _MOVES
    ),
    OpSample(
        "_contrib_DeformablePSROIPooling",
        (normal(2, 8, 6, 7), _REGIONS),
        {**_MOVED, "spatial_scale": 0.7, "no_trans": True, "sample_per_part": 4},
        **_TOLERANT,
    ),
]
