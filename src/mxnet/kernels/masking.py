"""Choices by bits, and comparisons as numbers: PyTorch's ``where`` and its comparisons do not vectorize."""

from typing import Any

import torch

from ..core.tracing import traced
from .choice import Grid, kernel, sizes

ZEROED, CHOSEN, KEPT = sizes("zero_steps"), sizes("choose"), sizes("choose_or_zero")


def _three(size: int) -> tuple[torch.Tensor, ...]:
    """Return a condition that the processor cannot guess, and two arrays."""
    return torch.rand(size) < 0.5, *torch.randn(2, size)


_INTEGERS = {8: torch.int64, 4: torch.int32, 2: torch.int16}


def _filled(data: torch.Tensor, beyond: torch.Tensor) -> torch.Tensor:
    return data.masked_fill(beyond.reshape(*beyond.shape, *[1] * (data.dim() - 2)), 0)


def _by_mask(data: torch.Tensor, bits: torch.Tensor) -> torch.Tensor:
    rows = data.contiguous().view(bits.dtype).view(*bits.shape[:2], -1)
    return rows.bitwise_and(bits).view(data.dtype).view(data.shape).data  # no view


class _Zeroed(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, data: torch.Tensor, bits: torch.Tensor) -> torch.Tensor:
        ctx.save_for_backward(bits)
        return _by_mask(data, bits)

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[Any, ...]:
        return _zeroed(grads[0], *ctx.saved_tensors), None


def _zeroed(data: torch.Tensor, bits: torch.Tensor) -> torch.Tensor:
    if torch.is_grad_enabled() and data.requires_grad:
        return _Zeroed.apply(data, bits)  # type: ignore[no-untyped-call]
    return _by_mask(data, bits)


@kernel(
    plain=_filled, grid=Grid("elements", lambda n: (torch.randn(16, 8, n // 128), torch.rand(16, 8) < 0.5), (9, 21))
)
def zero_steps(data: torch.Tensor, beyond: torch.Tensor) -> torch.Tensor:
    """Return data ``(T, N, ...)`` with 0 where ``beyond`` ``(T, N)`` is true."""
    if traced() or not (data.is_cpu and data.is_floating_point() and data.numel() in ZEROED):
        return _filled(data, beyond)
    bits = beyond.logical_not().to(_INTEGERS[data.itemsize]).neg_().unsqueeze(2)  # all bits, or none
    return _zeroed(data, bits)


def _bits(condition: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
    """Return the bits of ``values`` where a condition holds, as integers, and 0 elsewhere."""
    of_values = values.view(_INTEGERS[values.itemsize])
    return condition.to(of_values.dtype).mul_(of_values)


class _Chosen(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, condition: torch.Tensor, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        ctx.save_for_backward(condition)
        return _chosen(condition, x, y)

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[Any, ...]:
        (condition,), (grad,) = ctx.saved_tensors, grads
        wants_x, wants_y = ctx.needs_input_grad[1:]
        if torch.is_grad_enabled() or not _by_bits(CHOSEN, condition, grad):
            return None, torch.where(condition, grad, 0), torch.where(condition, 0, grad)
        to_x = _bits(condition, grad)
        to_y = grad.view(to_x.dtype) - to_x if wants_y else None
        return None, to_x.view(grad.dtype) if wants_x else None, None if to_y is None else to_y.view(grad.dtype)


def _chosen(condition: torch.Tensor, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    of_y = y.view(_INTEGERS[y.itemsize])
    return _bits(condition, (x.view(of_y.dtype) ^ of_y)).bitwise_xor_(of_y).view(y.dtype)


def _by_bits(sizes: range, condition: torch.Tensor, *values: torch.Tensor) -> bool:
    """Return whether many floats of one type and the condition's shape lie on a processor, without gaps."""
    return (
        not traced()
        and condition.numel() in sizes
        and all(
            t.shape == condition.shape and t.is_floating_point() and t.dtype is values[0].dtype and t.is_contiguous()
            and t.is_cpu
            for t in values
        )
    )  # fmt: skip


@kernel(plain=torch.where, grid=Grid("elements", _three), used=bool(CHOSEN))
def choose(condition: torch.Tensor, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Return ``x`` where a boolean condition holds, else ``y``.

    PyTorch's takes up to eight times as long, where the processor cannot guess the condition.
    """
    if not _by_bits(CHOSEN, condition, x, y):
        return torch.where(condition, x, y)
    if torch.is_grad_enabled() and (x.requires_grad or y.requires_grad):
        return _Chosen.apply(condition, x, y)  # type: ignore[no-untyped-call]
    return _chosen(condition, x, y)


def _where_or_zero(condition: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
    return torch.where(condition, values, 0)


@kernel(plain=_where_or_zero, grid=Grid("elements", lambda n: _three(n)[:2], (8, 22), only="forward"), used=bool(KEPT))
def choose_or_zero(condition: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
    """Return the values where a boolean condition holds, else 0, whatever they are there."""
    if (torch.is_grad_enabled() and values.requires_grad) or not _by_bits(KEPT, condition, values):
        return torch.where(condition, values, 0)
    return _bits(condition, values).view(values.dtype)


def _equal(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return torch.eq(x, y).to(x.dtype)


@kernel(plain=_equal, grid=Grid("elements", lambda n: _three(n)[1:], (8, 22)), used=bool(sizes("equal")))
def equal(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Return 1 where ``x`` equals ``y``, else 0, in the type and shape of ``x``; without a gradient."""
    if not (x.is_cpu and x.dtype is y.dtype and x.dtype in (torch.float32, torch.float64)) or traced():
        return _equal(x, y)
    if torch.is_grad_enabled():
        x, y = x.detach(), y.detach()
    return torch.eq(x, y, out=torch.empty_like(x))
