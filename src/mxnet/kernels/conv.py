"""Convolutions on CPUs, where another algorithm is faster than PyTorch's choice.

1x1 convolutions, which PyTorch computes by BLAS with one thread, are computed by oneDNN if BLAS is slow (see
:mod:`.blas`). The gradient of images of few channels is computed by phases of the stride. Where half precision is slow,
it is computed in float32.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from math import inf
from typing import Any

import torch
from torch.nn import functional as F

from ..core import torch_compat
from ..core.tracing import traced
from .blas import blas_is_slow
from .choice import kernel
from .half import are_slow_half, in_float32
from .small_products import note
from .thresholds import BLAS_IMAGES, PHASED, PHASED_CHANNELS, PRODUCT, VECTOR


@kernel(plain=torch.conv2d)
def conv2d(
    data: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None = None,
    stride: tuple[int, int] = (1, 1),
    pad: tuple[int, int] = (0, 0),
    dilate: tuple[int, int] = (1, 1),
    groups: int = 1,
) -> torch.Tensor:
    """Return ``torch.conv2d(data, weight, bias, stride, pad, dilate, groups)``, up to rounding."""
    if traced():
        return torch.conv2d(data, weight, bias, stride, pad, dilate, groups)
    if data.requires_grad or weight.requires_grad:
        note(inf, data, weight)
    if data.dtype is not torch.float32 and (
        are_slow_half(data, weight, bias) or _is_strided_depthwise(data, weight, bias, stride)
    ):
        return in_float32(conv2d, data, weight, bias, stride, pad, dilate, groups)
    if weight.shape[2:] == (1, 1) and blas_is_slow() and _is_left_to_blas(data, weight, stride):
        dilate = (2, 2)  # without effect on a 1x1 kernel, but PyTorch uses oneDNN for dilated ones
    records = torch.is_grad_enabled() and data.requires_grad
    if records and groups == 1 and _has_fast_phases(data, weight, stride, dilate):
        return _Convolution.apply(data, weight, bias, stride, pad)  # type: ignore[no-any-return, no-untyped-call]
    return torch.conv2d(data, weight, bias, stride, pad, dilate, groups)


def _by_onednn(plain: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    """Return a convolution of another rank, or a transpose of one: of data, weight, and what ``plain`` takes."""

    @kernel(plain=plain)
    @functools.wraps(plain)
    def convolve(data: torch.Tensor, weight: torch.Tensor, *arguments: Any, **options: Any) -> torch.Tensor:
        if traced():
            return plain(data, weight, *arguments, **options)
        note(inf, data, weight)
        if are_slow_half(data, weight):
            return in_float32(plain, data, weight, *arguments, **options)
        return plain(data, weight, *arguments, **options)

    return convolve


conv1d = _by_onednn(torch.conv1d)
conv3d = _by_onednn(torch.conv3d)
conv_transpose1d = _by_onednn(torch.conv_transpose1d)
conv_transpose2d = _by_onednn(torch.conv_transpose2d)
conv_transpose3d = _by_onednn(torch.conv_transpose3d)


def _is_strided_depthwise(data: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None, stride: Any) -> bool:
    """Return whether oneDNN computes the gradient of bfloat16 data as if each filter saw all channels."""
    return (
        data.dtype is weight.dtype is torch.bfloat16
        and (bias is None or bias.dtype is torch.bfloat16)
        and weight.shape[1] == 1
        and max(stride) > 1
        and data.is_cpu
        and data.requires_grad
        and torch.is_grad_enabled()
    )


def _is_left_to_blas(data: torch.Tensor, weight: torch.Tensor, stride: Any) -> bool:
    """Return whether PyTorch computes a 1x1 convolution by BLAS, and it is large."""
    return (
        data.shape[0] < BLAS_IMAGES
        and max(stride) == 1
        and data.numel() * weight.shape[0] >= PRODUCT
        and torch.get_num_threads() == 1
        and data.is_cpu
        and data.dtype is torch.float32
    )


def _has_fast_phases(data: torch.Tensor, weight: torch.Tensor, stride: Any, dilate: Any) -> bool:
    """Return whether the gradient of the data, of few channels, is faster by phases than by oneDNN's own kernel."""
    return (
        stride[0] == stride[1] > 1
        and tuple(dilate) == (1, 1)
        and weight.shape[1] <= PHASED_CHANNELS
        and weight.shape[0] >= VECTOR
        and data.numel() >= PHASED
        and data.dtype is torch.float32
        and data.is_cpu
    )


class _Convolution(torch.autograd.Function):
    """A convolution whose gradient of the data is computed by phases."""

    @staticmethod
    def forward(ctx: Any, data: Any, weight: Any, bias: Any, stride: Any, pad: Any) -> torch.Tensor:
        ctx.save_for_backward(data, weight)
        ctx.geometry = stride, pad
        return torch.conv2d(data, weight, bias, stride, pad)

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[Any, ...]:
        (data, weight), (stride, pad), grad = ctx.saved_tensors, ctx.geometry, grads[0]
        wants_data, *learned = ctx.needs_input_grad[:3]
        by_phases = wants_data and not torch.is_grad_enabled()  # higher derivatives are left to PyTorch
        to_data, *others = torch_compat.convolution_backward(
            grad, data, weight, [weight.shape[0]], stride, pad, (1, 1), False, [0, 0], 1,
            [wants_data and not by_phases, *learned],
        )  # fmt: skip
        if by_phases:
            to_data = _gradient_by_phases(grad, weight, stride[0], pad, data.shape)
        return to_data, *others, None, None


def _phase_positions(kernel: int, stride: int, pad: int) -> tuple[list[int], int, int]:
    """Return which position of a kernel each phase has at each of its own, and the greatest and least distance.

    Pixel ``stride * i + phase`` gets what position ``stride * d + phase + pad`` makes of the output ``i - d``;
    positions that the kernel does not have are given as ``kernel``.
    """
    far, near = (kernel - 1 - pad) // stride, -((stride - 1 + pad) // stride)
    positions = [stride * d + phase + pad for phase in range(stride) for d in range(far, near - 1, -1)]
    return [at if 0 <= at < kernel else kernel for at in positions], far, near


def _gradient_by_phases(
    grad: torch.Tensor, weight: torch.Tensor, stride: int, pad: Any, shape: torch.Size
) -> torch.Tensor:
    """Return the gradient of data of few channels: one convolution gives all pixels of a block of ``stride`` squared.

    ``grad`` is (N, F, Y, X), ``weight`` (F, C, KY, KX); the result is (N, C, H, W).
    """
    filters, channels = weight.shape[:2]
    phases, sides = F.pad(weight, (0, 1, 0, 1)), []
    for axis in (2, 3):
        positions, far, near = _phase_positions(weight.shape[axis], stride, pad[axis - 2])
        phases = phases.index_select(axis, torch.tensor(positions))
        blocks = -(-shape[axis] // stride)
        sides.append((far, blocks - near - grad.shape[axis]))
    high, wide = (length // stride for length in phases.shape[2:])
    phases = phases.view(filters, channels, stride, high, stride, wide).permute(1, 2, 4, 0, 3, 5)
    padded = F.pad(grad, (*sides[1], *sides[0]))
    out = F.pixel_shuffle(torch.conv2d(padded, phases.reshape(-1, filters, high, wide)), stride)
    return out[:, :, : shape[2], : shape[3]]
