"""Pooling in one to three dimensions, and upsampling."""

from __future__ import annotations

from typing import Literal

import torch
from torch.nn import functional as F

from ..core.errors import MXNetError, MXNetShapeError
from ..core.params import Shape
from ..registry import op
from .conv import channel_last, per_axis, to_channel_first, to_channel_last

Kind = Literal["avg", "lp", "max", "sum"]
Layout = Literal["NCDHW", "NCHW", "NCW", "NDHWC", "NHWC", "NWC"]

_MAX = {1: torch.max_pool1d, 2: torch.max_pool2d, 3: torch.max_pool3d}
_AVG = {1: F.avg_pool1d, 2: F.avg_pool2d, 3: F.avg_pool3d}


def _length(n, kernel, stride, pad, convention):
    """Return the length of an axis after pooling; ``full`` counts the window that hangs over the end."""
    if n is None:
        return None
    if convention == "same":
        return -(-n // stride)
    room = n + 2 * pad - kernel
    if room < 0:
        raise MXNetShapeError(f"kernel size ({kernel}) exceeds input ({n} padded to {n + 2 * pad})")
    return 1 + (-(-room // stride) if convention == "full" else room // stride)


def _same_pads(n, kernel, stride):
    total = max((-(-n // stride) - 1) * stride + kernel - n, 0)
    return total // 2, total - total // 2


class _Windows:
    """Where the windows lie: per axis, the padding on both sides that makes them all whole."""

    def __init__(self, space, kernel, stride, pad, convention):
        self.kernel, self.stride = kernel, stride
        self.space = tuple(space)
        self.lengths = [_length(n, *each, convention) for n, each in zip(space, zip(kernel, stride, pad))]
        if convention == "same":
            self.low = [_same_pads(n, k, t)[0] for n, k, t in zip(space, kernel, stride)]
        else:
            self.low = list(pad)
        #: how far the padded data reach, as far as a divisor counts
        self.reach = [n + low + (low if convention != "same" else k) for n, low, k in zip(space, self.low, kernel)]
        ends = [(m - 1) * t + k for m, t, k in zip(self.lengths, stride, kernel)]
        self.high = [end - n - low for end, n, low in zip(ends, space, self.low)]

    @property
    def plain(self):
        """Whether PyTorch's own padding, the same on both sides and at most half the kernel, does it."""
        return all(
            high <= low <= k // 2 and high > low - t
            for low, high, k, t in zip(self.low, self.high, self.kernel, self.stride)
        )

    def padded(self, data, value):
        """Return the data with the padding written out (or rows that no window reaches cut off)."""
        sides = [side for low, high in zip(reversed(self.low), reversed(self.high)) for side in (low, high)]
        return F.pad(data, sides, value=value) if any(sides) else data

    def counts(self, include_pad, like):
        """Return how many elements each window averages over."""
        result = torch.ones((), dtype=like.dtype, device=like.device)
        for n, low, reach, m, k, t in zip(
            self.space, self.low, self.reach, self.lengths, self.kernel, self.stride, strict=True
        ):
            first = torch.arange(m, device=like.device) * t
            begin, end = (0, reach) if include_pad else (low, low + n)
            count = (first + k).clamp(max=end) - first.clamp(min=begin)
            result = result.unsqueeze(-1) * count.to(like.dtype)
        return result


def _max(data, windows):
    number = len(windows.kernel)
    if windows.plain:
        return _MAX[number](data, windows.kernel, windows.stride, windows.low)
    return _MAX[number](windows.padded(data, -torch.inf), windows.kernel, windows.stride)


def _sum(data, windows):
    if len(windows.kernel) == 1:
        padded = windows.padded(data, 0.0).unsqueeze(-2)
        return F.avg_pool2d(padded, (1, *windows.kernel), (1, *windows.stride), divisor_override=1).squeeze(-2)
    pool = _AVG[len(windows.kernel)]
    return pool(windows.padded(data, 0.0), windows.kernel, windows.stride, divisor_override=1)


def _average(data, windows, include_pad):
    if windows.plain:
        pool = _AVG[len(windows.kernel)]
        return pool(data, windows.kernel, windows.stride, windows.low, count_include_pad=include_pad)
    return _sum(data, windows) / windows.counts(include_pad, data)


def _lp(data, windows, p):
    if p is None:
        raise MXNetError("pool_type 'lp' needs p_value: 1, 2 or 3")
    if p == 1:
        return _sum(data.abs(), windows)
    return _sum(data.abs().pow(p), windows).pow(1 / p)


def _global(data, kind, p):
    axes = tuple(range(2, data.dim()))
    if kind == "max":
        if not data.requires_grad:
            return data.amax(axes, keepdim=True)
        return data.flatten(2).max(-1).values.view(*data.shape[:2], *(1 for _ in axes))
    if kind == "avg":
        return data.mean(axes, keepdim=True)
    if kind == "sum":
        return data.sum(axes, keepdim=True)
    return torch.linalg.vector_norm(data, p, axes, keepdim=True)


@op("Pooling", aliases=("_npx_pooling",))
def pooling(
    data,
    *,
    kernel: Shape = (),
    pool_type: Kind = "max",
    global_pool: bool = False,
    cudnn_off: bool = False,
    pooling_convention: Literal["full", "same", "valid"] = "valid",
    stride: Shape = (),
    pad: Shape = (),
    p_value: int | None = None,
    count_include_pad: bool | None = None,
    layout: Layout | None = None,
):
    """Reduce each window of ``(N, C, *space)`` (or channel-last) data to its maximum, mean, sum or p-norm.

    The length of an axis becomes ``1 + (n + 2*pad - kernel) / stride``, rounded down (``valid``) or up (``full``),
    or ``n / stride`` rounded up (``same``). ``global_pool`` has one window over everything. An average counts
    padding unless ``count_include_pad`` is False. ``cudnn_off`` is without effect.
    """
    last = channel_last(layout)
    if last:
        data = to_channel_first(data)
    if global_pool:
        out = _global(data, pool_type, p_value)
    else:
        out = _pool(data, kernel, pool_type, pooling_convention, stride, pad, p_value, count_include_pad)
    if last:
        out = to_channel_last(out)
    return (out, out) if pool_type == "max" else out


def _pool(data, kernel, kind, convention, stride, pad, p_value, include_pad):
    if data.dim() != len(kernel) + 2:
        raise MXNetShapeError(f"data: expected {len(kernel) + 2} dimensions for kernel {kernel}, got {data.dim()}")
    stride = per_axis("stride", stride, kernel, 1)
    pad = per_axis("pad", pad, kernel, 0)
    windows = _Windows(data.shape[2:], kernel, stride, pad, convention)
    if kind == "max":
        return _max(data, windows)
    if kind == "avg":
        return _average(data, windows, include_pad is None or include_pad)
    return _sum(data, windows) if kind == "sum" else _lp(data, windows, p_value)


@pooling.outputs
def _(p):
    return ("output", "workspace") if p.pool_type == "max" else ("output",)


@pooling.visible
def _(p):
    return 1


@pooling.shapes
def _(p, s):
    if s.data is None:
        return
    last = channel_last(p.layout)
    space = s.data[1:-1] if last else s.data[2:]
    if not 3 <= len(s.data) <= 5:
        raise MXNetShapeError(f"data: expected 3 to 5 dimensions, got {s.data}")
    if p.global_pool:
        pooled = (1,) * len(space)
    elif len(p.kernel) != len(space):
        raise MXNetShapeError(f"data: expected {len(p.kernel) + 2} dimensions for kernel {p.kernel}, got {s.data}")
    else:
        strides, pads = per_axis("stride", p.stride, p.kernel, 1), per_axis("pad", p.pad, p.kernel, 0)
        steps = zip(space, p.kernel, strides, pads, strict=True)
        pooled = tuple(_length(n, k, t, m, p.pooling_convention) for n, k, t, m in steps)
    for i in range(len(s.out)):
        s.out[i] = (s.data[0], *pooled, s.data[-1]) if last else (*s.data[:2], *pooled)
