"""Sums of products of whole numbers of 8 bits, and what brings real numbers into 8 bits and back.

The sums are computed in floating point, where the processor multiplies fastest, and are exact: float32 holds every
whole number below 2**24, float64 every one that such sums reach.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch.nn import functional as F

#: how far from zero the values of a type reach, and how far the real numbers that are rounded to them do
LARGEST = {torch.int8: 127.0, torch.uint8: 255.0, torch.int32: 2147483647.0}
REACH = {torch.int8: 127.5, torch.uint8: 255.5, torch.int32: 2147483647.0}
_LEAST = {torch.int8: -128.0, torch.uint8: 0.0, torch.int32: -2147483648.0}
_EXACT = 2.0**24
_CONVOLUTIONS: dict[int, Callable[..., torch.Tensor]] = {1: F.conv1d, 2: F.conv2d, 3: F.conv3d}


def convolve(data: torch.Tensor, weight: torch.Tensor, *geometry: Any) -> torch.Tensor:
    """Return the convolution of whole numbers, exact, as int32; ``geometry``: stride, pad, dilation, groups."""
    wide = _wide(data, weight)
    convolution = _CONVOLUTIONS[data.dim() - 2]
    return convolution(data.to(wide), weight.to(wide), None, *geometry).to(torch.int32)


def multiply(data: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Return ``data @ weight.T`` of whole numbers, exact, as int32."""
    wide = _wide(data, weight)
    return torch.matmul(data.to(wide), weight.to(wide).t()).to(torch.int32)


def _wide(data: torch.Tensor, weight: torch.Tensor) -> torch.dtype:
    """Return the floating-point type that holds every sum of one row of weights times values of the data."""
    largest = LARGEST.get(data.dtype, 255.0) + 1
    if weight[0].numel() * 128 * largest < _EXACT or weight.is_meta:
        return torch.float32
    rows = weight.detach().flatten(1).abs().to(torch.int16) if weight.dtype is torch.int8 else weight.flatten(1).abs()
    return torch.float32 if float(rows.sum(1, dtype=torch.float64).max()) * largest < _EXACT else torch.float64


def round_into(values: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Return real numbers rounded to whole ones, halves to even, cut off where the type ends; NaN counts as too large
    for int8 and as too small for uint8.
    """
    nearest = values.round()
    low, high = (nearest.new_full((), bound) for bound in (_LEAST[dtype], LARGEST[dtype]))
    if dtype is torch.uint8:
        return torch.fmin(torch.fmax(nearest, low), high).to(dtype)
    return torch.fmax(torch.fmin(nearest, high), low).to(dtype)


def farther(low: torch.Tensor, high: torch.Tensor) -> torch.Tensor:
    """Return how far from zero a range reaches."""
    return torch.maximum(low.abs(), high.abs())
