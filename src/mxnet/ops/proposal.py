"""Proposals of regions: the best boxes that a network finds around anchors on a grid.

Source: Ren et al., "Faster R-CNN", arXiv 1506.01497. All is float32 and without gradient. Both corner pixels belong
to a box: a width is ``x2 - x1 + 1``.
"""

from __future__ import annotations

from functools import lru_cache, partial
from inspect import signature
from math import floor, sqrt
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch

from ..core.constants import constant
from ..core.errors import MXNetError, MXNetShapeError
from ..core.params import Floats
from ..kernels.boxes import to_front
from ..kernels.choice import for_numpy, on_cpu
from ..kernels.select import ranking, ranking_on_host
from ..kernels.suppression import Close, suppress, suppress_on_host
from ..registry import op
from ..registry.op import Params
from . import portable_detection
from ._families import zero_gradient


def grid_anchors(p, height, width, device):
    """Return the anchors ``(H * W * A, 4)``: at every place, for every ratio (height to width), of every scale."""
    stride = p.feature_stride
    sizes = []
    for ratio in p.ratios:
        side = floor(sqrt(floor(stride * stride / ratio)) + 0.5)
        sizes += [(side * scale, floor(side * ratio + 0.5) * scale) for scale in p.scales]
    half = (constant([side for size in sizes for side in size], torch.float32, device).view(-1, 2) - 1) / 2
    middle = (stride - 1) / 2
    x = torch.arange(width, dtype=torch.float32, device=device) * stride
    y = torch.arange(height, dtype=torch.float32, device=device) * stride
    shift = torch.stack((x.expand(height, width), y[:, None].expand(height, width)), -1).reshape(-1, 1, 2)
    return torch.cat((middle - half + shift, middle + half + shift), -1).reshape(-1, 4)


@lru_cache(maxsize=16)
def _anchors_on_host(scales, ratios, stride, height, width):
    p = Params(scales=scales, ratios=ratios, feature_stride=stride)
    return Anchors.of(grid_anchors(p, height, width, torch.device("cpu")).numpy(), height, width)


def _candidates(cls_prob, bbox_pred, im_info, p):
    """Return what :func:`.portable_detection.candidates` does, where the grid reaches over the images."""
    height, width = cls_prob.shape[2:]
    real = (im_info[:, :2] / p.feature_stride).floor()
    if on_cpu(real) and bool((real > constant((height, width), real.dtype, real.device)).any()):
        raise MXNetError(f"cls_prob: a grid of {height} x {width} does not reach over the images")
    anchors = grid_anchors(p, height, width, cls_prob.device)
    settings = p.rpn_min_size, p.feature_stride, p.iou_loss
    return portable_detection.candidates(cls_prob, bbox_pred, im_info, anchors, *settings)


def _propose(cls_prob, bbox_pred, im_info, p):
    """Return proposals ``(N * top, 5)`` of image and box, and their scores ``(N * top, 1)``."""
    _check(cls_prob, bbox_pred, im_info, p)
    batch, top = cls_prob.shape[0], p.rpn_post_nms_top_n
    if cls_prob.is_meta:
        return cls_prob.new_empty((batch * top, 5)), cls_prob.new_empty((batch * top, 1))
    if portable_detection.written_down():
        anchors = grid_anchors(p, *cls_prob.shape[2:], cls_prob.device)
        return portable_detection.proposal(cls_prob, bbox_pred, im_info, anchors, *portable_arguments(p))
    if for_numpy(cls_prob.detach()):
        anchors = _anchors_on_host(p.scales, p.ratios, p.feature_stride, *cls_prob.shape[2:])
        items = [item.detach().numpy() for item in (cls_prob, bbox_pred, im_info)]
        return tuple(map(torch.from_numpy, propose(*items, p, anchors)))
    boxes, score = _candidates(cls_prob, bbox_pred, im_info, p)
    order = ranking(score)
    if p.rpn_pre_nms_top_n > 0:
        order = order[:, : p.rpn_pre_nms_top_n]
    score = score.gather(1, order)
    boxes = boxes.gather(1, order[..., None].expand(-1, -1, 4))

    selected = suppress(torch.ones_like(score, dtype=torch.bool), boxes, Close(p.threshold, extra=1), limit=top)
    selected = selected & (selected.cumsum(1) <= top)
    # where there are fewer than asked for, they come again from the first
    again = torch.arange(top, device=score.device) % selected.sum(1, keepdim=True)
    pick = to_front(selected)[0].gather(1, again)
    image = torch.arange(batch, dtype=boxes.dtype, device=boxes.device).view(-1, 1, 1).expand(batch, top, 1)
    rois = torch.cat((image, boxes.gather(1, pick[..., None].expand(-1, -1, 4))), -1)
    return rois.reshape(-1, 5), score.gather(1, pick).reshape(-1, 1)


def portable_arguments(p):
    """Return the attributes that :func:`.portable_detection.proposal` takes, after the anchors."""
    counts = p.rpn_pre_nms_top_n, p.rpn_post_nms_top_n
    return *counts, p.threshold, p.rpn_min_size, p.feature_stride, p.iou_loss


def _check(cls_prob, bbox_pred, im_info, p):
    if any(item.dtype != torch.float32 for item in (cls_prob, bbox_pred, im_info)):
        raise MXNetError("expected float32")
    count = len(p.scales) * len(p.ratios)
    if cls_prob.dim() != 4 or cls_prob.shape[1] != 2 * count:
        raise MXNetShapeError(f"cls_prob: expected (N, {2 * count}, H, W), got {tuple(cls_prob.shape)}")
    batch, _, height, width = cls_prob.shape
    expected = {"bbox_pred": (bbox_pred, (batch, 4 * count, height, width)), "im_info": (im_info, (batch, 3))}
    for name, (tensor, shape) in expected.items():
        if tuple(tensor.shape) != shape:
            raise MXNetShapeError(f"{name}: expected {shape}, got {tuple(tensor.shape)}")


def _rule(p, s, cls_prob):
    if len(cls_prob) == 4:
        batch, channels, *space = cls_prob
        s.bbox_pred = (batch, None if channels is None else channels * 2, *space)
        s.im_info = (batch, 3)


def _settings(
    rpn_pre_nms_top_n: int = 6000,
    rpn_post_nms_top_n: int = 300,
    threshold: float = 0.7,
    rpn_min_size: int = 16,
    scales: Floats = (4.0, 8.0, 16.0, 32.0),
    ratios: Floats = (0.5, 1.0, 2.0),
    feature_stride: int = 16,
    output_score: bool = False,
    iou_loss: bool = False,
) -> None:
    """Say what both operators take.

    Parameters
    ----------
    cls_prob
        Probabilities, ``(N, 2 * A, H, W)``: the second half of the channels says how probable objects are at the A
        anchors (scales times ratios) of every place.
    bbox_pred
        How anchors move, ``(N, 4 * A, H, W)``: x, y, width and height of each.
    im_info
        Height, width and scale of each image, ``(N, 3)``.
    rpn_pre_nms_top_n
        How many of the best boxes take part; 0 or less: all.
    rpn_post_nms_top_n
        How many regions are returned; where fewer are left, they come again from the first.
    threshold
        The IoU above which a box is removed by a better one.
    rpn_min_size
        The least height and width of a box in the image before it was scaled.
    scales
        The sides of anchors, in strides.
    ratios
        Height to width of anchors.
    feature_stride
        How many pixels of the image a place of the grid has along each axis.
    output_score
        Whether the scores are returned too.
    iou_loss
        Whether ``bbox_pred`` moves the corners by pixels; else the middle by parts of the anchor's size, and the size
        by an exponential.
    """


_DEFAULTS = {parameter.name: parameter.default for parameter in signature(_settings).parameters.values()}
_proposing = partial(
    op, full_names=("outputs",), traceable="opaque", amp="widest", shapes=_rule, attributes_of=_settings
)


@_proposing("_contrib_Proposal")
def proposal(cls_prob, bbox_pred, im_info, **settings):
    """Return the regions of one image that most probably show objects, by what a network says of anchors.

    The anchors, moved as the network says, are sorted by their scores; each removes later ones that overlap it.

    Boxes smaller than ``rpn_min_size``, and those of places outside of the image, have the score -1. All is float32,
    and without gradient. Source: Ren et al., "Faster R-CNN", arXiv 1506.01497.

    Returns
    -------
    Regions ``(image, x1, y1, x2, y2)`` in pixels, best first, ``(rpn_post_nms_top_n, 5)``; with ``output_score`` a
    list, the scores of shape ``(rpn_post_nms_top_n, 1)`` after them.

    Examples
    --------
    >>> scores = mx.nd.array([0, 0, 0.2, 0.9]).reshape((1, 2, 1, 2))  # one anchor at each of two places
    >>> moves, size = mx.nd.zeros((1, 4, 1, 2)), mx.nd.array([[16, 32, 1]])
    >>> settings = {'scales': (1,), 'ratios': (1,), 'rpn_post_nms_top_n': 2}
    >>> print(mx.nd.contrib.Proposal(scores, moves, size, **settings).asnumpy())
    [[ 0. 16.  0. 31. 15.]
     [ 0.  0.  0. 15. 15.]]
    """
    if len(cls_prob) != 1:
        raise MXNetError(f"cls_prob: expected one image, got {len(cls_prob)}; MultiProposal takes several")
    return _propose(cls_prob, bbox_pred, im_info, Params(_DEFAULTS | settings))


@_proposing("_contrib_MultiProposal")
def multi_proposal(cls_prob, bbox_pred, im_info, **settings):
    """Return the regions of images that most probably show objects, one image after the other.

    What ``Proposal`` does, for N images in place of one.

    Returns
    -------
    Regions ``(image, x1, y1, x2, y2)`` in pixels, best first, ``(N * rpn_post_nms_top_n, 5)``; with ``output_score``
    a list, the scores of shape ``(N * rpn_post_nms_top_n, 1)`` after them.

    Examples
    --------
    >>> scores = mx.nd.array([0, 0, 0.2, 0.9]).reshape((1, 2, 1, 2))  # one anchor at each of two places
    >>> moves, size = mx.nd.zeros((1, 4, 1, 2)), mx.nd.array([[16, 32, 1]])
    >>> settings = {'scales': (1,), 'ratios': (1,), 'rpn_post_nms_top_n': 2}
    >>> print(mx.nd.contrib.MultiProposal(scores, moves, size, **settings).asnumpy())
    [[ 0. 16.  0. 31. 15.]
     [ 0.  0.  0. 15. 15.]]
    """
    return _propose(cls_prob, bbox_pred, im_info, Params(_DEFAULTS | settings))


for _op in (proposal, multi_proposal):
    _op.types(_op.types.answer, assumed="float32")
    _op.outputs(("output", "score"))
    _op.visible(lambda p: 2 if p.output_score else 1)
    _op.host_sync("steps")
    _op.backward(zero_gradient)


# -- proposals of regions by NumPy: for a few hundred anchors, a call of PyTorch's takes three times as long -----------


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


def _candidates_on_host(
    cls_prob: Array, bbox_pred: Array, im_info: Array, p: Any, anchors: Anchors
) -> tuple[Array, Array]:
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
        boxes, score = _candidates_on_host(cls_prob, bbox_pred, im_info, p, anchors)
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
