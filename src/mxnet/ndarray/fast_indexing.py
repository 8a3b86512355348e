"""The fast path of indexing: ``x[2]``, ``x[1:3]``, ``x[1, 2:5]``, ``x[[0, 2]]``, ``x[i]``.

PyTorch reads these as MXNet does. What is another key after all, or wrong, is left to :mod:`.indexing`.
"""

from collections.abc import Callable
from typing import Any

import torch

from ..core.interruptions import unless_interrupted
from ..core.semantics import semantics

#: so many indices Python sorts in less time than a kernel needs
_FEW = 32


def in_range(index: torch.Tensor, size: int) -> bool:
    """Return whether all indices are in range: PyTorch does not look at all of them before it writes."""
    shape = index.shape
    if len(shape) == 1 and shape[0] <= _FEW:
        few = index.tolist()
        few.sort()
        return not few or (few[-1] < size and few[0] >= -size)
    if not index.numel():
        return True
    low, high = torch.aminmax(index)
    return bool(low.item() >= -size and high.item() < size)


def _get_int(t: torch.Tensor, key: int) -> torch.Tensor | None:
    return t[key] if t.dim() > 1 else _get_tuple(t, (key,))


def _get_slice(t: torch.Tensor, key: slice) -> torch.Tensor | None:
    return t[key] if key.step is None and t.dim() else None


def _plain(key: tuple[Any, ...]) -> int | None:
    """Return how many integers are in a key of these and of forward slices alone; None for other keys."""
    numbers = 0
    for item in key:
        cls = type(item)
        if cls is int:
            numbers += 1
        elif cls is not slice or item.step is not None:
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
    position = 0
    for index, size in zip(key, t.shape, strict=True):
        if index < 0:
            index += size
        if not 0 <= index < size:
            return None
        position = position * size + index
    if t.requires_grad:
        return t.view(-1)[position : position + 1]
    return t.as_strided((1,), (1,), t.storage_offset() + position)


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
_GETTERS: dict[type, Callable[[torch.Tensor, Any], torch.Tensor | None]] = {
    int: _get_int,
    slice: _get_slice,
    tuple: _get_tuple,
    list: _get_list,
}


def take_as_index(cls: type) -> None:
    """Let arrays of a class be keys."""
    _GETTERS[cls] = _get_array


def fast_getitem(t: torch.Tensor, key: Any) -> torch.Tensor | None:
    """Return what a key selects, a view where MXNet has one; None for other keys, and for those out of range."""
    getter = _GETTERS.get(type(key))
    try:
        return None if getter is None else getter(t, key)
    except (IndexError, TypeError, ValueError):  # ValueError: an integer of more than 64 bits
        return None


def fast_setitem(target: torch.Tensor, key: Any, value: torch.Tensor | int | float) -> bool:
    """Write a number, or a tensor of the type and device of ``here``, where a key of the fast path says.

    Returns whether it was one.
    """
    cls = type(key)
    if cls is tuple:
        if _plain(key) is None or not key:
            return False
    elif cls is slice:
        if key.step is not None:
            return False
    elif cls is not int:
        if _GETTERS.get(cls) is not _get_array or key._t.dtype is torch.bool or not (key._t.is_cpu and target.is_cpu):
            return False
        key = key._t.long()
        if not (key.numel() and in_range(key, target.shape[0])):
            return False  # nothing is written where something is wrong
    return written(target, key, value)


def written(target: torch.Tensor, key: Any, value: torch.Tensor | int | float) -> bool:
    """Write a value that may have another shape, to a key that may be out of range; return whether it was possible."""
    try:
        target[key] = value
    except unless_interrupted(IndexError, ValueError, RuntimeError):  # ValueError: an integer of more than 64 bits
        return False
    return True
