"""Pooling of regions of images, and the correlation of two images."""

from math import pi
from typing import Any

import numpy as np

from . import writes
from .detection import column


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


def _rounded(g: Any, x: Any) -> Any:
    """Round halves away from zero."""
    return g.Mul(g.Sign(x), g.Floor(g.Add(g.Abs(x), 0.5)))


def _share(g: Any, rois: Any, first: int, count: int, limit: int, scale: float) -> Any:
    """Return the weights ``(R, number, limit)`` of an axis: the mean of the pixels that a bin touches."""
    start = g.Mul(_rounded(g, column(g, rois, first)), scale)
    end = g.Mul(g.Add(_rounded(g, column(g, rois, first + 2)), 1), scale)
    bins = g.Unsqueeze(g.Div(g.Max(g.Sub(end, start), 0.1), float(count)), [1])
    start, position = g.Unsqueeze(start, [1]), np.arange(count, dtype=rois.dtype)
    most = g.scalar(limit, rois.dtype)

    def edge(rounding: Any, at: Any) -> Any:
        result = rounding(g.Add(g.Mul(bins, at), start))
        return g.Unsqueeze(g.Max(g.Min(result, most), g.scalar(0, rois.dtype)), [2])

    begin, end = edge(g.Floor, position), edge(g.Ceil, position + 1)
    pixel = g.constant(np.arange(limit, dtype=rois.dtype))
    inside = g.And(g.GreaterOrEqual(pixel, begin), g.Less(pixel, end))
    return g.Div(g.cast(inside, rois.dtype), g.Max(g.Sub(end, begin), 1))


@writes("_contrib_PSROIPooling")
def _(g, p, x, rois):
    """Region by region, each of which takes the channels of one image."""
    (height, width), groups = g.static(x, 2, 3), p.group_size or p.pooled_size
    data = g.reshape(x, (g.length(x, 0), p.output_dim, groups, groups, height, width))
    if groups != p.pooled_size:
        part = (np.arange(p.pooled_size) * groups // p.pooled_size).tolist()
        data = g.Gather(g.Gather(data, part, axis=2), part, axis=3)
    rows = g.cast(_share(g, rois, 2, p.pooled_size, height, p.spatial_scale), x.dtype)
    columns = g.cast(_share(g, rois, 1, p.pooled_size, width, p.spatial_scale), x.dtype)
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


def _between(g: Any, table: Any, plane: Any, y: Any, x: Any, height: int, width: int) -> Any:
    """Return what lies at ``(y, x)``, within the plane, of planes by number.

    ``table`` ``(M * H * W, ...)`` has the pixels of M planes, one after the other.
    """
    top, left = g.Floor(y), g.Floor(x)
    down, right = g.Sub(y, top), g.Sub(x, left)
    trailing = table.rank - 1
    total = None
    for step_y, share_y in ((0, g.Sub(g.scalar(1, y.dtype), down)), (1, down)):
        for step_x, share_x in ((0, g.Sub(g.scalar(1, x.dtype), right)), (1, right)):
            row = g.cast(g.Min(g.Add(top, step_y), height - 1), "int64")
            position = g.cast(g.Min(g.Add(left, step_x), width - 1), "int64")
            at = g.Add(g.Mul(g.Add(g.Mul(plane, height), row), width), position)
            share = g.Mul(share_y, share_x)
            share = g.Unsqueeze(share, list(range(-trailing, 0))) if trailing else share
            part = g.Mul(g.Gather(table, at, axis=0), g.cast(share, table.dtype))
            total = part if total is None else g.Add(total, part)
    return total


def _within(g: Any, at: Any, low: float, high: float) -> Any:
    return g.And(g.GreaterOrEqual(at, low), g.LessOrEqual(at, high))


def _clamped(g: Any, at: Any, limit: int) -> Any:
    return g.Max(g.Min(at, limit - 1), 0)


@writes("_contrib_RROIAlign")
def _(g, p, x, rois):
    channels, height, width = g.static(x, 1, 2, 3)
    dtype = rois.dtype
    size = [g.Max(g.Mul(column(g, rois, k), p.spatial_scale), 1) for k in (4, 3)]  # height, width
    starts, used, numbers = [], [], []
    for axis, length, bins in zip((0, 1), size, p.pooled_size, strict=True):
        bin_size = g.Div(length, float(bins))
        if p.sampling_ratio > 0:
            points = g.Add(g.Mul(length, 0), p.sampling_ratio)
            most = g.scalar(p.sampling_ratio, "int64")
        else:
            points = g.Ceil(bin_size)
            most = g.cast(g.reduce("ReduceMax", points), "int64")
        index = g.cast(g.Range(g.scalar(0, "int64"), most, g.scalar(1, "int64"), shape=(None,)), dtype)
        # (R, bins, points)
        low, item, count = (g.Unsqueeze(v, [1, 2]) for v in (g.Neg(g.Div(length, 2)), bin_size, points))
        position = np.arange(bins, dtype=dtype).reshape(-1, 1)
        at = g.Add(g.Add(low, g.Mul(item, position)), g.Div(g.Mul(item, g.Add(index, 0.5)), count))
        axes = ([2, 4], [1, 3])[axis]  # (R, P, Q, points down, points along)
        starts.append(g.Unsqueeze(at, axes))
        used.append(g.Unsqueeze(g.Less(index, g.Unsqueeze(points, [1])), ([1, 2, 4], [1, 2, 3])[axis]))
        numbers.append(points)
    v, u = starts
    wide = [1, 2, 3, 4]
    angle = g.Mul(column(g, rois, 5), pi / 180)
    cos, sin = (g.Unsqueeze(item, wide) for item in (g.Cos(angle), g.Sin(angle)))
    center = [g.Unsqueeze(g.Mul(column(g, rois, k), p.spatial_scale), wide) for k in (1, 2)]
    across = g.Add(g.Add(g.Mul(u, cos), g.Mul(v, sin)), center[0])
    down = g.Add(g.Sub(g.Mul(v, cos), g.Mul(u, sin)), center[1])
    inside = g.And(_within(g, down, -1, height), _within(g, across, -1, width))
    inside = g.And(inside, g.And(*used))
    table = g.reshape(g.Transpose(x, perm=[0, 2, 3, 1]), (-1, channels))
    plane = g.Unsqueeze(_images(g, x, rois)[1], wide)
    down, across = _clamped(g, down, height), _clamped(g, across, width)
    values = _between(g, table, plane, down, across, height, width)
    values = g.Where(g.Unsqueeze(inside, [5]), values, g.scalar(0, x.dtype), dtype=x.dtype)
    total = g.node("ReduceSum", (values, [3, 4]), keepdims=0)
    means = g.Div(total, g.cast(g.Unsqueeze(g.Mul(*numbers), [1, 2, 3]), x.dtype))
    return g.Transpose(means, perm=[0, 3, 1, 2])


@writes("_contrib_DeformablePSROIPooling")
def _(g, p, x, rois, trans=None):
    channels, height, width = g.static(x, 1, 2, 3)
    dtype, bins, points = rois.dtype, p.pooled_size, p.sample_per_part
    position = np.arange(bins)[:, None] / bins + np.arange(points) / (bins * points)
    moves = [None, None]
    if not p.no_trans:
        part = (np.arange(bins) * (p.part_size or bins) // bins).tolist()
        count = g.static(trans, 1)[0] // 2
        item = g.Gather(g.Gather(trans, part, axis=2), part, axis=3)
        pairs = g.reshape(item, (g.length(trans, 0), count, 2, bins, bins))
        repeated = np.repeat(np.arange(count), p.output_dim // count).tolist()
        pairs = g.Gather(pairs, repeated, axis=1)
        moves = [g.cast(g.Squeeze(g.Slice(pairs, [i], [i + 1], [2]), [2]), dtype) for i in (0, 1)]
    at = []
    for i, move in enumerate(moves):  # x, then y: (R, channels, P, P, points, points)
        start = g.Sub(g.Mul(_rounded(g, column(g, rois, 1 + i)), p.spatial_scale), 0.5)
        end = g.Sub(g.Mul(g.Add(_rounded(g, column(g, rois, 3 + i)), 1), p.spatial_scale), 0.5)
        size = g.Unsqueeze(g.Max(g.Sub(end, start), 0.1), [1, 2, 3, 4, 5])
        steps = position.astype(dtype).reshape((1, 1, 1, bins, 1, points) if i == 0 else (1, 1, bins, 1, points, 1))
        result = g.Add(g.Unsqueeze(start, [1, 2, 3, 4, 5]), g.Mul(size, steps))
        if move is not None:
            result = g.Add(result, g.Mul(g.Mul(g.Unsqueeze(move, [4, 5]), p.trans_std), size))
        at.append(result)
    zero = np.zeros((1, p.output_dim, bins, bins, points, points), dtype)
    across, down = (g.Add(item, zero) for item in at)
    inside = g.And(_within(g, across, -0.5, width - 0.5), _within(g, down, -0.5, height - 0.5))
    group = np.arange(bins) * p.group_size // bins
    channel = (np.arange(p.output_dim)[:, None, None] * p.group_size + group[:, None]) * p.group_size + group
    image = g.Mul(g.Unsqueeze(_images(g, x, rois)[1], [1, 2, 3, 4, 5]), channels)
    plane = g.Add(image, channel[None, :, :, :, None, None])
    down, across = _clamped(g, down, height), _clamped(g, across, width)
    values = _between(g, g.reshape(x, (-1,)), plane, down, across, height, width)
    values = g.Where(inside, values, g.scalar(0, x.dtype), dtype=x.dtype)
    count = g.node("ReduceSum", (g.cast(inside, x.dtype), [4, 5]), keepdims=0)
    return g.Div(g.node("ReduceSum", (values, [4, 5]), keepdims=0), g.Max(count, 1)), count


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
