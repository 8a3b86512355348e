"""Exact products of int8 matrices, and the arithmetic of quantization: scales, rounding, ranges.

Sums are computed in floating point, where the processor multiplies fastest. They are exact: float32 holds every integer
below 2**24, and float64 every integer that such sums reach.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, reduce
from itertools import pairwise
from typing import Any

import torch
from torch.nn import functional as F

from ..core.tracing import traced
from .choice import kernel
from .linear import linear

#: by type, the greatest quantized value, and the greatest float that is rounded to it, half a step further
LARGEST = {torch.int8: 127.0, torch.uint8: 255.0, torch.int32: 2147483647.0}
QUANTIZED_RANGE = {torch.int8: 127.5, torch.uint8: 255.5, torch.int32: 2147483647.0}
_LEAST = {torch.int8: -128.0, torch.uint8: 0.0, torch.int32: -2147483648.0}
_EXACT = 2.0**24
#: the smallest scale of quantized values, so that data of zeros have one, too
MIN_SCALE = torch.finfo(torch.float32).tiny
_CONVOLUTIONS: dict[int, Callable[..., torch.Tensor]] = {1: F.conv1d, 2: F.conv2d, 3: F.conv3d}


#: a slice of the weights along their inputs: its first input, and the slice as floats
Part = tuple[int, torch.Tensor]


def prepared(weight: torch.Tensor, groups: int = 1) -> list[Part]:
    """Return int8 weights ``(filters, inputs, ...)`` as floats for products with int8 or uint8 data.

    They are split along their inputs until float32 holds every sum over a part; grouped weights are one part.
    """
    if weight.is_meta or weight[0].numel() * 128 * 256 < _EXACT:
        return [(0, weight.to(torch.float32))]
    if traced():  # how far the sums reach is not known
        return [(0, weight.to(torch.float64))]
    sizes = weight.detach().to(torch.int32).abs().flatten(1).view(*weight.shape[:2], -1).sum(2) * 256.0
    largest = float(sizes.sum(1).max())
    if groups != 1:
        return [(0, weight.to(torch.float32 if largest < _EXACT else torch.float64))]
    width, count = weight.shape[1], int(largest / _EXACT) + 1
    while True:
        ends = [width * i // count for i in range(count + 1)]
        spans = list(pairwise(ends))
        if count == width or all(float(sizes[:, a:b].sum(1).max()) < _EXACT for a, b in spans):
            return [(a, weight[:, a:b].to(torch.float32)) for a, b in spans]
        count += 1


def _in_full(data: torch.Tensor, parts: list[Part], axis: int, product: Callable[..., torch.Tensor]) -> torch.Tensor:
    """Return the sum of the products of the parts: floats that are integers for one part, int32 for several."""
    if len(parts) == 1:
        return product(data.to(parts[0][1].dtype), parts[0][1])
    sums = [
        product(data.narrow(axis, first, part.shape[1]).to(part.dtype), part).to(torch.int32) for first, part in parts
    ]
    return torch.stack(sums).sum(0, dtype=torch.int32)


def convolve(data: torch.Tensor, weight: torch.Tensor | list[Part], *geometry: Any) -> torch.Tensor:
    """Return the exact convolution of integers; ``geometry``: stride, pad, dilation, groups.

    ``weight`` is int8 or :func:`prepared`. The result is int32, or float where that holds every sum.
    """
    parts = prepared(weight, geometry[-1]) if isinstance(weight, torch.Tensor) else weight
    convolution = _CONVOLUTIONS[data.dim() - 2]
    return _in_full(data, parts, 1, lambda item, part: convolution(item, part, None, *geometry))


def multiply(data: torch.Tensor, weight: torch.Tensor | list[Part]) -> torch.Tensor:
    """Return the exact ``data @ weight.T`` of integers; ``weight`` and the result are as in :func:`convolve`."""
    parts = prepared(weight) if isinstance(weight, torch.Tensor) else weight
    return _in_full(data, parts, data.dim() - 1, F.linear if traced() else linear)


def round_into(values: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Return floats rounded half to even and clipped to the range of ``dtype``.

    NaN becomes the maximum of int8, and the minimum of uint8.
    """
    low, high = _LEAST[dtype], LARGEST[dtype]
    return values.round().clamp_(low, high).nan_to_num_(low if dtype is torch.uint8 else high).to(dtype)


def as_int8(data: torch.Tensor) -> torch.Tensor:
    """Return quantized data as int8, as 1.9.1 does where it knows int8 alone."""
    if data.dtype is torch.int8:
        return data
    return round_into(data * (QUANTIZED_RANGE[torch.int8] / QUANTIZED_RANGE[torch.uint8]), torch.int8)


def _scaled_into(values: torch.Tensor, scale: Any, dtype: torch.dtype) -> torch.Tensor:
    return round_into(values.to(torch.float32) * scale, dtype)


@kernel(plain=_scaled_into)
def scaled_into(values: torch.Tensor, scale: Any, dtype: torch.dtype) -> torch.Tensor:
    """Return quantized values times a scale, rounded and clipped to ``dtype``; it may be ``values`` itself."""
    if not isinstance(scale, float):
        return _scaled_into(values, scale, dtype)
    if scale == 1 and values.dtype is dtype:
        return values
    if not 0 < scale * LARGEST[values.dtype] < LARGEST[dtype] + 0.4 or dtype not in (torch.int8, values.dtype):
        return _scaled_into(values, scale, dtype)  # some may have to be clipped
    return values.to(torch.float32).mul_(scale).round_().to(dtype)


def rows_of_int8(
    weight: torch.Tensor, amax: torch.Tensor, largest: float = QUANTIZED_RANGE[torch.int8]
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return a weight quantized to int8 by rows, up to ``largest``, and its scales; ``amax``: the rows' maxima."""
    amax = amax.clamp(min=largest * MIN_SCALE)
    inverse = quotient(largest, amax)  # rounded once, as in 1.9.1: the largest value lies halfway between two integers
    return round_into(weight * inverse.view(-1, *[1] * (weight.dim() - 1)), torch.int8), amax / largest


def amax_of_rows(weight: torch.Tensor) -> torch.Tensor:
    """Return the absolute maximum of each row of a weight."""
    return weight.abs().flatten(1).amax(1)


#: a range: its minimum and maximum
Ends = tuple[torch.Tensor, torch.Tensor]


def widest(ends: Sequence[Ends]) -> Ends:
    """Return the smallest range that holds all ``ends``."""
    lows, highs = zip(*ends, strict=True)
    return reduce(torch.minimum, lows), reduce(torch.maximum, highs)


def _joint_scales(
    ends: Sequence[Ends], types: Sequence[torch.dtype], dtype: torch.dtype
) -> tuple[torch.Tensor, torch.Tensor, Sequence[Any]]:
    low, high = widest(ends)
    inverse = quotient(QUANTIZED_RANGE[dtype], amax_of(low, high))
    return (
        low,
        high,
        [inverse / quotient(QUANTIZED_RANGE[t], amax_of(*item)) for t, item in zip(types, ends, strict=True)],
    )


def joint_scales(
    ends: Sequence[Ends], types: Sequence[torch.dtype], dtype: torch.dtype
) -> tuple[torch.Tensor, torch.Tensor, Sequence[Any]]:
    """Return the union of some ranges, and the factors that rescale values quantized in each to ``dtype`` in the union.

    Ranges and factors are tensors of one element; on CPUs, the factors are Python's floats.
    """
    if traced() or not ends[0][0].is_cpu:
        return _joint_scales(ends, types, dtype)
    low, high, scales = _known_scales(tuple((low.item(), high.item()) for low, high in ends), tuple(types), dtype)
    return low.clone(), high.clone(), scales


@lru_cache(1024)  # calibrated ranges are the same at every call
def _known_scales(ends: Any, types: Any, dtype: torch.dtype) -> tuple[torch.Tensor, torch.Tensor, list[float]]:
    tensors = [
        (torch.tensor([low], dtype=torch.float32), torch.tensor([high], dtype=torch.float32)) for low, high in ends
    ]
    low, high, scales = _joint_scales(tensors, types, dtype)
    return low, high, [scale.item() for scale in scales]


def quotient(value: float, amax: torch.Tensor) -> torch.Tensor:
    """Return ``number / amax``, rounded once: PyTorch multiplies a Python number by the rounded reciprocal."""
    return torch.full_like(amax, value) / amax


def amax_of(low: torch.Tensor, high: torch.Tensor) -> torch.Tensor:
    """Return the absolute maximum of a range."""
    return torch.maximum(low.abs(), high.abs())
