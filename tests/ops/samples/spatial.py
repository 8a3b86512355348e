"""Samples of spatial transforms and pooling of regions."""

from __future__ import annotations

from ..sample import OpSample, const, distinct, normal, uniform

_TOLERANT = {"rtol": 1e-4, "atol": 1e-5}
_AFFINE = {"transform_type": "affine", "target_shape": (3, 4)}
_REGIONS = const(
    [[0, 0, 0, 4, 4], [1, 1, 1, 3, 3], [0, 3, 3, 7, 7], [1, -3, -2, 1, 1], [0, 2, 2, 2, 2], [0, 0.5, 1.5, 2.5, 3.49]]
)

SAMPLES = [
    OpSample("BilinearSampler", (normal(2, 3, 4, 5), uniform(-1.3, 1.3, 2, 2, 3, 3)), **_TOLERANT),
    OpSample("GridGenerator", (normal(2, 6),), _AFFINE, **_TOLERANT),
    OpSample("GridGenerator", (normal(2, 2, 3, 4),), {"transform_type": "warp"}, **_TOLERANT),
    OpSample(
        "SpatialTransformer", (normal(2, 3, 4, 5), normal(2, 6)), {**_AFFINE, "sampler_type": "bilinear"}, **_TOLERANT
    ),
    OpSample("ROIPooling", (distinct(2, 2, 5, 5), _REGIONS), {"pooled_size": (2, 2), "spatial_scale": 1.0}),
    OpSample(
        "ROIPooling", (distinct(1, 2, 5, 6), const([[0, 0, 0, 8, 8]])), {"pooled_size": (3, 2), "spatial_scale": 0.5}
    ),
]
