"""Convolution, its transpose, and pooling."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..conv import channel_last, per_axes, per_axis
from . import writes


def channels_first(g: Any, x: Any, layout: str | None) -> Any:
    """Return data in a layout with the channels second."""
    return g.transpose(x, (0, x.rank - 1, *range(1, x.rank - 1))) if channel_last(layout) else x


def channels_last(g: Any, x: Any, layout: str | None, rank: int) -> Any:
    """Return data in the layout, of which ``x`` has the channels second."""
    return g.transpose(x, (0, *range(2, rank), 1)) if channel_last(layout) else x


def geometry(p: Any) -> dict[str, Any]:
    """Return the attributes that ONNX's convolutions have in common."""
    stride, dilate, pad = map(list, per_axes(p.kernel, p.stride, p.dilate, p.pad))
    return {"kernel_shape": list(p.kernel), "strides": stride, "dilations": dilate, "pads": [*pad, *pad]}


@writes("Convolution", "Convolution_v1")
def _(g, p, x, weight, bias=None):
    first = channels_first(g, x, p.layout)
    kernel = channels_first(g, weight, p.layout)
    result = g.Conv(first, kernel, bias, group=p.num_group, **geometry(p))
    return channels_last(g, result, p.layout, x.rank)


@writes("Deconvolution")
def _(g, p, x, weight, bias=None):
    first = channels_first(g, x, p.layout)
    kernel = channels_first(g, weight, p.layout)
    attrs = geometry(p)
    adj = list(per_axis("adj", p.adj, p.kernel, 0))
    target = per_axis("target_shape", p.target_shape, p.kernel, 0)
    if any(target):
        space = g.static(first, *range(2, x.rank))
        low = list(attrs["pads"][: len(space)])
        for i, (n, k, t, d) in enumerate(zip(space, p.kernel, attrs["strides"], attrs["dilations"], strict=True)):
            if target[i]:
                spare = (n - 1) * t + d * (k - 1) + 1 - target[i]
                low[i], adj[i] = (spare + 1) // 2, spare % 2
        attrs["pads"] = [*low, *low]
    result = g.ConvTranspose(first, kernel, bias, group=p.num_group, output_padding=adj, **attrs)
    return channels_last(g, result, p.layout, x.rank)


_GLOBAL = {"max": "GlobalMaxPool", "avg": "GlobalAveragePool"}


def _overhang(space: Sequence[int | None], kernel: Sequence[int], strides: Sequence[int], pad: Sequence[int]) -> Any:
    """Return how far the last windows hang over the end where lengths are rounded up; None where it is not known."""
    if None in space:
        return None
    sides = zip(space, kernel, strides, pad, strict=True)
    return [max((-(-(n + 2 * m - k) // t)) * t + k - n - 2 * m, 0) for n, k, t, m in sides]  # type: ignore[operator]


@writes("Pooling")
def _(g, p, x):
    return pooled(g, p, x, p.count_include_pad is None or p.count_include_pad)


def pooled(g: Any, p: Any, x: Any, count_pad: bool) -> Any:
    """Write a pooling layer."""
    layout, pool_type = p.get("layout"), p.pool_type
    data = channels_first(g, x, layout)
    if p.global_pool:
        result = _over_all(g, p, data)
        return channels_last(g, result, layout, x.rank)
    strides = per_axis("stride", p.stride, p.kernel, 1)
    pad = per_axis("pad", p.pad, p.kernel, 0)
    none = [0] * len(pad)
    more = none
    ceil = None
    space = data.shape[2:]
    if p.pooling_convention == "full":
        more = _overhang(space, p.kernel, strides, pad)
        gaps = any(t > k for t, k in zip(strides, p.kernel, strict=True))  # a last window may lie in the padding alone
        if more is None and not gaps and (pool_type == "max" or (pool_type == "avg" and not any(pad))):
            more, ceil = none, 1
        elif more is None:
            g.static(data, *range(2, data.rank))
    elif p.pooling_convention == "same":
        (n,) = g.static(data, 2)
        more = [max((-(-n // strides[0]) - 1) * strides[0] + p.kernel[0] - n, 0)]
    common = {"kernel_shape": list(p.kernel), "strides": list(strides), "ceil_mode": ceil}
    windows = Windows(g, data, pad, more, p.kernel, common)
    if pool_type == "max":
        result = windows.greatest()
    elif pool_type == "avg":
        result = windows.mean(count_pad, strides)
    else:
        result = _root(g, windows.total(_power(g, p, data)), p.p_value if pool_type == "lp" else 1)
    return channels_last(g, result, layout, x.rank)


class Windows:
    """Reductions of windows over data with padding, ``low`` on both sides and ``more`` where the last hang over."""

    def __init__(self, g: Any, data: Any, low: Sequence[int], more: Sequence[int], kernel: Sequence[int], common: Any):
        self.g, self.data, self.low, self.more, self.kernel, self.common = g, data, low, more, kernel, common
        self.high = [m + o for m, o in zip(low, more, strict=True)]
        #: whether the padding is less than a window, as ONNX asks for
        self.plain = all(h < k for h, k in zip(self.high, kernel, strict=True))
        self.pads = [*low, *self.high]

    def padded(self, x: Any, value: float) -> Any:
        """Return ``x`` with the padding written out.

        Next to nothing stands for 0: ONNX Runtime would make padding with 0 that of the windows, which may be too wide.
        """
        if not any(self.pads):
            return x
        value = value or float(np.finfo(x.dtype).tiny)
        return self.g.Pad(x, [0, 0, *self.low, 0, 0, *self.high], self.g.scalar(value, x.dtype))

    def greatest(self, outside: float | None = None) -> Any:
        """The maxima; of what lies ``outside`` too (None: it does not count)."""
        if self.plain and outside is None:
            return self.g.MaxPool(self.data, pads=self.pads, **self.common)
        least = float(np.finfo(self.data.dtype).min) if outside is None else outside
        return self.g.MaxPool(self.padded(self.data, least), **self.common)

    def total(self, x: Any) -> Any:
        """The sums of ``x``."""
        return self.g.Mul(self.g.AveragePool(self.padded(x, 0), **self.common), math.prod(self.kernel))

    def mean(self, count_pad: bool, strides: Sequence[int]) -> Any:
        """The means; ``count_pad``: of the padding too, but not of what the last windows hang over."""
        if self.plain and not (count_pad and any(self.low) and any(self.more)):
            counts = int(count_pad and not any(self.more))
            return self.g.AveragePool(self.data, pads=self.pads, count_include_pad=counts, **self.common)
        value = np.ones((), self.data.dtype)
        space = self.g.static(self.data, *range(2, self.data.rank))
        for n, low, high, k, t in zip(space, self.low, self.high, self.kernel, strides, strict=True):
            first = np.arange((n + low + high - k) // t + 1) * t
            begin, end = (0, n + 2 * low) if count_pad else (low, low + n)
            inside = np.minimum(first + k, end) - np.maximum(first, begin)
            value = value[..., None] * np.maximum(inside, 1).astype(value.dtype)
        return self.g.Div(self.total(self.data), value)


def _power(g: Any, p: Any, x: Any) -> Any:
    order = p.p_value if p.pool_type == "lp" else 1
    return x if order == 1 else g.Mul(x, x) if order == 2 else g.Mul(g.Mul(x, x), x)


def _root(g: Any, total: Any, order: int) -> Any:
    if order == 1:
        return total
    return g.Sqrt(total) if order == 2 else g.Mul(g.Sign(total), g.Pow(g.Abs(total), 1 / 3))


def _over_all(g: Any, p: Any, x: Any) -> Any:
    if p.pool_type in _GLOBAL:
        return g.node(_GLOBAL[p.pool_type], (x,))
    total = g.reduce("ReduceSum", _power(g, p, x), range(2, x.rank), keepdims=True)
    return _root(g, total, p.p_value if p.pool_type == "lp" else 1)


@writes("Pooling_v1")
def _(g, p, x):
    if p.global_pool:
        return _over_all(g, p, x)
    strides = per_axis("stride", p.stride, p.kernel, 1)
    pad = per_axis("pad", p.pad, p.kernel, 0)
    more = [0] * len(pad)
    if p.pooling_convention == "full":
        more = _overhang(g.static(x, *range(2, x.rank)), p.kernel, strides, pad)
    windows = Windows(g, x, pad, more, p.kernel, {"kernel_shape": list(p.kernel), "strides": list(strides)})
    if p.pool_type == "max":
        return windows.greatest(outside=0)
    total = windows.total(x)
    return total if p.pool_type == "sum" else g.Div(total, math.prod(p.kernel))
