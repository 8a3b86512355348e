"""Reductions of the NumPy interface: over one axis, several, or all, which gives a result without axes."""

from __future__ import annotations

from typing import Literal

import torch

from ..core.dtypes import TORCH_OF
from ..core.params import Shape
from ..registry import op
from ._axes import reduction_axes

SumType = Literal["bool", "float16", "float32", "float64", "int32", "int64", "int8"]


def sum_type(p, t):
    """Type rule of sums: ``dtype``, else the input's type, int64 for booleans."""
    t.out[0] = p.dtype or ("int64" if t.a == "bool" else t.a)


def mean_type(p, t):
    """Type rule of means: ``dtype``, else the input's type, float32 for whole numbers."""
    t.out[0] = p.dtype or ("float32" if t.a and not TORCH_OF[t.a].is_floating_point else t.a)


def _axes(axis, data):
    return None if axis is None else reduction_axes(axis, data.ndim, False)


@op("_np_sum", types=sum_type)
def _np_sum(a, *, axis: Shape | None = None, dtype: SumType | None = None, keepdims: bool = False,
            initial: float | None = None):  # fmt: skip
    """Return the sum over ``axis``, in the type ``dtype``; ``initial`` is added."""
    kind = TORCH_OF[dtype] if dtype else torch.int64 if a.dtype is torch.bool else a.dtype
    axes = _axes(axis, a)
    if axes == ():
        total = a.to(kind, copy=True)
    else:
        total = torch.sum(a, dim=axes, keepdim=keepdims, dtype=kind)
    return total if initial is None else total + initial


@op("_npi_mean", types=mean_type)
def _npi_mean(a, *, axis: Shape | None = None, dtype: SumType | None = None, keepdims: bool = False,
              initial: float | None = None):  # fmt: skip
    """Return the mean over ``axis``, in the type ``dtype``; of whole numbers it is float32."""
    kind = TORCH_OF[dtype] if dtype else a.dtype if a.is_floating_point() else torch.float32
    axes = _axes(axis, a)
    if axes == ():
        return a.to(kind, copy=True)
    if kind.is_floating_point:
        return torch.mean(a, dim=axes, keepdim=keepdims, dtype=kind)
    return torch.mean(a, dim=axes, keepdim=keepdims, dtype=torch.float64).to(kind)
