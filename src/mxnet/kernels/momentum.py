"""Gradient descent with momentum, and Adam, by PyTorch's fused kernels, which read and write every array once."""

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import torch

from ..core import torch_compat
from ..core.tracing import traced
from .choice import Grid, kernel, sizes
from .one_thread import small_in_one_thread

#: PyTorch's fused SGD computes the factor of the gradient as ``1 - dampening``; below this too few digits are left
SGD_FACTOR = 1e-6
#: its options. Its momentum has another scale: ours, ``m = momentum * m - factor * (grad + wd * w); w += m``, is the
#: same for a rate of -1 and a dampening of ``1 + factor``
FUSED = {"dampening": 0.0, "nesterov": False, "maximize": False, "is_first_step": False}
#: the number of a step at which the correction of PyTorch's fused Adam is the factor 1
_LAST = torch.full((), math.inf)
#: a weight, and the means of its gradient and of the gradient's square
Moved = tuple[torch.Tensor, torch.Tensor, torch.Tensor]


def _weight(size: int) -> tuple[Any, ...]:
    return *torch.rand(3, size), 0.9, 0.1, 0.1, 1e-4


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
    options = {**FUSED, "lr": -1.0, "dampening": 1.0 + factor, "weight_decay": lr * wd / factor, "momentum": momentum}
    _fused_sgd(weight, grad, mom, options)
    return weight


@partial(small_in_one_thread, checks=False)
def _fused_sgd(weight: torch.Tensor, grad: torch.Tensor, mom: torch.Tensor, options: dict[str, Any]) -> None:
    torch_compat.fused_sgd([weight], [grad], [mom], **options)


def corrects_nothing(beta1: float, beta2: float) -> bool:
    """Return whether PyTorch's corrections at step infinity, ``1 - beta**infinity``, are 1: for betas below 1."""
    return abs(beta1) < 1 and abs(beta2) < 1


def fused_adam(
    move: Callable[..., None],
    weights: Sequence[torch.Tensor],
    grads: Sequence[torch.Tensor],
    means: Sequence[torch.Tensor],
    variances: Sequence[torch.Tensor],
    **rates: float,
) -> None:
    """Do steps of Adam, or of AdamW, by ``move``, a kernel of PyTorch's; the rate ``lr`` is corrected already.

    The betas are such that it :func:`corrects_nothing`.
    """
    device = weights[0].device
    last = _LAST if device.type == "cpu" else torch.full((), math.inf, device=device)
    move(weights, grads, means, variances, [], [last] * len(weights), amsgrad=False, maximize=False, **rates)


def _adam_in_steps(
    weight: torch.Tensor,
    grad: torch.Tensor,
    mean: torch.Tensor,
    var: torch.Tensor,
    lr: float,
    beta1: float,
    beta2: float,
    epsilon: float,
) -> Moved:
    mean.lerp_(grad, 1 - beta1)
    var.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
    return weight.addcdiv_(mean, var.sqrt().add_(epsilon), value=-lr), mean, var


@kernel(plain=_adam_in_steps)
def adam_step(
    weight: torch.Tensor,
    grad: torch.Tensor,
    mean: torch.Tensor,
    var: torch.Tensor,
    lr: float,
    beta1: float,
    beta2: float,
    epsilon: float,
) -> Moved:
    """Move ``mean`` and ``var`` towards ``grad`` and its square, and ``weight`` against their quotient; return them."""
    if not corrects_nothing(beta1, beta2) or traced() or not _plain_floats(weight, grad, mean, var):
        return _adam_in_steps(weight, grad, mean, var, lr, beta1, beta2, epsilon)
    rates = {"lr": lr, "beta1": beta1, "beta2": beta2, "eps": epsilon, "weight_decay": 0.0}
    _fused_adam(weight, grad, mean, var, rates)
    return weight, mean, var


@partial(small_in_one_thread, checks=False)
def _fused_adam(
    weight: torch.Tensor, grad: torch.Tensor, mean: torch.Tensor, var: torch.Tensor, rates: dict[str, float]
) -> None:
    fused_adam(torch_compat.fused_adam, [weight], [grad], [mean], [var], **rates)


def _plain_floats(weight: torch.Tensor, *others: torch.Tensor) -> bool:
    shape = weight.shape
    for t in (weight, *others):  # a generator would take a twentieth of a small step
        if not (t.is_cpu and t.dtype is torch.float32 and t.shape == shape and t.is_contiguous()):
            return False
    return True
