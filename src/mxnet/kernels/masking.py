"""Steps of sequences set to zero, by bits: PyTorch's choices between broadcast arrays do not vectorize."""

from __future__ import annotations

from typing import Any

import torch

from ..core.tracing import traced
from .choice import kernel

_INTEGERS = {8: torch.int64, 4: torch.int32, 2: torch.int16}


def _filled(data: torch.Tensor, beyond: torch.Tensor) -> torch.Tensor:
    return data.masked_fill(beyond.reshape(*beyond.shape, *[1] * (data.dim() - 2)), 0)


class _Zeroed(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, data: torch.Tensor, bits: torch.Tensor) -> torch.Tensor:
        ctx.bits = bits
        rows = data.contiguous().view(bits.dtype).view(*bits.shape[:2], -1)
        return rows.bitwise_and(bits).view(data.dtype).view(data.shape)

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[Any, ...]:
        return _Zeroed.apply(grads[0], ctx.bits), None  # type: ignore[no-untyped-call]


@kernel(plain=_filled)
def zero_steps(data: torch.Tensor, beyond: torch.Tensor) -> torch.Tensor:
    """Return data ``(T, N, ...)`` with 0 where ``beyond`` ``(T, N)`` is true."""
    if traced() or not (data.is_cpu and data.is_floating_point() and data.numel()):
        return _filled(data, beyond)
    bits = beyond.logical_not().to(_INTEGERS[data.itemsize]).neg_().unsqueeze(2)  # all bits, or none
    return _Zeroed.apply(data, bits)  # type: ignore[no-any-return, no-untyped-call]
