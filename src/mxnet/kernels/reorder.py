"""Copies of transposed float32 arrays on CPUs by oneDNN, whose loops go block by block.

PyTorch's go element by element along one axis: a sixth to three quarters of its time is left.
"""

from __future__ import annotations

from typing import Any

import torch

from ..core.tracing import traced
from .choice import has_onednn, kernel
from .thresholds import REORDERED, REORDERED_SIDE


def _copied(x: torch.Tensor) -> torch.Tensor:
    return x.clone() if x.is_contiguous() else x.contiguous()


def _axes(x: torch.Tensor) -> list[tuple[int, int]]:
    """Return length and stride of each axis, with those merged that lie in memory as one."""
    result: list[tuple[int, int]] = []
    for length, stride in zip(x.shape, x.stride(), strict=True):
        if length == 1:
            continue
        if result and result[-1][1] == length * stride:
            result[-1] = result[-1][0] * length, stride
        else:
            result.append((length, stride))
    return result


def _transposed_from(x: torch.Tensor) -> torch.Tensor | None:
    """Return ``(N, A, B)`` without gaps if ``x`` is its transpose ``(N, B, A)``, with more axes; else None."""
    axes = _axes(x)
    if len(axes) == 2:
        axes.insert(0, (1, x.numel()))
    if len(axes) != 3:
        return None
    (batch, far), (b, step), (a, rows) = axes
    if (far, step, rows) != (a * b, 1, b) or min(a, b) < REORDERED_SIDE:
        return None
    return x.as_strided((batch, a, b), (far, b, 1))


class _Copy(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: torch.Tensor, source: torch.Tensor) -> torch.Tensor:
        return source.to_mkldnn().transpose(1, 2).to_dense().view(x.shape)

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[Any, ...]:
        return grads[0], None


@kernel(plain=_copied)
def copied(x: torch.Tensor) -> torch.Tensor:
    """Return a copy in C order."""
    if x.is_contiguous():
        return x.clone()
    size = x.numel()
    if (
        type(size) is int  # comparing a symbolic size would fix it
        and size >= REORDERED
        and x.dtype is torch.float32
        and x.is_cpu
        and x.layout is torch.strided
        and has_onednn()
        and not traced()
    ):
        source = _transposed_from(x.detach())
        if source is not None:
            return _Copy.apply(x, source)  # type: ignore[no-any-return, no-untyped-call]
    return x.contiguous()


def to_channels_last(x: torch.Tensor) -> torch.Tensor:
    """Return ``(N, C, H, W)`` in channels-last memory, itself if it is there."""
    inner = x.permute(0, 2, 3, 1)
    return x if inner.is_contiguous() else copied(inner).permute(0, 3, 1, 2)


def to_channels_first(x: torch.Tensor) -> torch.Tensor:
    """Return ``(N, C, H, W)`` in C order, itself if it is there."""
    return x if x.is_contiguous() else copied(x)
