"""A short way for the keys that programs use mostly, ``x[2]``, ``x[1:3]``, ``x[1, 2:5]``, ``x[[0, 2]]``, ``x[i]``.

PyTorch reads these as MXNet does. What is another key after all, or wrong, is left to :mod:`.indexing`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from ..core.semantics import semantics


class _Scalars(dict[tuple[torch.dtype, float], torch.Tensor]):
    """Numbers as tensors: PyTorch takes a tensor in half the time that it needs to wrap and take a number."""

    def __missing__(self, key: tuple[torch.dtype, float]) -> torch.Tensor:
        if len(self) > 4096:
            self.clear()
        made = self[key] = torch.tensor(float(key[1]), dtype=key[0])
        return made


#: by type and number, of processors; 0.0 and -0.0 are one key
scalars = _Scalars()


def _get_int(t: torch.Tensor, key: int) -> torch.Tensor | None:
    return t[key] if t.dim() > 1 else _get_tuple(t, (key,))


def _get_slice(t: torch.Tensor, key: slice) -> torch.Tensor | None:
    return t[key] if key.step is None and t.dim() else None


def _plain(key: tuple[Any, ...]) -> int | None:
    """Return how many whole numbers are in a key of these and of forward slices alone; None for other keys."""
    numbers = 0
    for item in key:
        kind = type(item)
        if kind is int:
            numbers += 1
        elif kind is not slice or item.step is not None:
            return None
    return numbers


def _get_tuple(t: torch.Tensor, key: tuple[Any, ...]) -> torch.Tensor | None:
    numbers = _plain(key)
    if numbers is None or not key or not t.is_contiguous():
        return None
    if numbers == t.dim():
        return None if semantics.np_shape else _get_number(t, key)
    block = t[key]
    return block if block.is_contiguous() else block.contiguous()


def _get_number(t: torch.Tensor, key: tuple[int, ...]) -> torch.Tensor | None:
    """Return the view ``(1,)`` of one element of an array in C order."""
    place = 0
    for index, size in zip(key, t.shape, strict=True):
        if index < 0:
            index += size
        if not 0 <= index < size:
            return None
        place = place * size + index
    if t.requires_grad:
        return t.view(-1)[place : place + 1]
    return t.as_strided((1,), (1,), t.storage_offset() + place)


def _get_list(t: torch.Tensor, key: list[Any]) -> torch.Tensor | None:
    for item in key:
        if type(item) is not int:
            return None
    return t[torch.tensor(key)].contiguous() if key and t.is_cpu and t.dim() else None


def _get_array(t: torch.Tensor, key: Any) -> torch.Tensor | None:
    index = key._t
    if index.dtype is torch.bool or not (t.is_cpu and index.is_cpu and t.dim()):
        return None
    return t[index.long()].contiguous()


#: by type of the key; arrays are added with their class
_QUICK: dict[type, Callable[[torch.Tensor, Any], torch.Tensor | None]] = {
    int: _get_int,
    slice: _get_slice,
    tuple: _get_tuple,
    list: _get_list,
}


def take_as_index(cls: type) -> None:
    """Let arrays of a class be keys."""
    _QUICK[cls] = _get_array


def usual_part(t: torch.Tensor, key: Any) -> torch.Tensor | None:
    """Return what a key selects, a view where MXNet has one, or None for a key that is not usual, or out of range."""
    quick = _QUICK.get(type(key))
    try:
        return None if quick is None else quick(t, key)
    except (IndexError, TypeError, ValueError, RuntimeError):
        return None


def put_usual(here: torch.Tensor, key: Any, value: torch.Tensor) -> bool:
    """Write a value of the type and device of ``here`` where a usual key says; return whether that was possible."""
    kind = type(key)
    if kind is tuple:
        if _plain(key) is None or not key:
            return False
    elif kind is slice:
        if key.step is not None:
            return False
    elif kind is not int:
        if _QUICK.get(kind) is not _get_array or key._t.dtype is torch.bool or not (key._t.is_cpu and here.is_cpu):
            return False
        key = key._t.long()
        size = here.shape[0]
        if not key.numel() or key.amin().item() < -size or key.amax().item() >= size:
            return False  # nothing is written where something is wrong
    try:
        here[key] = value
    except (IndexError, RuntimeError):
        return False
    return True
