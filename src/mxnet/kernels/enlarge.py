"""Nearest-neighbour upsampling by integer factors."""

from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch.nn import functional as F

from ..core.tracing import traced
from .choice import Grid, kernel, sizes

#: elements of images that are upsampled by repeating rows, and the greatest factor
ENLARGED, ENLARGED_TIMES = sizes("enlarge"), 8
#: elements of the smaller images of a piece, which stay in the cache
PIECE = 1 << 18
#: elements of images of which blocks are summed row by row, and how long these are
SUMMED, SUMMED_SCALE = sizes("sum_blocks"), 2


def _pieces(small: torch.Tensor, large: torch.Tensor) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Yield some images at a time of both."""
    images = max(1, PIECE // max(1, small[:1].numel()))
    return zip(small.split(images), large.split(images), strict=True)


def _enlarged(data: torch.Tensor, scale: int, divisor: int = 1) -> torch.Tensor:
    """Return ``(N, C, H, W)``, divided, with every element repeated in both directions."""
    n, c, h, w = data.shape
    out = data.new_empty((n, c, h, scale, w * scale))
    for part, result in _pieces(data, out):
        if divisor != 1:
            part = part / divisor
        if scale == 2 and len(part) == n:  # a vectorized interleaving
            pairs = torch.view_as_complex(result.unflatten(-1, (w, scale)))
            torch.complex(part, part, out=pairs[:, :, :, 0])
            result[:, :, :, 1].copy_(result[:, :, :, 0])
            continue
        wide = torch.view_as_real(torch.complex(part, part)) if scale == 2 else part.reshape(-1, 1).expand(-1, scale)
        result.copy_(wide.reshape(-1, c, h, 1, w * scale))
    return out.view(n, c, h * scale, w * scale)


def _blocks_summed(data: torch.Tensor, scale: int, divisor: int = 1) -> torch.Tensor:
    """Return the sums of blocks of ``scale`` x ``scale`` elements of ``(N, C, H, W)``, divided."""
    n, c, h, w = data.shape
    out = data.new_empty((n, c, h // scale, w // scale))
    for result, part in _pieces(out, data):
        for axis in (2, 3):
            first, second, *others = [part[(slice(None),) * axis + (slice(i, None, scale),)] for i in range(scale)]
            part = torch.add(first, second, out=result if axis == 3 else None)
            for other in others:
                part.add_(other)
        if divisor != 1:
            result.div_(divisor)
    return out


class _Enlarge(torch.autograd.Function):
    """Upsampling on CPUs, several times faster than PyTorch's, which handles every element on its own."""

    @staticmethod
    def forward(ctx: Any, data: torch.Tensor, *numbers: int) -> torch.Tensor:
        ctx.numbers = numbers
        return _enlarged(data, *numbers)

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[Any, ...]:
        return _sum_blocks(grads[0], *ctx.numbers), *(None for _ in ctx.numbers)


class _SumBlocks(torch.autograd.Function):
    """The gradient of :class:`_Enlarge`; each is the other's gradient."""

    @staticmethod
    def forward(ctx: Any, grad: torch.Tensor, *numbers: int) -> torch.Tensor:
        ctx.numbers = numbers
        return _blocks_summed(grad, *numbers)

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[Any, ...]:
        return _enlarge(grads[0].contiguous(), *ctx.numbers), *(None for _ in ctx.numbers)


_enlarge: Callable[..., torch.Tensor] = _Enlarge.apply
_sum_blocks: Callable[..., torch.Tensor] = _SumBlocks.apply


def _repeats(data: torch.Tensor, scale: int) -> bool:
    """Return whether :class:`_Enlarge` is faster than PyTorch's upsampling."""
    if traced():
        return False
    plain = data.is_cpu and data.is_contiguous() and data.dtype in (torch.float32, torch.float64)
    return plain and scale <= ENLARGED_TIMES and data.numel() in ENLARGED


def _interpolated(data: torch.Tensor, scale: int) -> torch.Tensor:
    return data if scale == 1 else F.interpolate(data, scale_factor=scale, mode="nearest")


@kernel(plain=_interpolated, grid=Grid("elements", lambda n: (torch.randn(1, n // 256, 16, 16), 2), (10, 20)))
def enlarge(data: torch.Tensor, scale: int) -> torch.Tensor:
    """Return ``(N, C, H, W)`` with every element repeated ``scale`` times in both directions."""
    return _enlarge(data, scale) if scale > 1 and _repeats(data, scale) else _interpolated(data, scale)


def _plain_sums(data: torch.Tensor, scale: int, divisor: int = 1) -> torch.Tensor:
    return F.avg_pool2d(data, scale, divisor_override=divisor)


@kernel(plain=_plain_sums, grid=Grid("elements", lambda n: (torch.randn(4, n // 1024, 16, 16), 2), (12, 22)))
def sum_blocks(data: torch.Tensor, scale: int, divisor: int = 1) -> torch.Tensor:
    """Return the sums of blocks of ``scale`` x ``scale`` elements of ``(N, C, H, W)``, which they fill, divided."""
    if are_summed(data, scale):
        form = _sum_blocks if data.requires_grad and torch.is_grad_enabled() else _blocks_summed
        return form(data, scale, divisor)
    return _plain_sums(data, scale, divisor)


def are_summed(data: torch.Tensor, scale: int) -> bool:
    """Return whether blocks are summed faster than by PyTorch's pooling."""
    if traced() or data.dim() != 4 or scale != SUMMED_SCALE or data.numel() not in SUMMED or not data.is_cpu:
        return False
    return data.is_contiguous() and data.dtype is torch.float32 and not (data.shape[2] % scale or data.shape[3] % scale)
