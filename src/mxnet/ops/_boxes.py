"""Geometry of boxes, and the greedy suppression of those that overlap better ones.

Boxes are tensors ``(..., 4)``: ``corner`` is ``(x1, y1, x2, y2)``, ``center`` is ``(x, y, width, height)``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import torch

Format = Literal["center", "corner"]

#: So many boxes at a time are compared with all that come after them: bounds the memory of the comparison.
_BLOCK = 1024


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
    a, b = first.unsqueeze(-2), second.unsqueeze(-3)
    inner = (torch.minimum(a[..., 2:], b[..., 2:]) - torch.maximum(a[..., :2], b[..., :2]) + extra).clamp(min=0)
    common = inner[..., 0] * inner[..., 1]
    union = _area(first, extra).unsqueeze(-1) + _area(second, extra).unsqueeze(-2) - common
    return torch.where(union > 0, common / union, 0)


def _area(boxes, extra):
    size = (boxes[..., 2:] - boxes[..., :2] + extra).clamp(min=0)
    return size[..., 0] * size[..., 1]


def suppress(alive: torch.Tensor, beats: Callable[[slice, slice], torch.Tensor]) -> torch.Tensor:
    """Return which of ``(N, n)`` boxes, best first, stay when each that stays removes later ones it beats.

    ``alive`` says which take part; ``beats(some, others)`` gives ``(N, some, others)`` booleans for two ranges.
    """
    alive, number = alive.clone(), alive.shape[1]
    if alive.device.type == "meta":
        return alive
    for start in range(0, number, _BLOCK):
        size = min(_BLOCK, number - start)
        block = slice(start, start + size)
        table = beats(block, slice(start, number))
        kept = _survivors(alive[:, block], table[..., :size].triu(1))
        alive[:, block] = kept
        alive[:, start + size :] &= ~(kept.unsqueeze(2) & table[..., size:]).any(1)
    return alive


def _survivors(alive, table):
    """Return who stays, given all pairs: applied until nothing changes, the rule settles at least one box a time."""
    table = table.float()
    kept = alive
    while True:
        removed = torch.bmm(kept.float().unsqueeze(1), table).squeeze(1) > 0
        found = alive & ~removed
        if torch.equal(found, kept):
            return kept
        kept = found


def to_front(kept):
    """Return ``(order, inside)``: the places of ``(N, n)`` booleans with the true ones first, and which are true."""
    order = (~kept).to(torch.uint8).sort(dim=1, stable=True).indices
    inside = torch.arange(kept.shape[1], device=kept.device) < kept.sum(1, keepdim=True)
    return order, inside
