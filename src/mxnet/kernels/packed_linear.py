"""A fully connected layer at inference, with weights packed in oneDNN's memory format.

Otherwise oneDNN reorders them at every call, which takes up to a third of the time for a few dozen rows of data.
The packed weight is a second copy: it is made when a weight is seen unchanged a second time, and again after it was
written to (``core/write_tracking.py``). Until then oneDNN takes the weight itself: results are the same to the bit.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch.nn import functional as F

from ..core import torch_compat
from ..core.write_tracking import Seen
from .choice import KERNELS, Grid, Kernel, sizes
from .linear import LINEAR_WEIGHTS, is_for_onednn, linear
from .one_thread import SHARED_PRODUCT

#: rows of data with which packing pays
PACKED_ROWS = sizes("packed_linear")


def _layer(rows: int) -> tuple[torch.Tensor, ...]:
    weight = torch.randn(1024, 1024)
    return torch.randn(rows, 1024), weight, torch_compat.onednn_pack_linear(weight)


def _by_packed(rows: torch.Tensor, _: torch.Tensor, packed: torch.Tensor) -> torch.Tensor:
    return torch_compat.onednn_linear(rows, packed, None, "none", [], "")


def _by_blas(rows: torch.Tensor, weight: torch.Tensor, _: torch.Tensor) -> torch.Tensor:
    return F.linear(rows, weight)


KERNELS["packed_linear"] = Kernel(_by_packed, _by_blas, Grid("rows", _layer, (0, 12), only="forward"))


def packed_linear(
    layer: PackedLinear, filters: int, data: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None = None
) -> torch.Tensor:
    """Return what a layer of so many filters gives; small layers do without it.

    In graphs of thousands of small layers it takes as long to reach each one's object in memory as to compute it.
    """
    if (
        weight.numel() < LINEAR_WEIGHTS
        and data.dim() == 2
        and weight.dtype is torch.float32
        and weight.size(0) == filters
        and (bias is None or (bias.dim() == 1 and bias.numel() == filters))
    ):
        few = data.numel() * filters < SHARED_PRODUCT
        return F.linear(data, weight, bias) if few else linear(data, weight, bias)
    return layer(data, weight, bias)


class PackedLinear:
    """``data @ weight.T + bias``; where packing does not pay, ``plain(data, weight[, bias])`` computes it.

    With ``flatten``, data ``(N, ...)`` are flattened to ``(N, width)``; else their last axis is the width.
    """

    #: what generated code calls it
    __name__ = "packed_linear"
    #: the last weight, and its packed copy; one tuple, so that threads see all or nothing of a change
    _ready: tuple[Seen | None, torch.Tensor | None] = (None, None)

    def __init__(self, plain: Callable[..., torch.Tensor], filters: int, flatten: bool, name: str = "linear") -> None:
        self.plain, self.filters, self.flatten, self.__name__ = plain, filters, flatten, name

    def __call__(self, data: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None = None) -> torch.Tensor:
        rows = self._rows(data, weight) if weight.is_cpu and weight.numel() >= LINEAR_WEIGHTS else None
        if rows is None or not self._pays(rows, weight, bias):
            return self.plain(data, weight) if bias is None else self.plain(data, weight, bias)
        packed = self._packed(weight)
        out: torch.Tensor = torch_compat.onednn_linear(rows, weight if packed is None else packed, bias, "none", [], "")
        return out if self.flatten or data.dim() == 2 else out.view(*data.shape[:-1], self.filters)

    def _rows(self, data: torch.Tensor, weight: torch.Tensor) -> torch.Tensor | None:
        """Return the data as a matrix; None if the shapes do not match, or are too small or large to pay."""
        if weight.dim() != 2 or weight.shape[0] != self.filters:
            return None
        width = weight.shape[1]
        if data.dim() < 2 or data.numel() // width not in PACKED_ROWS:
            return None
        if width != (data.numel() // data.shape[0] if self.flatten else data.shape[-1]):
            return None
        return data if data.dim() == 2 else data.reshape(-1, width)

    def _pays(self, rows: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None) -> bool:
        if torch.is_grad_enabled() and any(t is not None and t.requires_grad for t in (rows, weight, bias)):
            return False
        return is_for_onednn(rows, weight, bias) and weight.is_contiguous()

    def _packed(self, weight: torch.Tensor) -> torch.Tensor | None:
        """Return the packed weight; None if it cannot be made, or should not be yet."""
        seen, packed = self._ready
        if seen is None or not seen.same((weight,)):
            self._ready = (Seen((weight,)), None)
            return None
        if packed is None:
            with torch.no_grad():
                packed = torch_compat.onednn_pack_linear(weight)
            self._ready = (seen, packed)
        return packed
