"""``x[key]`` and ``x[key] = value`` of ``mx.np`` arrays: NumPy's indexing, whole.

What NumPy gives as a view is one here where it lies in one piece of memory, as in 1.9.1; other parts are copies.
PyTorch's indexing differs from NumPy's in two things, which are mended here: negative steps, and whole numbers beside
index arrays (NumPy counts them as index arrays when it places the result's axes).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from ...core.errors import MXNetShapeError
from ...core.semantics import semantics
from ...core.write_tracking import writable
from ...eager.arithmetic import scalars
from ...eager.tape import refuse_write, state
from ..fast_indexing import fast_getitem, fast_setitem
from ..indexing import Indexing, number, reader, values_like

_WHOLE = (int, np.integer)
_BOOL = (bool, np.bool_)
_LISTED = (list, tuple, range, np.ndarray)
_ALL = slice(None)
#: so many indices Python compares in less time than a kernel starts
_FEW = 64
_new = object.__new__


class _Key:
    """A key as PyTorch takes it, and the axes of the array to mirror before: those that a step runs down."""

    def __init__(self, key: Any, t: torch.Tensor, write: bool = False) -> None:
        items = [_as_item(each, t.device) for each in (key if type(key) is tuple else (key,))]
        self.advanced = any(isinstance(each, torch.Tensor) for each in items)
        made: list[Any] = []
        self.flips: list[int] = []
        axis = 0
        for item in _without_ellipsis(items, t.dim()):
            if item is None or isinstance(item, bool):
                made.append(item)
                continue
            size = t.shape[axis]
            if isinstance(item, slice):
                made.append(self._slice(item, axis, size))
                axis += 1
            elif isinstance(item, torch.Tensor):
                made.append(_checked(item, t, axis, write or not t.is_cpu))
                axis += item.dim() if item.dtype is torch.bool else 1
            else:
                if not -size <= item < size:
                    raise IndexError(f"index {item} is out of bounds for axis {axis} with size {size}")
                made.append(torch.tensor([item], device=t.device) if self.advanced else item)
                axis += 1
        self.items = tuple(made)

    def _slice(self, item: slice, axis: int, size: int) -> slice:
        start, stop, step = item.indices(size)
        if step > 0:
            return slice(start, max(start, stop), step)
        self.flips.append(axis)
        return slice(size - 1 - start, max(size - 1 - start, size - 1 - stop), -step)

    def part(self, t: torch.Tensor) -> torch.Tensor:
        """Return the part of a tensor: a view where it is in one piece of memory, else a copy."""
        if self.flips:
            t = t.flip(self.flips)
        part = t[self.items]
        return part if self.advanced or part.is_contiguous() else part.contiguous()

    def put(self, t: torch.Tensor, value: torch.Tensor) -> None:
        """Write a value that broadcasts to the part."""
        try:
            if self.flips:
                whole = t.flip(self.flips)
                whole[self.items] = value
                t.copy_(whole.flip(self.flips))
            else:
                t[self.items] = value
        except RuntimeError as error:
            raise MXNetShapeError(
                f"an array of shape {tuple(value.shape)} could not be broadcast to the part of shape "
                f"{tuple(self.part(t).shape)} that is assigned to"
            ) from error


def _as_item(item: Any, device: torch.device) -> Any:
    """Return an entry of a key as None, an ellipsis, a slice, a bool, an int or a tensor of indices or truths."""
    if item is None or item is Ellipsis:
        return item
    if isinstance(item, slice):
        return slice(*(None if each is None else _as_int(each) for each in (item.start, item.stop, item.step)))
    if isinstance(item, _BOOL):
        return bool(item)
    if isinstance(item, _WHOLE):
        return int(item)
    if isinstance(item, Indexing):
        t = item._t.detach().to(device)  # type: ignore[attr-defined]
    elif isinstance(item, _LISTED):
        values = np.asarray(item)
        if values.dtype.kind not in "biuf":
            raise IndexError(f"{item!r} is no index")
        t = torch.from_numpy(np.array(values, order="C")).to(device)
    else:
        raise ValueError(f"{item!r}, of type {type(item).__name__}, is no index of an array")
    if t.dtype is torch.bool:
        return bool(t) if t.dim() == 0 else t
    return int(t) if t.dim() == 0 else t.to(torch.int64)


def _as_int(value: Any) -> int:
    return int(value) if isinstance(value, (*_WHOLE, Indexing)) else value


def _without_ellipsis(items: list[Any], ndim: int) -> list[Any]:
    """Return the items with slices for all axes that the key leaves out."""
    used = 0
    for item in items:
        if isinstance(item, torch.Tensor) and item.dtype is torch.bool:
            used += item.dim()
        elif item is not None and item is not Ellipsis and not isinstance(item, bool):
            used += 1
    if used > ndim:
        raise IndexError(f"too many indices ({used}) for array with {ndim} dimensions")
    dots = [place for place, item in enumerate(items) if item is Ellipsis]
    if len(dots) > 1:
        raise IndexError("an index has at most one `...`")
    fill = [_ALL] * (ndim - used)
    return [*items[: dots[0]], *fill, *items[dots[0] + 1 :]] if dots else [*items, *fill]


def _checked(index: torch.Tensor, t: torch.Tensor, axis: int, values: bool) -> torch.Tensor:
    """Return an index array, or a mask, that fits the axis.

    ``values``: whether to look at the indices too; on processors, PyTorch does so when it reads, but not
    before it writes.
    """
    if index.dtype is torch.bool:
        for i, (length, size) in enumerate(zip(index.shape, t.shape[axis:], strict=False)):
            if length != size:
                raise IndexError(
                    f"a boolean index of length {length} does not fit axis {axis + i}, which has {size} elements"
                )
    elif values and index.numel():
        size = t.shape[axis]
        low, high = (int(each) for each in torch.aminmax(index))
        if low < -size or high >= size:
            raise IndexError(f"index {low if low < -size else high} is out of bounds for axis {axis} with size {size}")
    return index


def _index_array(item: Any) -> torch.Tensor | None:
    """Return an index array, or a mask, as PyTorch takes it; None for what needs a closer look."""
    if isinstance(item, Indexing):
        index: torch.Tensor = item._t  # type: ignore[attr-defined]
    elif type(item) is list and all(type(each) is int for each in item):
        index = torch.tensor(item, dtype=torch.int64)
    else:
        return None
    if not (index.is_cpu and index.dim()):
        return None
    if index.dtype is torch.int64 or index.dtype is torch.bool:
        return index
    return None if index.is_floating_point() else index.long()


def _fast_key(key: Any) -> Any:
    """Return a key of index arrays as PyTorch takes it: one alone, or some with whole numbers; None for other keys."""
    if type(key) is not tuple:
        return _index_array(key)
    items: list[Any] = []
    for item in key:
        made = item if type(item) is int else _index_array(item)
        if made is None or (made is not item and made.dtype is torch.bool):
            return None
        items.append(made)
    return tuple(items) if len(items) > 1 else None


def _get_fast(t: torch.Tensor, key: Any) -> torch.Tensor | None:
    """Return what a key selects that PyTorch reads as NumPy does; None for other keys, and for those out of range."""
    if not (t.is_cpu and t.dim()):
        return None
    items = _fast_key(key)
    if items is None:
        return None
    try:
        return t[items]
    except IndexError:
        return None


def _within(index: torch.Tensor, size: int) -> bool:
    """Return whether all indices are in range: PyTorch does not look at all of them before it writes."""
    if index.dim() == 1 and index.size(0) <= _FEW:
        few = index.tolist()
        return min(few) >= -size and max(few) < size
    low, high = torch.aminmax(index)
    return low.item() >= -size and high.item() < size


def _set_fast(t: torch.Tensor, key: Any, value: torch.Tensor) -> bool:
    """Write to what index arrays, or a mask, select; return whether it was such a key, in range."""
    if not (t.is_cpu and t.dim()):
        return False
    items = _fast_key(key)
    if items is None:
        return False
    several = type(items) is tuple
    for axis, item in enumerate(items if several else (items,)):
        if type(item) is int:
            if axis >= t.dim() or not -t.size(axis) <= item < t.size(axis):
                return False
        elif not item.numel() or axis >= t.dim() or (item.dtype is not torch.bool and not _within(item, t.size(axis))):
            return False
    try:
        t[items] = value
    except (IndexError, RuntimeError):
        return False
    return True


def get_part(t: torch.Tensor, key: Any) -> torch.Tensor:
    """Return the part of a tensor that a key of ``mx.np`` selects."""
    kind = type(key)
    part = fast_getitem(t, key) if kind is int or kind is tuple or kind is slice else None
    if part is None:
        part = _get_fast(t, key)
    if part is None:
        part = _Key(key, t).part(t)
    if part.dim() == 0 and not semantics.np_shape and t.dim():
        return part.unsqueeze(0)
    return part


class NumpyIndexing(Indexing):
    """Reading and writing parts of arrays as NumPy does."""

    __slots__ = ()
    numpy_interface = True

    __getitem__ = reader(get_part)

    def __setitem__(self: Any, key: Any, value: Any) -> None:
        is_array = isinstance(value, Indexing)
        if is_array and not isinstance(value, NumpyIndexing):
            raise TypeError("Cannot assign mx.nd.NDArray to mxnet.numpy.ndarray: call as_np_ndarray() upon it")
        if state.recording:
            refuse_write(self)
            if is_array and value._slot:  # type: ignore[attr-defined]
                self._set_recorded(key, value)
                return
        here = writable(self._t)
        if is_array:
            source = value._t  # type: ignore[attr-defined]
            if source.requires_grad:
                source = source.detach()
            if source.dtype is not here.dtype or (value._ctx is not self._ctx and source.device != here.device):
                source = source.to(here.device, here.dtype)
            elif source.untyped_storage().data_ptr() == here.untyped_storage().data_ptr():
                source = source.clone()
        elif isinstance(value, (int, float)):
            source = scalars[here.dtype, number(value, here.dtype)] if value else torch.zeros((), dtype=here.dtype)
        else:
            source = values_like(value, here, type(self))
        kind = type(key)
        plain = kind is int or kind is tuple or kind is slice
        if plain and fast_setitem(here, key, source):
            return
        if kind is int or kind is slice or not _set_fast(here, key, source):
            _Key(key, here, write=True).put(here, source)

    def __len__(self: Any) -> int:
        if self._t.dim() == 0:
            raise TypeError("len() of unsized object")
        return self._t.shape[0]
