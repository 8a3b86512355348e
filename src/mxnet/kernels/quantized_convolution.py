"""Fused convolutions of pictures on numbers of 8 bits by oneDNN, with weights that are prepared once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import torch

from ..core import torch_compat
from ..core.write_tracking import Seen, write_under_way
from .choice import PLAIN
from .integer import QUANTIZED_RANGE, amax_of_rows, rows_of_int8

#: what makes of the numbers of int8 those of uint8, 128 greater
_SIGN = 128


class Fused(NamedTuple):
    """What a fused convolution does beside convolving: ``bounds`` of its result (None: none on that side)."""

    geometry: tuple[Any, ...]
    bounds: tuple[float | None, float | None] | None
    #: the least and greatest number of the result; None: it is real numbers
    ends: tuple[float, float] | None
    dtype: torch.dtype


#: what is folded: the weight, real or int8, the scale of each row (None: the weight is real), and the bias
Folded = tuple[torch.Tensor, torch.Tensor | None, torch.Tensor | None]


class QuantizedConvolution:
    """A fused convolution, called with what it is given now; None where it is to be computed another way.

    ``fold(*weights)`` makes of the layer's weights those of the convolution.
    """

    def __init__(self, fused: Fused, fold: Callable[..., Folded]) -> None:
        self.fused, self.fold = fused, fold
        #: the scale of the result
        self.scale = 1.0 if fused.ends is None else max(map(abs, fused.ends)) / QUANTIZED_RANGE[fused.dtype]
        #: the weights as they were, what data they were prepared for, and what was made of them; in one tuple, for many
        #: threads
        self._ready: tuple[Seen | None, Any, Any] = (None, None, None)

    def fits(self, data: torch.Tensor) -> bool:
        """Return whether oneDNN can do it."""
        if PLAIN or not data.is_cpu or data.dim() != 4 or not data.numel() or not self.scale:
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
        """Return the result in the range of ``ends``; ``amax``: the absolute maximum of the data's range.

        ``owned``: the memory of ``added`` may be the result's.
        """
        if not self.fits(data) or not amax or (added is not None and not self._takes(added)):
            return None
        signed = data.dtype is torch.int8
        made_from, made_for, convolve = self._ready
        if made_for != (amax, signed) or made_from is None or not made_from.same(weights):
            convolve = self._prepare(data, amax, weights)
            if convolve is None:
                return None
        if signed:
            data = _unsigned(data)
        found: torch.Tensor = convolve(
            data, self.scale, self.fused.dtype, self.fused.bounds, *self._addend(added, added_amax, owned)
        )
        return found

    def _addend(self, added: torch.Tensor | None, amax: float, owned: bool) -> tuple[torch.Tensor | None, float, int]:
        """Return what is added, in memory of its own and of the result's type, its scale and its zero point."""
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
        if not seen.is_known(weights) or write_under_way():
            return None
        with torch.no_grad():
            weight, scales, bias = self.fold(*weights)
            signed, zero, scale = data.dtype is torch.int8, 0, amax / QUANTIZED_RANGE[data.dtype]
            if scales is None:
                most = _most(signed and not torch_compat.multiplies_bytes())
                weight, scales = rows_of_int8(weight, amax_of_rows(weight), most)
            if signed and any(self.fused.geometry[0]):
                zero = _SIGN  # the padding is of it, too
            elif signed:  # PyTorch prepares the weights for such a number anew at every call
                shift = weight.flatten(1).sum(1) * scales * (-_SIGN * scale)
                bias = shift if bias is None else bias + shift
            made = torch_compat.quantized_convolution(
                weight, scales, bias, scale, zero, *self.fused.geometry, list(data.shape)
            )
        self._ready = (seen, (amax, signed), made)
        return made


def _most(halve: bool) -> float:
    """Return the absolute maximum of weights of int8.

    Processors without instructions for it add two products in 16 bits, which end at 32767. With data of all of uint8
    that is certain to be enough for weights of 7 bits: signed data, brought to uint8, get such, as in 1.9.1.
    """
    return QUANTIZED_RANGE[torch.int8] / (2 if halve else 1)


def _unsigned(data: torch.Tensor) -> torch.Tensor:
    """Return int8 numbers, or uint8 ones, with 128 added to (taken from) each, as uint8."""
    return torch.bitwise_xor(data.view(torch.uint8), _SIGN)
