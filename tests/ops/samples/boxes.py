"""Samples of the operators on boxes: drawn boxes, with ties, empty and inverted ones among them."""

from __future__ import annotations

import numpy as np

from ..sample import Arg, OpSample, const, distinct, ints, normal, uniform

_CENTER, _CORNER = {"format": "center"}, {"format": "corner"}


def _boxes(*shape: int, case: str = "") -> Arg:
    """Return corner boxes ``(*shape, 4)`` between -0.5 and 1.5."""

    def make(random: np.random.RandomState) -> np.ndarray:
        first = random.uniform(-0.5, 1, (*shape, 2))
        return np.concatenate((first, first + random.uniform(0.05, 0.6, (*shape, 2))), -1)

    return Arg(f"boxes{shape}{case}", make)


def _detections(*shape: int, classes: int = 3) -> Arg:
    """Return rows of class (-1 and up), score (some equal), corner box close to one of few, and a number more."""

    def make(random: np.random.RandomState) -> np.ndarray:
        kind = random.randint(-1, classes, (*shape, 1))
        score = random.randint(-3, 12, (*shape, 1)) / 10
        corner = random.randint(0, 3, (*shape, 2)) / 2 + random.uniform(-0.1, 0.1, (*shape, 2))
        size = random.uniform(0.4, 0.7, (*shape, 2))
        return np.concatenate((kind, score, corner, corner + size, random.uniform(size=(*shape, 1))), -1)

    return Arg(f"detections{shape}", make)


_NMS = (
    {},
    {"id_index": 0, "overlap_thresh": 0.3},
    {"id_index": 0, "overlap_thresh": 0.3, "force_suppress": True},
    {"id_index": 0, "background_id": 0, "overlap_thresh": 0.2, "valid_thresh": 0.1},
    {"id_index": 0, "background_id": -1, "valid_thresh": -1.0},
    {"background_id": 1, "overlap_thresh": 0.4},
    {"topk": 7, "overlap_thresh": 0.4},
    {"topk": 0},
    {"valid_thresh": 5.0},
    {"out_format": "center", "overlap_thresh": 0.4},
    {"in_format": "center", "overlap_thresh": 0.4},
    {"in_format": "center", "out_format": "center", "overlap_thresh": 0.25, "topk": 20},
    {"score_index": 6, "coord_start": 2, "valid_thresh": 0.2, "overlap_thresh": 0.1},
)
_MATCHING = (
    {"threshold": 0.1},
    {"threshold": 0.5, "is_ascend": True},
    {"threshold": -2.0, "topk": 2},
    {"threshold": -9.0, "topk": 0},
    {"threshold": 9.0, "topk": 1, "is_ascend": True},
)
_ENCODE = (
    const([[1, -1, 0, 1, 1], [0, 1, 0.6, 0.5, -1]]),
    ints(0, 3, 2, 5),
    _boxes(2, 5),
    _boxes(2, 3),
    const([0.1, -0.1, 0.2, 0]),
    const([0.1, 0.1, 0.2, 0.3]),
)
_ODD = const([[0, 0, 1, 1], [1, 1, 0, 0], [0, 0, 0, 0], [0.5, 0.5, 0.4, 2], [-1, -1, 0.5, 0.5]])
_DTYPES = {"dtypes": ("float32", "float64")}

SAMPLES = [
    OpSample("_contrib_box_iou", (_boxes(2, 3), _boxes(4)), _CORNER, **_DTYPES),
    OpSample("_contrib_box_iou", (_boxes(5), _boxes(2, 2)), _CENTER, **_DTYPES),
    OpSample("_contrib_box_iou", (_ODD, _ODD), {}, case="odd"),
    OpSample("_contrib_box_iou", (_ODD, _ODD), _CENTER, case="odd"),
    *(OpSample("_contrib_box_nms", (_detections(40),), attrs, **_DTYPES) for attrs in _NMS),
    OpSample("_contrib_box_nms", (_detections(2, 2, 30),), {"id_index": 0}, case="batches"),
    OpSample("_contrib_box_nms", (_detections(400),), {"overlap_thresh": 0.3}, case="blocks"),
    OpSample("_contrib_box_nms", (_detections(2, 500),), {"id_index": 0}, case="long lists"),
    OpSample("_contrib_box_nms", (_detections(3, 20),), {"topk": 9, "valid_thresh": 0.6}, case="batches"),
    OpSample("_contrib_box_non_maximum_suppression", (_detections(9),), {"id_index": 0}),
    *(OpSample("_contrib_bipartite_matching", (distinct(4, 5),), attrs, **_DTYPES) for attrs in _MATCHING),
    OpSample("_contrib_bipartite_matching", (normal(2, 3, 6, 4),), {"threshold": -0.5}, case="batches"),
    OpSample("_contrib_bipartite_matching", (const(np.ones((2, 3, 4))),), {"threshold": 0.5}, case="ties"),
    OpSample("_contrib_box_encode", _ENCODE, **_DTYPES),
    OpSample("_contrib_box_decode", (normal(2, 5, 4), _boxes(1, 5)), {}, **_DTYPES),
    OpSample("_contrib_box_decode", (normal(2, 5, 4), _boxes(1, 5)), {**_CORNER, "std0": 0.1, "std3": 0.2}),
    OpSample("_contrib_box_decode", (uniform(-2, 2, 2, 5, 4), _boxes(1, 5)), {"clip": 0.5, **_CORNER}),
]
