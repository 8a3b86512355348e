"""A fully connected layer of inference, with weights in the order of memory that oneDNN's product wants.

Without it, oneDNN brings them into that order at every call, which for a few dozen rows of data takes up to a third of
the time. The numbers are those of :func:`.linear.linear`, to the bit. The ordered weights are a second copy: they are
made when a weight is seen a second time as it was, and again after it was written to (``core/write_tracking.py``).
"""

from __future__ import annotations

from collections.abc import Callable

import torch

from ..core import torch_compat
from ..core.write_tracking import Seen, write_under_way
from .linear import is_for_onednn
from .thresholds import LINEAR_WEIGHTS, PACKED_ROWS


class PackedLinear:
    """``data @ weight.T + bias`` of tensors; where this form does not pay, ``plain(data, weight[, bias])`` computes it.

    With ``flatten`` the data ``(N, ...)`` are taken as ``(N, width)``; else their last axis is the width.
    """

    def __init__(self, plain: Callable[..., torch.Tensor], filters: int, flatten: bool) -> None:
        self.plain, self.filters, self.flatten = plain, filters, flatten
        #: the weight that was seen last, and what was made of it: in one tuple, since several threads may call
        self._ready: tuple[Seen | None, torch.Tensor | None] = (None, None)

    def __call__(self, data: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None = None) -> torch.Tensor:
        rows = self._rows(data, weight)
        packed = None if rows is None or not self._pays(rows, weight, bias) else self._packed(weight)
        if packed is None:
            return self.plain(data, weight) if bias is None else self.plain(data, weight, bias)
        out: torch.Tensor = torch_compat.onednn_linear(rows, packed, bias, "none", [], "")
        return out if self.flatten or data.dim() == 2 else out.view(*data.shape[:-1], self.filters)

    def _rows(self, data: torch.Tensor, weight: torch.Tensor) -> torch.Tensor | None:
        """Return the data as a matrix, None where they, or the weights, are too few or too many, or do not fit."""
        if weight.numel() < LINEAR_WEIGHTS or weight.dim() != 2 or weight.shape[0] != self.filters:
            return None
        width, (least, most) = weight.shape[1], PACKED_ROWS
        if data.dim() < 2 or not least * width <= data.numel() <= most * width:
            return None
        if width != (data.numel() // data.shape[0] if self.flatten else data.shape[-1]):
            return None
        return data if data.dim() == 2 else data.reshape(-1, width)

    def _pays(self, rows: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None) -> bool:
        if torch.is_grad_enabled() and any(t is not None and t.requires_grad for t in (rows, weight, bias)):
            return False
        return is_for_onednn(rows, weight, bias) and weight.is_contiguous()

    def _packed(self, weight: torch.Tensor) -> torch.Tensor | None:
        """Return the ordered weight; None where it cannot be made, or should not be yet."""
        seen, packed = self._ready
        if seen is None or not seen.same((weight,)):
            self._ready = (Seen((weight,)), None)
            return None
        if packed is None and not write_under_way():
            with torch.no_grad():
                packed = torch_compat.onednn_pack_linear(weight)
            self._ready = (seen, packed)
        return packed
