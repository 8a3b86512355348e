"""Updates of many weights at once."""

from collections.abc import Sequence
from typing import Any

import torch
from torch.nn import functional as F

from .choice import private, refuse_options, sample


def _two(shift: float) -> list[torch.Tensor]:
    return [sample(5, shift=shift), sample(2, 3, shift=shift + 1)]


@private("_foreach_copy_", example=lambda: [(_two(0), _two(1), {})])
def copy_many(targets: Sequence[torch.Tensor], sources: Sequence[torch.Tensor]) -> Sequence[torch.Tensor]:
    """Copy tensors to others of their shapes, which are returned."""
    with torch.no_grad():
        for target, source in zip(targets, sources, strict=True):
            target.copy_(source)
    return targets


@private("_foreach_add", example=lambda: [(_two(0), _two(1), {})])
def add_many(first: Sequence[torch.Tensor], second: Sequence[torch.Tensor]) -> Sequence[torch.Tensor]:
    """Return the sums of tensors of equal shapes."""
    return [a + b for a, b in zip(first, second, strict=True)]


@private("_foreach_lerp_", example=lambda: [(_two(0), _two(1), 0.25, {})])
def lerp_many(targets: Sequence[torch.Tensor], ends: Sequence[torch.Tensor], weight: float) -> Sequence[torch.Tensor]:
    """Move tensors towards others: ``target += weight * (end - target)``; return them."""
    for target, end in zip(targets, ends, strict=True):
        target.lerp_(end, weight)
    return targets


@private("_foreach_mul_", example=lambda: [(_two(0), torch.tensor(0.5), {})])
def scale_many(targets: Sequence[torch.Tensor], factor: torch.Tensor | float) -> Sequence[torch.Tensor]:
    """Multiply tensors with a number, which may be a tensor without axes; return them."""
    for target in targets:
        target.mul_(factor)
    return targets


def _norm_cases() -> list[Any]:
    return [([sample(5), sample(2, 3, shift=4), torch.tensor(2.0)], {}), ([torch.tensor([1.0, torch.nan])], {})]


def _norm() -> Any:
    norms = torch._foreach_norm
    return lambda tensors: torch.linalg.vector_norm(torch.stack(norms(tensors)))


@private(_norm, example=_norm_cases)
def total_norm(tensors: Sequence[torch.Tensor]) -> torch.Tensor:
    """Return the 2-norm of all elements of tensors of one type and device together.

    PyTorch's own function looks at types and devices first, as long as five arrays take.
    """
    return torch.nn.utils.get_total_norm(tensors)


def _largest_cases() -> list[Any]:
    values = [sample(5), sample(2, 3, shift=4), torch.tensor([1.0, torch.nan, torch.inf]), torch.tensor(-torch.inf)]
    return [(values, {}), ([item.half() for item in values], {})]


def _largest() -> Any:
    norms = torch._foreach_norm
    return lambda tensors: norms(tensors, torch.inf)


@private(_largest, example=_largest_cases)
def largest_magnitudes(tensors: Sequence[torch.Tensor]) -> Sequence[torch.Tensor]:
    """Return the largest magnitude of each of some tensors that are not empty; NaN where there is one."""
    return [tensor.abs().max() for tensor in tensors]


def _many_variances() -> Any:
    functions: Any = torch._foreach_pow, torch._foreach_sub_, torch._foreach_clamp_min_
    power, subtract, clamp = functions

    def variances(inverses: Sequence[torch.Tensor], eps: float) -> Sequence[torch.Tensor]:
        result: Sequence[torch.Tensor] = power(inverses, -2)
        subtract(result, eps)
        clamp(result, 0.0)
        return result

    return variances


@private(_many_variances, example=lambda: [([sample(5).abs(), sample(3).abs() + 1], 1e-3, {})])
def variances(inverses: Sequence[torch.Tensor], eps: float) -> Sequence[torch.Tensor]:
    """Return the variances (at least 0) whose ``1 / sqrt(variance + eps)`` are given."""
    return [variance(inverse, eps) for inverse in inverses]


def variance(inverse: torch.Tensor, eps: float) -> torch.Tensor:
    """Return the variance (at least 0) whose ``1 / sqrt(variance + eps)`` is given."""
    square = inverse.pow(-2)
    return F.softshrink(square, eps) if eps >= 0 else square - eps  # one kernel for subtraction and limit


def _sgd_cases() -> list[Any]:
    rest = {"nesterov": False, "maximize": False, "is_first_step": False, "weight_decay": 0.1}
    weights, grads, states = [sample(5)], [sample(5, shift=3)], [sample(5, shift=7)]
    return [
        (weights, grads, [], rest | {"momentum": 0.0, "lr": 0.3, "dampening": 0.0}),
        (weights, grads, states, rest | {"momentum": 0.9, "lr": -1.0, "dampening": 1.2}),
    ]


@private("_fused_sgd_", example=_sgd_cases)
def fused_sgd(
    weights: Sequence[torch.Tensor],
    grads: Sequence[torch.Tensor],
    momentum_buffer_list: Sequence[torch.Tensor],
    *,
    weight_decay: float,
    momentum: float,
    lr: float,
    dampening: float,
    **others: bool,
) -> None:
    """Move weights as ``torch.optim.SGD`` does, after its first step."""
    refuse_options(*others.values())
    with torch.no_grad():
        for i, (weight, grad) in enumerate(zip(weights, grads, strict=True)):
            step = grad.add(weight, alpha=weight_decay) if weight_decay else grad
            if momentum:
                step = momentum_buffer_list[i].mul_(momentum).add_(step, alpha=1 - dampening)
            weight.add_(step, alpha=-lr)


def _adam_cases() -> list[Any]:
    tensors: Any = [sample(5)], [sample(5, shift=3)], [sample(5, shift=7)], [sample(5, shift=4).abs()], []
    rates = {"lr": 0.1, "beta1": 0.9, "beta2": 0.99, "weight_decay": 0.1, "eps": 1e-6}
    return [(*tensors, [torch.full((), torch.inf)], rates | {"amsgrad": False, "maximize": False})]


def _adam(
    decoupled: bool, *columns: Any, lr: float, beta1: float, beta2: float, weight_decay: float, eps: float, **rest: bool
) -> None:
    refuse_options(*rest.values())
    weights, grads, means, variances, _, steps = columns
    with torch.no_grad():
        for weight, grad, mean, variance, step in zip(weights, grads, means, variances, steps, strict=True):
            if decoupled:
                weight.mul_(1 - lr * weight_decay)
            elif weight_decay:
                grad = grad.add(weight, alpha=weight_decay)
            mean.lerp_(grad, 1 - beta1)
            variance.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
            first, second = 1 - beta1 ** float(step), 1 - beta2 ** float(step)
            weight.addcdiv_(mean, (variance / second).sqrt_().add_(eps), value=-lr / first)


@private("_fused_adam_", example=_adam_cases)
def fused_adam(*args: Any, **kwargs: Any) -> None:
    """Move weights as ``torch.optim.Adam`` does at the numbers of steps that are given."""
    _adam(False, *args, **kwargs)


@private("_fused_adamw_", example=_adam_cases)
def fused_adamw(*args: Any, **kwargs: Any) -> None:
    """Move weights as ``torch.optim.AdamW`` does at the numbers of steps that are given."""
    _adam(True, *args, **kwargs)
