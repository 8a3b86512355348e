"""Statistics, cumulative sums and logical reductions."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any

import torch

from ...core.naming import named
from ._call import of_tensors
from .dtypes import tensor_type


def _axes(axis: Any, ndim: int) -> tuple[int, ...]:
    given = range(ndim) if axis is None else (axis,) if isinstance(axis, int) else axis
    wrong = [each for each in given if not -ndim <= each < ndim]
    if wrong:
        raise IndexError(f"axis {wrong[0]} of an array with {ndim}")
    return tuple(each % ndim for each in given)


def _sum_type(x: torch.Tensor, dtype: Any) -> torch.dtype:
    """Return the type of a sum or product: small integers become the default one."""
    if dtype is not None:
        return tensor_type(dtype)
    return x.dtype if x.is_floating_point() else torch.int64


@of_tensors
def sum(x: Any, /, *, axis: Any = None, dtype: Any = None, keepdims: builtins.bool = False) -> Any:
    """Return the sum over axes; of integers as int64 by default."""
    kind, axes = _sum_type(x, dtype), _axes(axis, x.dim())
    return torch.sum(x, axes, keepdims, dtype=kind) if axes else x.to(kind)


@of_tensors
def prod(x: Any, /, *, axis: Any = None, dtype: Any = None, keepdims: builtins.bool = False) -> Any:
    """Return the product over axes; of integers as int64 by default."""
    x, axes = x.to(_sum_type(x, dtype)), _axes(axis, x.dim())
    for each in sorted(axes, reverse=True):
        x = torch.prod(x, each, keepdims, dtype=x.dtype)
    return x


@of_tensors
def mean(x: Any, /, *, axis: Any = None, keepdims: builtins.bool = False) -> Any:
    """Return the mean over axes."""
    axes = _axes(axis, x.dim())
    return torch.mean(x, axes, keepdims) if axes else x


def _spread(kernel: Callable[..., Any], name: str) -> Callable[..., Any]:
    @of_tensors
    @named(name, f"Return ``{name}`` over axes; ``correction`` is taken from the number of elements.")
    def function(x: Any, /, *, axis: Any = None, correction: float = 0.0, keepdims: builtins.bool = False) -> Any:
        axes = _axes(axis, x.dim())
        return kernel(x, axes, correction=correction, keepdim=keepdims) if axes else x - x  # NaN where x is

    return function


std, var = _spread(torch.std, "std"), _spread(torch.var, "var")


def _choice(kernel: Callable[..., Any], name: str) -> Callable[..., Any]:
    @of_tensors
    @named(name, f"Return ``{name}`` over axes.")
    def function(x: Any, /, *, axis: Any = None, keepdims: builtins.bool = False) -> Any:
        axes = _axes(axis, x.dim())
        return kernel(x, axes, keepdims) if axes else x

    return function


max, min = _choice(torch.amax, "max"), _choice(torch.amin, "min")


def _truth(kernel: Callable[..., Any], name: str) -> Callable[..., Any]:
    @of_tensors
    @named(name, f"Return whether {name} elements over axes are not 0, as bool.")
    def function(x: Any, /, *, axis: Any = None, keepdims: builtins.bool = False) -> Any:
        x, axes = x != 0, _axes(axis, x.dim())
        return kernel(x, axes, keepdims) if axes else x

    return function


all, any = _truth(torch.all, "all"), _truth(torch.any, "any")


@of_tensors
def cumulative_sum(
    x: Any, /, *, axis: int | None = None, dtype: Any = None, include_initial: builtins.bool = False
) -> Any:
    """Return the sums up to each element along an axis, which only a vector may leave out; from 0 on if asked."""
    if axis is None:
        if x.dim() != 1:
            raise ValueError(f"cumulative_sum: an array with {x.dim()} axes needs one of them")
        axis = 0
    (place,) = _axes(axis, x.dim())
    made = torch.cumsum(x, place, dtype=_sum_type(x, dtype))
    if not include_initial:
        return made
    shape = list(made.shape)
    shape[place] = 1
    return torch.cat([made.new_zeros(shape), made], place)
