"""Local response normalization, some images at a time, so that what is computed on the way stays in the cache."""

from collections.abc import Iterator
from typing import Any

import torch
from torch.nn import functional as F

from ..core.tracing import traced
from .choice import Grid, kernel, on_cpu, sizes

LOCAL = sizes("local_response")
#: elements of the images of a piece: each of its four arrays is passed over many times
PIECE = 1 << 18

Pair = tuple[torch.Tensor, torch.Tensor]


def _power(x: torch.Tensor, beta: float) -> torch.Tensor:
    """Return ``x ** -beta``; for 0.75 two roots give it faster than a power."""
    if beta != 0.75:
        return x.pow(-beta)
    root = x.rsqrt()
    return root * root.sqrt()


def _plain(data: torch.Tensor, alpha: float, beta: float, knorm: float, half: int) -> Pair:
    channels = data.shape[1]
    squares = F.pad(data.square(), (0, 0, 0, 0, half, half))
    neighbours = squares.narrow(1, 0, channels)
    for i in range(1, 2 * half + 1):
        neighbours = neighbours + squares.narrow(1, i, channels)
    norm = neighbours.mul(alpha).add(knorm)
    return data * _power(norm, beta), norm.detach()


def _pieces(*arrays: torch.Tensor) -> Iterator[tuple[torch.Tensor, ...]]:
    """Yield some images at a time of each array."""
    images = max(1, PIECE // max(1, arrays[0][0].numel()))
    return zip(*(array.split(images) for array in arrays), strict=True)


def _add_neighbours(out: torch.Tensor, values: torch.Tensor, factor: float, half: int) -> None:
    """Add ``factor`` times the sums over neighbouring channels to ``out``, in place."""
    out.add_(values, alpha=factor)
    for i in range(1, min(half, out.shape[1] - 1) + 1):
        out[:, i:].add_(values[:, :-i], alpha=factor)
        out[:, :-i].add_(values[:, i:], alpha=factor)


def _forward(data: torch.Tensor, alpha: float, beta: float, knorm: float, half: int) -> Pair:
    out, norm = torch.empty_like(data), torch.full_like(data, knorm)
    for x, result, total in _pieces(data, out, norm):
        _add_neighbours(total, x.square(), alpha, half)
        torch.mul(x, _power(total, beta), out=result)
    return out, norm


def _gradient(
    data: torch.Tensor, norm: torch.Tensor, head: torch.Tensor, alpha: float, beta: float, half: int
) -> torch.Tensor:
    """Return ``head * norm**-beta - 2 * alpha * beta * data * neighbours(head * data * norm**(-beta - 1))``."""
    result = torch.empty_like(data)
    for x, total, grad, out in _pieces(data, norm, head, result):
        scaled = _power(total, beta).mul_(grad)
        sums = torch.zeros_like(x)
        _add_neighbours(sums, (scaled * x).div_(total), -2 * alpha * beta, half)
        torch.addcmul(scaled, x, sums, out=out)
    return result


class _LocalResponse(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, data: torch.Tensor, *rest: Any) -> Pair:
        out, norm = _forward(data, *rest)
        ctx.save_for_backward(data, norm)
        ctx.rest = rest
        ctx.mark_non_differentiable(norm)
        return out, norm

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> Any:
        data, norm = ctx.saved_tensors
        alpha, beta, knorm, half = ctx.rest
        if torch.is_grad_enabled():  # for higher derivatives
            out, _ = _plain(data, alpha, beta, knorm, half)
            (result,) = torch.autograd.grad(out, data, grads[0], create_graph=True)
        else:
            result = _gradient(data, norm, grads[0], alpha, beta, half)
        return result, None, None, None, None


@kernel(
    plain=_plain, grid=Grid("elements", lambda n: (torch.randn(4, n // 1024, 16, 16), 1e-4, 0.75, 2.0, 2), (12, 21))
)
def local_response(data: torch.Tensor, alpha: float, beta: float, knorm: float, half: int) -> Pair:
    """Return ``data * norm ** -beta``, and ``norm = knorm + alpha * squares`` without a gradient.

    ``squares`` are sums of squares over a channel of ``(N, C, H, W)`` and ``half`` channels on either side.
    """
    if traced() or not on_cpu(data) or data.dtype not in (torch.float32, torch.float64) or data.numel() not in LOCAL:
        return _plain(data, alpha, beta, knorm, half)
    if torch.is_grad_enabled() and data.requires_grad:
        return _LocalResponse.apply(data, alpha, beta, knorm, half)  # type: ignore[no-untyped-call]
    return _forward(data, alpha, beta, knorm, half)
