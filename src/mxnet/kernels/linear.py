"""Products of a layer's data with many weights, on processors: oneDNN's, which are up to three times as fast as BLAS's.

PyTorch takes BLAS for them. For few rows of data and many weights, as in the last layers of networks of images, oneDNN
makes better use of the processor; for small weights its call costs more than it brings, for many rows BLAS is faster.
"""

from __future__ import annotations

from typing import Any

import torch
from torch.nn import functional as F

from ..core import torch_compat
from ..core.tracing import traced
from .choice import kernel
from .thresholds import LINEAR_ROWS, LINEAR_WEIGHTS


def _gradient(grad: torch.Tensor, weight: torch.Tensor, out: torch.Tensor | None = None) -> torch.Tensor:
    return torch.matmul(grad, weight, out=out)


@kernel(plain=F.linear)
def linear(data: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None = None) -> torch.Tensor:
    """Return ``data @ weight.T + bias`` for floats, ``weight`` being ``(filters, width)``."""
    if (
        weight.numel() < LINEAR_WEIGHTS
        or weight.dtype is not torch.float32
        or traced()
        or not (data.is_cpu and weight.is_cpu and _fits(data, weight, bias))
    ):
        return F.linear(data, weight, bias)
    if torch.is_grad_enabled() and (
        data.requires_grad or weight.requires_grad or (bias is not None and bias.requires_grad)
    ):
        return _Linear.apply(data, weight, bias)  # type: ignore[no-any-return, no-untyped-call]
    return _product(data, weight, bias)


@kernel(plain=_gradient)
def data_gradient(grad: torch.Tensor, weight: torch.Tensor, out: torch.Tensor | None = None) -> torch.Tensor:
    """Return ``grad @ weight``, the gradient of a linear layer's data; in ``out`` where the product can write there."""
    if (
        weight.numel() < LINEAR_WEIGHTS
        or weight.dtype is not torch.float32
        or not grad.is_cpu
        or grad.numel() > LINEAR_ROWS * weight.shape[0]
    ):
        return torch.mm(grad, weight, out=out) if grad.dim() == 2 else grad @ weight
    return _product(grad, weight.t())


def _fits(data: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None) -> bool:
    """Return whether oneDNN takes these as they are; it is PyTorch that says what is wrong with the others."""
    return (
        data.dtype is torch.float32
        and data.dim() > 0
        and weight.dim() == 2
        and data.shape[-1] == weight.shape[1]
        and 0 < data.numel() <= LINEAR_ROWS * weight.shape[1]
        and (bias is None or (bias.shape == weight.shape[:1] and bias.dtype is torch.float32))
    )


def _product(data: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None = None) -> torch.Tensor:
    rows = data if data.dim() == 2 else data.reshape(-1, data.shape[-1])
    out: torch.Tensor = torch_compat.onednn_linear(rows, weight, bias, "none", [], "")
    return out if data.dim() == 2 else out.view(*data.shape[:-1], weight.shape[0])


class _Linear(torch.autograd.Function):
    """A linear layer by oneDNN, with its gradients."""

    @staticmethod
    def forward(ctx: Any, data: Any, weight: Any, bias: Any) -> torch.Tensor:
        ctx.save_for_backward(data, weight)
        return _product(data, weight, bias)

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[Any, ...]:
        data, weight = ctx.saved_tensors
        (grad,) = grads
        wants_data, wants_weight, wants_bias = ctx.needs_input_grad
        rows = grad.reshape(-1, grad.shape[-1])
        again = torch.is_grad_enabled()  # will be differentiated again: PyTorch knows how
        return (
            (grad @ weight if again else data_gradient(grad, weight)) if wants_data else None,
            rows.t() @ data.reshape(-1, data.shape[-1]) if wants_weight else None,
            rows.sum(0) if wants_bias else None,
        )
