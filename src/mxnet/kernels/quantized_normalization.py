"""Quantized batch normalization of images, with the ReLU after it, as a depthwise convolution."""

from collections.abc import Callable, Sequence
from typing import Any

import torch

from .integer import MIN_SCALE, QUANTIZED_RANGE, as_int8
from .quantized_convolution import Folded, Fused, QuantizedConvolution


class QuantizedNormalization:
    """``data * scale + shift`` of quantized data, as int8. A call returns None where oneDNN cannot compute it.

    ``affine(*parameters)`` gives scale and shift; ``ends`` is the range of the result; ``is_relu``: a ReLU follows.
    """

    def __init__(self, affine: Callable[..., Any], ends: tuple[float, float], is_relu: bool) -> None:
        self.affine, self.ends, self.is_relu = affine, ends, is_relu
        #: by number of channels
        self._of_channels: dict[int, QuantizedConvolution] = {}

    def __call__(self, data: torch.Tensor, parameters: Sequence[torch.Tensor], amax: float) -> torch.Tensor | None:
        """Return the result; ``amax``: the absolute maximum of the data's range."""
        if (
            data.dim() != 4
            or data.dtype not in QUANTIZED_RANGE
            or any(parameter.shape != data.shape[1:2] for parameter in parameters)
        ):
            return None
        convolve = self._of_channels.get(data.shape[1]) or self._prepared_for(data.shape[1])
        if not convolve.fits(data):
            return None
        result = convolve(as_int8(data).contiguous(memory_format=torch.channels_last), amax, parameters)
        return None if result is None else result.view(torch.int8)

    def _prepared_for(self, channels: int) -> QuantizedConvolution:
        scale = max(map(abs, self.ends)) / QUANTIZED_RANGE[torch.int8]
        geometry = (0, 0), (1, 1), (1, 1), channels
        # with ReLU as uint8, clamped to the maximum of int8
        bounds, dtype = ((0.0, 127 * scale), torch.uint8) if self.is_relu else (None, torch.int8)
        result = QuantizedConvolution(Fused(geometry, bounds, self.ends, dtype), self._fold)
        result.scale = scale
        return self._of_channels.setdefault(channels, result)

    def _fold(self, *parameters: torch.Tensor) -> Folded:
        scale, shift = self.affine(*parameters)
        scales = scale.abs().clamp(min=MIN_SCALE)
        return scale.sign().to(torch.int8).view(-1, 1, 1, 1), scales, shift
