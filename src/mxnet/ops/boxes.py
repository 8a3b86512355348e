"""Operators on boxes: overlap, suppression, matching, and their encoding relative to anchors."""

from math import inf, prod

import numpy as np
import torch

from ..core.constants import constant
from ..core.errors import MXNetError, MXNetShapeError
from ..kernels.boxes import Format, as_corners, decoded, encoded, overlaps, to_centers, to_corners, to_front
from ..kernels.choice import for_numpy
from ..kernels.select import ranking, ranking_on_host
from ..kernels.suppression import Close, most_of, suppress, suppress_on_host
from ..registry import op
from . import portable_detection
from ._families import zero_gradient


@op("_contrib_box_iou", amp="widest", backward=zero_gradient)
def box_iou(lhs, rhs, *, format: Format = "corner"):
    """Return how much every pair of boxes overlaps: the area of their intersection over that of their union, 0 to 1.

    No gradient.

    Parameters
    ----------
    lhs
        Boxes, ``(*a, N, 4)``.
    rhs
        Boxes, ``(*b, M, 4)``.
    format
        'corner': boxes are ``(x1, y1, x2, y2)``; 'center': ``(x, y, width, height)``, x and y being those of the
        middle.

    Returns
    -------
    An array ``(*a, N, *b, M)``.

    Examples
    --------
    >>> a = mx.nd.array([[0, 0, 2, 2]])
    >>> b = mx.nd.array([[0, 0, 2, 2], [1, 0, 3, 2], [5, 5, 6, 6]])
    >>> print(mx.nd.contrib.box_iou(a, b).asnumpy())
    [[1.         0.33333334 0.        ]]
    """
    for name, boxes in (("lhs", lhs), ("rhs", rhs)):
        if boxes.dim() < 1 or boxes.shape[-1] != 4:
            raise MXNetShapeError(f"{name}: expected (..., 4), got {tuple(boxes.shape)}")
        if boxes.ndim < 2:
            raise MXNetShapeError(f"{name}: expected (..., N, 4), got {tuple(boxes.shape)}")
    first, second = as_corners(lhs.reshape(-1, 4), format), as_corners(rhs.reshape(-1, 4), format)
    return overlaps(first, second).reshape(*lhs.shape[:-1], *rhs.shape[:-1])


# -- suppression ---------------------------------------------------------------------------------------------


class _Converted(torch.autograd.Function):
    """Boxes in another format, whose gradients are passed on as if they were in the old one."""

    @staticmethod
    def forward(ctx, rows, start, convert):
        out, boxes = rows.clone(), rows[..., start : start + 4]
        # MXNet takes a box whose first number is negative for a missing one and leaves it as it is
        out[..., start : start + 4] = torch.where(boxes[..., :1] < 0, boxes, convert(boxes))
        return out

    @staticmethod
    def backward(ctx, grad):
        return grad, None, None


def _candidates(rows, valid_thresh, topk, score_index, id_index, background_id):
    """Return the order of the rows by score and how many of each batch take part."""
    score = rows[..., score_index]
    valid = score > float(np.float32(valid_thresh))  # attributes have the precision of float32
    if id_index >= 0:
        valid = valid & (rows[..., id_index] != background_id)
    order = ranking(score.masked_fill(~valid, -torch.inf))
    count = valid.sum(1)
    return order, count if topk < 0 else count.clamp(max=topk)


@op(
    "_contrib_box_nms",
    aliases=("_contrib_box_non_maximum_suppression",),
    traceable="opaque",
    amp="widest",
    host_sync="steps",
)
def box_nms(
    data,
    *,
    overlap_thresh: float = 0.5,
    valid_thresh: float = 0.0,
    topk: int = -1,
    coord_start: int = 2,
    score_index: int = 1,
    id_index: int = -1,
    background_id: int = -1,
    force_suppress: bool = False,
    in_format: Format = "corner",
    out_format: Format = "corner",
):
    """Remove boxes that overlap better ones (non-maximum suppression), and sort the others by falling score.

    Row by row, a box removes later ones whose IoU with it is greater than ``overlap_thresh``. A row is a box with its
    score and, as a rule, its class: ``[class, score, x1, y1, x2, y2]``. Gradients go back to the rows that stayed.
    Hidden output: which row of ``data`` each is, ``(..., n, 1)``, -1 for those that are none.

    Parameters
    ----------
    data
        The rows, ``(..., n, k)``; each matrix ``(n, k)`` on its own.
    overlap_thresh
        The IoU above which two boxes are taken for the same.
    valid_thresh
        Rows with scores up to this take no part.
    topk
        How many of the best rows take part; -1: all; 0: nothing is changed.
    coord_start
        Where in a row the four numbers of the box begin.
    score_index
        Where in a row the score is.
    id_index
        Where in a row the number of the class is; -1: there is none.
    background_id
        The class whose rows take no part, -1 too.
    force_suppress
        Whether a box removes those of other classes too; without ``id_index`` it does anyway.
    in_format
        How boxes are given: 'corner' ``(x1, y1, x2, y2)``, or 'center' ``(x, y, width, height)``.
    out_format
        How boxes are returned. Those whose first number is negative are not converted, as in MXNet 1.9.1.

    Returns
    -------
    An array of the shape of ``data``: the rows that stay, best first, then rows of -1.

    Examples
    --------
    >>> rows = mx.nd.array([[0, 0.5, 0, 0, 10, 10], [0, 0.9, 1, 0, 11, 10], [1, 0.4, 20, 20, 30, 30]])
    >>> print(mx.nd.contrib.box_nms(rows, id_index=0).asnumpy())
    [[ 0.   0.9  1.   0.  11.  10. ]
     [ 1.   0.4 20.  20.  30.  30. ]
     [-1.  -1.  -1.  -1.  -1.  -1. ]]
    """
    if data.dim() < 2:
        raise MXNetShapeError(f"data: expected at least 2 dimensions, got {tuple(data.shape)}")
    width = data.shape[-1]
    if not 0 <= coord_start <= width - 4 or not 0 <= score_index < width or id_index >= width:
        raise MXNetError(f"rows of {width} have no box at {coord_start}, score at {score_index} or id at {id_index}")
    if coord_start <= score_index < coord_start + 4 or id_index in (score_index, *range(coord_start, coord_start + 4)):
        raise MXNetError(f"the box at {coord_start}, the score at {score_index} and the id at {id_index} overlap")
    if topk == 0 or data.numel() == 0:
        positions = torch.arange(data.shape[-2], dtype=data.dtype, device=data.device)
        return data.clone(), positions.expand(data.shape[:-1]).unsqueeze(-1).clone()
    where, limits = (coord_start, score_index, id_index, background_id), (overlap_thresh, valid_thresh, topk)
    if portable_detection.written_down():
        return portable_detection.box_nms(data, *limits, *where, force_suppress, in_format, out_format)
    rows = data.reshape(-1, *data.shape[-2:])
    fixed = rows.detach()
    if for_numpy(data) and in_format == out_format:
        result = _nms_on_host(fixed.numpy(), limits, where, force_suppress, in_format)
        return torch.from_numpy(result[0]).view(data.shape), torch.from_numpy(result[1]).view(*data.shape[:-1], 1)
    order, count = _candidates(fixed, valid_thresh, topk, score_index, id_index, background_id)
    most = order.shape[1] if data.is_meta else most_of(count, topk, order.shape[1])
    ranked = fixed.gather(1, order[:, :most, None].expand(-1, -1, width))
    boxes = as_corners(ranked[..., coord_start : coord_start + 4], in_format)
    classes = None if force_suppress or id_index < 0 else ranked[..., id_index]

    alive = torch.arange(most, device=data.device) < count[:, None]
    selected = suppress(alive, boxes, Close(overlap_thresh), classes)
    out, positions = _rows_selected(rows, order, selected, coord_start, in_format, out_format)
    return out.reshape(data.shape), positions.to(data.dtype).reshape(*data.shape[:-1], 1)


def _nms_on_host(rows, limits, where, of_all_classes, form):
    """Return both results of ``box_nms`` for rows ``(N, n, k)``, ``(N, n)`` the second."""
    (overlap_thresh, valid_thresh, topk), (start, score_index, id_index, background_id) = limits, where
    score = rows[..., score_index]
    valid = score > np.float32(valid_thresh)
    if id_index >= 0:
        valid &= rows[..., id_index] != background_id
    count = valid.sum(1)
    if topk > 0:
        count = np.minimum(count, topk)
    order = ranking_on_host(np.where(valid, score, np.float32(-inf)))[:, : count.max()]
    ranked = rows[np.arange(len(rows))[:, None], order]
    corners = ranked[..., start : start + 4].transpose(2, 0, 1)
    if form == "center":
        half = corners[2:] / 2
        corners = np.concatenate((corners[:2] - half, corners[:2] + half))
    classes = None if of_all_classes or id_index < 0 else ranked[..., id_index]
    alive = np.arange(order.shape[1]) < count[:, None]
    selected = suppress_on_host(corners, alive, Close(overlap_thresh), classes)
    image, place = selected.nonzero()
    rank = (selected.cumsum(1) - 1)[image, place]
    out, positions = np.full(rows.shape, -1, np.float32), np.full(score.shape, -1, np.float32)
    out[image, rank], positions[image, rank] = ranked[image, place], order[image, place]
    return out, positions


def _rows_selected(rows, order, selected, start, in_format, out_format):
    """Return the rows that stayed, at the front, in the format asked for, and -1 after them; and which they were."""
    missing = selected.new_zeros((selected.shape[0], order.shape[1] - selected.shape[1]))
    front, inside = to_front(torch.cat((selected, missing), 1))
    source = order.gather(1, front)
    out = rows.gather(1, source[..., None].expand_as(rows))
    if in_format != out_format:
        out = _Converted.apply(out, start, to_corners if out_format == "corner" else to_centers)
    return out.masked_fill(~inside[..., None], -1), source.masked_fill(~inside, -1)


box_nms.outputs(("output0", "output1"))
box_nms.visible(1)


# -- matching ------------------------------------------------------------------------------------------------


def _match_step(scores, rows, columns, sign, threshold):
    """Pair the best open entry of each batch, in place; pairs below the threshold are none."""
    best, at = (scores * sign).flatten(1).max(1)
    row, column = at // scores.shape[2], at % scores.shape[2]
    result = (best > sign * threshold) & torch.isfinite(best)
    batch = torch.arange(scores.shape[0], device=scores.device)
    rows[batch, row] = torch.where(result, column.to(rows.dtype), rows[batch, row])
    columns[batch, column] = torch.where(result, row.to(rows.dtype), columns[batch, column])
    never = scores.new_full((), -sign * torch.inf)  # PyTorch would copy a number to a GPU
    scores[batch, row] = never
    scores[batch, :, column] = never


def _match_on_host(scores, sign, threshold, steps):
    """Return the column of each row and the row of each column of one matrix, -1 for none."""
    count, width = scores.shape
    rows, columns, used = [-1] * count, [-1] * width, set()
    flat = scores.ravel() * np.float32(sign)
    at = np.flatnonzero(flat > np.float32(sign * threshold))
    order = at[(-flat[at]).argsort(kind="stable")]
    for place, value in zip(order.tolist(), flat[order].tolist(), strict=True):
        row, column = divmod(place, width)
        if row in used or ~column in used:  # the complements are columns
            continue
        used |= {row, ~column}
        if value != inf:  # which is no score, but takes part
            rows[row], columns[column] = column, row
        steps -= 1
        if not steps:
            break
    return rows, columns


@op("_contrib_bipartite_matching", types=None, outputs=("output0", "output1"), backward=zero_gradient)
def bipartite_matching(data, *, is_ascend: bool = False, threshold: float, topk: int = -1):
    """Pair rows with columns of scores, the best pair first, each row and column once.

    NaN is no pair. No gradient.

    Parameters
    ----------
    data
        The scores, ``(..., N, M)``, such as IoUs of boxes with anchors.
    is_ascend
        Whether the least score is the best.
    threshold
        Only scores greater than this make a pair; smaller ones, with ``is_ascend``.
    topk
        -1 or 0: all pairs; a positive one ends after ``topk + 1`` pairs, as in MXNet 1.9.1.

    Returns
    -------
    Two arrays: the column of every row ``(..., N)`` and the row of every column ``(..., M)``, -1 for those without a
    partner.

    Examples
    --------
    >>> scores = mx.nd.array([[0.5, 0.6], [0.1, 0.2], [0.3, 0.4]])
    >>> columns, rows = mx.nd.contrib.bipartite_matching(scores, threshold=1e-12)
    >>> print(columns.asnumpy(), rows.asnumpy())
    [ 1. -1.  0.] [2. 0.]
    """
    if data.dim() < 2:
        raise MXNetShapeError(f"data: expected at least 2 dimensions, got {tuple(data.shape)}")
    batch, (count, width) = data.shape[:-2], data.shape[-2:]
    steps = min(count, width) if topk <= 0 else min(count, width, topk + 1)
    if data.numel() and for_numpy(data.detach()):
        scores = data.detach().reshape(-1, count, width).numpy()
        sign = -1 if is_ascend else 1
        pairs = [_match_on_host(item, sign, threshold, steps) for item in scores]
        rows, columns = (torch.tensor(item, dtype=data.dtype) for item in zip(*pairs, strict=True))
        return rows.view(*batch, count), columns.view(*batch, width)
    scores = data.detach().reshape(prod(batch), count, width).clone()
    if scores.is_floating_point():
        scores.masked_fill_(scores.isnan(), inf if is_ascend else -inf)
    rows, columns = scores.new_full((len(scores), count), -1), scores.new_full((len(scores), width), -1)
    if not data.is_meta and scores.numel():
        for _ in range(steps):
            _match_step(scores, rows, columns, -1 if is_ascend else 1, threshold)
    return rows.reshape(*batch, count), columns.reshape(*batch, width)


@bipartite_matching.types
def _(p, t):
    dtype = t.data or t.out[0] or t.out[1]
    t.data = dtype
    t.out[0] = dtype
    t.out[1] = dtype


# -- boxes relative to anchors -------------------------------------------------------------------------------


@op("_contrib_box_encode", amp=None, outputs=("output0", "output1"), backward=zero_gradient)
def box_encode(samples, matches, anchors, refs, means, stds):
    """Return what a network should answer for anchors: the offsets to their boxes, and which anchors learn.

    With x, y the middle and w, h the size of box and anchor, the offsets are ``(box.x - anchor.x) / anchor.w``,
    ``(box.y - anchor.y) / anchor.h``, ``log(box.w / anchor.w)`` and ``log(box.h / anchor.h)``, less ``means``, divided
    by ``stds``. No gradient.

    Parameters
    ----------
    samples
        ``(B, N)``: anchors above 0.5 learn.
    matches
        ``(B, N)``: the number of the box in ``refs`` that the anchor has.
    anchors
        ``(B, N, 4)``, corners.
    refs
        The true boxes, ``(B, M, 4)``, corners.
    means
        What is subtracted, ``(4,)``.
    stds
        What is divided by, ``(4,)``.

    Returns
    -------
    Two arrays ``(B, N, 4)``: the offsets, 0 for anchors that do not learn, and 1 for those that do.

    See Also
    --------
    box_decode : the way back.

    Examples
    --------
    >>> anchor = mx.nd.array([[[0, 0, 10, 10]]])
    >>> box = mx.nd.array([[[1, 0, 11, 10]]])
    >>> yes, first = mx.nd.array([[1]]), mx.nd.array([[0]])
    >>> offsets, mask = mx.nd.contrib.box_encode(yes, first, anchor, box, mx.nd.zeros(4), mx.nd.ones(4))
    >>> print(offsets.asnumpy(), mask.asnumpy())
    [[[0.1 0.  0.  0. ]]] [[[1. 1. 1. 1.]]]
    """
    if not tuple(samples.shape) == tuple(matches.shape) == tuple(anchors.shape[:-1]):
        raise MXNetShapeError(
            f"expected a sample and a match for each anchor, got {tuple(samples.shape)}, {tuple(matches.shape)} and "
            f"{tuple(anchors.shape)}"
        )
    at = matches.long()[..., None].expand(*matches.shape, 4)
    chosen = (samples > 0.5)[..., None].expand_as(anchors)
    offsets = (encoded(refs.gather(1, at), anchors) - means) / stds
    return torch.where(chosen, offsets, 0), chosen.to(anchors.dtype)


@op("_contrib_box_decode", amp=None, backward=zero_gradient)
def box_decode(
    data,
    anchors,
    *,
    std0: float = 1.0,
    std1: float = 1.0,
    std2: float = 1.0,
    std3: float = 1.0,
    clip: float = -1.0,
    format: Format = "center",
):
    """Return the boxes that offsets to anchors mean, the reverse of ``box_encode``.

    Offsets, times ``std0`` to ``std3``, move the middle by parts of the anchor's size, and multiply the size by an
    exponential. No gradient.

    Parameters
    ----------
    data
        The offsets, ``(B, N, 4)``.
    anchors
        ``(1, N, 4)``, in ``format``.
    std0, std1, std2, std3
        What the offsets of x, y, width and height are multiplied by: the ``stds`` of the encoding.
    clip
        The most that the exponent of a size may be; -1: any.
    format
        Of the anchors: 'corner': boxes are ``(x1, y1, x2, y2)``; 'center': ``(x, y, width, height)``, x and y being
        those of the middle.

    Returns
    -------
    The boxes, ``(B, N, 4)``, corners.

    See Also
    --------
    box_encode : offsets from boxes.

    Examples
    --------
    >>> offsets, anchor = mx.nd.array([[[0.1, 0, 0, 0]]]), mx.nd.array([[[0, 0, 10, 10]]])
    >>> print(mx.nd.contrib.box_decode(offsets, anchor, format='corner').asnumpy())
    [[[ 1.  0. 11. 10.]]]
    """
    if data.dim() != 3 or data.shape[-1] != 4:
        raise MXNetShapeError(f"data: expected (B, N, 4), got {tuple(data.shape)}")
    if tuple(anchors.shape) != (1, *data.shape[1:]):
        raise MXNetShapeError(f"anchors: expected {(1, *data.shape[1:])}, got {tuple(anchors.shape)}")
    anchor = to_centers(anchors) if format == "corner" else anchors
    offset = data * constant((std0, std1, std2, std3), data.dtype, data.device)
    if clip > 0:
        offset = torch.cat((offset[..., :2], offset[..., 2:].clamp(max=clip)), -1)
    return decoded(offset, anchor)
