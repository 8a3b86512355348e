"""Norms along other axes than the last, on CPUs: PyTorch's loop for them does not vectorize, nor sum in blocks."""

from collections.abc import Sequence
from typing import Any

import torch

from ..core.tracing import traced
from .choice import Grid, kernel, sizes

#: elements of the data, and least of its rows, with which a norm over other axes than the last is computed by sums
NORMED, NORM_ROW = sizes("vector_norm"), 32
#: elements whose powers are summed at a time, by one thread: of all of them each would sum what others have computed,
#: and they would not stay in the cache
PART = (1 << 15) - 1


def _computed(x: torch.Tensor, order: float, axes: tuple[int, ...], keep: bool) -> torch.Tensor:
    power = torch.abs if order == 1 else torch.square
    rows = PART // x[0].numel()
    if axes == (0,) and NORM_ROW < rows < len(x) // 2:
        total = torch.stack([power(part).sum(0) for part in x.split(rows)]).sum(0, keep)
    else:
        total = power(x).sum(axes, keep)
    return total if order == 1 else total.sqrt_()


class _Norm(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: torch.Tensor, order: float, axes: tuple[int, ...], keep: bool) -> torch.Tensor:
        out = _computed(x, order, axes, keep)
        ctx.save_for_backward(x, out)
        ctx.rest = order, axes, keep
        return out

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[Any, ...]:
        (x, norm), (order, axes, keep), (grad,) = ctx.saved_tensors, ctx.rest, grads
        if not keep:
            for axis in sorted(axes):
                norm, grad = norm.unsqueeze(axis), grad.unsqueeze(axis)
        if order == 1:
            return x.sgn() * grad, None, None, None
        return x * (grad / norm).masked_fill(norm == 0, 0), None, None, None


@kernel(plain=torch.linalg.vector_norm, grid=Grid("elements", lambda n: (torch.randn(n // 256, 256), 2, (0,), False)))
def vector_norm(x: torch.Tensor, order: float, axes: Sequence[int] | None, keep: bool) -> torch.Tensor:
    """Return the sum of magnitudes (``order`` 1), or the root of the sum of squares (2), over ``axes`` (None: all).

    Other orders are PyTorch's.
    """
    if (
        axes is None
        or -1 in axes
        or (dim := x.dim()) - 1 in axes
        or order not in (1, 2)
        or not _is_large(x)
        or (inner := _before_last(axes, dim)) is None
    ):
        return torch.linalg.vector_norm(x, order, axes, keep)
    if torch.is_grad_enabled() and x.requires_grad:
        return _Norm.apply(x, order, inner, keep)  # type: ignore[no-untyped-call]
    return _computed(x, order, inner, keep)


def _is_large(x: torch.Tensor) -> bool:
    size = x.numel()
    return (
        type(size) is int  # comparing a symbolic size would fix it
        and size in NORMED
        and x.is_cpu
        and x.dtype in (torch.float32, torch.float64)
        and not traced()
        and x.shape[-1] >= NORM_ROW
        and x.is_contiguous()
    )


def _before_last(axes: Sequence[int], dim: int) -> tuple[int, ...] | None:
    """Return different axes, all before the last one, counted from 0; None for others."""
    result = {axis + dim if axis < 0 else axis for axis in axes}
    right = 0 < len(result) == len(axes) and all(0 <= axis < dim - 1 for axis in result)
    return tuple(result) if right else None
