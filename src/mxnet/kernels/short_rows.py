"""Softmax, of short rows by columns.

PyTorch's takes row by row, and number by number those that do not fill a vector of the processor: with AVX-512, rows
of 10 take eight times as long as columns of 10, of which it takes sixteen at a time.
"""

from collections.abc import Callable

import torch

from ..core import torch_compat
from ..core.tracing import traced
from . import one_thread
from .choice import Grid, kernel, sizes

#: lengths of rows that are short
_LEAST, _MOST = 2, 15
#: the gradient passes through four more functions: without it, so many times fewer numbers do
_UNRECORDED = 4
_Softmax = Callable[..., torch.Tensor]


def _by_columns(name: str, torchs: _Softmax, plain: _Softmax) -> _Softmax:
    """Return what takes short rows by columns, equal up to rounding; the others are PyTorch's function ``torchs``.

    ``plain``: that one in one thread where it is small.
    """
    used = sizes(name)
    function = one_thread.small_in_one_thread(torchs, checks=False)

    def call(data: torch.Tensor, axis: int, dtype: torch.dtype | None = None) -> torch.Tensor:
        if dtype is not None or traced():
            return plain(data, axis) if dtype is None else plain(data, axis, dtype)
        if axis == -1 or axis == data.dim() - 1:
            count = data.numel()
            if count == 1 or count == (length := data.shape[-1]):
                return torchs(data, axis)  # of one row, which one thread takes anyway
            if (
                _LEAST <= length <= _MOST
                and data.dtype is torch.float32
                and data.is_cpu
                and count * (1 if data.requires_grad and torch.is_grad_enabled() else _UNRECORDED) in used
            ):
                return function(data.reshape(-1, length).t(), 0).t().reshape(data.shape)
        return function(data, axis)

    call.__name__ = name
    grid = Grid("elements", lambda size: (torch.randn(-(-size // 10), 10), -1))
    return kernel(plain=plain, grid=grid, used=bool(used))(call)


softmax = _by_columns("softmax", torch.softmax, one_thread.softmax)
log_softmax = _by_columns("log_softmax", torch.log_softmax, one_thread.log_softmax)


def _backward_by_columns(name: str, forward: str) -> Callable[[torch.Tensor, torch.Tensor, int], torch.Tensor]:
    """Return the gradient of a softmax, given that of its result, its result and the axis: by columns like that."""
    used = sizes(forward)
    function: _Softmax = one_thread.small_in_one_thread(getattr(torch_compat, name), checks=False)

    def call(grad: torch.Tensor, out: torch.Tensor, axis: int) -> torch.Tensor:
        if used and out.dim() and axis in (-1, out.dim() - 1) and _LEAST <= (length := out.shape[-1]) <= _MOST:
            count = out.numel()
            if count > length and count in used and out.dtype is torch.float32 and out.is_cpu:
                columns = grad.reshape(-1, length).t(), out.reshape(-1, length).t()
                return function(*columns, 0, out.dtype).t().reshape(out.shape)
        return function(grad, out, axis, out.dtype)

    return call


softmax_backward = _backward_by_columns("softmax_backward", "softmax")
log_softmax_backward = _backward_by_columns("log_softmax_backward", "log_softmax")
