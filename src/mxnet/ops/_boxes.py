"""Geometry of boxes.

Boxes are tensors ``(..., 4)``: ``corner`` is ``(x1, y1, x2, y2)``, ``center`` is ``(x, y, width, height)``.
"""

from __future__ import annotations

from typing import Literal

import torch

Format = Literal["center", "corner"]


def to_corners(boxes):
    """Return boxes given by centre and size as corners."""
    half = boxes[..., 2:] / 2
    return torch.cat((boxes[..., :2] - half, boxes[..., :2] + half), -1)


def to_centers(boxes):
    """Return boxes given by corners as centre and size."""
    first, last = boxes[..., :2], boxes[..., 2:]
    return torch.cat(((first + last) / 2, last - first), -1)


def as_corners(boxes, form):
    """Return boxes of a format as corners."""
    return to_corners(boxes) if form == "center" else boxes


def encoded(boxes, anchors):
    """Return the moves in parts of the anchors' sizes, and the logarithms of the growth, from anchors to boxes."""
    target, anchor = to_centers(boxes), to_centers(anchors)
    move = (target[..., :2] - anchor[..., :2]) / anchor[..., 2:]
    return torch.cat((move, (target[..., 2:] / anchor[..., 2:]).log()), -1)


def decoded(offsets, anchors):
    """Return the corners that offsets, as :func:`encoded` makes them, to anchors given by their centres mean."""
    center = offsets[..., :2] * anchors[..., 2:] + anchors[..., :2]
    return to_corners(torch.cat((center, offsets[..., 2:].exp() * anchors[..., 2:]), -1))


def overlaps(first, second, extra=0):
    """Return the IoU of every box of ``(..., n, 4)`` with every one of ``(..., m, 4)``, corners, as ``(..., n, m)``.

    ``extra`` is what a length has beyond the difference of its ends: 1 where both corner pixels belong to the box.
    Pairs without area have 0.
    """
    ours = [each.contiguous().unsqueeze(-1) for each in first.unbind(-1)]
    theirs = [each.contiguous().unsqueeze(-2) for each in second.unbind(-1)]
    across, down = (
        (torch.minimum(ours[i + 2], theirs[i + 2]).sub_(torch.maximum(ours[i], theirs[i])) + extra).clamp_(min=0)
        for i in (0, 1)
    )
    common = across.mul_(down)
    union = _area(ours, extra) + _area(theirs, extra) - common
    return torch.where(union > 0, common.div_(union), 0)


def _area(corners, extra):
    x1, y1, x2, y2 = corners
    return (x2 - x1 + extra).clamp(min=0) * (y2 - y1 + extra).clamp(min=0)


def to_front(kept):
    """Return ``(order, inside)``: the places of ``(N, n)`` booleans with the true ones first, and which are true."""
    order = (~kept).to(torch.uint8).sort(dim=1, stable=True).indices
    inside = torch.arange(kept.shape[1], device=kept.device) < kept.sum(1, keepdim=True)
    return order, inside
