"""Resizing and sampling of images, windows of them, and pictures."""

import math
from typing import Any

import numpy as np

from ..conv import per_axes
from ..resize import _LENGTHS
from . import write_rows, writes
from .conv import geometry
from .tensors import by_function


@writes("_contrib_BilinearResize2D")
def _(g, p, x, like=None):
    if p.mode == "like":
        size: Any = [g.length(like, 2), g.length(like, 3)]
    elif p.mode == "size" and p.scale_height is None and p.scale_width is None:
        size = [p.height, p.width]
    else:
        rule = _LENGTHS[p.mode]
        height, width = g.static(x, 2, 3)
        size = [rule(height, p.height, p.scale_height), rule(width, p.width, p.scale_width)]
    lengths = g.vector([g.length(x, 0), g.length(x, 1), *size])
    coordinates = "align_corners" if p.align_corners else "pytorch_half_pixel"
    return g.Resize(x, None, None, lengths, mode="linear", coordinate_transformation_mode=coordinates)


@writes("UpSampling")
def _(g, p, *xs):
    if p.sample_type == "bilinear":
        x, weight = xs
        pad = [p.scale // 2] * 4
        return g.ConvTranspose(x, weight, group=p.num_filter, strides=[p.scale] * 2, pads=pad)
    result = [_enlarged(g, xs[0], p.scale)]
    for x in xs[1:]:
        result.append(_enlarged(g, x, g.static(xs[0], 2)[0] * p.scale // g.static(x, 2)[0]))
    if len(result) == 1:
        return result[0]
    return g.Sum(*result) if p.multi_input_mode == "sum" else g.concat(result, 1)


def _enlarged(g: Any, x: Any, scale: int) -> Any:
    factors = np.array([1, 1, scale, scale], "float32")
    attributes = {"mode": "nearest", "coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
    return g.Resize(x, None, factors, **attributes)


def _shares(length: int, count: int) -> np.ndarray:
    """Return how much each of ``length`` elements has of each of ``count`` means."""
    result = np.zeros((count, length))
    for i in range(count):
        first, last = i * length // count, -(-(i + 1) * length // count)
        result[i, first:last] = 1 / (last - first)
    return result


@writes("_contrib_AdaptiveAvgPooling2D")
def _(g, p, x):
    size = {1: p.output_size * 2, 2: p.output_size}.get(len(p.output_size), (1, 1))
    if tuple(size) == (1, 1):
        return g.GlobalAveragePool(x)
    height, width = g.static(x, 2, 3)
    if not (height % size[0] or width % size[1]):
        window = [height // size[0], width // size[1]]
        return g.AveragePool(x, kernel_shape=window, strides=window)
    rows, columns = _shares(height, size[0]), _shares(width, size[1])
    return g.MatMul(rows.astype(x.dtype), g.MatMul(x, columns.T.astype(x.dtype)), dtype=x.dtype)


# -- sampling ----------------------------------------------------------------------------------------------------------


by_function(
    "GridGenerator", "BilinearSampler", "SpatialTransformer", "_image_flip_left_right", "_image_flip_top_bottom"
)


# -- deformable convolution --------------------------------------------------------------------------------------------


def _deformed(g: Any, p: Any, x: Any, offset: Any, weight: Any, bias: Any, mask: Any = None) -> Any:
    g.require(19, "DeformConv")
    attributes = geometry(p)
    groups = {"group": p.num_group, "offset_group": p.num_deformable_group}
    return g.DeformConv(x, weight, offset, bias, mask, **groups, **attributes)


@writes("_contrib_ModulatedDeformableConvolution")
def _(g, p, x, offset, mask, weight, bias=None):
    return _deformed(g, p, x, offset, weight, bias, mask)


@writes("_contrib_DeformableConvolution")
def _(g, p, x, offset, weight, bias=None):
    """Points in the last half of an edge pixel read that pixel, those outside 0: the offsets are moved there."""
    space, (height, width) = g.static(x, 2, 3), p.kernel
    stride, dilate, pad = per_axes(p.kernel, p.stride, p.dilate, p.pad)
    out = g.static(offset, 2, 3)
    rows = (np.arange(height) * dilate[0] - pad[0])[:, None, None, None] + np.arange(out[0])[:, None] * stride[0]
    columns = (np.arange(width) * dilate[1] - pad[1])[:, None, None] + np.arange(out[1]) * stride[1]
    start = np.zeros((height, width, 2, *out), x.dtype)
    start[:, :, 0], start[:, :, 1] = rows, columns
    start = start.reshape(height * width, 2, *out)
    limit = np.array(space, x.dtype).reshape(2, 1, 1)
    batch = g.length(x, 0)
    at = g.Add(g.reshape(offset, (batch, p.num_deformable_group, height * width, 2, *out)), start)
    outside = g.Or(g.Less(at, 0), g.GreaterOrEqual(at, limit))
    away = g.Where(outside, np.full((2, 1, 1), -10, x.dtype), g.Min(at, limit - 1), dtype=x.dtype)
    moved = g.reshape(g.Sub(away, start), (batch, 2 * height * width * p.num_deformable_group, *out))
    return _deformed(g, p, x, moved, weight, bias)


# -- columns of windows --------------------------------------------------------------------------------------------


@writes("im2col")
def _(g, p, x):
    (channels,) = g.static(x, 1)
    x = x if x.is_float else g.cast(x, "float32")
    count = math.prod(p.kernel)
    pick = np.eye(count, dtype=x.dtype).reshape(count, 1, *p.kernel)
    result = g.Conv(x, np.tile(pick, (channels, *(1,) * (len(p.kernel) + 1))), group=channels, **geometry(p))
    return g.reshape(result, (g.length(x, 0), channels * count, -1))


@writes("col2im")
def _(g, p, x):
    """A transposed convolution whose kernels have a single 1 each."""
    count = math.prod(p.kernel)
    channels = g.static(x, 1)[0] // count
    attributes = geometry(p)
    half = len(p.kernel)
    strides, dilations, pads = (attributes[name] for name in ("strides", "dilations", "pads"))
    sides = zip(p.output_size, p.kernel, strides, dilations, pads[:half], strict=True)
    lengths, rest = [], []
    for n, k, t, d, pad in sides:
        span = n + 2 * pad - d * (k - 1) - 1
        lengths.append(span // t + 1)
        rest.append(span % t)
    pick = np.tile(np.eye(count, dtype=x.dtype), (channels, 1)).reshape(channels * count, 1, *p.kernel)
    data = g.reshape(x, (g.length(x, 0), channels * count, *lengths))
    return g.ConvTranspose(data, pick, group=channels, output_padding=rest, **attributes)


# -- pictures ----------------------------------------------------------------------------------------------------------


@writes("_image_to_tensor")
def _(g, p, x):
    result = g.Div(g.cast(x, "float32"), 255)
    return g.transpose(result, (2, 0, 1) if x.rank == 3 else (0, 3, 1, 2))


@writes("_image_normalize")
def _(g, p, x):
    if not x.is_float:
        g.refuse(f"normalizing is written for floating-point images, got {x.dtype}")
    mean, std = (np.array(item, x.dtype).reshape(-1, 1, 1) for item in (p.mean, p.std))
    (channels,) = g.static(x, -3)
    mean, std = (item if len(item) == channels else item[:1] for item in (mean, std))
    return g.Div(g.Sub(x, mean), std)


# what is one expression
write_rows(
    {
        "_image_crop": lambda g, p, x: g.slice(
            g.slice(x, x.rank - 3, p.y, p.y + p.height), x.rank - 2, p.x, p.x + p.width
        ),
    }
)
