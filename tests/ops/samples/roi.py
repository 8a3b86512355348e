"""Samples of the averages over regions of interest."""

from __future__ import annotations

from ..sample import OpSample, const, normal

_TOLERANT = {"rtol": 1e-4, "atol": 1e-5}
_ROWS = [
    [0, 0, 0, 4, 4],
    [1, 1, 1, 3, 3],
    [0, 3, 3, 9, 8],
    [1, -3, -2, 1, 1],
    [0, 2, 2, 2, 2],
    [0, 0.5, 1.5, 4.5, 3.49],
    [1, 4, 3, 2, 1],
    [0, 12, 12, 15, 15],
]
_REGIONS, _PROPER = const(_ROWS), const([row for row in _ROWS if row[3] > row[1]])  # aligned regions need an area
_ALIGN = (
    {"spatial_scale": 1.0},
    {"spatial_scale": 0.5, "sample_ratio": 2},
    {"spatial_scale": 0.7, "aligned": True},
    {"spatial_scale": 1.0, "aligned": True, "sample_ratio": 3},
)
_PS = (
    {"spatial_scale": 1.0, "output_dim": 2, "pooled_size": 2},
    {"spatial_scale": 0.6, "output_dim": 2, "pooled_size": 2, "group_size": 2},
    {"spatial_scale": 1.0, "output_dim": 2, "pooled_size": 3, "group_size": 2},
    {"spatial_scale": 0.7, "output_dim": 2, "pooled_size": 4, "group_size": 2},
)

SAMPLES = [
    *(
        OpSample(
            "_contrib_ROIAlign",
            (normal(2, 3, 6, 7), _PROPER if "aligned" in attrs else _REGIONS),
            {"pooled_size": (2, 3), **attrs},
            **_TOLERANT,
        )
        for attrs in _ALIGN
    ),
    *(
        OpSample(
            "_contrib_ROIAlign",
            (normal(2, 12, 6, 7), _PROPER if "aligned" in attrs else _REGIONS),
            {"pooled_size": (2, 3), "position_sensitive": True, **attrs},
            **_TOLERANT,
        )
        for attrs in _ALIGN[:3]
    ),
    OpSample(
        "_contrib_ROIAlign",
        (normal(2, 3, 6, 7), _REGIONS),
        {"pooled_size": (3, 1), "spatial_scale": 0.9},
        dtypes=("float64",),
        **_TOLERANT,
    ),
    *(OpSample("_contrib_PSROIPooling", (normal(2, 8, 6, 7), _REGIONS), attrs, **_TOLERANT) for attrs in _PS),
]
