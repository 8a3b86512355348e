"""Boxes: overlap, suppression, offsets to anchors."""

from typing import Any

import numpy as np

from . import writes
from .activation import count

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
