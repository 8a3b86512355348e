"""Pooling on CPUs: faster forms of PyTorch's kernels, in the memory format that these vectorize."""

from collections.abc import Callable, Sequence
from math import prod
from types import SimpleNamespace
from typing import Any, Literal

import torch
from torch.nn import functional as F

from ..core import torch_compat
from ..core.dtypes import HALVES
from ..core.tracing import traced
from .channels_last import to_channels_last
from .choice import Grid, kernel, sizes
from .one_thread import small_in_one_thread
from .transpose import in_order

#: elements of the data with which each form pays
POOLED, SLICED, CONVOLVED = sizes("pool"), sizes("faster_by_slices"), sizes("faster_by_convolution")
#: elements below which none does
LITTLE = min((many.start for many in (POOLED, SLICED, CONVOLVED) if many), default=1 << 62)
#: elements of a window up to which, and channels from which on, windows are summed by convolution
CONVOLVED_WINDOW, CONVOLVED_CHANNELS = 25, 8

PoolType = Literal["avg", "max"]
_CONVOLVES = torch.backends.mkldnn.is_available()
_MAX = {1: torch.max_pool1d, 2: torch.max_pool2d, 3: torch.max_pool3d}
_AVG = {1: F.avg_pool1d, 2: F.avg_pool2d, 3: F.avg_pool3d}
#: PyTorch's pooling, by the number of dimensions, and the same where nothing is traced
MAX, UNTRACED_MAX = ({i: small_in_one_thread(f, checks) for i, f in _MAX.items()} for checks in (True, False))
AVG, UNTRACED_AVG = ({i: small_in_one_thread(f, checks) for i, f in _AVG.items()} for checks in (True, False))


class _Pool2d(torch.autograd.Function):
    """Two-dimensional pooling on CPUs, with a channels-last copy in the forward pass.

    PyTorch's forward kernels vectorize over channels only and are up to ten times slower in the usual format; its
    backward kernels are not.
    """

    @staticmethod
    def forward(ctx: Any, data: torch.Tensor, pool_type: PoolType, args: tuple[Any, ...]) -> torch.Tensor:
        ctx.kind, ctx.args = pool_type, args
        inner = to_channels_last(data)
        if pool_type == "avg":
            ctx.save_for_backward(data)
            return in_order(F.avg_pool2d(inner, *args))
        out, indices = F.max_pool2d(inner, *args, return_indices=True)
        ctx.save_for_backward(data, indices.contiguous())
        return in_order(out)

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[Any, ...]:
        (grad,) = grads
        data, *indices = ctx.saved_tensors
        differentiate = torch_compat.avg_pool2d_backward if ctx.kind == "avg" else torch_compat.max_pool2d_backward
        return differentiate(grad.contiguous(), data, *ctx.args, *indices), None, None


_pool2d: Callable[..., torch.Tensor] = _Pool2d.apply


def _worth(data: torch.Tensor, sizes: range) -> bool:
    """Return whether data are as many, on the CPU, and in the memory format that PyTorch's kernels are slow with."""
    # traced() first: comparing sizes would fix them in an exported program
    return not traced() and data.numel() in sizes and data.is_cpu and data.is_contiguous()


def _plainly(data: torch.Tensor, pool_type: PoolType, args: tuple[Any, ...]) -> torch.Tensor:
    if data.dim() == 5 and pool_type == "avg" and data.dtype in HALVES and data.is_cpu:
        return AVG[3](data.float(), *args).to(data.dtype)  # PyTorch has no such kernel
    return (AVG if pool_type == "avg" else MAX)[data.dim() - 2](data, *args)


def _samples(size: int) -> torch.Tensor:
    return torch.randn(4, size // 1024, 16, 16)


@kernel(
    plain=_plainly,
    grid=Grid("elements", lambda n: (_samples(n), "max", ((3, 3), (2, 2), (1, 1), (1, 1), False)), (12, 22)),
)
def pool(data: torch.Tensor, pool_type: PoolType, args: tuple[Any, ...]) -> torch.Tensor:
    """Apply PyTorch's pooling, ``avg`` or ``max``, with its positional arguments."""
    if data.dim() == 4 and _worth(data, POOLED):
        return _pool2d(data, pool_type, args)
    return _plainly(data, pool_type, args)


def _never(data: torch.Tensor, kernel: Sequence[int]) -> bool:
    return False


_SLICES = Grid(
    "elements",
    lambda n: (_samples(n), SimpleNamespace(kernel=(3, 3), stride=(2, 2), low=(1, 1), lengths=(8, 8))),
    (12, 22),
    lambda data, _: MAX[2](data, (3, 3), (2, 2), (1, 1)),
    lambda data, windows: max_of_slices(data, windows),
    only="forward",
)


@kernel(plain=_never, grid=_SLICES)
def faster_by_slices(data: torch.Tensor, kernel: Sequence[int]) -> bool:
    """Return whether max pooling is faster by slices, which gives no indices: only for data without gradient."""
    return (
        data.dim() > 3
        and max(kernel) > 1
        and _worth(data, SLICED)
        and not (data.requires_grad and torch.is_grad_enabled())
    )


def _averages(*args: Any) -> torch.Tensor:
    average: Any = AVG[2]
    return average(*args, False, True, 1)


_CONVOLUTION = Grid(
    "elements", lambda n: (_samples(n), (3, 3), (2, 2), (1, 1)), (13, 22), _averages, lambda *args: convolved(*args)
)


@kernel(plain=_never, grid=_CONVOLUTION)
def faster_by_convolution(data: torch.Tensor, kernel: Sequence[int]) -> bool:
    """Return whether oneDNN's depthwise convolution sums windows faster."""
    return (
        _CONVOLVES
        and data.dim() == 4
        and data.dtype is torch.float32
        and prod(kernel) <= CONVOLVED_WINDOW
        and data.shape[1] >= CONVOLVED_CHANNELS
        and _worth(data, CONVOLVED)
    )


def convolved(data: torch.Tensor, kernel: Sequence[int], stride: Sequence[int], pad: Sequence[int]) -> torch.Tensor:
    """Return the sums of zero-padded windows, added in the order of PyTorch's pooling: equal to the bit."""
    ones = torch.ones((data.shape[1], 1, *kernel), dtype=data.dtype)
    return torch.conv2d(data, ones, None, stride, pad, 1, data.shape[1])


def _max_along(data: torch.Tensor, axis: int, kernel: int, stride: int, low: int, size: int) -> torch.Tensor:
    """Return the maxima of windows along one axis; padding is ignored."""
    length, steps = data.shape[axis], (slice(None),) * axis + (slice(None, None, stride),)
    parts = []  # for each offset in the window: the first window with an element there, and these elements
    for i in range(kernel):
        first = max(0, -((i - low) // stride))
        count = min(size, (length - 1 + low - i) // stride + 1) - first
        if count > 0:
            parts.append((first, data.narrow(axis, first * stride + i - low, (count - 1) * stride + 1)[steps]))
    parts.sort(key=lambda part: part[1].shape[axis] < size)
    full = [part for _, part in parts if part.shape[axis] == size]
    if not full:
        shape = (*data.shape[:axis], size, *data.shape[axis + 1 :])
        out = data.new_full(shape, -torch.inf if data.is_floating_point() else torch.iinfo(data.dtype).min)
    else:
        out = torch.maximum(full[0], full[1]) if len(full) > 1 else full[0].clone()
    for first, part in parts[min(len(full), 2) :]:
        out.narrow(axis, first, part.shape[axis]).clamp_min_(part)
    return out


def max_of_slices(data: torch.Tensor, windows: Any) -> torch.Tensor:
    """Return max pooling without indices, one axis after the other."""
    sides = zip(windows.kernel, windows.stride, windows.low, windows.lengths, strict=True)
    for axis, (size, *side) in enumerate(sides, 2):
        if (size, *side) != (1, 1, 0, data.shape[axis]):
            data = _max_along(data, axis, size, *side)
    return data
