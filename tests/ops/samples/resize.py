"""Samples of adaptive pooling and bilinear resizing."""

from __future__ import annotations

from typing import Any

from ..sample import OpSample, normal


def _resize(rows: int, columns: int, case: str = "", **attrs: Any) -> OpSample:
    return OpSample("_contrib_BilinearResize2D", (normal(2, 2, rows, columns),), attrs, case=case, rtol=1e-4, atol=1e-5)


SAMPLES = [
    *(
        OpSample("_contrib_AdaptiveAvgPooling2D", (normal(2, 3, 7, 6),), {"output_size": size}, rtol=1e-4, atol=1e-5)
        for size in (1, 3, (2, 4), (9, 8), (7, 6))
    ),
    OpSample("_contrib_AdaptiveAvgPooling2D", (normal(2, 3, 4, 5),), dtypes=("float32", "float64")),
    _resize(4, 5, height=7, width=9),
    _resize(7, 6, height=3, width=4),
    _resize(4, 5, height=1, width=1),
    _resize(4, 5, height=4, width=5),
    _resize(4, 5, height=7, width=9, align_corners=False),
    _resize(7, 6, height=3, width=4, align_corners=False),
    _resize(4, 5, height=1, width=3, align_corners=False),
    _resize(4, 5, height=1, width=1, align_corners=False),
    _resize(4, 5, scale_height=1.5, scale_width=2.0),
    _resize(4, 5, scale_height=0.5, scale_width=0.7, align_corners=False),
    _resize(5, 6, mode="odd_scale", scale_height=1.5, scale_width=0.5),
    _resize(6, 7, mode="odd_scale", scale_height=0.5, scale_width=3.0),
    *(
        _resize(rows, columns, f"{rows}x{columns}", mode=mode)
        for mode in ("to_even_down", "to_even_up", "to_odd_down", "to_odd_up")
        for rows, columns in ((5, 6), (4, 7))
    ),
    OpSample("_contrib_BilinearResize2D", (normal(1, 2, 4, 5), normal(1, 2, 6, 3)), {"mode": "like"}, rtol=1e-4),
]
