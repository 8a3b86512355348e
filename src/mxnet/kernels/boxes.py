"""Geometry of boxes.

Boxes are tensors ``(..., 4)``: ``corner`` is ``(x1, y1, x2, y2)``, ``center`` is ``(x, y, width, height)``.
"""

from typing import Literal

import torch

from ..core.constants import constant_like

Format = Literal["center", "corner"]


def to_corners(boxes: torch.Tensor) -> torch.Tensor:
    """Return boxes given by centre and size as corners."""
    half = boxes[..., 2:] / 2
    return torch.cat((boxes[..., :2] - half, boxes[..., :2] + half), -1)


def to_centers(boxes: torch.Tensor) -> torch.Tensor:
    """Return boxes given by corners as centre and size."""
    first, last = boxes[..., :2], boxes[..., 2:]
    return torch.cat(((first + last) / 2, last - first), -1)


def as_corners(boxes: torch.Tensor, form: Format) -> torch.Tensor:
    """Return boxes of a format as corners."""
    return to_corners(boxes) if form == "center" else boxes


def encoded(boxes: torch.Tensor, anchors: torch.Tensor) -> torch.Tensor:
    """Return boxes as offsets to anchors: ``(centre - anchor centre) / anchor size``, ``log(size / anchor size)``."""
    (low, high), (first, last) = _halves(boxes), _halves(anchors)
    size = last - first
    move = torch.addcdiv(constant_like(0.0, size), (low + high).sub_(first + last), size, value=0.5)
    return _joined(move, ((high - low) / size).log())


def decoded(offsets: torch.Tensor, anchors: torch.Tensor) -> torch.Tensor:
    """Return the corners of boxes given as offsets, as by :func:`encoded`, to anchors in centre format."""
    (move, grow), (middle, size) = _halves(offsets), _halves(anchors)
    center = move * size + middle
    half = grow.exp() * size / 2
    return _joined(center - half, center + half)


#: boxes from which on a row of them is long
LONG = 64


def overlaps(first: torch.Tensor, second: torch.Tensor, extra: float = 0) -> torch.Tensor:
    """Return the IoU ``(..., n, m)`` of every pair of boxes ``(..., n, 4)`` and ``(..., m, 4)``, given as corners.

    ``extra`` is added to the difference of two corners: 1 if both corner pixels belong to a box. The IoU of two boxes
    without area is 0.
    """
    if second.shape[-2] < LONG and first.shape[-2] > 2 * second.shape[-2]:
        return overlaps(second, first, extra).mT  # long rows vectorize
    a, b = (_coordinates_first(item) for item in (first, second))
    area = _area(a, extra).unsqueeze(-1), _area(b, extra).unsqueeze(-2)
    a, b = a.unsqueeze(-1), b.unsqueeze(-2)
    lengths = torch.minimum(a[2:], b[2:]) - torch.maximum(a[:2], b[:2])
    if extra:
        lengths += extra
    across, down = lengths.clamp_(min=0)
    common = across.mul_(down)
    union = (area[0] + area[1]).sub_(common)
    # a union that is 0 or NaN, and no other, gives NaN; PyTorch's `where` takes several times as long
    return common.div_(union).nan_to_num_(0, torch.inf, -torch.inf)


def _coordinates_first(boxes: torch.Tensor) -> torch.Tensor:
    """Return ``(..., n, 4)`` as ``(4, ..., n)``, on CPUs contiguous, which vectorizes."""
    coordinates = boxes.movedim(-1, 0)
    return coordinates.contiguous() if boxes.is_cpu else coordinates


def _halves(boxes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the first and the last two numbers of ``(..., n, 4)``, which :func:`_joined` puts together again."""
    if not boxes.is_cpu:
        return boxes[..., :2], boxes[..., 2:]
    coordinates = _coordinates_first(boxes)
    return coordinates[:2], coordinates[2:]


def _joined(first: torch.Tensor, last: torch.Tensor) -> torch.Tensor:
    if not first.is_cpu:
        return torch.cat((first, last), -1)
    return torch.cat((first, last)).movedim(0, -1).contiguous()


def _area(corners: torch.Tensor, extra: float) -> torch.Tensor:
    size = corners[2:] - corners[:2]
    if extra:
        size += extra
    across, down = size.clamp_(min=0).unbind(0)
    return across * down


def to_front(is_true: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return ``(order, inside)``: the indices that bring the true of booleans ``(N, n)`` first, and the sorted ones."""
    order = (~is_true).to(torch.uint8).sort(dim=1, stable=True).indices
    inside = torch.arange(is_true.shape[1], device=is_true.device) < is_true.sum(1, keepdim=True)
    return order, inside
