"""Searching, sorting and sets."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any, NamedTuple

import torch

from ...core.naming import named
from ...ndarray.numpy.multiarray import ndarray
from ._call import of_tensors
from .elementwise import both


class unique_all_result(NamedTuple):
    """The result of :func:`unique_all`."""

    values: ndarray
    indices: ndarray
    inverse_indices: ndarray
    counts: ndarray


class unique_counts_result(NamedTuple):
    """The result of :func:`unique_counts`."""

    values: ndarray
    counts: ndarray


class unique_inverse_result(NamedTuple):
    """The result of :func:`unique_inverse`."""

    values: ndarray
    inverse_indices: ndarray


def _place(kernel: Callable[..., Any], name: str) -> Callable[..., Any]:
    @of_tensors
    @named(name, f"Return where the {name[3:]}imum is along an axis, or in the flat array: the first of equals.")
    def function(x: Any, /, *, axis: int | None = None, keepdims: builtins.bool = False) -> Any:
        if axis is None and keepdims:
            return kernel(x.reshape(-1), 0).reshape((1,) * x.dim())
        return kernel(x.reshape(-1), 0) if axis is None else kernel(x, axis, keepdims)

    return function


def _first(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """Return where an extreme is, the first of equals: PyTorch may give any."""

    def call(x: torch.Tensor, axis: int, keepdims: builtins.bool = False) -> torch.Tensor:
        extreme = kernel(x, axis, True)
        is_there = (x == extreme) | ((x != x) & (extreme != extreme))
        return torch.argmax(is_there.to(torch.uint8), axis, keepdims)

    return call


argmax, argmin = _place(_first(torch.amax), "argmax"), _place(_first(torch.amin), "argmin")


@of_tensors
def nonzero(x: Any, /) -> Any:
    """Return where an array is not 0: a tuple of positions for each axis. ValueError without axes."""
    if x.dim() == 0:
        raise ValueError("nonzero: an array without axes")
    return tuple(each.contiguous() for each in torch.nonzero(x, as_tuple=True))


@of_tensors
def searchsorted(x1: Any, x2: Any, /, *, side: str = "left", sorter: Any = None) -> Any:
    """Return where elements of ``x2`` belong in the sorted vector ``x1``; ``sorter`` sorts it."""
    return torch.searchsorted(*(each.contiguous() for each in both(x1, x2)), side=side, sorter=sorter)


@of_tensors
def where(condition: Any, x1: Any, x2: Any, /) -> Any:
    """Return ``x1`` where the condition holds and ``x2`` elsewhere."""
    return torch.where(condition, *both(x1, x2))


@of_tensors
def take(x: Any, indices: Any, /, *, axis: int | None = None) -> Any:
    """Return the parts at some positions along an axis, which only a vector may leave out."""
    if axis is None and x.dim() != 1:
        raise ValueError(f"take: an array with {x.dim()} axes needs one of them")
    place = 0 if axis is None else axis
    return torch.index_select(x, place, torch.where(indices < 0, indices + x.shape[place], indices))


@of_tensors
def sort(x: Any, /, *, axis: int = -1, descending: builtins.bool = False, stable: builtins.bool = True) -> Any:
    """Return the elements in order along an axis."""
    return torch.sort(x, dim=axis, descending=descending, stable=True).values


@of_tensors
def argsort(x: Any, /, *, axis: int = -1, descending: builtins.bool = False, stable: builtins.bool = True) -> Any:
    """Return the places of the elements in order along an axis; equal ones stay in theirs."""
    return torch.sort(x, dim=axis, descending=descending, stable=True).indices


# -- sets: every NaN is a value of its own ------------------------------------------------------------------------


def _unique(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return the values, the place of each one's first occurrence, the inverse and the counts."""
    flat = x.reshape(-1)
    order = torch.sort(flat, stable=True)
    values = order.values
    new = torch.ones(values.shape, dtype=torch.bool, device=x.device)
    new[1:] = values[1:] != values[:-1]  # NaN differs from NaN
    group = torch.cumsum(new, 0) - 1
    inverse = torch.empty_like(group)
    inverse[order.indices] = group
    counts = torch.bincount(group, minlength=int(new.sum())) if group.numel() else group
    return values[new], order.indices[new], inverse.reshape(x.shape), counts


@of_tensors
def unique_all(x: Any, /) -> Any:
    """Return the different values, where each is first, which each element is, and how often each occurs."""
    return unique_all_result(*_unique(x))  # type: ignore[arg-type]


@of_tensors
def unique_counts(x: Any, /) -> Any:
    """Return the different values and how often each occurs."""
    values, _, _, counts = _unique(x)
    return unique_counts_result(values, counts)  # type: ignore[arg-type]


@of_tensors
def unique_inverse(x: Any, /) -> Any:
    """Return the different values and which each element is."""
    values, _, inverse, _ = _unique(x)
    return unique_inverse_result(values, inverse)  # type: ignore[arg-type]


@of_tensors
def unique_values(x: Any, /) -> Any:
    """Return the different values."""
    return _unique(x)[0]
