"""Single-shot detection: anchors, what to learn for them, and detections from what was learned.

Source: Liu et al., "SSD", arXiv 1512.02325. Boxes are corners in parts of the image. All is float32, without gradient.
"""

from functools import lru_cache

import numpy as np
import torch
from torch.nn import functional as F

from ..core.constants import constant_like
from ..core.errors import MXNetError, MXNetShapeError
from ..core.params import Floats
from ..core.tracing import traced
from ..kernels.boxes import encoded, overlaps, to_front
from ..kernels.choice import for_numpy, on_cpu
from ..kernels.select import ranking, ranking_on_host
from ..kernels.suppression import Close, most_of, suppress, suppress_on_host
from ..registry import op
from . import portable_detection
from ._families import zero_gradient

#: Overlaps up to this are none.
_TOUCH = 1e-6
#: probabilities up to which NumPy is faster
_FEW = 1 << 14


def _check_float(*tensors):
    for tensor in tensors:
        if tensor.dtype != torch.float32:
            raise MXNetError(f"expected float32, got {str(tensor.dtype).removeprefix('torch.')}")


def _check_four(variances):
    if len(variances) != 4:
        raise MXNetError(f"variances: expected 4 numbers, got {variances}")


@lru_cache(maxsize=64)
def _anchors(device, height, width, sizes, ratios, steps, offsets, clip):
    """Return all anchors on a device; networks ask for the same ones at every step."""
    places = {"dtype": np.float32}
    y = (np.arange(height, **places) + np.float32(offsets[0])) * np.float32(steps[0])
    x = (np.arange(width, **places) + np.float32(offsets[1])) * np.float32(steps[1])
    shapes = [(size, ratios[0]) for size in sizes] + [(sizes[0], ratio) for ratio in ratios[1:]]
    sides, roots = np.array(shapes).T
    with np.errstate(invalid="ignore", divide="ignore"):  # boxes of negative ratios are NaN, of the ratio 0 infinite
        roots = roots**0.5
        half = np.stack([sides * roots * height / width / 2, sides / roots / 2], 1).astype(np.float32)
    boxes = np.empty((height, width, len(shapes), 2, 2), **places)
    boxes[..., 0] = x[:, None, None]
    boxes[..., 1] = y[:, None, None, None]
    boxes[..., 0, :] -= half
    boxes[..., 1, :] += half
    return torch.from_numpy((boxes.clip(0, 1) if clip else boxes).reshape(1, -1, 4)).to(device)


@op("_contrib_MultiBoxPrior", aliases=("_npx_multibox_prior",), amp=("full", "widest"), host_sync="kept")
def multibox_prior(
    data,
    *,
    sizes: Floats = (1.0,),
    ratios: Floats = (1.0,),
    clip: bool = False,
    steps: Floats = (-1.0, -1.0),
    offsets: Floats = (0.5, 0.5),
):
    """Return the anchors of a feature map: boxes of some sizes and ratios around the middle of every pixel.

    First every size with the first ratio, then the first size with the other ratios. No gradient. Source: Liu et al.,
    "SSD", arXiv 1512.02325.

    Parameters
    ----------
    data
        The features, ``(N, C, H, W)``, of which the shape is read.
    sizes
        The sides of boxes, in parts of the image's height.
    ratios
        Width to height of boxes.
    clip
        Whether corners are limited to 0 .. 1.
    steps
        How far apart pixels are, ``(y, x)``, in parts of the image; (-1, -1): 1/H and 1/W.
    offsets
        Where in a pixel the middle is, ``(y, x)``.

    Returns
    -------
    Corners ``(x1, y1, x2, y2)`` in parts of the image, ``(1, H * W * A, 4)``, A being the number of sizes and ratios
    less 1.

    See Also
    --------
    MultiBoxTarget : what to learn for the anchors.
    MultiBoxDetection : the boxes that were found.

    Examples
    --------
    >>> features = mx.nd.zeros((1, 3, 1, 2))
    >>> print(mx.nd.contrib.MultiBoxPrior(features, sizes=[0.5, 0.2]).asnumpy())
    [[[0.125 0.25  0.375 0.75 ]
      [0.2   0.4   0.3   0.6  ]
      [0.625 0.25  0.875 0.75 ]
      [0.7   0.4   0.8   0.6  ]]]
    """
    _check_float(data)
    if data.dim() < 4:
        raise MXNetShapeError(f"data: expected (N, C, H, W), got {tuple(data.shape)}")
    if not sizes or not ratios or len(steps) != 2 or len(offsets) != 2:
        raise MXNetError("sizes and ratios need at least one number, steps and offsets two")
    if steps[0] * steps[1] < 0:
        raise MXNetError(f"steps: give both or none, got {steps}")
    height, width = data.shape[2:4]
    along = steps if min(steps) > 0 else (1 / height, 1 / width)
    anchors = _anchors.__wrapped__ if traced() else _anchors
    return anchors(data.device, height, width, sizes, ratios, along, offsets, clip).clone()


multibox_prior.backward(zero_gradient)


# -- what to learn -------------------------------------------------------------------------------------------


def _with_pairs(table, max_count):
    """Return ``(B, A, L)`` overlaps of anchors and boxes with infinity at pairs, at ``max_count`` an image.

    The best overlap of all makes the first pair, the best of other anchors with other boxes the second, and so on.
    """
    batch, _, width = table.shape
    rest, image = table.clone(), _numbered(batch, table.device)
    best, at = table.new_empty((max_count, batch)), table.new_empty((max_count, batch), dtype=torch.int64)
    none = constant_like((-1.0,), table)[0]  # PyTorch would copy a number to a GPU
    for i in range(max_count):
        torch.max(rest.view(batch, -1), 1, out=(best[i], at[i]))
        if i + 1 < max_count:
            rest[image, at[i] // width] = none
            rest[image, :, at[i] % width] = none
    best.masked_fill_(best > _TOUCH, torch.inf)
    return table.flatten(1).scatter_reduce_(1, at.t(), best.t(), "amax").view_as(table)


def _not_background(cls_pred, best, positive, ratio, thresh, excluded):
    """Return which anchors are not learned as background: all but those that the network is least sure of."""
    count, length = positive.sum(1), best.shape[1] + 1
    if on_cpu(best):
        needed = _numbered(length, best.device)[1:]
        count = torch.minimum((count * ratio).long(), (~positive).sum(1))
        if bool(((~excluded).sum(1) < count).any()):
            raise MXNetError(f"there are not enough anchors with overlaps below negative_mining_thresh={thresh}")
    else:
        needed = _needed(length, ratio, best.device)
    sureness = F.softmax(cls_pred, 1)[:, 0].masked_fill(excluded, torch.inf)
    order = sureness.sort(dim=1, stable=True).indices
    return torch.empty_like(excluded).scatter_(1, order, needed > count[:, None]).logical_or_(excluded)


@lru_cache(maxsize=64)
def _numbered(count, device):
    """Return 0, 1, ... up to a count."""
    return torch.arange(count, device=device)


@lru_cache(maxsize=64)
def _needed(count, ratio, device):
    """Return how many times ``ratio`` it takes to reach 1, 2, ... up to a count."""
    numbers = _numbered(count, device)
    return torch.searchsorted(numbers * ratio, numbers[1:].float())


@op("_contrib_MultiBoxTarget", aliases=("_npx_multibox_target",), traceable="opaque", amp=("full", "widest"))
def multibox_target(
    anchor,
    label,
    cls_pred,
    *,
    overlap_threshold: float = 0.5,
    ignore_label: float = -1.0,
    negative_mining_ratio: float = -1.0,
    negative_mining_thresh: float = 0.5,
    minimum_negative_samples: int = 0,
    variances: Floats = (0.1, 0.1, 0.2, 0.2),
):
    r"""Return what a detector should learn for each anchor: the offsets to its box, and its class.

    Best pairs of box and anchor match first, each once; then every other anchor whose best overlap exceeds
    ``overlap_threshold``. All float32, no gradient. Source: Liu et al., "SSD", arXiv 1512.02325.

    On processors it is an error if the row of -1 after the last box has numbers of a box, or if the mining finds too
    few anchors. On GPUs, which no call waits for, neither is looked for.

    Parameters
    ----------
    anchor
        Corners, ``(1, A, 4)``.
    label
        The true boxes of each image, ``(B, L, 5 or more)``: rows of class and corners, and rows of -1 after the last.
    cls_pred
        The scores of classes, ``(B, classes, A)``, background first; they are read for the mining alone.
    overlap_threshold
        The IoU above which an anchor has a box; 0 or less: only the best pairs match.
    ignore_label
        The class given to anchors that are not to be learned.
    negative_mining_ratio
        How many anchors without a box are learned as background, for each one with a box: those that the network is
        least sure of; -1: all.
    negative_mining_thresh
        Anchors that overlap a box by this or more are not learned as background, in the mining.
    minimum_negative_samples
        Without effect, as in MXNet 1.9.1.
    variances
        What the offsets of x, y, width and height are divided by.

    Returns
    -------
    Three arrays: the offsets ``(B, A * 4)``, 1 where they are to be learned and 0 elsewhere ``(B, A * 4)``, and the
    classes ``(B, A)``, 0 being background and 1 the class 0 of ``label``. Images without boxes are ignored altogether.

    See Also
    --------
    MultiBoxPrior : the anchors.

    Examples
    --------
    >>> anchors = mx.nd.array([[[0, 0, 0.5, 0.5], [0.5, 0.5, 1, 1]]])
    >>> label = mx.nd.array([[[3, 0.125, 0, 0.625, 0.5], [-1, -1, -1, -1, -1]]])
    >>> offsets, mask, classes = mx.nd.contrib.MultiBoxTarget(anchors, label, mx.nd.zeros((1, 5, 2)))
    >>> print(offsets.asnumpy(), mask.asnumpy(), classes.asnumpy(), sep='\n')
    [[2.5 0.  0.  0.  0.  0.  0.  0. ]]
    [[1. 1. 1. 1. 0. 0. 0. 0.]]
    [[4. 0.]]
    """
    _check_float(anchor, label, cls_pred)
    _check_four(variances)
    _check_target_shapes(anchor, label, cls_pred)
    batch, count = label.shape[0], anchor.shape[1]
    if anchor.is_meta:
        return (
            label.new_empty((batch, count * 4)),
            label.new_empty((batch, count * 4)),
            label.new_empty((batch, count)),
        )
    ended = (label[..., 0] == -1).cummax(1).values
    max_count = label.shape[1]
    if on_cpu(label):
        counts = (~ended).sum(1)
        _check_ends(label, counts)
        max_count = int(counts.max()) if batch else 0
    table = overlaps(anchor, label[..., 1:5]).masked_fill(ended[:, None], -1)
    best, at = _with_pairs(table, max_count).max(2)
    limit = np.float32(overlap_threshold if overlap_threshold > 0 else np.finfo(np.float32).max)
    positive = best > float(limit)
    chosen = label[..., :5].gather(1, at[..., None].expand(-1, -1, 5))
    if negative_mining_ratio > 0:
        thresh = negative_mining_thresh
        excluded = positive if np.float32(thresh) > limit else best >= thresh
        ignored = _not_background(cls_pred, best, positive, negative_mining_ratio, thresh, excluded)
    else:
        ignored = ended[:, :1]  # no box at all
    background, zero = constant_like((ignore_label, 0.0), label)
    classes = torch.where(positive, chosen[..., 0] + 1, torch.where(ignored, background, zero))
    offsets = encoded(chosen[..., 1:], anchor) / constant_like(variances, label)
    mask = positive[..., None].expand_as(offsets)
    if on_cpu(label):  # where `where` takes several times as long
        offsets.masked_fill_(~positive[..., None], 0)
    else:
        offsets = torch.where(mask, offsets, zero)
    return offsets.flatten(1), mask.to(label.dtype).flatten(1), classes


def _check_target_shapes(anchor, label, cls_pred):
    if anchor.dim() != 3 or anchor.shape[0] != 1 or anchor.shape[2] != 4:
        raise MXNetShapeError(f"anchor: expected (1, A, 4), got {tuple(anchor.shape)}")
    if label.dim() != 3 or label.shape[2] < 5:
        raise MXNetShapeError(f"label: expected (B, L, 5), got {tuple(label.shape)}")
    if cls_pred.dim() != 3 or cls_pred.shape[0] != label.shape[0] or cls_pred.shape[2] != anchor.shape[1]:
        expected = f"({label.shape[0]}, classes, {anchor.shape[1]})"
        raise MXNetShapeError(f"cls_pred: expected {expected}, got {tuple(cls_pred.shape)}")


def _check_ends(label, counts):
    """Refuse a class of -1 whose box is given: a row of -1 ends the boxes of an image."""
    open_ended = counts == label.shape[1]
    ends = label[torch.arange(len(label), device=label.device), counts.clamp(max=label.shape[1] - 1), :5]
    if bool(((ends != -1).any(1) & ~open_ended).any()):
        raise MXNetError("label: expected only -1 in the row that ends the boxes of an image")


multibox_target.outputs(("loc_target", "loc_mask", "cls_target"))
multibox_target.backward(zero_gradient)


# -- detections ----------------------------------------------------------------------------------------------


def _best_class(classes, score):
    """Return the first class with the greatest score ``(B, A)``, given ``(B, classes, A)``; any where that is NaN.

    Three passes that vectorize take a fifth of the time of a maximum with its index.
    """
    ones = torch.eq(classes, score.unsqueeze(1), out=classes.new_empty(0, dtype=torch.float32))
    count = classes.shape[1]
    rank = torch.arange(count, 0, -1, dtype=torch.float32, device=classes.device)
    return count - ones.mul_(rank.unsqueeze(1)).amax(1)


def _real_detections(cls_prob, loc_pred, anchor, variances, threshold, clip):
    """Return columns ``(6, B, A)`` of class, score and box, -1 where an image has no more, and their numbers."""
    batch, _, anchors = cls_prob.shape
    score = cls_prob[:, 1:].amax(1)
    real = score >= threshold
    if threshold <= -1:
        real &= score > -1
    counts = real.sum(1)
    corners = anchor[0].t().contiguous()  # coordinates lie apart, (4, n), which vectorizes
    centers = torch.cat(((corners[:2] + corners[2:]).div_(2), corners[2:] - corners[:2]))
    offsets, scale = loc_pred.view(batch, anchors, 4), constant_like(variances, loc_pred)
    all_real = on_cpu(real) and int(counts.sum()) == real.numel()
    if all_real or not on_cpu(real):
        result = score.new_empty((6, batch, anchors))
        _write_detections(
            result, _best_class(cls_prob[:, 1:], score), score, offsets, centers.unsqueeze(1), scale, clip
        )
        if not all_real:  # a GPU is not asked how many there are
            order, inside = to_front(real)
            result = result.gather(2, order.expand(6, -1, -1)).masked_fill_(~inside, -1)
        return result, counts
    image, position = real.nonzero(as_tuple=True)
    at = image * anchors + position
    if 4 * len(at) > real.numel():
        label = _best_class(cls_prob[:, 1:], score).view(-1).index_select(0, at)
    else:
        label = cls_prob.transpose(1, 2)[image, position][:, 1:].argmax(1)
    part = score.new_empty((6, len(at)))
    offsets, score = offsets.view(-1, 4).index_select(0, at), score.view(-1).index_select(0, at)
    _write_detections(part, label, score, offsets, centers.index_select(1, position), scale, clip)
    result = part.new_full((6, batch * anchors), -1)
    result[:, image * anchors + real.cumsum(1).view(-1).index_select(0, at) - 1] = part
    return result.view(6, batch, anchors), counts


def _write_detections(result, label, score, offsets, centers, scale, clip):
    """Write classes, scores, and boxes ``(..., 4)`` relative to centres and sizes ``(4, ...)``, as columns."""
    result[0], result[1] = label, score
    torch.mul(offsets.movedim(-1, 0), scale.view(-1, *[1] * score.dim()), out=result[2:])
    low, high = result[2:4], result[4:]
    low.mul_(centers[2:]).add_(centers[:2])  # the centres
    half = high.exp_().mul_(centers[2:]).div_(2)
    right = low + half
    low.sub_(half)
    high.copy_(right)
    if clip:
        result[2:].clamp_(0, 1)


@op(
    "_contrib_MultiBoxDetection",
    aliases=("_npx_multibox_detection",),
    traceable="opaque",
    amp=("full", "widest"),
    host_sync="steps",
)
def multibox_detection(
    cls_prob,
    loc_pred,
    anchor,
    *,
    clip: bool = True,
    threshold: float = 0.01,
    background_id: int = 0,
    nms_threshold: float = 0.5,
    force_suppress: bool = False,
    variances: Floats = (0.1, 0.1, 0.2, 0.2),
    nms_topk: int = -1,
):
    """Return the boxes that a detector found: its offsets applied to the anchors, less those that overlap better ones.

    Anchors whose best class reaches ``threshold`` come first, by falling score. All float32, no gradient. Source: Liu
    et al., "SSD", arXiv 1512.02325.

    Parameters
    ----------
    cls_prob
        The probabilities of classes, ``(B, classes, A)``, background first.
    loc_pred
        The offsets, ``(B, A * 4)``.
    anchor
        Corners, ``(1, A, 4)``.
    clip
        Whether corners are limited to 0 .. 1.
    threshold
        The least probability of a detection.
    background_id
        Without effect, as in MXNet 1.9.1: background is class 0.
    nms_threshold
        The IoU from which a box loses its class to a better one; outside of 0 .. 1: nothing is sorted nor removed.
    force_suppress
        Whether a box removes those of other classes too.
    variances
        What the offsets of x, y, width and height are multiplied by.
    nms_topk
        How many of the best boxes stay at most; -1: any number.

    Returns
    -------
    Rows ``(class, score, x1, y1, x2, y2)``, ``(B, A, 6)``: class 0 is the first after background; -1: none.

    See Also
    --------
    MultiBoxPrior : the anchors.

    Examples
    --------
    >>> anchors = mx.nd.array([[[0, 0, 0.5, 0.5], [0.5, 0.5, 1, 1]]])
    >>> scores = mx.nd.array([[[0.1, 1], [0.9, 0]]])  # the second anchor is background
    >>> print(mx.nd.contrib.MultiBoxDetection(scores, mx.nd.zeros((1, 8)), anchors).asnumpy())
    [[[ 0.   0.9  0.   0.   0.5  0.5]
      [-1.  -1.  -1.  -1.  -1.  -1. ]]]
    """
    _check_float(cls_prob, loc_pred, anchor)
    _check_four(variances)
    _check_detection_shapes(cls_prob, loc_pred, anchor)
    if cls_prob.is_meta:
        return cls_prob.new_empty((cls_prob.shape[0], cls_prob.shape[2], 6))
    if portable_detection.written_down():
        return portable_detection.multibox_detection(
            cls_prob, loc_pred, anchor, clip, threshold, nms_threshold, force_suppress, variances, nms_topk
        )
    if cls_prob.numel() <= _FEW and for_numpy(cls_prob.detach()):
        arrays = [item.detach().numpy() for item in (cls_prob, loc_pred, anchor)]
        return torch.from_numpy(
            _detect_on_host(*arrays, variances, threshold, clip, nms_threshold, force_suppress, nms_topk)
        )
    result, count = _real_detections(cls_prob, loc_pred.contiguous(), anchor, variances, threshold, clip)
    if 0 < nms_threshold <= 1 and result.numel():
        count = count.clamp(max=nms_topk) if nms_topk > 0 else count
        max_count = most_of(count, nms_topk, result.shape[2])
        if max_count:
            _keep_best(result, count, max_count, nms_threshold, force_suppress)
    return result.permute(1, 2, 0).contiguous()


def _detect_on_host(cls_prob, loc_pred, anchor, variances, threshold, clip, nms_threshold, of_all_classes, topk):
    """Return detections ``(B, A, 6)``."""
    batch, _, anchors = cls_prob.shape
    corners, offsets = anchor[0].T, loc_pred.reshape(batch, anchors, 4).transpose(2, 0, 1)
    offsets = offsets * np.array(variances, np.float32)[:, None, None]
    size = (corners[2:] - corners[:2])[:, None]
    result = np.empty((6, batch, anchors), np.float32)
    result[0], result[1] = cls_prob[:, 1:].argmax(1), cls_prob[:, 1:].max(1)
    with np.errstate(all="ignore"):
        center = offsets[:2] * size + (corners[:2] + corners[2:])[:, None] / 2
        half = np.exp(offsets[2:]) * size / 2
        np.subtract(center, half, out=result[2:4])
        np.add(center, half, out=result[4:])
    if clip:
        np.minimum(np.maximum(result[2:], 0), 1, out=result[2:])
    real = result[1] >= threshold
    if threshold <= -1:
        real &= result[1] > -1
    count = real.sum(1)
    if not real.all():
        image, position = real.nonzero()
        valid = result[:, image, position]
        result.fill(-1)
        result[:, image, (real.cumsum(1) - 1)[image, position]] = valid
    max_count = int((np.minimum(count, topk) if topk > 0 else count).max(initial=0))
    if 0 < nms_threshold <= 1 and max_count:
        order = ranking_on_host(result[1])[:, :max_count]
        best = result[:, np.arange(batch)[:, None], order]
        alive = np.arange(max_count) < count[:, None]
        classes = None if of_all_classes else best[0]
        best[0][~suppress_on_host(best[2:], alive, Close(nms_threshold, inclusive=True), classes)] = -1
        result[..., :max_count], result[0, :, max_count:] = best, -1
    return np.ascontiguousarray(result.transpose(1, 2, 0))


def _keep_best(result, count, max_count, threshold, of_all_classes):
    """Sort the ``count`` best of ``(6, B, A)`` columns, ``max_count`` at most, to the front.

    Those that do not stay lose their class.
    """
    anchors = result.shape[2]
    order = ranking(result[1])[:, :max_count]  # what is no detection has the score -1
    start = torch.arange(len(order), device=order.device).unsqueeze(1) * anchors
    best = result.flatten(1).index_select(1, (order + start).view(-1)).view(6, -1, max_count)
    ranked = torch.arange(max_count, device=order.device) < count[:, None]
    close = Close(threshold, inclusive=True)
    selected = suppress(ranked, best[2:].permute(1, 2, 0), close, None if of_all_classes else best[0])
    best[0].masked_fill_(~selected, -1)
    result[..., :max_count] = best
    result[0, :, max_count:] = -1


def _check_detection_shapes(cls_prob, loc_pred, anchor):
    if cls_prob.dim() != 3:
        raise MXNetShapeError(f"cls_prob: expected (B, classes, A), got {tuple(cls_prob.shape)}")
    batch, _, count = cls_prob.shape
    if tuple(loc_pred.shape) != (batch, count * 4):
        raise MXNetShapeError(f"loc_pred: expected {(batch, count * 4)}, got {tuple(loc_pred.shape)}")
    if tuple(anchor.shape) != (1, count, 4):
        raise MXNetShapeError(f"anchor: expected {(1, count, 4)}, got {tuple(anchor.shape)}")


multibox_detection.backward(zero_gradient)


for _op in (multibox_prior, multibox_target, multibox_detection):
    _op.types(_op.types.answer, assumed="float32")
