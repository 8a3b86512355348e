"""What functions of PyTorch's autograd share: objects that they save, and gradients that have none of their own."""

from collections.abc import Iterable, Sequence
from typing import Any

import torch

from .errors import MXNetError


def save_object(ctx: Any, value: Any, *tensors: torch.Tensor | None) -> None:
    """Save an object, and tensors behind it: an attribute of ``ctx`` would stay as long as a result of the call."""
    carrier = torch.empty(0)
    carrier.saved_object = value  # type: ignore[attr-defined]
    ctx.save_for_backward(carrier, *tensors)


def saved_object(ctx: Any) -> Any:
    """Return the object that :func:`save_object` saved."""
    return ctx.saved_tensors[0].saved_object


def differentiable_once(
    name: str, grads: Iterable[torch.Tensor | None], sources: Sequence[torch.Tensor | None]
) -> list[torch.Tensor | None]:
    """Return gradients that depend on ``sources`` in a way that nobody knows, as what ``name`` has computed.

    PyTorch's decorator of this name sees the head gradients alone: where these are constants, the derivatives with
    respect to the inputs would silently be zero.
    """
    if not torch.is_grad_enabled():
        return list(grads)
    return [None if g is None else _Computed.apply(name, g.detach(), *sources) for g in grads]  # type: ignore[no-untyped-call]


class _Computed(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, name: str, grad: torch.Tensor, *sources: torch.Tensor | None) -> torch.Tensor:
        ctx.name = name
        return grad.view_as(grad)

    @staticmethod
    def backward(ctx: Any, *heads: torch.Tensor) -> Any:
        raise MXNetError(
            f"{ctx.name} computes a gradient of the user's own, which is not differentiable: write the computation "
            "with array operators for derivatives of higher order"
        )
