"""Images enlarged by whole factors."""

from __future__ import annotations

from typing import Literal

import torch
from torch.nn import functional as F

from ..core.errors import MXNetShapeError
from ..core.params import AtLeastOne, NonNegative
from ..registry import op

#: Images of so many elements or more are enlarged up to so many times by repeating rows.
_MANY, _REPEATED = 4096, 8


def _enlarged(data, scale):
    """Return ``(N, C, H, W)`` with every element repeated in both directions."""
    n, c, h, w = data.shape
    if scale == 2:
        wide = torch.view_as_real(torch.complex(data, data))  # a vectorized way to lay two of each side by side
    else:
        wide = data.reshape(-1, 1).expand(-1, scale)
    wide = wide.reshape(n, c, h, 1, w * scale)
    return wide.expand(-1, -1, -1, scale, -1).reshape(n, c, h * scale, w * scale)


def _blocks_summed(data, scale):
    """Return the sums of blocks of ``scale`` squared elements of ``(N, C, H, W)``."""
    for axis in (2, 3):
        parts = [data[(slice(None),) * axis + (slice(i, None, scale),)] for i in range(scale)]
        data = sum(parts[1:], parts[0])
    return data


class _Enlarge(torch.autograd.Function):
    """Repetition on processors, several times faster than PyTorch's, which looks at every element."""

    @staticmethod
    def forward(ctx, data, scale):
        ctx.scale = scale
        return _enlarged(data, scale)

    @staticmethod
    def backward(ctx, grad):
        return _SumBlocks.apply(grad, ctx.scale), None


class _SumBlocks(torch.autograd.Function):
    """The gradient of :class:`_Enlarge`, whose own it is in turn."""

    @staticmethod
    def forward(ctx, grad, scale):
        ctx.scale = scale
        return _blocks_summed(grad, scale)

    @staticmethod
    def backward(ctx, data):
        return _Enlarge.apply(data.contiguous(), ctx.scale), None


def _repeats(data, scale):
    """Return whether repetition by hand is sooner than PyTorch's."""
    plain = data.device.type == "cpu" and data.is_contiguous() and data.dtype in (torch.float32, torch.float64)
    return plain and scale <= _REPEATED and data.numel() >= _MANY and not torch.compiler.is_compiling()


def _nearest(data, scale):
    if scale == 1:
        return data
    if _repeats(data, scale):
        return _Enlarge.apply(data, scale)
    return F.interpolate(data, scale_factor=scale, mode="nearest")


@op("UpSampling", count="num_args", initial={"weight": '["bilinear", {}]'})
def upsampling(
    *data,
    scale: AtLeastOne,
    num_filter: int = 0,
    sample_type: Literal["bilinear", "nearest"],
    multi_input_mode: Literal["concat", "sum"] = "concat",
    workspace: NonNegative = 512,
):
    """Enlarge ``(N, C, H, W)`` by ``scale`` in both directions.

    ``nearest`` repeats elements. Further inputs are enlarged to the same size (their own factor), then joined along
    the channels (``concat``) or summed. ``bilinear`` takes two inputs, data and a weight ``(C, 1, k, k)`` with
    ``k = 2*scale - scale % 2``, and is a transposed convolution of every channel on its own (``num_filter`` is C).
    ``workspace`` is without effect.
    """
    if data[0].dim() != 4:
        raise MXNetShapeError(f"data: expected 4 dimensions, got {tuple(data[0].shape)}")
    if sample_type == "bilinear":
        x, weight = data
        return torch.conv_transpose2d(x, weight, None, scale, (scale - 1 + 1) // 2, 0, num_filter)
    height = data[0].shape[2] * scale
    for i, x in enumerate(data):
        if height % x.shape[2] or x.shape[3] * (height // x.shape[2]) != data[0].shape[3] * scale:
            raise MXNetShapeError(f"input {i}: {tuple(x.shape)} does not divide {height} x {data[0].shape[3] * scale}")
    enlarged = [_nearest(x, height // x.shape[2]) for x in data]
    if len(enlarged) == 1:
        return enlarged[0] if scale > 1 else enlarged[0].clone()
    return sum(enlarged[1:], enlarged[0]) if multi_input_mode == "sum" else torch.cat(enlarged, 1)


@upsampling.inputs
def _(p):
    return ("data", "weight") if p.sample_type == "bilinear" else tuple(f"arg{i}" for i in range(p.num_args))


upsampling.checks_inputs = False  # eager calls give the inputs without their number


@upsampling.shapes
def _(p, s):
    if p.sample_type == "bilinear":
        size = 2 * p.scale - p.scale % 2
        s.weight = (p.num_filter, 1, size, size)
