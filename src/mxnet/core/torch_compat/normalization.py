"""Normalizations, and their gradients."""

from collections.abc import Sequence
from typing import Any

import torch
from torch.nn import functional as F

from .choice import private, some
from .engine import reads_node

_Gradients = tuple[torch.Tensor, torch.Tensor, torch.Tensor]


@private("batch_norm", example=lambda: [(some(2, 3), *some(2, 3), *some(2, 3).abs(), False, 0.0, 1e-3, False, {})])
def batch_norm(data: torch.Tensor, gamma: Any, beta: Any, mean: Any, var: Any, *rest: Any) -> torch.Tensor:
    """Normalize by given statistics; ``rest``: training, momentum, eps, whether cuDNN may."""
    return F.batch_norm(data, mean, var, gamma, beta, *rest[:3])


def _wide(t: torch.Tensor) -> torch.Tensor:
    return t.float() if t.dtype in (torch.float16, torch.bfloat16) else t


def _per_channel(values: torch.Tensor, like: torch.Tensor) -> torch.Tensor:
    return values.view(1, -1, *(1,) * (like.dim() - 2))


def _but_channels(data: torch.Tensor) -> tuple[int, ...]:
    return (0, *range(2, data.dim()))


@private(
    "native_batch_norm", example=lambda: [(some(3, 2, 2), torch.ones(2), some(2), None, None, True, 0.0, 1e-3, {})]
)
def native_batch_norm(
    data: torch.Tensor, gamma: Any, beta: Any, mean: None, var: None, training: bool, momentum: float, eps: float
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Normalize by the data's own statistics; return also the means and ``1 / sqrt(var + eps)``."""
    x = _wide(data)
    mean_, var_ = x.mean(_but_channels(x)), x.var(_but_channels(x), correction=0)
    inverse = (var_ + eps).rsqrt()
    out = (x - _per_channel(mean_, x)) * _per_channel(inverse, x)
    if gamma is not None:
        out = out * _per_channel(gamma, x)
    if beta is not None:
        out = out + _per_channel(beta, x)
    return out.to(data.dtype), mean_, inverse


def _norm_cases() -> list[Any]:
    grad, x, statistics = some(3, 2, 2, shift=5), some(3, 2, 2), (some(2), some(2).abs() + 1)
    return [
        (grad, x, some(2), *statistics, some(2, shift=3), some(2).abs() + 1, train, 1e-3, [True, True, True], {})
        for train in (True, False)
    ]


@private("ops.aten.native_batch_norm_backward", example=_norm_cases)
def native_batch_norm_backward(
    grad: torch.Tensor, data: torch.Tensor, gamma: Any, moving_mean: Any, moving_var: Any, mean: Any, inverse: Any,
    train: bool, eps: float, wants: Sequence[bool],
) -> _Gradients:  # fmt: skip
    """Return the gradients of data, gamma and beta; in training the statistics depend on the data."""
    if not train:
        mean, inverse = moving_mean, (moving_var + eps).rsqrt()
    return _batch_norm_backward(grad, data, gamma, mean, inverse, train)


def _tells_inputs(function: Any) -> bool:
    data, gamma, seen = some(3, 2, 2).requires_grad_(), torch.ones(2), []
    out: Any = torch.native_batch_norm(data, gamma, some(2), None, None, True, 0.0, 1e-3)[0]
    out.grad_fn.register_hook(lambda *_: seen.extend(function()))
    torch.autograd.grad(out.sum(), data)
    return len(seen) == 2 and torch.equal(seen[0], data) and torch.equal(seen[1], gamma)


@private(lambda: reads_node(lambda node: (node._saved_input, node._saved_weight)), probe=_tells_inputs)
def batch_norm_inputs() -> tuple[torch.Tensor, torch.Tensor] | None:
    """Return data and gamma of the normalization whose gradient this thread computes, in a hook of its node; None
    where there is no knowing.
    """
    return None


def differentiable_batch_norm_backward(
    grad: torch.Tensor, data: torch.Tensor, gamma: Any, moving_mean: Any, moving_var: Any, mean: Any, inverse: Any,
    train: bool, eps: float, wants: Sequence[bool],
) -> _Gradients:  # fmt: skip
    """Return the same by functions that PyTorch differentiates any number of times."""
    mean, variance = moving_mean, moving_var
    if train:
        x = _wide(data)
        mean, variance = x.mean(_but_channels(x)), x.var(_but_channels(x), correction=0)
    return _batch_norm_backward(grad, data, gamma, mean, (variance + eps).rsqrt(), train)


def _batch_norm_backward(grad: Any, data: Any, gamma: Any, mean: Any, inverse: Any, train: bool) -> _Gradients:
    x, head = _wide(data), _wide(grad)
    normal = (x - _per_channel(mean, x)) * _per_channel(inverse, x)
    to_beta, to_gamma = head.sum(_but_channels(x)), (head * normal).sum(_but_channels(x))
    scale = inverse if gamma is None else inverse * gamma
    if train:
        count = x.numel() // x.shape[1]
        head = head - _per_channel(to_beta / count, x) - normal * _per_channel(to_gamma / count, x)
    return (head * _per_channel(scale, x)).to(data.dtype), to_gamma, to_beta
