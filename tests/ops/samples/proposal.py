"""Samples of proposals of regions."""

from __future__ import annotations

from ..sample import Arg, OpSample, const, uniform

_TOLERANT = {"rtol": 1e-4, "atol": 1e-3}
_SMALL = {"scales": (2.0, 4.0), "output_score": True}
_CASES = (
    {**_SMALL, "threshold": 1.0, "rpn_min_size": 0, "rpn_post_nms_top_n": 36},
    {**_SMALL, "rpn_min_size": 20, "rpn_post_nms_top_n": 30},
    {**_SMALL, "rpn_min_size": 1, "rpn_post_nms_top_n": 9, "threshold": 0.4, "rpn_pre_nms_top_n": 12},
    {**_SMALL, "rpn_min_size": 1, "rpn_post_nms_top_n": 9, "iou_loss": True},
    {"scales": (2.0, 3.0, 5.0), "ratios": (0.7, 1.5), "rpn_min_size": 2, "rpn_post_nms_top_n": 5},
    {**_SMALL, "rpn_min_size": 1000, "rpn_post_nms_top_n": 5},
    {**_SMALL, "rpn_min_size": 10, "rpn_post_nms_top_n": 20, "feature_stride": 8},
)
_SIZE, _SIZES = const([[50, 40, 1.5]]), const([[50, 40, 1.5], [40, 31, 1], [20, 63, 2]])


def _moves(attrs: dict, batch: int, height: int, width: int) -> Arg:
    """Return moves: pixels for corners, parts of sizes else."""
    scale = 4.0 if attrs.get("iou_loss") else 0.4
    return uniform(-scale, scale, batch, 24, height, width)


SAMPLES = [
    *(
        OpSample("_contrib_Proposal", (uniform(0, 1, 1, 12, 7, 8), _moves(attrs, 1, 7, 8), _SIZE), attrs, **_TOLERANT)
        for attrs in _CASES
    ),
    *(
        OpSample(
            "_contrib_MultiProposal", (uniform(0, 1, 3, 12, 7, 8), _moves(attrs, 3, 7, 8), _SIZES), attrs, **_TOLERANT
        )
        for attrs in _CASES
    ),
]
