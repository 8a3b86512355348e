"""Quantized convolutions of images by oneDNN, with fused sums and activations, and weights that are packed once."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import torch

from ..core import torch_compat
from ..core.tracing import traced
from ..core.write_tracking import Seen
from .choice import PLAIN
from .integer import QUANTIZED_RANGE, amax_of_rows, rows_of_int8

#: the sign bit: flipping it adds 128 to an int8 value and makes it uint8
_SIGN = 128


class Fused(NamedTuple):
    """A fused convolution: its geometry, and what happens to its result."""

    #: padding, stride, dilation, groups
    geometry: tuple[Any, ...]
    #: the result is clamped to these (None: no clamp, or none on that side)
    bounds: tuple[float | None, float | None] | None
    #: the range of the quantized result; None: the result is float
    ends: tuple[float, float] | None
    dtype: torch.dtype


#: a folded layer: the weight, float or int8, the scale of each row (None: the weight is float), and the bias
Folded = tuple[torch.Tensor, torch.Tensor | None, torch.Tensor | None]


class QuantizedConvolution:
    """A fused convolution that packs its weights once. A call returns None where oneDNN cannot compute it.

    ``fold(*weights)`` turns the layer's parameters into the weight and bias of the convolution.
    """

    def __init__(self, fused: Fused, fold: Callable[..., Folded]) -> None:
        self.fused, self.fold = fused, fold
        #: the scale of the result
        self.scale = 1.0 if fused.ends is None else max(map(abs, fused.ends)) / QUANTIZED_RANGE[fused.dtype]
        #: the parameters, the range and type of the data, and the convolution packed for both; one tuple, so that
        #: threads see all or nothing of a change
        self._packed: tuple[Seen | None, Any, Any] = (None, None, None)

    def fits(self, data: torch.Tensor) -> bool:
        """Return whether oneDNN can compute it."""
        if PLAIN or traced() or not data.is_cpu or data.dim() != 4 or not data.numel() or not self.scale:
            return False
        bounds = self.fused.bounds
        return bounds is None or bounds[0] == 0 or None not in bounds

    def __call__(
        self,
        data: torch.Tensor,
        amax: float,
        weights: Sequence[torch.Tensor],
        added: torch.Tensor | None = None,
        added_amax: float = 0.0,
        owned: bool = False,
    ) -> torch.Tensor | None:
        """Return the result in the range ``ends``; ``amax``: the absolute maximum of the data's range.

        ``owned``: the result may overwrite ``added``.
        """
        if not self.fits(data) or not amax or (added is not None and not self._takes(added)):
            return None
        signed = data.dtype is torch.int8
        made_from, made_for, convolve = self._packed
        if made_for != (amax, signed) or made_from is None or not made_from.same(weights):
            convolve = self._prepare(data, amax, weights)
            if convolve is None:
                return None
        if signed:
            data = _unsigned(data)
        return convolve(data, self.scale, self.fused.dtype, self.fused.bounds, *self._addend(added, added_amax, owned))

    def _addend(self, added: torch.Tensor | None, amax: float, owned: bool) -> tuple[torch.Tensor | None, float, int]:
        """Return the addend in memory that may be overwritten and in the result's type, its scale and zero point."""
        if added is None:
            return None, 0.0, 0
        scale = amax / QUANTIZED_RANGE[added.dtype]
        owned = owned and added.is_contiguous(memory_format=torch.channels_last)
        if added.dtype is self.fused.dtype:
            return added if owned else added.clone(memory_format=torch.channels_last), scale, 0
        zero = _SIGN if added.dtype is torch.int8 else -_SIGN
        numbers = added.view(torch.uint8)
        numbers = numbers.bitwise_xor_(_SIGN) if owned else torch.bitwise_xor(numbers, _SIGN)
        return numbers.view(self.fused.dtype), scale, zero

    def _takes(self, added: torch.Tensor) -> bool:
        return self.fused.bounds in (None, (0, None)) and added.dtype in (torch.int8, torch.uint8)

    def _prepare(self, data: torch.Tensor, amax: float, weights: Sequence[torch.Tensor]) -> Any:
        seen = Seen(weights)
        if not seen.is_known(weights):
            return None
        with torch.no_grad():
            weight, scales, bias = self.fold(*weights)
            signed, zero, scale = data.dtype is torch.int8, 0, amax / QUANTIZED_RANGE[data.dtype]
            if scales is None:
                limit = _most(signed and not torch_compat.multiplies_bytes())
                weight, scales = rows_of_int8(weight, amax_of_rows(weight), limit)
            if signed and any(self.fused.geometry[0]):
                zero = _SIGN  # padding is filled with the zero point
            elif signed:  # with a zero point, PyTorch packs the weights anew at every call
                shift = weight.flatten(1).sum(1) * scales * (-_SIGN * scale)
                bias = shift if bias is None else bias + shift
            result = torch_compat.quantized_convolution(
                weight, scales, bias, scale, zero, *self.fused.geometry, list(data.shape)
            )
        self._packed = (seen, (amax, signed), result)
        return result


def _most(halve: bool) -> float:
    """Return the absolute maximum of int8 weights.

    Processors without VNNI add two products in 16 bits, which saturate at 32767. That is certain not to happen with
    uint8 data and 7-bit weights: signed data, which are shifted to uint8, get such weights, as in 1.9.1.
    """
    return QUANTIZED_RANGE[torch.int8] / (2 if halve else 1)


def _unsigned(data: torch.Tensor) -> torch.Tensor:
    """Return int8 data plus 128, as uint8."""
    return torch.bitwise_xor(data.view(torch.uint8), _SIGN)
