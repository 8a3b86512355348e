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
from ..indexing import Indexing, number, reader, values_like

_WHOLE = (int, np.integer)
_BOOL = (bool, np.bool_)
_LISTED = (list, tuple, range, np.ndarray)
_ALL = slice(None)
#: what PyTorch takes as indices; numbers of one byte are a mask to it
_INDEX_TYPES = (torch.int64, torch.int32, torch.bool)
#: so many indices Python compares in less time than a kernel starts
_FEW = 64
_Tensor = torch.Tensor
_BOOL_TYPE = torch.bool


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
                if write and item.untyped_storage().data_ptr() == t.untyped_storage().data_ptr():
                    item = item.clone()  # an array that is its own key
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


def _index_array(item: Any) -> torch.Tensor | int | None:
    """Return an index array, or a mask, as PyTorch takes it; without axes, the number; None for what needs a look."""
    if isinstance(item, Indexing):
        index: torch.Tensor = item._t  # type: ignore[attr-defined]
        if not index.is_cpu:
            return None
    elif isinstance(item, (list, np.ndarray, np.integer)):
        values = np.array(item, order="C")  # PyTorch warns of memory that it must not write to
        if values.dtype.kind not in "bi":
            return None
        index = torch.from_numpy(values)
    else:
        return None
    kind = index.dtype
    if not index.dim():
        return None if kind is torch.bool or kind.is_floating_point else int(index.item())
    if kind in _INDEX_TYPES:
        return index
    return None if kind.is_floating_point else index.long()


def _read_items(key: tuple[Any, ...], ndim: int) -> tuple[Any, list[tuple[torch.Tensor, int]]] | None:
    """Return a key as PyTorch takes it, and its index arrays with their axes; None for one that it reads otherwise.

    Whole numbers beside index arrays stay numbers where nothing stands between: only the place of the result's axes
    depends on whether they count as index arrays.
    """
    made: list[Any] = []
    arrays: list[tuple[torch.Tensor, int]] = []
    numbers: list[tuple[int, int]] = []
    axis = 0
    dots = behind_dots = -1
    begun = ended = apart = (
        False  # numbers and index arrays: whether there are any, other items after, more after these
    )
    for item in key:
        kind = type(item)
        if kind is not int and kind is not slice and item is not None and item is not Ellipsis:
            item = _index_array(item)
            if item is None:
                return None
            kind = type(item)
        made.append(item)
        if kind is int or kind is torch.Tensor:
            apart |= ended
            begun = True
            if kind is int:
                numbers.append((len(made) - 1, axis))
                axis += 1
            else:
                arrays.append((item, axis))
                axis += item.dim() if item.dtype is torch.bool else 1
            continue
        ended = begun
        if kind is slice:
            if item.step is not None and (type(item.step) is not int or item.step < 1):
                return None
            axis += 1
        elif item is Ellipsis:
            if dots >= 0:
                return None
            dots, behind_dots = axis, len(arrays)
    if dots >= 0:  # the axes behind it count from the last
        arrays[behind_dots:] = [(index, place - axis + ndim) for index, place in arrays[behind_dots:]]
    if apart and arrays:
        for place, at in numbers:
            made[place] = index = torch.from_numpy(np.array([made[place]]))
            arrays.append((index, at - axis + ndim if 0 <= dots <= at else at))
    return tuple(made), arrays


def _within(index: torch.Tensor, size: int) -> bool:
    """Return whether all indices are in range: PyTorch does not look at all of them before it writes."""
    count = index.numel()
    if not count:
        return True
    if count <= _FEW and index.dim() == 1:
        few = index.tolist()
        return max(few) < size and min(few) >= -size
    low, high = torch.aminmax(index)
    return bool(low.item() >= -size and high.item() < size)


def _get_fast(t: torch.Tensor, key: Any) -> torch.Tensor | None:
    """Return what a key selects that PyTorch reads as NumPy does; None for other keys, and for those out of range."""
    kind = type(key)
    try:
        if kind is int:
            return t[key]
        if not t.is_cpu:
            return None
        items = None if kind is tuple else _index_array(key)
        if items is not None:
            return t[items]
        found = _read_items(key if kind is tuple else (key,), t.dim())
        if found is None:
            return None
        part = t[found[0]]
    except IndexError:
        return None
    return part if found[1] or part.is_contiguous() else part.contiguous()


def _set_fast(t: torch.Tensor, key: Any, value: torch.Tensor) -> bool:
    """Write to what a key selects that PyTorch reads as NumPy does; return whether it was such a key, in range."""
    if not t.is_cpu:
        return False
    kind = type(key)
    try:
        items = key if kind is int else None if kind is tuple else _index_array(key)
        if type(items) is _Tensor:
            if items.dtype is not _BOOL_TYPE and not _within(items, t.shape[0]):
                return False
        elif items is None:
            found = _read_items(key if kind is tuple else (key,), t.dim())
            if found is None:
                return False
            items, arrays = found
            shape = t.shape
            for index, axis in arrays:
                if index.dtype is not _BOOL_TYPE and not _within(index, shape[axis]):
                    return False
        t[items] = value
    except (IndexError, RuntimeError):
        return False
    return True


def get_part(t: torch.Tensor, key: Any) -> torch.Tensor:
    """Return the part of a tensor that a key of ``mx.np`` selects."""
    part = _get_fast(t, key)
    if part is None:
        part = _Key(key, t).part(t)
    if not semantics.np_shape and part.dim() == 0 and t.dim():
        return part.unsqueeze(0)
    return part


class NumpyIndexing(Indexing):
    """Reading and writing parts of arrays as NumPy does."""

    __slots__ = ()
    numpy_interface = True

    __getitem__ = reader(get_part)

    def __setitem__(self: Any, key: Any, value: Any) -> None:
        is_array = isinstance(value, NumpyIndexing)
        if state.recording:
            refuse_write(self)
            if is_array and value._slot:  # type: ignore[attr-defined]
                self._set_recorded(key, value)
                return
        here = writable(self._t)
        if is_array:
            source: torch.Tensor = value._t  # type: ignore[attr-defined]
            if source.requires_grad:
                source = source.detach()
            if source.dtype is not here.dtype or (value._ctx is not self._ctx and source.device != here.device):  # type: ignore[attr-defined]
                source = source.to(here.device, here.dtype)
            elif source.untyped_storage().data_ptr() == here.untyped_storage().data_ptr():
                source = source.clone()
        elif isinstance(value, (int, float)):
            least = isinstance(value, float) and value == 0  # 0.0 and -0.0 are one key
            source = torch.tensor(value, dtype=here.dtype) if least else scalars[here.dtype, number(value, here.dtype)]
        elif isinstance(value, Indexing):
            raise TypeError("Cannot assign mx.nd.NDArray to mxnet.numpy.ndarray: call as_np_ndarray() upon it")
        else:
            source = values_like(value, here, type(self))
        if not _set_fast(here, key, source):
            _Key(key, here, write=True).put(here, source)

    def __len__(self: Any) -> int:
        if self._t.dim() == 0:
            raise TypeError("len() of unsized object")
        return self._t.shape[0]
