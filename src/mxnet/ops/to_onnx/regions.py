"""Pooling of regions of images, and the correlation of two images."""

from typing import Any

import numpy as np
import torch

from .. import roi_sampled
from . import writes
from .tensors import by_function, written


def _of_images(g: Any, result: Any, image: Any, count: Any) -> Any:
    """Return the results for the regions, 0 for regions of no image."""
    top = count if isinstance(count, int) else g.squeeze(count, 0)
    real = g.And(g.GreaterOrEqual(image, 0), g.Less(image, top))
    return g.Where(g.unsqueeze(real, 1, 2, 3), result, g.scalar(0, result.dtype), dtype=result.dtype)


def _images(g: Any, x: Any, rois: Any) -> tuple[Any, Any]:
    """Return the numbers of the regions' images, and the same within range."""
    image = g.cast(g.squeeze(g.slice(rois, 1, 0, 1), 1), "int64")
    count = g.length(x, 0)
    last = g.scalar(count - 1, "int64") if isinstance(count, int) else g.Sub(count, 1)
    return image, g.Max(g.Min(image, last), g.scalar(0, "int64"))


@writes("_contrib_ROIAlign")
def _(g, p, x, rois):
    image, near = _images(g, x, rois)
    mode = None
    if p.aligned or g.opset >= 16:
        g.require(16, "RoiAlign of aligned regions")
        mode = "half_pixel" if p.aligned else "output_half_pixel"
    size = dict(zip(("output_height", "output_width"), p.pooled_size, strict=True))
    points = {"sampling_ratio": max(p.sample_ratio, 0), "coordinate_transformation_mode": mode}
    result = g.RoiAlign(x, g.slice(rois, 1, 1, 5), near, **size, **points, spatial_scale=p.spatial_scale)
    result = _of_images(g, result, image, g.length(x, 0))
    if not p.position_sensitive:
        return result
    # for every bin the channel that is its own
    bins, regions = p.pooled_size[0] * p.pooled_size[1], g.length(rois, 0)
    diagonal = g.Einsum(g.reshape(result, (regions, -1, bins, bins)), equation="rcii->rci")
    return g.reshape(diagonal, (regions, g.static(x, 1)[0] // bins, *p.pooled_size))


@writes("ROIPooling")
def _(g, p, x, rois):
    image, near = _images(g, x, rois)
    regions = g.concat([g.unsqueeze(g.cast(near, rois.dtype), 1), g.slice(rois, 1, 1, 5)], 1)
    result = g.MaxRoiPool(x, regions, pooled_shape=list(p.pooled_size), spatial_scale=p.spatial_scale)
    return _of_images(g, result, image, g.length(x, 0))


# -- by weights of rows and columns ------------------------------------------------------------------------------------


def _weights(rois: Any, axis: int, count: int, limit: int, scale: float) -> Any:
    """Return the weights ``(R, number, limit)`` of x (``axis`` 0) or y: the mean of the pixels that a bin touches."""
    start = roi_sampled.rounded(rois[:, 1 + axis]) * scale
    end = (roi_sampled.rounded(rois[:, 3 + axis]) + 1) * scale
    bins, start = ((end - start).clamp(min=0.1) / count).unsqueeze(1), start.unsqueeze(1)
    position, pixel = torch.arange(count, dtype=rois.dtype), torch.arange(limit, dtype=rois.dtype)
    begin, end = (
        edge.clamp(0, limit).unsqueeze(2)
        for edge in ((bins * position + start).floor(), (bins * (position + 1) + start).ceil())
    )
    return ((pixel >= begin) & (pixel < end)).to(rois.dtype) / (end - begin).clamp(min=1)


@writes("_contrib_PSROIPooling")
def _(g, p, x, rois):
    """Region by region, each of which takes the channels of one image."""
    (height, width), groups = g.static(x, 2, 3), p.group_size or p.pooled_size
    data = g.reshape(x, (g.length(x, 0), p.output_dim, groups, groups, height, width))
    if groups != p.pooled_size:
        part = (np.arange(p.pooled_size) * groups // p.pooled_size).tolist()
        data = g.Gather(g.Gather(data, part, axis=2), part, axis=3)
    sides = {"count": p.pooled_size, "scale": p.spatial_scale}
    rows = g.cast(written(g, _weights, rois, axis=1, limit=height, **sides), x.dtype)
    columns = g.cast(written(g, _weights, rois, axis=0, limit=width, **sides), x.dtype)
    image, near = _images(g, x, rois)
    body = g.inner()
    lines = {"rows": (x.dtype, (p.pooled_size, height)), "columns": (x.dtype, (p.pooled_size, width))}
    at, down, across = body.arguments(image=("int64", ()), **lines)
    mine = body.Gather(data, at, axis=0)  # (C, P, P, H, W)
    lines = body.Squeeze(body.MatMul(mine, body.Unsqueeze(across, [2])), [4])
    means = body.reduce("ReduceSum", body.Mul(lines, body.Unsqueeze(down, [1])), [-1])
    graph = body.body([at, down, across], [means])
    shape = (rois.shape[0], p.output_dim, p.pooled_size, p.pooled_size)
    result = g.Scan(near, rows, columns, body=graph, num_scan_inputs=3, dtype=x.dtype, shape=shape)
    return _of_images(g, result, image, g.length(x, 0))


# -- by points between pixels ------------------------------------------------------------------------------------------

by_function("_contrib_DeformablePSROIPooling")


def _turned(data: Any, rois: Any, p: Any) -> Any:
    size, points = roi_sampled.turned_bins(rois, p.pooled_size, p.spatial_scale, p.sampling_ratio)
    most = [p.sampling_ratio if p.sampling_ratio > 0 else points[:, i].amax().long() for i in (0, 1)]
    return roi_sampled.align_turned(data, rois, size, points, most, p.pooled_size, p.spatial_scale)


@writes("_contrib_RROIAlign")
def _(g, p, x, rois):
    return written(g, _turned, x, rois, p=p)


# -- two images --------------------------------------------------------------------------------------------------------


@writes("Correlation")
def _(g, p, first, second):
    height, width = (n + 2 * p.pad_size for n in g.static(first, 2, 3))
    border = 2 * (p.max_displacement + p.kernel_size // 2)
    rows, columns = ((-(-(n - border) // p.stride1) - 1) * p.stride1 + p.kernel_size for n in (height, width))
    if p.pad_size:
        widths = [0, 0, p.pad_size, p.pad_size] * 2
        first, second = (g.Pad(item, widths) for item in (first, second))
    near, reach = p.max_displacement, p.max_displacement // p.stride2
    first = g.Slice(first, [near, near], [near + rows, near + columns], [2, 3])
    start, count = near - reach * p.stride2, 2 * reach + 1
    places = start + np.arange(count)[:, None] * p.stride2 + np.arange(columns)
    bands = g.Transpose(g.Gather(second, places, axis=3), perm=[0, 1, 3, 2, 4])  # (N, C, across, H, columns)
    first = g.Unsqueeze(first, [2])
    result = []
    for i in range(count):
        row = start + i * p.stride2
        band = g.Slice(bands, [row], [row + rows], [3])
        compared = g.Mul(first, band) if p.is_multiply else g.Abs(g.Sub(first, band))
        mean = g.reduce("ReduceMean", compared, [1])
        if p.kernel_size > 1:
            result.append(g.AveragePool(mean, kernel_shape=[p.kernel_size] * 2, strides=[p.stride1] * 2))
        else:
            result.append(g.slice(g.slice(mean, 2, 0, None, p.stride1), 3, 0, None, p.stride1))
    return g.concat(result, 1)
