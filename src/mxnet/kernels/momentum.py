"""Gradient descent with momentum on CPUs by PyTorch's fused kernel, which reads and writes every array once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ..core import torch_compat
from ..core.tracing import traced
from .choice import Grid, kernel, sizes

#: PyTorch's fused SGD computes the factor of the gradient as ``1 - dampening``; below this too few digits are left
SGD_FACTOR = 1e-6


def _weight(size: int) -> tuple[Any, ...]:
    return *torch.rand(3, size), 0.9, 0.1, 0.1, 1e-4


def fused_sgd(
    weights: Sequence[torch.Tensor],
    grads: Sequence[torch.Tensor],
    columns: Sequence[Sequence[torch.Tensor]],
    factor: float,
    wd: float,
    momentum: float,
) -> None:
    """Do ``m = momentum * m - factor * (grad + wd * w); w += m`` for each weight; without momentum, with ``m`` 0.

    ``columns`` has the list of the ``m``. PyTorch's momentum has another scale: ours is the same for a rate of -1.
    """
    rate, dampening = (-1.0, 1.0 + factor) if momentum else (factor, 0.0)
    torch_compat.fused_sgd(
        weights,
        grads,
        columns[0] if momentum else [],
        weight_decay=wd,
        momentum=momentum,
        lr=rate,
        dampening=dampening,
        nesterov=False,
        maximize=False,
        is_first_step=False,
    )


def _in_steps(
    weight: torch.Tensor, grad: torch.Tensor, mom: torch.Tensor, momentum: float, lr: float, factor: float, wd: float
) -> torch.Tensor:
    mom.mul_(momentum)
    if wd:
        mom.add_(weight, alpha=-lr * wd)
    return weight.add_(mom.add_(grad, alpha=-factor))


@kernel(plain=_in_steps, grid=Grid("elements", _weight, (6, 22)), used=bool(sizes("momentum_step")))
def momentum_step(
    weight: torch.Tensor, grad: torch.Tensor, mom: torch.Tensor, momentum: float, lr: float, factor: float, wd: float
) -> torch.Tensor:
    """Do ``mom = momentum * mom - factor * grad - lr * wd * weight; weight += mom`` in place, and return ``weight``."""
    if momentum == 0 or abs(factor) < SGD_FACTOR or traced() or not _plain_floats(weight, grad, mom):
        return _in_steps(weight, grad, mom, momentum, lr, factor, wd)
    fused_sgd([weight], [grad], [[mom]], factor, lr * wd / factor, momentum)
    return weight


def _plain_floats(weight: torch.Tensor, *others: torch.Tensor) -> bool:
    shape = weight.shape
    return all(
        t.is_cpu and t.dtype is torch.float32 and t.shape == shape and t.is_contiguous() for t in (weight, *others)
    )
