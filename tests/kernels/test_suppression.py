"""Who stays of boxes that overlap better ones, and by which order they are the better ones."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from mxnet.kernels.select import ranking
from mxnet.kernels.suppression import Close, _suppress_batch, suppress


def _boxes(rng, batch, number):
    corners = rng.random((batch, number, 2), dtype=np.float32)
    return np.concatenate((corners, corners + rng.random((batch, number, 2), dtype=np.float32) * 0.4), -1)


def _overlap(box, others, extra):
    """Return the IoU of one box with others, in float32 as they are."""
    extra = np.float32(extra)
    common = np.minimum(box[2:], others[:, 2:]) - np.maximum(box[:2], others[:, :2]) + extra
    common = common.clip(0)[:, 0] * common.clip(0)[:, 1]
    sizes = (others[:, 2:] - others[:, :2] + extra).clip(0)
    size = (box[2:] - box[:2] + extra).clip(0)
    union = size[0] * size[1] + sizes[:, 0] * sizes[:, 1] - common
    return np.where(union > 0, common / np.where(union > 0, union, 1), 0)


def _greedy(alive, boxes, close, classes):
    """Return who stays, box after box."""
    kept = alive.copy()
    for image in range(len(alive)):
        for at in range(alive.shape[1]):
            if kept[image, at]:
                overlap = _overlap(boxes[image, at], boxes[image, at + 1 :], close.extra)
                gone = overlap >= close.threshold if close.inclusive else overlap > close.threshold
                kept[image, at + 1 :] &= ~(gone & (classes[image, at] == classes[image, at + 1 :]))
    return kept


@pytest.mark.parametrize(
    ("batch", "number", "kinds"), [(3, 1, 1), (5, 8, 2), (2, 130, 1), (4, 200, 7), (2, 257, 1), (1, 700, 2)]
)
@pytest.mark.parametrize("close", [Close(0.5), Close(0.3, inclusive=True), Close(0.6, extra=1)])
def test_the_boxes_that_stay_are_those_of_a_plain_loop(batch, number, kinds, close):
    rng = np.random.default_rng(number)
    boxes = _boxes(rng, batch, number) * (20 if close.extra else 1)
    alive, classes = rng.random((batch, number)) > 0.1, rng.integers(0, kinds, (batch, number)).astype(np.float32)
    result = suppress(*(torch.from_numpy(item) for item in (alive, boxes)), close, torch.from_numpy(classes))
    np.testing.assert_array_equal(result.numpy(), _greedy(alive, boxes, close, classes))


@pytest.mark.parametrize("size", [0.02, 0.3, 3])
@pytest.mark.parametrize("scale", [1e-3, 1, 1e4, 1e18])
@pytest.mark.parametrize("threshold", [0.05, 0.5, 1])
def test_few_and_many_near_boxes_of_any_size_give_what_a_plain_loop_gives(size, scale, threshold):
    rng = np.random.default_rng(1)
    corners = rng.random((2, 150, 2), dtype=np.float32)
    boxes = np.concatenate((corners, corners + rng.random((2, 150, 2), dtype=np.float32) * np.float32(size)), -1)
    boxes[:, 90:100] = boxes[:, :10]
    boxes[:, 100:104, 2:] = boxes[:, 100:104, :2]
    boxes *= np.float32(scale)
    alive, close = np.ones((2, 150), bool), Close(threshold, inclusive=True)
    result = suppress(torch.from_numpy(alive), torch.from_numpy(boxes), close)
    np.testing.assert_array_equal(result.numpy(), _greedy(alive, boxes, close, np.zeros((2, 150))))


@pytest.mark.parametrize("size", [0.01, 0.1, 0])
@pytest.mark.parametrize(("batch", "number", "kinds"), [(1, 1100, 1), (3, 600, 2), (40, 100, 30)])
def test_lists_and_whole_batches_keep_the_same_boxes(batch, number, kinds, size):
    rng = np.random.default_rng(number)
    corners = rng.random((batch, number, 2), dtype=np.float32) * (size > 0)  # size 0: all boxes are the same
    boxes = torch.from_numpy(np.concatenate((corners, corners + np.float32(size or 1)), -1))
    alive = torch.from_numpy(rng.random((batch, number)) > 0.1)
    classes = torch.from_numpy(rng.integers(0, kinds, (batch, number)).astype(np.float32) - 0.5)
    for close in (Close(0.5), Close(0.7, inclusive=True)):
        expected = _suppress_batch(alive, boxes, close, classes, None)
        assert torch.equal(suppress(alive, boxes, close, classes), expected)


@pytest.mark.parametrize("number", [40, 64, 65, 128, 300])
@pytest.mark.parametrize("limit", [1, 5, 60])
def test_the_first_boxes_that_stay_are_right_where_few_are_asked_for(number, limit):
    rng = np.random.default_rng(number)
    boxes, alive = _boxes(rng, 1, number), rng.random((1, number)) > 0.1
    expected = np.flatnonzero(_greedy(alive, boxes, Close(0.5), np.zeros((1, number))))[:limit]
    result = suppress(torch.from_numpy(alive), torch.from_numpy(boxes), Close(0.5), limit=limit)
    np.testing.assert_array_equal(np.flatnonzero(result)[: len(expected)], expected)


def test_boxes_of_class_nan_are_of_no_class():
    classes = torch.tensor([[1, np.nan, np.nan, 1, -0.0, 0.0]])
    boxes = torch.tensor([0.0, 0, 1, 1]).expand(1, 6, 4)
    result = suppress(torch.ones((1, 6), dtype=torch.bool), boxes, Close(0.5), classes)
    assert result.tolist() == [[True, True, True, False, True, False]]


def test_boxes_without_area_or_that_are_not_finite_meet_nothing():
    boxes = torch.tensor([[[0, 0, 1, 1], [0.5, 0.5, 0.5, 0.5], [0, 0, np.nan, 1], [0, 0, np.inf, 1], [0, 0, 1, 1]]])
    result = suppress(torch.ones((1, 5), dtype=torch.bool), boxes, Close(0.1))
    assert result.tolist() == [[True, True, True, True, False]]


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float64", "int32"])
def test_boxes_of_other_types_are_suppressed_too(dtype):
    boxes = torch.tensor([[[0, 0, 8, 8], [1, 0, 9, 8], [6, 6, 14, 14]]], dtype=getattr(torch, dtype))
    assert suppress(torch.ones((1, 3), dtype=torch.bool), boxes, Close(0.5)).tolist() == [[True, False, True]]


def test_a_limit_keeps_the_first_that_stay():
    boxes = torch.from_numpy(_boxes(np.random.default_rng(0), 1, 600))
    alive = torch.ones((1, 600), dtype=torch.bool)
    all_, some = (suppress(alive, boxes, Close(0.5), limit=limit)[0].nonzero()[:50] for limit in (None, 50))
    assert torch.equal(all_, some)


@pytest.mark.parametrize(
    "scores",
    [
        np.random.default_rng(0).normal(size=(3, 100)),
        np.random.default_rng(1).integers(-3, 3, (2, 50)),
        np.array([[0.0, -0.0, 1, -0.0, 0.0, -1, np.inf, -np.inf, 1e-45, -1e-45]]),
        np.empty((2, 0)),
    ],
)
def test_a_ranking_falls_and_keeps_the_order_of_equal_scores(scores):
    scores = scores.astype(np.float32)
    expected = np.argsort(-scores, axis=1, kind="stable")
    np.testing.assert_array_equal(ranking(torch.from_numpy(scores)).numpy(), expected)


def test_a_ranking_puts_nan_of_either_sign_first():
    scores = torch.tensor([[1.0, np.nan, 2.0, -np.nan]])
    assert ranking(scores).tolist() == [[1, 3, 2, 0]]
