"""Detection: boxes, anchors, what to learn for them, detections and proposals of regions."""

from typing import Any

import torch

from ...kernels.boxes import encoded, overlaps
from .. import portable_detection as portable
from ..proposal import grid_anchors, portable_arguments
from . import writes
from .tensors import by_function, written

by_function("_contrib_box_iou", "_contrib_box_encode", "_contrib_box_decode")


@writes("_contrib_box_nms")
def _(g, p, x):
    return x if p.topk == 0 else written(g, portable.box_nms, x, **g.op.call_kwargs(p))


@writes("_contrib_MultiBoxPrior")
def _(g, p, x):
    height, width = g.static(x, 2, 3)
    result = g.op.call(torch.empty((1, 1, height, width)), **g.op.call_kwargs(p))
    return g.constant(result.numpy())


@writes("_contrib_MultiBoxDetection")
def _(g, p, scores, offsets, anchors):
    attributes = {name: item for name, item in g.op.call_kwargs(p).items() if name != "background_id"}
    return written(g, portable.multibox_detection, scores, offsets, anchors, **attributes)


@writes("_contrib_Proposal", "_contrib_MultiProposal")
def _(g, p, scores, deltas, info):
    anchors = grid_anchors(p, *g.static(scores, 2, 3), torch.device("cpu"))
    return written(g, portable.proposal, scores, deltas, info, anchors, *portable_arguments(p))


# -- what to learn -----------------------------------------------------------------------------------------------------

#: overlaps up to this are none
_TOUCH = 1e-6


def _paired(table: Any, most: Any) -> Any:
    """Return for every anchor of ``(B, A, L)`` overlaps the box that is paired with it, best pairs first, or -1."""
    batch, anchors, boxes = table.shape
    row, column = torch.arange(anchors).unsqueeze(0), torch.arange(boxes).unsqueeze(0)

    def goes_on(i: Any, table: Any, matched: Any) -> Any:
        return i < most

    def step(i: Any, table: Any, matched: Any) -> Any:
        best, at = table.flatten(1).max(1, keepdim=True)
        mine, box = row == at // boxes, at % boxes
        matched = torch.where(mine & (best > _TOUCH), box, matched)
        gone = mine.unsqueeze(2) | (column == box).unsqueeze(1)
        return i + 1, torch.where(gone, -1, table), matched

    begin = torch.zeros((), dtype=torch.int64), table, table.new_full((batch, anchors), -1, dtype=torch.int64)
    return portable.while_loop(goes_on, step, begin, boxes)[2]


def _background(scores: Any, best: Any, positive: Any, ratio: float, thresh: float) -> Any:
    """Return which unmatched anchors to learn as background: those that the network is least sure of."""
    count = (positive.sum(1, keepdim=True).float() * ratio).long()
    count = torch.minimum(count, (~positive).sum(1, keepdim=True))
    candidate = ~positive & (best < thresh)
    unsure = torch.where(candidate, scores.softmax(1)[:, 0], torch.inf)
    return candidate & (unsure.argsort(1).argsort(1) < count)


def _targets(anchors: Any, label: Any, scores: Any, p: Any) -> Any:
    real = (label[..., 0] == -1).long().cumsum(1) == 0
    counts = real.sum(1, keepdim=True)
    boxes = label[..., 1:5].reshape(*label.shape[:2], 4)
    anchors = anchors.reshape(*anchors.shape[:2], 4)
    table = torch.where(real.unsqueeze(1), overlaps(anchors, boxes), -1)
    matched, best = _paired(table, counts.amax()), table.amax(2)
    if p.overlap_threshold > 0:
        near = (matched < 0) & (best > p.overlap_threshold)
        matched = torch.where(near, table.argmax(2), matched)
    positive = matched >= 0
    chosen = portable.take_rows(label[..., :5], matched.clamp(min=0))
    ignored = counts == 0
    if p.negative_mining_ratio > 0:
        negative = _background(scores, best, positive, p.negative_mining_ratio, p.negative_mining_thresh)
        ignored = ignored | ~(positive | negative)
    classes = torch.where(ignored, p.ignore_label, torch.where(positive, chosen[..., 0] + 1, 0))
    offsets = encoded(chosen[..., 1:], anchors) / label.new_tensor(p.variances)
    mask = positive.unsqueeze(2)
    offsets = torch.where(mask, offsets, 0)
    return offsets.flatten(1), mask.to(label.dtype).expand_as(offsets).flatten(1), classes


@writes("_contrib_MultiBoxTarget")
def _(g, p, anchors, label, scores):
    return written(g, _targets, anchors, label, scores, p=p)
