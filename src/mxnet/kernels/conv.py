"""Convolutions on CPUs, where another algorithm is faster than PyTorch's choice.

1x1 convolutions, which PyTorch computes by BLAS with one thread, are computed by oneDNN if BLAS is slow (see
:mod:`.products`). Where half precision is slow, it is computed in float32.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import torch

from ..core.tracing import traced
from .choice import kernel
from .half import are_slow_half, in_float32
from .products import PRODUCT
from .small_products import note

#: images of a batch from which on PyTorch computes 1x1 convolutions by oneDNN with one thread
BLAS_IMAGES = 16


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
        note(math.inf, data, weight)
    if data.dtype is not torch.float32 and (
        are_slow_half(data, weight, bias) or _is_strided_depthwise(data, weight, bias, stride)
    ):
        return in_float32(conv2d, data, weight, bias, stride, pad, dilate, groups)
    if weight.shape[2:] == (1, 1) and PRODUCT and _is_left_to_blas(data, weight, stride):
        dilate = (2, 2)  # without effect on a 1x1 kernel, but PyTorch uses oneDNN for dilated ones
    return torch.conv2d(data, weight, bias, stride, pad, dilate, groups)


def _by_onednn(plain: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    """Return a convolution of another rank, or a transpose of one: of data, weight, and what ``plain`` takes."""

    @kernel(plain=plain)
    @functools.wraps(plain)
    def convolve(data: torch.Tensor, weight: torch.Tensor, *arguments: Any, **options: Any) -> torch.Tensor:
        if traced():
            return plain(data, weight, *arguments, **options)
        note(math.inf, data, weight)
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
        and data.numel() * weight.shape[0] in PRODUCT
        and torch.get_num_threads() == 1
        and data.is_cpu
        and data.dtype is torch.float32
    )
