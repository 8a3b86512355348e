"""Pooling of regions of interest by averages whose weights are products of one for rows and one for columns.

Regions ``(R, 5)`` are ``(image, x1, y1, x2, y2)``, times ``spatial_scale`` in pixels of the data. They get no gradient.
"""

from __future__ import annotations

import torch

from ..core.errors import MXNetError, MXNetShapeError
from ..core.params import Fraction, Shape
from ..kernels.regions import Points, average_points
from ..registry import op


def _check(data, rois):
    if data.dim() != 4:
        raise MXNetShapeError(f"data: expected (N, C, H, W), got {tuple(data.shape)}")
    if rois.dim() != 2 or rois.shape[1] != 5:
        raise MXNetShapeError(f"rois: expected (R, 5), got {tuple(rois.shape)}")


def _averaged_in_parts(data, image, rows, columns):
    """Return ``(R, C', P, Q)`` weighted sums of each region's image, 0 for regions of no image.

    ``rows`` ``(R, P, H)`` and ``columns`` ``(R, Q, W)`` are the weights. Channel ``(c, p, q)`` of data
    ``(N, C', P, Q, H, W)`` is used for bin ``(p, q)`` alone.
    """
    out = data.new_zeros((len(image), data.shape[1], rows.shape[1], columns.shape[1]))
    if data.is_meta:
        return out
    for index, item in enumerate(data):
        mine = (image == index).nonzero().squeeze(1)
        if len(mine):
            out = out.index_copy(0, mine, torch.einsum("rpy,cpqyx,rqx->rcpq", rows[mine], item, columns[mine]))
    return out


# -- interpolated --------------------------------------------------------------------------------------------


def _align_weights(start, size, count, ratio, limit):
    """Return the pixels of an axis and their weights: the mean of points between pixels in every bin.

    Points up to a pixel outside count as at the edge, points further out as 0.
    """
    bins = size / count
    points = torch.full_like(size, ratio) if ratio > 0 else bins.ceil()
    device = torch.arange(count, dtype=size.dtype, device=size.device)[:, None]
    begin, step = start[:, None] + device.T * bins[:, None], (bins / points)[:, None]
    # of a region that reaches far out, only the points on the image, from the first of them on
    first = ((-1 - begin) / step - 1).floor().clamp(min=0)
    most = torch.minimum(points, ((limit + 1) / step[:, 0]).ceil() + 3)
    most = max(int(most.nan_to_num(1, 1, 1).max()), 1)
    index = first[..., None] + torch.arange(most, dtype=size.dtype, device=size.device)
    at = begin[..., None] + (index + 0.5) * step[..., None]
    used = (index < points[:, None, None]) & (at >= -1) & (at <= limit)
    at = at.nan_to_num().clamp(0, limit - 1)
    low = at.floor()
    share = torch.where(used, 1 / points.clamp(min=1)[:, None, None], 0)
    beyond = share * (at - low)
    positions = torch.cat((low, (low + 1).clamp(max=limit - 1)), 2).long()
    return Points(positions, torch.cat((share - beyond, beyond), 2))


@op("_contrib_ROIAlign", named_outputs=True, opaque=True, amp="widest", host_sync="steps")
def roi_align(
    data,
    rois,
    *,
    pooled_size: Shape,
    spatial_scale: Fraction,
    sample_ratio: int = -1,
    position_sensitive: bool = False,
    aligned: bool = False,
):
    """Divide each region into bins, and return the mean of interpolated points in each.

    Regions get no gradient; those of image -1 give 0. Source: He et al., "Mask R-CNN", arXiv 1703.06870.

    Parameters
    ----------
    data
        The features, ``(N, C, H, W)``.
    pooled_size
        How many bins: ``(height, width)``.
    sample_ratio
        How many points a bin has along each axis; -1: as many as it is pixels long.
    position_sensitive
        Whether each bin has channels of its own, so that the result has ``C / (height * width)``.
    aligned
        Whether pixel 0 reaches from -0.5 to 0.5, so that regions are moved half a pixel back, and may be smaller than a
        pixel; else they are a pixel long at least.

    Returns
    -------
    An array ``(R, C, *pooled_size)``.

    See Also
    --------
    ROIPooling : takes the greatest pixel.

    Examples
    --------
    >>> image = mx.nd.arange(16).reshape((1, 1, 4, 4))
    >>> region = mx.nd.array([[0, 0, 0, 2, 2]])
    >>> print(mx.nd.contrib.ROIAlign(image, region, pooled_size=(2, 2), spatial_scale=1, sample_ratio=1).asnumpy())
    [[[[2.5 3.5]
       [6.5 7.5]]]]
    """
    _check(data, rois)
    if len(pooled_size) != 2 or min(pooled_size) < 1:
        raise MXNetError(f"pooled_size must be (height, width), got {pooled_size}")
    height, width = pooled_size
    if position_sensitive:
        if data.shape[1] % (height * width):
            raise MXNetShapeError(f"data: {data.shape[1]} channels do not divide into {height} x {width}")
        data = data.reshape(data.shape[0], -1, height, width, *data.shape[2:])
    if data.is_meta or len(rois) == 0:
        return data.new_empty((len(rois), data.shape[1], height, width))
    rois = rois.detach()
    corners = rois[:, 1:] * spatial_scale
    size = corners[:, 2:] - corners[:, :2]
    start = corners[:, :2] - 0.5 if aligned else corners[:, :2]
    if aligned and bool((size <= 0).any()):
        raise MXNetError("rois: aligned regions need an area")
    size = size if aligned else size.clamp(min=1)
    rows = _align_weights(start[:, 1], size[:, 1], height, sample_ratio, data.shape[-2])
    columns = _align_weights(start[:, 0], size[:, 0], width, sample_ratio, data.shape[-1])
    image = rois[:, 0].long()
    if not position_sensitive:
        return average_points(data, image, rows, columns)
    return _averaged_in_parts(data, image, rows.weights(data.shape[-2]), columns.weights(data.shape[-1]))


# -- by whole pixels -----------------------------------------------------------------------------------------


def rounded(values):
    """Round halves away from zero, as C does."""
    return values.sign() * (values.abs() + 0.5).floor()


def _pixel_weights(first, last, count, limit, scale):
    """Return the weights ``(R, number, limit)`` of an axis: the mean of the pixels that a bin touches."""
    start = rounded(first) * scale
    size = ((rounded(last) + 1) * scale - start).clamp(min=0.1)
    bins = (size / count)[:, None]
    device = torch.arange(count, dtype=first.dtype, device=first.device)
    begin = (device * bins + start[:, None]).floor().clamp(0, limit)
    end = ((device + 1) * bins + start[:, None]).ceil().clamp(0, limit)
    pixel = torch.arange(limit, device=first.device)
    inside = (pixel >= begin[..., None]) & (pixel < end[..., None])
    return inside / (end - begin).clamp(min=1)[..., None]


@op("_contrib_PSROIPooling", named_outputs=True, amp="widest", host_sync="steps")
def psroi_pooling(data, rois, *, spatial_scale: Fraction, output_dim: int, pooled_size: int, group_size: int = 0):
    """Divide each region into bins, and return the mean of the pixels of each, every bin from channels of its own.

    Regions get no gradient. Source: Dai et al., "R-FCN", arXiv 1605.06409.

    Parameters
    ----------
    data
        The features, ``(N, output_dim * G * G, H, W)``: for each channel of the result, one for each of G times G parts
        of a region.
    output_dim
        The number of channels of the result, of classes as a rule.
    pooled_size
        How many bins along each axis.
    group_size
        G, into how many parts with own channels a region is divided along each axis; 0: ``pooled_size``.

    Returns
    -------
    An array ``(R, output_dim, pooled_size, pooled_size)``.

    Examples
    --------
    >>> maps = mx.nd.array([1, 2, 3, 4]).reshape((1, 4, 1, 1)) * mx.nd.ones((1, 4, 6, 6))
    >>> region = mx.nd.array([[0, 0, 0, 5, 5]])
    >>> print(mx.nd.contrib.PSROIPooling(maps, region, spatial_scale=1, output_dim=1, pooled_size=2).asnumpy())
    [[[[1. 2.]
       [3. 4.]]]]
    """
    _check(data, rois)
    groups = group_size or pooled_size
    if data.shape[1] != output_dim * groups * groups:
        raise MXNetShapeError(f"data: expected {output_dim} x {groups} x {groups} channels, got {data.shape[1]}")
    rois = rois.detach()
    data = data.reshape(data.shape[0], output_dim, groups, groups, *data.shape[2:])
    if groups != pooled_size:
        part = torch.arange(pooled_size, device=data.device) * groups // pooled_size
        data = data.index_select(2, part).index_select(3, part)
    rows = _pixel_weights(rois[:, 2], rois[:, 4], pooled_size, data.shape[-2], spatial_scale)
    columns = _pixel_weights(rois[:, 1], rois[:, 3], pooled_size, data.shape[-1], spatial_scale)
    return _averaged_in_parts(data, rois[:, 0].long(), rows.to(data.dtype), columns.to(data.dtype))
