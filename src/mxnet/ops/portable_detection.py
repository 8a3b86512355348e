"""Detection in PyTorch alone, without control flow that PyTorch's tracers cannot write down.

Programs of ``torch.export`` have these functions in the place of the operators of the same names, whose attributes they
take. Source of PyTorch has their text: they use each other and ``torch`` alone.
"""

from collections.abc import Callable
from typing import Any

import torch
from torch.overrides import handle_torch_function, has_torch_function

from ..core import torch_compat
from ..core.errors import MXNetError


def written_down() -> bool:
    """Return whether this call becomes part of a program of ``torch.export``.

    Raises :class:`MXNetError` under ``torch.jit.trace``, which would record what the example's boxes remove.
    """
    if torch.jit.is_tracing():  # type: ignore[no-untyped-call, attr-defined]
        raise MXNetError("torch.jit.trace cannot record which boxes remove others: use torch.export")
    return torch.compiler.is_exporting()


def while_loop(
    condition: Callable[..., Any], body: Callable[..., Any], state: tuple[torch.Tensor, ...], most: int
) -> tuple[torch.Tensor, ...]:
    """Repeat ``state = body(*state)`` while the condition holds, ``most`` times at most."""
    if has_torch_function(state):
        return handle_torch_function(while_loop, state, condition, body, state, most)  # type: ignore[no-any-return]
    return torch_compat.while_loop(condition, body, state, most)


def take_rows(rows: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
    """Return the rows ``(N, m, k)`` of ``(N, n, k)`` at the positions ``(N, m)``."""
    return rows.gather(1, index.unsqueeze(-1).expand(-1, -1, rows.shape[-1]))


def best_first(scores: torch.Tensor) -> torch.Tensor:
    """Return the positions that sort ``(N, n)`` scores in descending order, equal ones in the order of position."""
    return scores.sort(dim=1, descending=True, stable=True).indices


def true_first(flags: torch.Tensor) -> torch.Tensor:
    """Return the positions that bring the true of ``(N, n)`` to the front, in their order."""
    return flags.logical_not().to(torch.uint8).sort(dim=1, stable=True).indices


def keep_boxes(
    alive: torch.Tensor,
    boxes: torch.Tensor,
    threshold: float,
    inclusive: bool = False,
    extra: float = 0.0,
    classes: torch.Tensor | None = None,
    limit: int | None = None,
) -> torch.Tensor:
    """Return which of ``(N, n)`` boxes, best first, stay: each that does removes later ones that overlap it.

    Only those that are ``alive`` take part, and boxes of one class remove each other. Overlaps are greater than
    ``threshold``, or reach it; ``extra`` is added to sides. With a ``limit``, the first so many are right.
    """
    positions = torch.arange(boxes.shape[1], device=boxes.device)
    boxes = torch.where(boxes.isfinite().all(-1, keepdim=True), boxes, -1e30)  # far from all others
    sides = (boxes[..., 2:] - boxes[..., :2] + extra).clamp(min=0)
    areas = sides[..., 0] * sides[..., 1]
    last = torch.where(alive, positions + 1, 0).amax()

    def goes_on(i: torch.Tensor, alive: torch.Tensor) -> torch.Tensor:
        return i < last if limit is None else (i < last) & ((alive & (positions < i)).sum(1).amin() < limit)

    def step(i: torch.Tensor, alive: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        at = i.reshape(1)
        one = boxes.index_select(1, at)
        lengths = torch.minimum(one[..., 2:], boxes[..., 2:]) - torch.maximum(one[..., :2], boxes[..., :2]) + extra
        lengths = lengths.clamp(min=0)
        common = lengths[..., 0] * lengths[..., 1]
        union = areas + areas.index_select(1, at) - common
        overlap = torch.where(union > 0, common / union, 0)
        removed = (overlap >= threshold if inclusive else overlap > threshold) & (positions > i)
        removed = removed & alive.index_select(1, at)
        if classes is not None:
            removed = removed & (classes == classes.index_select(1, at))
        return i + 1, alive & removed.logical_not()

    start = torch.zeros((), dtype=torch.int64, device=boxes.device)
    return while_loop(goes_on, step, (start, alive), boxes.shape[1])[1]


def multibox_detection(
    cls_prob: torch.Tensor,
    loc_pred: torch.Tensor,
    anchor: torch.Tensor,
    clip: bool,
    threshold: float,
    nms_threshold: float,
    force_suppress: bool,
    variances: tuple[float, ...],
    nms_topk: int,
) -> torch.Tensor:
    """Return detections ``(N, A, 6)``, best first: class, score and corners; class -1 means none."""
    scores = cls_prob[:, 1:]
    score, category = scores.amax(1), scores.argmax(1)
    first, last = anchor[0, :, :2], anchor[0, :, 2:]
    moves = loc_pred.reshape(cls_prob.shape[0], -1, 4) * loc_pred.new_tensor(variances)
    middle = moves[..., :2] * (last - first) + (first + last) / 2
    half = moves[..., 2:].exp() * (last - first) / 2
    boxes = torch.cat((middle - half, middle + half), -1)
    if clip:
        boxes = boxes.clamp(0, 1)
    rows = torch.cat((category.to(boxes.dtype).unsqueeze(-1), score.unsqueeze(-1), boxes), -1)
    real = (score >= threshold) & (score > -1)
    count = real.sum(1, keepdim=True)
    positions = torch.arange(rows.shape[1], device=rows.device)
    rows = torch.where((positions < count).unsqueeze(-1), take_rows(rows, true_first(real)), -1)
    if not 0 < nms_threshold <= 1:
        return rows
    if nms_topk > 0:
        count = count.clamp(max=nms_topk)
    ranked = positions < count
    rows = torch.where(ranked.unsqueeze(-1), take_rows(rows, best_first(rows[..., 1])), rows)
    classes = None if force_suppress else rows[..., 0]
    stays = keep_boxes(ranked, rows[..., 2:], nms_threshold, inclusive=True, classes=classes)
    return torch.cat((torch.where(stays, rows[..., 0], -1).unsqueeze(-1), rows[..., 1:]), -1)


def box_nms(
    data: torch.Tensor,
    overlap_thresh: float,
    valid_thresh: float,
    topk: int,
    coord_start: int,
    score_index: int,
    id_index: int,
    background_id: int,
    force_suppress: bool,
    in_format: str,
    out_format: str,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the rows ``(..., n, k)`` that stay, best first, -1 after them, and which row of ``data`` each is."""
    rows = data.reshape(-1, data.shape[-2], data.shape[-1])
    positions = torch.arange(rows.shape[1], device=rows.device)
    score, box = rows[..., score_index], slice(coord_start, coord_start + 4)
    valid = score > valid_thresh
    if id_index >= 0:
        valid = valid & (rows[..., id_index] != background_id)
    order = best_first(score.masked_fill(valid.logical_not(), -torch.inf))
    count = valid.sum(1, keepdim=True)
    if topk >= 0:
        count = count.clamp(max=topk)
    rows = take_rows(rows, order)
    boxes = rows[..., box]
    if in_format == "center":
        boxes = torch.cat((boxes[..., :2] - boxes[..., 2:] / 2, boxes[..., :2] + boxes[..., 2:] / 2), -1)
    classes = None if force_suppress or id_index < 0 else rows[..., id_index]
    stays = keep_boxes(positions < count, boxes, overlap_thresh, classes=classes)
    front, inside = true_first(stays), positions < stays.sum(1, keepdim=True)
    rows, order = take_rows(rows, front), order.gather(1, front)
    if in_format != out_format:  # a box whose first number is negative is left as it is
        first, last, old = rows[..., box][..., :2], rows[..., box][..., 2:], rows[..., box]
        pair = (first - last / 2, first + last / 2) if out_format == "corner" else ((first + last) / 2, last - first)
        boxes = torch.where(old[..., :1] < 0, old, torch.cat(pair, -1))
        rows = torch.cat((rows[..., :coord_start], boxes, rows[..., coord_start + 4 :]), -1)
    rows = torch.where(inside.unsqueeze(-1), rows, -1)
    order = torch.where(inside, order, -1).to(data.dtype)
    return rows.reshape(data.shape), order.reshape(*data.shape[:-1], 1)


def candidates(
    cls_prob: torch.Tensor,
    bbox_pred: torch.Tensor,
    im_info: torch.Tensor,
    anchors: torch.Tensor,
    min_size: float,
    stride: float,
    iou_loss: bool,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return boxes ``(N, H * W * A, 4)`` within the images, and their scores, -1 for what is not to be proposed.

    ``bbox_pred`` are moves of the anchors' corners (``iou_loss``), or of centre and size in parts of the anchor's.
    """
    batch, channels, height, width = cls_prob.shape
    count = channels // 2
    score = cls_prob[:, count:].permute(0, 2, 3, 1).reshape(batch, -1)
    moves = bbox_pred.reshape(batch, count, 4, height, width).permute(0, 3, 4, 1, 2).reshape(batch, -1, 4)
    if iou_loss:
        boxes = anchors + moves
    else:
        size = anchors[:, 2:] - anchors[:, :2] + 1
        middle = moves[..., :2] * size + anchors[:, :2] + (size - 1) / 2
        half = (moves[..., 2:].exp() * size - 1) / 2
        boxes = torch.cat((middle - half, middle + half), -1)
    limit = im_info[:, None, :2].flip(-1).repeat(1, 1, 2) - 1
    boxes = torch.minimum(boxes, limit).clamp(min=0)
    real = (im_info[:, :2] / stride).floor()
    positions = torch.arange(height * width * count, device=score.device)
    row, column = positions // (width * count), positions // count % width
    outside = (row >= real[:, :1]) | (column >= real[:, 1:])
    least = (min_size * im_info[:, 2])[:, None, None]
    small = (boxes[..., 2:] - boxes[..., :2] + 1 < least).any(-1)
    wider = torch.cat((boxes[..., :2] - least / 2, boxes[..., 2:] + least / 2), -1)
    return torch.where(small.unsqueeze(-1), wider, boxes), score.masked_fill(outside | small, -1)


def proposal(
    cls_prob: torch.Tensor,
    bbox_pred: torch.Tensor,
    im_info: torch.Tensor,
    anchors: torch.Tensor,
    pre_nms_top_n: int,
    post_nms_top_n: int,
    threshold: float,
    min_size: float,
    stride: float,
    iou_loss: bool,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return regions ``(N * post_nms_top_n, 5)``, image and corners, and their scores ``(N * post_nms_top_n, 1)``.

    ``anchors`` are those of the grid, ``(H * W * A, 4)``.
    """
    batch = cls_prob.shape[0]
    boxes, score = candidates(cls_prob, bbox_pred, im_info, anchors, min_size, stride, iou_loss)
    order = best_first(score)
    if pre_nms_top_n > 0:
        order = order[:, :pre_nms_top_n]
    score, boxes = score.gather(1, order), take_rows(boxes, order)
    stays = keep_boxes(torch.ones_like(score, dtype=torch.bool), boxes, threshold, extra=1.0, limit=post_nms_top_n)
    stays = stays & (stays.cumsum(1) <= post_nms_top_n)
    again = torch.arange(post_nms_top_n, device=score.device) % stays.sum(1, keepdim=True)  # too few are repeated
    pick = true_first(stays).gather(1, again)
    image = torch.arange(batch, device=boxes.device).to(boxes.dtype).reshape(-1, 1, 1).expand(-1, post_nms_top_n, 1)
    rois = torch.cat((image, take_rows(boxes, pick)), -1)
    return rois.reshape(-1, 5), score.gather(1, pick).reshape(-1, 1)
