"""Convolutions on CPUs, where another algorithm is faster than PyTorch's choice.

With more weights than pixels, as in the last layers of most networks, the weight gradient is faster as one matrix
product. 1x1 convolutions, which PyTorch computes by BLAS with one thread, are computed by oneDNN if BLAS is slow (see
:mod:`.blas`). Where half precision is slow, it is computed in float32.
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
from .products import product
from .small_products import note
from .thresholds import BLAS_IMAGES, CONV_WEIGHTS, CONV_WEIGHTS_PER_PIXEL, PHASED, PHASED_CHANNELS, PRODUCT, VECTOR


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
    if (
        groups == 1
        and torch.is_grad_enabled()
        and (
            (weight.requires_grad and weight.numel() >= CONV_WEIGHTS)
            or (data.requires_grad and stride[0] > 1 and weight.shape[1] <= PHASED_CHANNELS)
        )
        and data.is_cpu
    ):
        products = (
            data.is_contiguous(memory_format=torch.channels_last)
            and weight.numel() >= CONV_WEIGHTS
            and weight.numel() >= CONV_WEIGHTS_PER_PIXEL * _pixels(data, weight, stride, pad, dilate)
        )
        phases = _has_fast_phases(data, weight, stride, dilate)
        if products or phases:
            args = data, weight, bias, stride, pad, dilate, products, phases
            return _Convolution.apply(*args)  # type: ignore[no-any-return, no-untyped-call]
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


def _pixels(data: torch.Tensor, weight: torch.Tensor, stride: Any, pad: Any, dilate: Any) -> int:
    """Return the number of output pixels over the batch."""
    count = data.shape[0]
    for n, k, step, p, d in zip(data.shape[2:], weight.shape[2:], stride, pad, dilate, strict=True):
        count *= (n + 2 * p - d * (k - 1) - 1) // step + 1
    return count


def _has_fast_phases(data: torch.Tensor, weight: torch.Tensor, stride: Any, dilate: Any) -> bool:
    """Return whether the gradient of the data, of few channels, is faster by phases than by oneDNN's own kernel."""
    return (
        stride[0] == stride[1] > 1
        and tuple(dilate) == (1, 1)
        and weight.shape[1] <= PHASED_CHANNELS
        and weight.shape[0] >= VECTOR
        and data.numel() >= PHASED
        and data.dtype is torch.float32
    )


class _Convolution(torch.autograd.Function):
    """A convolution whose weight gradient is computed by matrix products, or its data gradient by phases, or both."""

    @staticmethod
    def forward(
        ctx: Any, data: Any, weight: Any, bias: Any, stride: Any, pad: Any, dilate: Any, products: bool, phases: bool
    ) -> torch.Tensor:
        ctx.save_for_backward(data, weight)
        ctx.geometry, ctx.products, ctx.phases = (stride, pad, dilate), products, phases
        return torch.conv2d(data, weight, bias, stride, pad, dilate)

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[Any, ...]:
        data, weight = ctx.saved_tensors
        grad = grads[0]
        wants_data, wants_weight, wants_bias = ctx.needs_input_grad[:3]
        again = torch.is_grad_enabled()  # higher derivatives are left to PyTorch
        by_products, by_phases = wants_weight and ctx.products and not again, wants_data and ctx.phases and not again
        # oneDNN computes the gradients of bias and weight together
        wants = [wants_data and not by_phases, wants_weight and not by_products, wants_bias and not by_products]
        stride, pad, dilate = ctx.geometry
        to_data, to_weight, to_bias = torch_compat.convolution_backward(
            grad, data, weight, [weight.shape[0]], stride, pad, dilate, False, [0, 0], 1, wants
        )
        if by_products:
            to_bias = grad.sum((0, 2, 3)) if wants_bias else None
            to_weight = _gradient_by_products(grad, data, weight.shape, stride, pad, dilate)
        if by_phases:
            to_data = _gradient_by_phases(grad, weight, stride[0], pad, data.shape)
        return to_data, to_weight, to_bias, *[None] * 5


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


def _gradient_by_products(
    grad: torch.Tensor, data: torch.Tensor, shape: torch.Size, stride: Any, pad: Any, dilate: Any
) -> torch.Tensor:
    """Return the weight gradient: the output's gradient times, for each output pixel, all data under the kernel.

    ``grad`` is (N, F, Y, X), ``data`` (N, C, H, W) channels-last; the result is (F, C, KY, KX) and contiguous.
    """
    filters, channels, rows, columns = shape
    count, _, high, wide = grad.shape
    padded = F.pad(data, (pad[1], pad[1], pad[0], pad[0])) if any(pad) else data
    image, channel, down, right = padded.stride()
    steps = image, down * stride[0], right * stride[1], down * dilate[0], right * dilate[1], channel
    under = padded.as_strided((count, high, wide, rows, columns, channels), steps)
    out = product(grad.transpose(0, 1).reshape(filters, -1), under.reshape(count * high * wide, -1))
    return out.view(filters, rows, columns, channels).permute(0, 3, 1, 2).contiguous()
