"""Softmax, of short rows by columns.

PyTorch's takes row by row, and number by number those that do not fill a vector of the processor: with AVX-512, rows
of 10 take eight times as long as columns of 10, of which it takes sixteen at a time.
"""

from collections.abc import Callable

import torch

from ..core.tracing import traced
from . import one_thread
from .choice import Grid, kernel, sizes

#: lengths of rows that are short
_LEAST, _MOST = 2, 15
#: the gradient passes through four more functions: without it, so many times fewer numbers do
_UNRECORDED = 4
_Softmax = Callable[..., torch.Tensor]


def _by_columns(function: _Softmax, name: str) -> _Softmax:
    """Return what takes short rows by columns, equal up to rounding; the others are ``function``'s."""
    used = sizes(name)

    def call(data: torch.Tensor, axis: int, dtype: torch.dtype | None = None) -> torch.Tensor:
        shape = data.shape
        if (
            shape
            and type(length := shape[-1]) is int  # comparing a symbolic size would fix it
            and _LEAST <= length <= _MOST
            and axis in (-1, len(shape) - 1)
            and len(shape) > 1
            and dtype is None
            and data.dtype is torch.float32
            and data.is_cpu
            and not traced()
            and data.numel() * (1 if data.requires_grad and torch.is_grad_enabled() else _UNRECORDED) in used
        ):
            return function(data.reshape(-1, length).t(), 0).t().reshape(shape)
        return function(data, axis) if dtype is None else function(data, axis, dtype=dtype)

    call.__name__ = name
    grid = Grid("elements", lambda size: (torch.randn(-(-size // 10), 10), -1))
    return kernel(plain=function, grid=grid, used=bool(used))(call)


softmax = _by_columns(one_thread.softmax, "softmax")
log_softmax = _by_columns(one_thread.log_softmax, "log_softmax")
