"""Copies of transposed float32 matrices on CPUs, many at a time.

PyTorch's copy handles every element on its own. Its shuffle of channels in channels-last memory transposes a matrix for
each pixel, by vectors: in a tenth of the time.
"""

from collections.abc import Sequence
from typing import Any

import torch
from torch.nn import functional as F

from ..core import torch_compat
from ..core.tracing import traced
from .choice import Grid, kernel, sizes

TRANSPOSED = sizes("in_order")
#: numbers of rows or columns that fill no vector
UNFILLED = 1, 3
#: with a gradient, which passes through Python, so many times more elements
RECORDED = 2


def _matrices(shape: Sequence[int], strides: Sequence[int]) -> tuple[int, int, int] | None:
    """Return how many matrices of how many rows and columns a tensor is the transposes of, None if of none."""
    merged: list[tuple[int, int]] = []
    for size, stride in zip(shape, strides, strict=True):
        if merged and merged[-1][1] == size * stride:
            merged[-1] = merged[-1][0] * size, stride
        elif size != 1:
            merged.append((size, stride))
    if len(merged) == 2:
        merged.insert(0, (1, merged[0][0] * merged[1][0]))
    if len(merged) != 3:
        return None
    (many, matrix), (columns, one), (rows, step) = merged
    if one != 1 or step != columns or matrix != rows * columns or min(rows, columns) in UNFILLED:
        return None
    return many, rows, columns


def _transposed(x: torch.Tensor, many: int, rows: int, columns: int) -> torch.Tensor:
    matrix = rows * columns
    pixels = x.as_strided((1, matrix, many, 1), (many * matrix, 1, matrix, matrix))
    return F.channel_shuffle(pixels, rows).permute(0, 2, 3, 1).view(x.shape).data


class _Ordered(torch.autograd.Function):
    """Such a copy; its gradient lies in memory as the data does, so that the data's variable takes it as it is."""

    @staticmethod
    def forward(ctx: Any, x: torch.Tensor, matrices: tuple[int, int, int]) -> torch.Tensor:
        ctx.layout = matrices, x.shape, x.stride()
        return _transposed(x, *matrices)

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[Any, ...]:
        (many, rows, columns), shape, strides = ctx.layout
        return in_order(grads[0].reshape(many, columns, rows).mT).as_strided(shape, strides), None


_ordered = torch_compat.eager_apply(_Ordered)


@kernel(
    plain=torch.Tensor.contiguous,
    grid=Grid("elements", lambda n: (torch.randn(4, n // 256, 64).mT,), (10, 22), only="forward"),
)
def in_order(x: torch.Tensor) -> torch.Tensor:
    """Return ``x`` in C order."""
    size = x.numel()
    if type(size) is not int or size not in TRANSPOSED or x.dtype is not torch.float32 or not x.is_cpu or traced():
        return x.contiguous()  # comparing a symbolic size would fix it
    if x.dim() == 0 or x.stride(-1) < 2:  # of no transposes; to look at all axes takes as long as 100,000 elements
        return x.contiguous()
    recorded = x.requires_grad and torch.is_grad_enabled()
    if recorded and size // RECORDED not in TRANSPOSED:
        return x.contiguous()
    matrices = _matrices(x.shape, x.stride())
    if matrices is None:
        return x.contiguous()
    return _ordered(x, matrices) if recorded else _transposed(x, *matrices)
