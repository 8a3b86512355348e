"""Detection: boxes, anchors, what to learn for them, detections and proposals of regions."""

from typing import Any

import numpy as np
import torch

from ..proposal import grid_anchors
from . import writes
from .elementwise import count

#: a box as its four columns
Corners = tuple[Any, Any, Any, Any]


def _columns(g: Any, boxes: Any) -> Corners:
    """Return the four columns of ``(..., 4)``, each ``(..., 1)``."""
    return tuple(g.slice(boxes, boxes.rank - 1, k, k + 1) for k in range(4))


def _to_corners(g: Any, boxes: Any) -> Any:
    x, y, width, height = _columns(g, boxes)
    half = g.Div(width, 2), g.Div(height, 2)
    parts = [g.Sub(x, half[0]), g.Sub(y, half[1]), g.Add(x, half[0]), g.Add(y, half[1])]
    return g.Concat(*parts, axis=-1, shape=boxes.shape)


def _to_centers(g: Any, boxes: Any) -> Any:
    x1, y1, x2, y2 = _columns(g, boxes)
    parts = [g.Div(g.Add(x1, x2), 2), g.Div(g.Add(y1, y2), 2), g.Sub(x2, x1), g.Sub(y2, y1)]
    return g.Concat(*parts, axis=-1, shape=boxes.shape)


def _overlaps(g: Any, first: Corners, second: Corners, extra: float = 0) -> Any:
    """Return the intersection over union of boxes whose columns broadcast; 0 for those without area.

    ``extra`` is what a length has beyond the difference of its ends.
    """

    def length(begin: Any, end: Any) -> Any:
        result = g.Sub(end, begin)
        return g.Max(g.Add(result, extra) if extra else result, 0)

    def area(x1: Any, y1: Any, x2: Any, y2: Any) -> Any:
        return g.Mul(length(x1, x2), length(y1, y2))

    across = length(g.Max(first[0], second[0]), g.Min(first[2], second[2]))
    down = length(g.Max(first[1], second[1]), g.Min(first[3], second[3]))
    common = g.Mul(across, down)
    union = g.Sub(g.Add(area(*first), area(*second)), common)
    positive = g.Greater(union, 0)
    safe = g.Where(positive, union, g.scalar(1, union.dtype), dtype=union.dtype)
    return g.Where(positive, g.Div(common, safe), g.scalar(0, union.dtype), dtype=union.dtype)


@writes("_contrib_box_iou")
def _(g, p, a, b):
    lengths = [*g.lengths(a)[:-1], *g.lengths(b)[:-1]]
    first, second = g.reshape(a, (-1, 1, 4)), g.reshape(b, (1, -1, 4))
    if p.format == "center":
        first, second = _to_corners(g, first), _to_corners(g, second)
    result = _overlaps(g, _columns(g, first), _columns(g, second))
    return g.reshape(g.squeeze(result, 2), lengths)


def selected(
    g: Any, alive: Any, boxes: Any, classes: Any, threshold: Any, turns: Any, inclusive: bool = False, extra: float = 0
) -> Any:
    """Return which of ``(B, n)`` boxes, best first, stay when each that stays removes later ones too close to it.

    ``boxes`` are ``(B, n, 4)`` corners, ``classes`` ``(B, n)`` or None; ``turns`` says how many boxes take part.
    ``extra`` is as in :func:`_overlaps`.
    """
    columns = [g.squeeze(item, 2) for item in _columns(g, boxes)]
    steps = count(g, g.length(alive, 1))
    body = g.inner()
    turn, going, now = body.arguments(turn=("int64", ()), going=("bool", ()), alive=("bool", alive.shape))
    at = body.reshape(turn, (1,))
    mine = tuple(body.Gather(column, at, axis=1) for column in columns)
    overlap = _overlaps(body, mine, tuple(columns), extra)
    limit = body.scalar(threshold, overlap.dtype)
    close = body.GreaterOrEqual(overlap, limit) if inclusive else body.Greater(overlap, limit)
    close = body.And(close, body.Greater(steps, turn))
    if classes is not None:
        close = body.And(close, body.Equal(classes, body.Gather(classes, at, axis=1)))
    removed = body.And(close, body.Gather(now, at, axis=1))
    left = body.And(now, body.Not(removed))
    graph = body.body([turn, going, now], [going, left])
    return g.Loop(turns, None, alive, body=graph, dtype="bool", shape=alive.shape)


def _sorted(g: Any, key: Any) -> Any:
    """Return the order ``(B, n)`` of falling keys, equal ones in their order."""
    return g.TopK(key, g.vector([g.length(key, 1)]), axis=1, outputs=2, dtype=(key.dtype, "int64"), shape=key.shape)[1]


def _to_front(g: Any, chosen: Any) -> tuple[Any, Any]:
    """Return the order of ``(B, n)`` booleans with the true ones first, and which places then have them."""
    order = _sorted(g, g.cast(chosen, "float32"))
    size = g.reduce("ReduceSum", g.cast(chosen, "int64"), [1], keepdims=True)
    return order, g.Less(count(g, g.length(chosen, 1)), size)


def _rows(g: Any, rows: Any, order: Any) -> Any:
    """Return the rows of ``(B, n, k)`` in the order ``(B, n)``."""
    return g.GatherND(rows, g.unsqueeze(order, 2), batch_dims=1, shape=rows.shape)


def column(g: Any, rows: Any, k: int) -> Any:
    """Return a column of rows ``(..., n)``, without its axis."""
    return g.squeeze(g.slice(rows, rows.rank - 1, k, k + 1), rows.rank - 1)


@writes("_contrib_box_nms")
def _(g, p, x):
    if p.topk == 0:
        return x
    width = g.static(x, -1)[0]
    rows = g.reshape(x, (-1, g.length(x, x.rank - 2), width))
    score = column(g, rows, p.score_index)
    valid = g.Greater(score, g.scalar(p.valid_thresh, x.dtype))
    if p.id_index >= 0:
        valid = g.And(valid, g.Not(g.Equal(column(g, rows, p.id_index), float(p.background_id))))
    order = _sorted(g, g.Where(valid, score, g.scalar(-np.inf, x.dtype), dtype=x.dtype, shape=score.shape))
    size = g.reduce("ReduceSum", g.cast(valid, "int64"), [1], keepdims=True)
    if p.topk > 0:
        size = g.Min(size, p.topk)
    ranked = _rows(g, rows, order)
    boxes = g.slice(ranked, 2, p.coord_start, p.coord_start + 4)
    classes = None if p.force_suppress or p.id_index < 0 else column(g, ranked, p.id_index)
    corners = _to_corners(g, boxes) if p.in_format == "center" else boxes
    alive = g.Less(count(g, g.length(rows, 1)), size, shape=score.shape)
    turns = g.reduce("ReduceMax", size)
    stay = selected(g, alive, corners, classes, p.overlap_thresh, turns)
    front, inside = _to_front(g, stay)
    out = _rows(g, ranked, front)
    if p.in_format != p.out_format:
        out = _converted(g, p, out, width)
    out = g.Where(g.unsqueeze(inside, 2), out, g.scalar(-1, x.dtype), dtype=x.dtype)
    return g.reshape(out, g.lengths(x))


def _converted(g: Any, p: Any, rows: Any, width: int) -> Any:
    """Return rows with boxes of the other format; those whose first number is negative stay."""
    start = p.coord_start
    boxes = g.slice(rows, 2, start, start + 4)
    new = (_to_corners if p.out_format == "corner" else _to_centers)(g, boxes)
    new = g.Where(g.Less(g.slice(boxes, 2, 0, 1), 0), boxes, new, dtype=rows.dtype)
    parts = [new]
    if start:
        parts.insert(0, g.slice(rows, 2, 0, start))
    if start + 4 < width:
        parts.append(g.slice(rows, 2, start + 4, width))
    return g.Concat(*parts, axis=2, shape=rows.shape)


def _decoded(g: Any, offsets: Any, centers: Any, clip: float = 0) -> Any:
    """Return the corners that offsets to anchors, given by centre and size, mean."""
    moves, sizes = _columns(g, offsets), _columns(g, centers)
    growth = [g.Exp(g.Min(move, clip) if clip > 0 else move) for move in moves[2:]]
    middle = [g.Add(g.Mul(m, s), c) for m, s, c in zip(moves, sizes[2:], sizes, strict=False)]
    half = [g.Div(g.Mul(item, s), 2) for item, s in zip(growth, sizes[2:], strict=True)]
    parts = [g.Sub(m, h) for m, h in zip(middle, half, strict=True)]
    parts += [g.Add(m, h) for m, h in zip(middle, half, strict=True)]
    return g.Concat(*parts, axis=-1, shape=offsets.shape)


@writes("_contrib_box_decode")
def _(g, p, x, anchors):
    offsets = g.Mul(x, np.array([p.std0, p.std1, p.std2, p.std3], x.dtype), shape=x.shape)
    centers = _to_centers(g, anchors) if p.format == "corner" else anchors
    return _decoded(g, offsets, centers, p.clip)


def _encoded(g: Any, boxes: Any, anchors: Any) -> Any:
    """Return the offsets ``(B, n, 4)`` from anchors to boxes, both given by corners."""
    theirs, own = _columns(g, _to_centers(g, boxes)), _columns(g, _to_centers(g, anchors))
    moves = [g.Div(g.Sub(b, c), s) for b, c, s in zip(theirs[:2], own[:2], own[2:], strict=True)]
    growth = [g.Log(g.Div(b, s)) for b, s in zip(theirs[2:], own[2:], strict=True)]
    return g.Concat(*moves, *growth, axis=2, shape=boxes.shape)


@writes("_contrib_box_encode")
def _(g, p, samples, matches, anchors, refs, means, stds):
    chosen = g.unsqueeze(g.Greater(samples, 0.5), 2)
    offsets = g.Div(g.Sub(_encoded(g, _rows(g, refs, g.cast(matches, "int64")), anchors), means), stds)
    mask = g.Expand(g.cast(chosen, anchors.dtype), g.shape(anchors))
    return g.Where(chosen, offsets, g.scalar(0, anchors.dtype), dtype=anchors.dtype), mask


@writes("_contrib_MultiBoxPrior")
def _(g, p, x):
    height, width = g.static(x, 2, 3)
    result = g.op.call(torch.empty((1, 1, height, width)), **g.op.call_kwargs(p))
    return g.constant(result.numpy())


@writes("_contrib_MultiBoxDetection")
def _(g, p, scores, offsets, anchors):
    dtype = scores.dtype
    size = g.length(scores, 2)
    real_classes = g.slice(scores, 1, 1, None)
    score = g.reduce("ReduceMax", real_classes, [1])
    classes = g.cast(g.ArgMax(real_classes, axis=1, keepdims=0), dtype)
    shaped = g.Mul(g.reshape(offsets, (-1, size, 4)), np.array(p.variances, dtype))
    shaped = g.reshape(shaped, (-1, size, 4))
    boxes = _decoded(g, shaped, _to_centers(g, anchors))
    boxes = g.Clip(boxes, g.scalar(0, dtype), g.scalar(1, dtype)) if p.clip else boxes
    real = g.And(g.GreaterOrEqual(score, g.scalar(p.threshold, dtype)), g.Greater(score, -1))
    front, inside = _to_front(g, real.of_shape(score.shape))
    rows = g.Concat(g.unsqueeze(classes.of_shape(score.shape), 2), g.unsqueeze(score, 2), boxes, axis=2)
    rows = _rows(g, rows.of_shape(scores.shape), front)
    rows = g.Where(g.unsqueeze(inside, 2), rows, g.scalar(-1, dtype), dtype=dtype, shape=scores.shape)
    if not 0 < p.nms_threshold <= 1:
        return rows
    amount = g.reduce("ReduceSum", g.cast(real, "int64"), [1], keepdims=True)
    if p.nms_topk > 0:
        amount = g.Min(amount, p.nms_topk)
    ranked = g.Less(count(g, size), amount, shape=score.shape)
    best = _rows(g, rows, _sorted(g, column(g, rows, 1).of_shape(score.shape)))
    rows = g.Where(g.unsqueeze(ranked, 2), best, rows, dtype=dtype, shape=scores.shape)
    classes = column(g, rows, 0)
    alike, turns = None if p.force_suppress else classes, g.reduce("ReduceMax", amount)
    stay = selected(g, ranked, g.slice(rows, 2, 2, 6), alike, p.nms_threshold, turns, inclusive=True)
    classes = g.Where(stay, classes, g.scalar(-1, dtype), dtype=dtype)
    return g.Concat(g.unsqueeze(classes.of_shape(score.shape), 2), g.slice(rows, 2, 1, 6), axis=2)


# -- what to learn -----------------------------------------------------------------------------------------------------

#: overlaps up to this are none
_TOUCH = 1e-6


def _paired(g: Any, table: Any, turns: Any) -> Any:
    """Return for every anchor of ``(B, A, L)`` overlaps the box that is paired with it, best pairs first, or -1."""
    batch, anchors, boxes = g.lengths(table)
    shape = table.shape[:2]
    nobody = g.Expand(g.scalar(-1, "int64"), g.vector([batch, anchors]), shape=shape)
    width = g.squeeze(boxes, 0) if not isinstance(boxes, int) else g.scalar(boxes, "int64")
    rows, columns = g.unsqueeze(count(g, anchors), 0), g.unsqueeze(count(g, boxes), 0)
    body = g.inner()
    turn, going, now, matched = body.arguments(
        turn=("int64", ()), going=("bool", ()), table=(table.dtype, table.shape), matched=("int64", shape)
    )
    flat = body.reshape(now, (batch, -1))
    at = body.ArgMax(flat, axis=1, keepdims=1)
    best = body.GatherElements(flat, at, axis=1)
    mine = body.Equal(rows, body.Div(at, width))
    box = body.Mod(at, width)
    new = body.Where(body.And(mine, body.Greater(best, _TOUCH)), box, matched, dtype="int64", shape=shape)
    same_column = body.Equal(columns, box).of_shape((None, None))
    matched_pairs = body.Or(body.unsqueeze(mine.of_shape(shape), 2), body.unsqueeze(same_column, 1))
    left = body.Where(matched_pairs, body.scalar(-1, table.dtype), now, dtype=table.dtype, shape=table.shape)
    graph = body.body([turn, going, now, matched], [going, left, new])
    return g.Loop(turns, None, table, nobody, body=graph, outputs=2, dtype=(table.dtype, "int64"))[1].of_shape(shape)


def _negatives(g: Any, p: Any, scores: Any, best: Any, positive: Any) -> Any:
    """Return which unmatched anchors to learn as background: those that the network is least sure of."""
    matched = g.reduce("ReduceSum", g.cast(positive, "int64"), [1], keepdims=True)
    free = g.reduce("ReduceSum", g.cast(g.Not(positive), "int64"), [1], keepdims=True)
    expected = g.cast(g.Mul(g.cast(matched, "float32"), p.negative_mining_ratio), "int64")
    count = g.Min(expected, free)
    candidate = g.And(g.Not(positive), g.Less(best, p.negative_mining_thresh))
    background = g.squeeze(g.slice(g.Softmax(scores, axis=1, shape=scores.shape), 1, 0, 1), 1)
    unsure = g.Where(candidate, background, g.scalar(np.inf, scores.dtype), dtype=scores.dtype)
    length = g.vector([g.length(scores, 2)])
    order = g.TopK(unsure, length, axis=1, largest=0, outputs=2, dtype=(scores.dtype, "int64"))[1]
    rank = g.TopK(order, length, axis=1, largest=0, outputs=2, dtype=("int64", "int64"))[1]
    return g.And(candidate, g.Less(rank, count))


@writes("_contrib_MultiBoxTarget")
def _(g, p, anchors, label, scores):
    dtype, count = label.dtype, g.length(anchors, 1)
    batch = g.length(label, 0)
    ends = g.cast(g.Equal(g.squeeze(g.slice(label, 2, 0, 1), 2), -1), "int64")
    real = g.Equal(g.CumSum(ends, g.scalar(1, "int64")), 0)
    counts = g.reduce("ReduceSum", g.cast(real, "int64"), [1], keepdims=True)
    boxes = g.slice(label, 2, 1, 5)
    theirs = tuple(g.unsqueeze(g.squeeze(item, 2), 1) for item in _columns(g, boxes))
    table = _overlaps(g, _columns(g, anchors), theirs)
    table = g.Where(g.unsqueeze(real.of_shape(label.shape[:2]), 1), table, g.scalar(-1, dtype), dtype=dtype)
    table = table.of_shape((label.shape[0], anchors.shape[1], label.shape[1]))
    matched = _paired(g, table, g.reduce("ReduceMax", counts))
    best = g.reduce("ReduceMax", table, [2])
    if p.overlap_threshold > 0:
        near = g.And(g.Less(matched, 0), g.Greater(best, p.overlap_threshold))
        matched = g.Where(near, g.ArgMax(table, axis=2, keepdims=0), matched, dtype="int64")
    positive = g.GreaterOrEqual(matched, 0).of_shape(table.shape[:2])
    at = g.unsqueeze(g.Max(matched, 0).of_shape(table.shape[:2]), 2)
    shape = (*table.shape[:2], 5)
    chosen = g.GatherND(g.slice(label, 2, 0, 5), at, batch_dims=1, shape=shape)
    zero = g.scalar(0, dtype)
    classes = g.Where(positive, g.Add(column(g, chosen, 0), 1), zero, dtype=dtype)
    ignored = g.Equal(counts, 0)
    if p.negative_mining_ratio > 0:
        negative = _negatives(g, p, scores, best, positive)
        ignored = g.Or(ignored, g.Not(g.Or(positive, negative)))
    classes = g.Where(ignored, g.scalar(p.ignore_label, dtype), classes, dtype=dtype)
    offsets = g.Div(_encoded(g, g.slice(chosen, 2, 1, 5), anchors), np.array(p.variances, dtype))
    mask = g.unsqueeze(positive, 2)
    lengths = [batch, count * 4 if isinstance(count, int) else -1]
    offsets = g.reshape(g.Where(mask, offsets, zero, dtype=dtype), lengths)
    mask = g.Expand(g.cast(mask, dtype), g.vector([batch, count, 4]))
    return offsets, g.reshape(mask, lengths), classes


# -- proposals -----------------------------------------------------------------------------------------------------


def _candidates(g: Any, p: Any, scores: Any, deltas: Any, info: Any) -> tuple[Any, Any]:
    """Return boxes ``(N, H * W * A, 4)`` within the images, and their scores, -1 for what is not to be proposed."""
    channels, height, width = g.static(scores, 1, 2, 3)
    count, batch, dtype = channels // 2, g.length(scores, 0), scores.dtype
    total = height * width * count
    score = g.reshape(g.Transpose(g.slice(scores, 1, count, None), perm=[0, 2, 3, 1]), (batch, total))
    moves = g.Transpose(g.reshape(deltas, (batch, count, 4, height, width)), perm=[0, 3, 4, 1, 2])
    moves = g.reshape(moves, (batch, total, 4))
    anchors = grid_anchors(p, height, width, torch.device("cpu")).numpy()
    if p.iou_loss:
        boxes = g.Add(moves, anchors)
    else:
        size = anchors[:, 2:] - anchors[:, :2] + 1
        middle = g.Add(g.Mul(g.slice(moves, 2, 0, 2), size), anchors[:, :2] + (size - 1) / 2)
        half = g.Div(g.Sub(g.Mul(g.Exp(g.slice(moves, 2, 2, 4)), size), 1), 2)
        boxes = g.Concat(g.Sub(middle, half), g.Add(middle, half), axis=2)
    lengths = g.Gather(info, [1, 0, 1, 0], axis=1)
    boxes = g.Max(g.Min(boxes, g.Sub(g.Unsqueeze(lengths, [1]), 1)), 0)
    boxes = boxes.of_shape((scores.shape[0], total, 4))
    real = g.Floor(g.Div(g.slice(info, 1, 0, 2), float(p.feature_stride)))
    places = np.indices((height, width, count)).reshape(3, -1).astype(dtype)
    outside = g.Or(*[g.GreaterOrEqual(g.constant(places[i : i + 1]), g.slice(real, 1, i, i + 1)) for i in (0, 1)])
    least = g.Unsqueeze(g.Mul(g.slice(info, 1, 2, 3), float(p.rpn_min_size)), [2])
    sides = g.Add(g.Sub(g.slice(boxes, 2, 2, 4), g.slice(boxes, 2, 0, 2)), 1)
    small = g.cast(g.reduce("ReduceMax", g.cast(g.Less(sides, least), "int64"), [2], keepdims=True), "bool")
    wider = g.Add(boxes, g.Mul(g.Div(least, 2), np.array([-1, -1, 1, 1], dtype)))
    boxes = g.Where(small, wider, boxes, dtype=dtype, shape=boxes.shape)
    out = g.Or(outside, g.Squeeze(small, [2]))
    return boxes, g.Where(out, g.scalar(-1, dtype), score, dtype=dtype, shape=(scores.shape[0], total))


@writes("_contrib_Proposal", "_contrib_MultiProposal")
def _(g, p, scores, deltas, info):
    boxes, score = _candidates(g, p, scores, deltas, info)
    dtype, top, total = scores.dtype, p.rpn_post_nms_top_n, score.shape[1]
    most = min(p.rpn_pre_nms_top_n, total) if p.rpn_pre_nms_top_n > 0 else total
    score, order = g.TopK(score, [most], axis=1, outputs=2, dtype=(dtype, "int64"), shape=(score.shape[0], most))
    boxes = g.GatherND(boxes, g.unsqueeze(order, 2), batch_dims=1, shape=(*order.shape, 4))
    everyone = g.Expand(g.constant(np.array(True)), g.shape(score), shape=score.shape)
    stay = selected(g, everyone, boxes, None, p.threshold, g.scalar(most, "int64"), extra=1)
    size = g.reduce("ReduceSum", g.cast(stay, "int64"), [1], keepdims=True)
    again = g.Mod(np.arange(top)[None], g.Min(size, top))
    pick = g.GatherElements(_to_front(g, stay)[0], again, axis=1, dtype="int64", shape=(score.shape[0], top))
    image = g.cast(g.reshape(count(g, g.length(scores, 0)), (-1, 1, 1)), dtype)
    image = g.Expand(image, g.vector([1, top, 1]))
    chosen = g.GatherND(boxes, g.unsqueeze(pick, 2), batch_dims=1, shape=(score.shape[0], top, 4))
    rois = g.Concat(image, chosen, axis=2, shape=(score.shape[0], top, 5))
    return g.reshape(rois, (-1, 5)), g.reshape(g.GatherElements(score, pick, axis=1), (-1, 1))
