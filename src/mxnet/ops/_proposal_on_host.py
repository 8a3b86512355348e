"""Proposals of regions by NumPy: for a few hundred anchors, a call of PyTorch's takes three times as long."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..core.errors import MXNetError
from ..kernels.select import ranking_on_host
from ..kernels.suppression import Close, suppress_on_host

Array = npt.NDArray[Any]


class Anchors(NamedTuple):
    """Anchors of a grid: corners ``(4, n)``, sizes and middles ``(2, n)``, and the rows and columns of their places."""

    corners: Array
    size: Array
    middle: Array
    row: Array
    column: Array

    @classmethod
    def of(cls, corners: Array, height: int, width: int) -> Anchors:
        """Return the anchors of these corners ``(n, 4)``, place after place of a grid."""
        corners = np.ascontiguousarray(corners.T)
        size = corners[2:] - corners[:2] + 1
        row, column = np.indices((height, width)).reshape(2, -1).repeat(corners.shape[1] // (height * width), 1)
        return cls(corners, size, corners[:2] + (size - 1) / 2, row, column)


def _moved(deltas: Array, anchors: Anchors, iou_loss: bool) -> Array:
    """Return the boxes ``(4, N, n)`` that deltas mean."""
    if iou_loss:
        return anchors.corners[:, None] + deltas
    center = deltas[:2] * anchors.size[:, None]
    center += anchors.middle[:, None]
    half = np.exp(deltas[2:])
    half *= anchors.size[:, None]
    half -= 1
    half /= 2
    return np.concatenate((center - half, center + half))


def _candidates(cls_prob: Array, bbox_pred: Array, im_info: Array, p: Any, anchors: Anchors) -> tuple[Array, Array]:
    """Return boxes ``(4, N, n)`` within the images, and their scores, -1 for what is not to be proposed."""
    batch, channels, height, width = cls_prob.shape
    score = cls_prob[:, channels // 2 :].transpose(0, 2, 3, 1).reshape(batch, -1)
    deltas = bbox_pred.reshape(batch, -1, 4, height, width).transpose(2, 0, 3, 4, 1).reshape(4, batch, -1)
    boxes = _moved(deltas, anchors, p.iou_loss).reshape(2, 2, batch, -1)
    boxes = np.maximum(np.minimum(boxes, im_info.T[1::-1, :, None] - 1), 0)
    real = im_info[:, :2] // p.feature_stride
    if (real > (height, width)).any():
        raise MXNetError(f"cls_prob: a grid of {height} x {width} does not reach over the images")
    least = (p.rpn_min_size * im_info[:, 2])[:, None]
    left_out = (boxes[1] - boxes[0] + 1 < least).any(0)
    if left_out.any():
        boxes += np.where(left_out, least / 2, 0) * np.array([-1, 1], boxes.dtype)[:, None, None, None]
    if (real < (height, width)).any():
        left_out |= (anchors.row >= real[:, :1]) | (anchors.column >= real[:, 1:])
    score[left_out] = -1
    return boxes.reshape(4, batch, -1), score


def propose(cls_prob: Array, bbox_pred: Array, im_info: Array, p: Any, anchors: Anchors) -> tuple[Array, Array]:
    """Return proposals ``(N * top, 5)`` of image and box, and their scores ``(N * top, 1)``."""
    batch, top = len(cls_prob), p.rpn_post_nms_top_n
    with np.errstate(all="ignore"):
        boxes, score = _candidates(cls_prob, bbox_pred, im_info, p, anchors)
    rois, scores = np.empty((batch, top, 5), np.float32), np.empty((batch, top), np.float32)
    for image, order in enumerate(ranking_on_host(score)):
        best = order[: p.rpn_pre_nms_top_n] if p.rpn_pre_nms_top_n > 0 else order
        corners = boxes[:, image].take(best, 1)
        pick = np.flatnonzero(suppress_on_host(corners[:, None], None, Close(p.threshold, extra=1), limit=top))[:top]
        if len(pick) < top:  # they come again from the first
            pick = pick[np.arange(top) % len(pick)]
        rois[image, :, 0], rois[image, :, 1:] = image, corners.take(pick, 1).T
        scores[image] = score[image].take(best.take(pick))
    return rois.reshape(-1, 5), scores.reshape(-1, 1)
