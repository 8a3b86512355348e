"""Softmax along the last axis.

PyTorch's takes row by row, and number by number those that do not fill a vector of the processor: with AVX-512, rows
of 10 take eight times as long as columns of 10, of which it takes sixteen at a time.
"""

from __future__ import annotations

from collections.abc import Callable

import torch

from ..core.tracing import traced
from . import small_loops
from .choice import Grid, kernel, sizes

_SHORT = range(2, 16)
#: the gradient passes through four more functions: without it, so many times fewer numbers do
_UNRECORDED = 4
_SOFTMAX, _LOG_SOFTMAX = sizes("softmax"), sizes("log_softmax")
_Softmax = Callable[..., torch.Tensor]


def _scores(size: int) -> tuple[torch.Tensor, int]:
    return torch.randn(-(-size // 10), 10), -1


def _by_columns(
    function: _Softmax, used: range, data: torch.Tensor, axis: int, dtype: torch.dtype | None
) -> torch.Tensor:
    shape = data.shape
    rank = len(shape)
    if (
        rank > 1
        and axis in (-1, rank - 1)
        and type(shape[-1]) is int  # comparing a symbolic size would fix it
        and shape[-1] in _SHORT
        and not traced()
        and data.numel() * (1 if data.requires_grad and torch.is_grad_enabled() else _UNRECORDED) in used
        and data.is_cpu
        and data.dtype is torch.float32
        and dtype is None
    ):
        return function(data.reshape(-1, shape[-1]).t(), 0).t().reshape(shape)
    return function(data, axis, dtype=dtype)


@kernel(plain=small_loops.softmax, grid=Grid("elements", _scores), used=bool(_SOFTMAX))
def softmax(data: torch.Tensor, axis: int, dtype: torch.dtype | None = None) -> torch.Tensor:
    """Return what :func:`torch.softmax` does, of short rows by columns: equal up to rounding."""
    return _by_columns(small_loops.softmax, _SOFTMAX, data, axis, dtype)


@kernel(plain=small_loops.log_softmax, grid=Grid("elements", _scores), used=bool(_LOG_SOFTMAX))
def log_softmax(data: torch.Tensor, axis: int, dtype: torch.dtype | None = None) -> torch.Tensor:
    """Return the logarithm of :func:`softmax`."""
    return _by_columns(small_loops.log_softmax, _LOG_SOFTMAX, data, axis, dtype)
