"""The hyperbolic tangent of large float32 arrays by oneDNN: a third of PyTorch's time on Zen 4, more elsewhere."""

from typing import Any

import torch

from ..core import torch_compat
from ..core.tracing import traced
from .choice import HAS_ONEDNN, Grid, kernel, sizes

TANH = sizes("tanh")


def _by_onednn(x: torch.Tensor) -> torch.Tensor:
    """Return the hyperbolic tangent; ``x`` has no gaps in memory, and the result lies there as it does."""
    memory = x.detach().as_strided((x.numel(),), (1,))
    return torch.tanh(memory.to_mkldnn()).to_dense().as_strided(x.shape, x.stride())


class _Tanh(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
        out = _by_onednn(x)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> torch.Tensor:
        (out,) = ctx.saved_tensors
        return torch_compat.tanh_backward(grads[0], out)


@kernel(plain=torch.tanh, grid=Grid("elements", lambda n: (torch.randn(n),)), used=bool(TANH))
def tanh(x: torch.Tensor) -> torch.Tensor:
    """Return the hyperbolic tangent of each element."""
    size = x.numel()
    if type(size) is not int or size not in TANH or not _is_for_onednn(x):  # comparing a symbolic size would fix it
        return torch.tanh(x)
    if torch.is_grad_enabled() and x.requires_grad:
        return _Tanh.apply(x)  # type: ignore[no-untyped-call]
    return _by_onednn(x)


def _is_for_onednn(x: torch.Tensor) -> bool:
    dense = x.is_contiguous() or (x.dim() == 4 and x.is_contiguous(memory_format=torch.channels_last))
    return dense and x.dtype is torch.float32 and x.is_cpu and HAS_ONEDNN and not traced()
