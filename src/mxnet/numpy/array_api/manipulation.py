"""Functions of shapes and indices."""

from __future__ import annotations

import builtins
from typing import Any

import torch

from ._call import of_tensors
from .dtypes import promoted


def _axis(axis: int, ndim: int) -> int:
    if not -ndim <= axis < ndim:
        raise IndexError(f"axis {axis} of an array with {ndim}")
    return axis % ndim


@of_tensors
def broadcast_arrays(*arrays: Any) -> Any:
    """Return arrays broadcast to one shape, a list."""
    return [each.contiguous() for each in torch.broadcast_tensors(*arrays)] if arrays else []


@of_tensors
def broadcast_to(x: Any, /, shape: Any) -> Any:
    """Return an array broadcast to a shape."""
    return x.broadcast_to(tuple(shape))


@of_tensors
def concat(arrays: Any, /, *, axis: int | None = 0) -> Any:
    """Return arrays joined along an axis, flat where that is None, in the type that they are promoted to."""
    kind = promoted(*(each.dtype for each in arrays))
    parts = [each.to(kind) if axis is not None else each.to(kind).reshape(-1) for each in arrays]
    return torch.cat(parts, 0 if axis is None else _axis(axis, parts[0].dim()))


@of_tensors
def stack(arrays: Any, /, *, axis: int = 0) -> Any:
    """Return arrays of one shape joined along a new axis."""
    kind = promoted(*(each.dtype for each in arrays))
    return torch.stack([each.to(kind) for each in arrays], axis)


@of_tensors
def unstack(x: Any, /, *, axis: int = 0) -> Any:
    """Return the parts along an axis, a tuple."""
    return tuple(x.movedim(_axis(axis, x.dim()), 0)) if x.numel() or x.dim() else ()


@of_tensors
def expand_dims(x: Any, /, axis: int) -> Any:
    """Return an array with a new axis of length 1."""
    return x.unsqueeze(axis)


@of_tensors
def squeeze(x: Any, /, axis: Any) -> Any:
    """Return an array without axes, which must be of length 1 (ValueError)."""
    axes = [_axis(each, x.dim()) for each in ((axis,) if isinstance(axis, int) else axis)]
    wrong = [each for each in axes if x.shape[each] != 1]
    if wrong:
        raise ValueError(f"squeeze: axis {wrong[0]} has length {x.shape[wrong[0]]}")
    return x.squeeze(axes)


@of_tensors
def flip(x: Any, /, *, axis: Any = None) -> Any:
    """Return an array mirrored along some axes, or all."""
    axes = range(x.dim()) if axis is None else (axis,) if isinstance(axis, int) else axis
    return torch.flip(x, tuple(axes))


@of_tensors
def moveaxis(x: Any, source: Any, destination: Any, /) -> Any:
    """Return an array with axes moved to other places."""
    return torch.movedim(x, source, destination)


@of_tensors
def permute_dims(x: Any, /, axes: Any) -> Any:
    """Return an array with its axes in another order."""
    return x.permute(tuple(axes))


@of_tensors
def repeat(x: Any, repeats: Any, /, *, axis: int | None = None) -> Any:
    """Return every element ``repeats`` times (a number, or one for each) along an axis, or of the flat array."""
    source = x.reshape(-1) if axis is None else x
    if isinstance(repeats, torch.Tensor):
        repeats = repeats.long()
    return source.repeat_interleave(repeats, _axis(axis or 0, source.dim()))


@of_tensors
def reshape(x: Any, /, shape: Any, *, copy: builtins.bool | None = None) -> Any:
    """Return an array in another shape, always a copy: ``copy=False`` is refused (ValueError)."""
    if copy is False:
        raise ValueError("reshape gives a copy")
    return x.reshape(tuple(shape))


@of_tensors
def roll(x: Any, /, shift: Any, *, axis: Any = None) -> Any:
    """Return an array with its elements shifted along axes, or in the flat array."""
    if axis is None:
        return torch.roll(x.reshape(-1), shift).reshape(x.shape)
    if isinstance(axis, int) and isinstance(shift, int):
        return torch.roll(x, shift, axis)
    axes = (axis,) if isinstance(axis, int) else tuple(axis)
    shifts = (shift,) * len(axes) if isinstance(shift, int) else tuple(shift)
    for s, a in zip(shifts, axes, strict=True):
        x = torch.roll(x, s, a)
    return x


@of_tensors
def tile(x: Any, repetitions: Any, /) -> Any:
    """Return an array laid out ``repetitions[i]`` times along axis i."""
    return torch.tile(x, tuple(repetitions))
