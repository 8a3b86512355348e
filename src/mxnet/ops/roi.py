"""Pooling of regions of interest by averages whose weights are products of one for rows and one for columns.

Regions ``(R, 5)`` are ``(image, x1, y1, x2, y2)``, times ``spatial_scale`` in pixels of the data. They get no gradient.
"""

import numpy as np
import torch

from ..core.errors import MXNetError, MXNetShapeError
from ..core.params import Fraction, Shape
from ..kernels.regions import Points, average_parts, average_points
from ..registry import op
from .roi_sampled import check_bins, check_regions


def _on_host(rois):
    """Return the images and the corners of regions as arrays of NumPy, whose calls take a third of the time."""
    rois = rois.detach().cpu()
    rois = (rois.float() if rois.dtype is torch.bfloat16 else rois).numpy()
    with np.errstate(invalid="ignore"):
        return rois[:, 0].astype(np.int64), rois[:, 1:]


# -- interpolated --------------------------------------------------------------------------------------------


def _align_points(start, size, counts, ratio, limits):
    """Return :class:`Points` for x and y: in every bin the mean of points between pixels.

    ``start`` and ``size`` are ``(R, 2)``. Points up to a pixel outside count as at the edge, points further out as 0.
    """
    dtype, limits = start.dtype, np.array(limits, start.dtype)
    bins = size / np.array(counts, dtype)
    points = np.full_like(bins, ratio) if ratio > 0 else np.ceil(bins)
    begin = start[..., None] + np.arange(max(counts), dtype=dtype) * bins[..., None]
    step = (bins / points)[..., None]
    # of a region that reaches far out, only the points on the image, from the first of them on
    first = np.maximum(np.floor((-1 - begin) / step - 1), 0)
    most = np.minimum(points, np.ceil((limits + 1) / step[..., 0]) + 3)
    index = first[..., None] + np.arange(int(np.fmax.reduce(most, None, initial=1)), dtype=dtype)
    at = begin[..., None] + (index + dtype.type(0.5)) * step[..., None]
    limits, points = limits[:, None, None], points[..., None, None]
    used = (index < points) & (at >= -1) & (at <= limits)
    at = np.where(used, np.minimum(np.maximum(at, 0), limits - 1), 0)
    low = np.floor(at)
    share = np.where(used, 1 / np.maximum(points, 1), 0)
    beyond = share * (at - low)
    positions = np.concatenate((low, np.minimum(low + 1, limits - 1)), -1).astype(np.int64)
    shares = np.concatenate((share - beyond, beyond), -1)
    return [Points(positions[:, axis, :count], shares[:, axis, :count]) for axis, count in enumerate(counts)]


@op(
    "_contrib_ROIAlign",
    full_names=("outputs",),
    traceable="opaque",
    amp="widest",
    host_sync="steps",
    attributes=check_bins,
)
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
    check_regions(data, rois)
    height, width = pooled_size
    if position_sensitive:
        if data.shape[1] % (height * width):
            raise MXNetShapeError(f"data: {data.shape[1]} channels do not divide into {height} x {width}")
        data = data.reshape(data.shape[0], -1, height, width, *data.shape[2:])
    if data.is_meta or len(rois) == 0:
        return data.new_empty((len(rois), data.shape[1], height, width))
    image, corners = _on_host(rois)
    corners = corners * spatial_scale
    size = corners[:, 2:] - corners[:, :2]
    start = corners[:, :2] - 0.5 if aligned else corners[:, :2]
    if aligned and (size <= 0).any():
        raise MXNetError("rois: aligned regions need an area")
    size = size if aligned else np.maximum(size, 1)
    with np.errstate(all="ignore"):
        columns, rows = _align_points(start, size, (width, height), sample_ratio, data.shape[:-3:-1])
    if not position_sensitive:
        return average_points(data, image, rows, columns)
    return average_parts(data, image, rows.weights(data.shape[-2]), columns.weights(data.shape[-1]))


# -- by whole pixels -----------------------------------------------------------------------------------------


def _pixel_weights(begin, end, limit):
    """Return the weights ``(R, number, limit)`` of an axis: the mean of the pixels that a bin touches."""
    begin, end = (np.minimum(np.maximum(item, 0), limit)[..., None] for item in (begin, end))
    pixel = np.arange(limit)
    return ((pixel >= begin) & (pixel < end)) / np.maximum(end - begin, 1)


@op("_contrib_PSROIPooling", full_names=("outputs",), traceable="opaque", amp="widest", host_sync="steps")
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
    check_regions(data, rois)
    groups = group_size or pooled_size
    if data.shape[1] != output_dim * groups * groups:
        raise MXNetShapeError(f"data: expected {output_dim} x {groups} x {groups} channels, got {data.shape[1]}")
    data = data.reshape(data.shape[0], output_dim, groups, groups, *data.shape[2:])
    if groups != pooled_size:
        part = torch.arange(pooled_size, device=data.device) * groups // pooled_size
        data = data.index_select(2, part).index_select(3, part)
    if data.is_meta:
        return data.new_empty((len(rois), output_dim, pooled_size, pooled_size))
    image, corners = _on_host(rois)
    corners = np.copysign(np.floor(np.abs(corners) + 0.5), corners)  # halves away from zero, as C rounds
    start = corners[:, :2] * spatial_scale
    bins = np.maximum((corners[:, 2:] + 1) * spatial_scale - start, 0.1) / pooled_size
    edges = np.arange(pooled_size + 1, dtype=bins.dtype) * bins[..., None] + start[..., None]
    begin, end = np.floor(edges[..., :-1]), np.ceil(edges[..., 1:])
    rows, columns = (_pixel_weights(begin[:, i], end[:, i], data.shape[-1 - i]) for i in (1, 0))
    return average_parts(data, image, rows, columns)
