"""Linear layers on CPUs: by oneDNN where BLAS, which PyTorch uses, is slow on this processor (see :mod:`.products`)."""

from typing import Any

import torch
from torch.nn import functional as F

from ..core.tracing import traced
from .choice import Grid, kernel, sizes
from .half import are_slow_half, in_float32
from .one_thread import SHARED_PRODUCT, multiply, note
from .products import PRODUCT, by_onednn, product

#: weights of a linear layer below which BLAS is always used
PRODUCT_WEIGHTS = 1 << 14
#: weights from which on a layer is large, and then multiplications from which on oneDNN is faster, where BLAS is slow
LINEAR_WEIGHTS, LINEAR = 1 << 18, sizes("linear") if PRODUCT else range(0)


def _layer_of(multiplications: int) -> tuple[torch.Tensor, ...]:
    """Return data of as many rows as a layer of 512 to 512 multiplies, its weight and its bias."""
    return torch.randn(multiplications >> 18, 512), torch.randn(512, 512), torch.randn(512)


@kernel(plain=F.linear, grid=Grid("multiplications", _layer_of, (19, 28)))
def linear(data: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None = None) -> torch.Tensor:
    """Return ``data @ weight.T + bias`` for floats and a ``weight`` ``(filters, width)``.

    It must not be traced: it compares sizes, which are symbolic in a trace.
    """
    # first what is not less than the multiplications: their exact number takes longer to find out
    is_float32, weights = weight.dtype is torch.float32, weight.numel()
    if is_float32 and data.numel() * weights < SHARED_PRODUCT:
        return F.linear(data, weight, bias)
    multiplications = data.numel() * weight.shape[0]
    if is_float32 and multiplications < SHARED_PRODUCT:
        return F.linear(data, weight, bias)
    if is_float32 and weights < PRODUCT_WEIGHTS:
        return multiply(F.linear, multiplications, data, weight, bias)
    if are_slow_half(data, weight, bias):
        return in_float32(linear, data, weight, bias)
    faster = multiplications in (PRODUCT if weights < LINEAR_WEIGHTS else LINEAR)
    if not faster or not is_for_onednn(data, weight, bias):
        return multiply(F.linear, multiplications, data, weight, bias)
    note(multiplications, data, weight)
    if torch.is_grad_enabled() and (
        data.requires_grad or weight.requires_grad or (bias is not None and bias.requires_grad)
    ):
        return _Linear.apply(data, weight, bias)  # type: ignore[no-untyped-call]
    return _layer(data, weight, bias)


def linear_in_graph(data: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None = None) -> torch.Tensor:
    """Return what :func:`linear` does, also on other devices and where PyTorch traces the call."""
    return linear(data, weight, bias) if data.is_cpu and not traced() else F.linear(data, weight, bias)


def is_for_onednn(data: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None) -> bool:
    """Return whether oneDNN accepts these tensors; errors in them are left to PyTorch."""
    return (
        weight.dtype is torch.float32
        and data.dtype is torch.float32
        and data.is_cpu
        and weight.is_cpu
        and data.dim() > 0
        and weight.dim() == 2
        and data.shape[-1] == weight.shape[1]
        and data.numel() > 0
        and min(weight.shape) > 1
        and (bias is None or (bias.shape == weight.shape[:1] and bias.dtype is torch.float32))
    )


def _layer(data: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None) -> torch.Tensor:
    if data.dim() == 2:
        return by_onednn(data, weight, bias)
    return by_onednn(data.reshape(-1, data.shape[-1]), weight, bias).view(*data.shape[:-1], weight.shape[0])


class _Linear(torch.autograd.Function):
    """A linear layer by oneDNN, with its gradients."""

    @staticmethod
    def forward(ctx: Any, data: Any, weight: Any, bias: Any) -> torch.Tensor:
        ctx.save_for_backward(data, weight)
        return _layer(data, weight, bias)

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[Any, ...]:
        data, weight = ctx.saved_tensors
        (grad,) = grads
        wants_data, wants_weight, wants_bias = ctx.needs_input_grad
        rows = grad.reshape(-1, grad.shape[-1])
        return (
            product(rows, weight).view(data.shape) if wants_data else None,
            product(rows.t(), data.reshape(-1, data.shape[-1])) if wants_weight else None,
            rows.sum(0) if wants_bias else None,
        )
