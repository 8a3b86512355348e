"""Samples of single-shot detection: anchors, targets and detections."""

from __future__ import annotations

import numpy as np

from ..sample import Arg, OpSample, const, normal, uniform

_ANCHORS = const(
    [
        [
            [0, 0, 0.5, 0.5],
            [0.1, 0.1, 0.6, 0.6],
            [0.5, 0.5, 1, 1],
            [0, 0.5, 0.5, 1],
            [0.4, 0.4, 0.7, 0.7],
            [0.55, 0.5, 1, 1],
            [0, 0, 0.5, 0.25],
            [0, 0, 1, 1],
        ]
    ]
)
_NONE = [-1] * 5
_LABELS = const(
    [
        [[0, 0.1, 0.1, 0.5, 0.6], [1, 0.5, 0.5, 0.9, 0.9], _NONE],
        [[2, 0.3, 0.3, 0.7, 0.7], _NONE, [1, 0, 0, 1, 1]],
        [_NONE, _NONE, _NONE],
        [[0, 0, 0, 0.5, 0.5], [1, 0, 0, 0.5, 0.5], [2, 5, 5, 6, 6]],
    ]
)
_TARGET = (
    {},
    {"overlap_threshold": 0.3},
    {"overlap_threshold": 0.25, "variances": (0.2, 0.1, 0.3, 0.4)},
    {"overlap_threshold": -1},
    {"negative_mining_ratio": 1.0},
    {"negative_mining_ratio": 1.5, "negative_mining_thresh": 0.9, "ignore_label": -5.0},
    {"negative_mining_ratio": 1.0, "minimum_negative_samples": 2},
    {"negative_mining_ratio": 3.0, "negative_mining_thresh": 0.95, "overlap_threshold": -1.0},
)
_DETECTION = (
    {},
    {"clip": False, "nms_threshold": 0.2},
    {"threshold": 0.6, "background_id": 2},
    {"nms_topk": 2},
    {"nms_topk": 3, "nms_threshold": 0.1, "force_suppress": True},
    {"nms_threshold": 0.0, "threshold": 0.7},
    {"nms_threshold": 2.0},
    {"nms_threshold": 1.0, "variances": (0.0, 0.0, 0.0, 0.0)},
    {"nms_threshold": 0.5, "force_suppress": True, "variances": (0.0, 0.0, 0.0, 0.0)},
    {"nms_topk": 0, "threshold": 2.0},
)
_PRIOR = (
    {},
    {"sizes": (0.5, 0.3), "ratios": (1.0, 2.0, 0.5)},
    {"sizes": (0.5, 0.3), "ratios": (3.0, 2.0), "clip": True},
    {"steps": (0.3, 0.2), "offsets": (0.1, 0.2)},
    {"steps": (0.0, 0.5)},
)


def _many(number: int) -> Arg:
    """Return ``number`` anchors of equal size all over the image."""

    def make(random: np.random.RandomState) -> np.ndarray:
        first = random.uniform(0, 0.7, (1, number, 2))
        return np.concatenate((first, first + 0.3), -1)

    return Arg(f"many{number}", make)


SAMPLES = [
    *(OpSample("_contrib_MultiBoxPrior", (normal(2, 3, 2, 3),), attrs) for attrs in _PRIOR),
    OpSample("_contrib_MultiBoxPrior", (normal(1, 1, 4, 2),), {"sizes": (0.2,)}, case="tall"),
    *(OpSample("_contrib_MultiBoxTarget", (_ANCHORS, _LABELS, normal(4, 3, 8)), attrs) for attrs in _TARGET),
    *(
        OpSample("_contrib_MultiBoxDetection", (uniform(-1.2, 1, 3, 4, 8), normal(3, 32), _ANCHORS), attrs)
        for attrs in _DETECTION
    ),
    OpSample(
        "_contrib_MultiBoxDetection",
        (uniform(0, 1, 2, 3, 80), normal(2, 320), _many(80)),
        {"nms_threshold": 0.3, "nms_topk": 50},
        case="many",
    ),
]
