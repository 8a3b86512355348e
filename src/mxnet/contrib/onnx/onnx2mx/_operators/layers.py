"""Layers of networks: convolution, pooling, normalization, regions."""

import math
from collections.abc import Sequence
from functools import partial, reduce
from typing import Any

import numpy as np

from .....core.errors import MXNetError
from ..graph import Graph, translates
from .arrays import cut, padded
from .elements import shifted


def _geometry(g: Graph, n: Any, x: Any, kernel: Sequence[int]) -> tuple[list[int], list[int], list[int], list[int]]:
    """Return strides, dilations, and the padding before and after each axis of the space."""
    rank = len(kernel)
    strides, dilations = list(n.get("strides", [1] * rank)), list(n.get("dilations", [1] * rank))
    auto = n.text("auto_pad", "NOTSET")
    if auto in ("SAME_UPPER", "SAME_LOWER"):
        lows, highs = [], []
        for length, k, t, d in zip(g.static(x)[2:], kernel, strides, dilations, strict=True):
            full = max((-(-length // t) - 1) * t + (k - 1) * d + 1 - length, 0)
            small, large = full // 2, full - full // 2
            lows.append(small if auto == "SAME_UPPER" else large)
            highs.append(large if auto == "SAME_UPPER" else small)
        return strides, dilations, lows, highs
    pads = list(n.get("pads", [0] * (2 * rank))) if auto != "VALID" else [0] * (2 * rank)
    return strides, dilations, pads[:rank], pads[rank:]


def _convolution(g: Graph, n: Any, weight: Any, bias: Any, kernel: Any, strides: Any, dilations: Any) -> dict[str, Any]:
    """Return the attributes of a convolution, without its padding."""
    geometry = {"kernel": tuple(kernel), "stride": tuple(strides), "dilate": tuple(dilations)}
    return geometry | {"num_filter": g.static(weight)[0], "num_group": n.get("group", 1), "no_bias": bias is None}


@translates("Conv")
def _(g, n, x, weight, bias=None):
    kernel = n.get("kernel_shape") or g.static(weight)[2:]
    strides, dilations, low, high = _geometry(g, n, x, kernel)
    if low != high:
        x, low = padded(g, x, [(0, 0), (0, 0), *zip(low, high, strict=True)]), [0] * len(low)
    facts = _convolution(g, n, weight, bias, kernel, strides, dilations) | {"pad": tuple(low)}
    return g.op("Convolution", x, weight, *([] if bias is None else [bias]), **facts)


@translates("ConvTranspose")
def _(g, n, x, weight, bias=None):
    kernel = list(n.get("kernel_shape") or g.static(weight)[2:])
    rank, group = len(kernel), n.get("group", 1)
    strides, dilations = list(n.get("strides", [1] * rank)), list(n.get("dilations", [1] * rank))
    more = list(n.get("output_padding", [0] * rank))
    space = g.static(x)[2:]
    full = [(s - 1) * t + (k - 1) * d + 1 for s, t, k, d in zip(space, strides, kernel, dilations, strict=True)]
    pads = list(n.get("pads", [0] * (2 * rank)))
    low, high = pads[:rank], pads[rank:]
    auto, shape = n.text("auto_pad", "NOTSET"), n.get("output_shape")
    if shape is not None or auto.startswith("SAME"):
        expected = list(shape)[-rank:] if shape is not None else [s * t for s, t in zip(space, strides, strict=True)]
        total = [w + m - o for w, m, o in zip(full, more, expected, strict=True)]
        first = [t // 2 if auto != "SAME_LOWER" else t - t // 2 for t in total]
        if shape is not None and auto == "NOTSET":
            first = [t - t // 2 for t in total]
        low, high = first, [t - f for t, f in zip(total, first, strict=True)]
    facts = _convolution(g, n, weight, bias, kernel, strides, dilations) | {"num_filter": g.static(weight)[1] * group}
    result = g.op("Deconvolution", x, weight, *([] if bias is None else [bias]), **facts)
    if not any(more):
        return padded(g, result, [(0, 0), (0, 0), *((-a, -b) for a, b in zip(low, high, strict=True))])
    fill = [(-a, m - b) for a, b, m in zip(low, high, more, strict=True)]
    if bias is not None and any(b > 0 for _, b in fill):
        raise MXNetError("output_padding beyond the padding, with a bias, is not supported")
    return padded(g, result, [(0, 0), (0, 0), *fill])


@translates("DeformConv")
def _(g, n, x, weight, offset, bias=None, mask=None):
    kernel = n.get("kernel_shape") or g.static(weight)[2:]
    strides, dilations, low, high = _geometry(g, n, x, kernel)
    if low != high:
        raise MXNetError("padding that differs on both sides is not supported")
    if mask is None:
        shape = g.static(offset)
        mask = np.ones(g.sized(shape[0], shape[1] // 2, *shape[2:]), g.dtype(x))
    facts = _convolution(g, n, weight, bias, kernel, strides, dilations) | {"pad": tuple(low)}
    inputs = (x, offset, mask, weight, *([] if bias is None else [bias]))
    short = "_contrib_ModulatedDeformableConvolution"
    return g.op(short, *inputs, num_deformable_group=n.get("offset_group", 1), **facts)


# -- pooling -----------------------------------------------------------------------------------------------------------


class _Windows:
    """The windows of a node, and the padding in which the last ones are whole."""

    def __init__(self, g: Graph, n: Any, x: Any) -> None:
        self.g, self.kernel = g, list(n["kernel_shape"])
        self.strides, self.dilations, self.low, self.high = _geometry(g, n, x, self.kernel)
        #: whether windows have no gaps
        self.dense = set(self.dilations) == {1}
        self.more = [0] * len(self.kernel)
        if n.get("ceil_mode", 0):
            sides = zip(g.static(x)[2:], self.kernel, self.strides, self.dilations, self.low, self.high, strict=True)
            self.more = [self._overhang(*side) for side in sides]
        self.ends = [b + m for b, m in zip(self.high, self.more, strict=True)]
        #: whether the padding is one of MXNet's layers
        self.plain = (
            self.dense and self.low == self.ends and all(a < k for a, k in zip(self.low, self.kernel, strict=True))
        )

    @staticmethod
    def _overhang(length: int, k: int, t: int, d: int, low: int, high: int) -> int:
        span = (k - 1) * d + 1
        count = -(-(length + low + high - span) // t) + 1
        if (count - 1) * t >= length + low:  # a window that begins in the padding after the end does not count
            count -= 1
        return max((count - 1) * t + span - length - low - high, 0)

    def padded(self, x: Any, value: float = 0.0) -> Any:
        """Return ``x`` with the padding written out."""
        return padded(self.g, x, [(0, 0), (0, 0), *zip(self.low, self.ends, strict=True)], value)

    def pooling(self, x: Any, pool_type: str, **facts: Any) -> Any:
        """Return MXNet's layer of these windows."""
        facts = {"kernel": tuple(self.kernel), "stride": tuple(self.strides), **facts}
        return self.g.op("Pooling", x, pool_type=pool_type, **facts)

    def total(self, x: Any) -> Any:
        """Return the sums of windows over ``x``, padding included."""
        x = self.padded(x)
        if self.dense:
            return self.pooling(x, "sum")
        channels = self.g.static(x)[1]
        ones = np.ones(self.g.sized(channels, 1, *self.kernel), self.g.dtype(x))
        facts = {"kernel": tuple(self.kernel), "stride": tuple(self.strides), "dilate": tuple(self.dilations)}
        return self.g.op("Convolution", x, ones, num_filter=channels, num_group=channels, no_bias=True, **facts)

    def greatest(self, x: Any) -> Any:
        """Return maxima over windows with gaps, one axis after the other."""
        for i, (k, t, d) in enumerate(zip(self.kernel, self.strides, self.dilations, strict=True)):
            count = (self.g.static(x)[i + 2] - (k - 1) * d - 1) // t + 1
            parts = (cut(self.g, x, i + 2, j * d, j * d + (count - 1) * t + 1, t) for j in range(k))
            x = reduce(partial(self.g.op, "broadcast_maximum"), parts)
        return x


@translates("MaxPool")
def _(g, n, x):
    if len(n.node.output) > 1 and n.node.output[1]:
        raise MXNetError("the positions of maxima are not supported")
    windows, dtype = _Windows(g, n, x), np.dtype(g.dtype(x))
    if dtype.kind == "f" and windows.plain:
        return windows.pooling(x, "max", pad=tuple(windows.low))
    limits = np.finfo(dtype) if dtype.kind == "f" else np.iinfo(dtype)
    x = windows.padded(x, float(limits.min))
    return windows.pooling(x, "max") if dtype.kind == "f" and windows.dense else windows.greatest(x)


@translates("AveragePool")
def _(g, n, x):
    windows, counts_pad = _Windows(g, n, x), bool(n.get("count_include_pad", 0))
    if windows.plain and not any(windows.more):
        return windows.pooling(x, "avg", pad=tuple(windows.low), count_include_pad=counts_pad)
    value: Any = np.ones((), g.dtype(x))
    sides = (windows.kernel, windows.strides, windows.dilations, windows.low, windows.high, windows.ends)
    for length, k, t, d, a, b, end in zip(g.static(x)[2:], *sides, strict=True):
        g.sized(length + a + end, k)
        first = np.arange((length + a + end - (k - 1) * d - 1) // t + 1) * t
        at = first[:, None] + np.arange(k) * d
        inside = (at < length + a + b) if counts_pad else (at >= a) & (at < length + a)
        g.sized(*value.shape, len(first))
        value = value[..., None] * inside.sum(1).astype(value.dtype)
    return g.op("_npi_true_divide", windows.total(x), value[None, None])


@translates("LpPool")
def _(g, n, x):
    order = n.get("p", 2)
    powers = g.op("_power_scalar", g.op("abs", x), scalar=float(order))
    return g.op("_power_scalar", _Windows(g, n, x).total(powers), scalar=1 / order)


def _global(pool_type: str) -> Any:
    return lambda g, n, x: g.op("Pooling", x, kernel=(1,) * (g.rank(x) - 2), global_pool=True, pool_type=pool_type)


translates("GlobalMaxPool")(_global("max"))
translates("GlobalAveragePool")(_global("avg"))


@translates("GlobalLpPool")
def _(g, n, x):
    order, axes = n.get("p", 2), tuple(range(2, g.rank(x)))
    powers = g.op("_power_scalar", g.op("abs", x), scalar=float(order))
    return g.op("_power_scalar", g.op("_np_sum", powers, axis=axes, keepdims=True), scalar=1 / order)


# -- normalization -----------------------------------------------------------------------------------------------------


@translates("BatchNormalization")
def _(g, n, x, gamma, beta, mean, var):
    eps, momentum = n.get("epsilon", 1e-5), n.get("momentum", 0.9)
    if n.get("training_mode", 0):
        axes = tuple(i for i in range(g.rank(x)) if i != 1)
        now = g.op("_npi_mean", x, axis=axes)
        spread = g.op("_npi_var", x, axis=axes)
        moved = [
            g.op("elemwise_add", _times(g, old, momentum), _times(g, new, 1 - momentum))
            for old, new in ((mean, now), (var, spread))
        ]
        column = (-1, *(1,) * (g.rank(x) - 2))
        parts = [g.op("_np_reshape", v, newshape=column) for v in (now, spread, gamma, beta)]
        scale = g.op("_npi_true_divide", parts[2], g.op("sqrt", shifted(g, parts[1], eps)))
        out = g.op("_npi_add", g.op("_npi_multiply", g.op("_npi_subtract", x, parts[0]), scale), parts[3])
        return [out, *moved]
    facts = {"eps": eps, "momentum": momentum, "fix_gamma": False, "use_global_stats": True}
    return g.op("BatchNorm", x, gamma, beta, mean, var, **facts)


def _times(g: Graph, x: Any, value: float) -> Any:
    return g.op("_mul_scalar", x, scalar=value)


@translates("InstanceNormalization")
def _(g, n, x, gamma, beta):
    return g.op("InstanceNorm", x, gamma, beta, eps=n.get("epsilon", 1e-5))


@translates("LRN")
def _(g, n, x):
    facts = {"alpha": n.get("alpha", 1e-4), "beta": n.get("beta", 0.75), "knorm": n.get("bias", 1.0)}
    if n["size"] % 2 == 0:
        raise MXNetError(f"the size of a neighbourhood must be odd, got {n['size']}")
    return g.op("LRN", x, nsize=n["size"], **facts)


# -- regions and grids -------------------------------------------------------------------------------------------------


@translates("RoiAlign")
def _(g, n, x, rois, image):
    if n.text("mode", "avg") != "avg":
        raise MXNetError("the mode 'max' is not supported")
    column = g.op("Cast", g.op("expand_dims", image, axis=1), dtype=g.dtype(rois))
    regions = g.op("Concat", column, rois, dim=1, num_args=2)
    default = "half_pixel" if n.opset >= 16 else "output_half_pixel"
    aligned = n.text("coordinate_transformation_mode", default) == "half_pixel"
    size, scale = (n.get("output_height", 1), n.get("output_width", 1)), n.get("spatial_scale", 1.0)
    about = {"pooled_size": size, "spatial_scale": scale, "sample_ratio": n.get("sampling_ratio", 0) or -1}
    return g.op("_contrib_ROIAlign", x, regions, **about, aligned=aligned)


@translates("MaxRoiPool")
def _(g, n, x, rois):
    facts = {"pooled_size": tuple(n["pooled_shape"]), "spatial_scale": n.get("spatial_scale", 1.0)}
    return g.op("ROIPooling", x, rois, **facts)


@translates("GridSample")
def _(g, n, x, grid):
    mode, outside = n.text("mode", "linear"), n.text("padding_mode", "zeros")
    if mode not in ("linear", "bilinear", "nearest") or g.rank(x) != 4:
        raise MXNetError(f"the mode {mode} of {g.rank(x) - 2} dimensions is not supported")
    sides = np.array(g.static(x)[:1:-1], g.dtype(grid))  # width, height
    reach = np.maximum(sides - 1, 1)
    if not n.get("align_corners", 0):  # the edges of the image are at -1 and 1, here the middles of the outer pixels
        grid = g.op("_npi_multiply", grid, sides / reach)
    if outside == "border":
        grid = g.op("clip", grid, a_min=-1.0, a_max=1.0)
    elif outside != "zeros":
        raise MXNetError(f"the padding_mode {outside} is not supported")
    if mode == "nearest":
        at = g.op("_npi_multiply", shifted(g, grid, 1.0), reach / 2)
        grid = shifted(g, g.op("_npi_true_divide", g.op("_npi_around", at), reach / 2), -1.0)
    return g.op("BilinearSampler", x, g.op("transpose", grid, axes=(0, 3, 1, 2)))


@translates("Col2Im")
def _(g, n, x, shape, kernel):
    size, block = (tuple(int(item) for item in g.constant(v, "the shape")) for v in (shape, kernel))
    rank = len(size)
    pads = list(n.get("pads", [0] * (2 * rank)))
    if pads[:rank] != pads[rank:]:
        raise MXNetError("padding that differs on both sides is not supported")
    facts = {"stride": tuple(n.get("strides", [1] * rank)), "dilate": tuple(n.get("dilations", [1] * rank))}
    result = g.op("col2im", x, output_size=size, kernel=block, pad=tuple(pads[:rank]), **facts)
    channels = g.static(x)[1] // math.prod(block)
    return g.op("_np_reshape", result, newshape=(g.static(x)[0], channels, *size))
