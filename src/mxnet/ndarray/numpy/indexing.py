"""``x[key]`` and ``x[key] = value`` of ``mx.np`` arrays: all of NumPy's indexing.

What NumPy gives as a view is one here where it lies in one piece of memory, as in 1.9.1; other parts are copies.
"""

from functools import lru_cache
from math import copysign
from typing import Any

import numpy as np
import torch

from ...core.constants import constant
from ...core.semantics import semantics
from ...core.write_tracking import writable
from ...eager.arithmetic import scalars
from ...eager.tape import state
from ...ops._keys import Key, with_all_axes
from ..fast_indexing import in_range, written
from ..indexing import Indexing, number, reader, refuse_write_at, values_like

_INTEGERS = (int, np.integer)
_BOOL = (bool, np.bool_)
_LISTED = (list, tuple, range, np.ndarray)
_ALL = slice(None)
#: a step with which PyTorch's counting may overflow
_LARGE = 1 << 31
#: dtypes that PyTorch takes as indices; uint8 is a mask to it
_INDEX_TYPES = (torch.int64, torch.int32, torch.bool)
_Tensor = torch.Tensor
_BOOL_TYPE = torch.bool


def _key(key: Any, t: torch.Tensor, write: bool = False) -> Key:
    """Return a key of ``mx.np``, to read or to write a tensor with."""
    items = [_as_item(item, t.device) for item in (key if type(key) is tuple else (key,))]
    return Key(with_all_axes(items, t.dim()), t, check=write or not t.is_cpu)


def _as_item(item: Any, device: torch.device) -> Any:
    """Return an entry of a key as None, an ellipsis, a slice, a bool, an int or a tensor of indices or truths."""
    if item is None or item is Ellipsis:
        return item
    if isinstance(item, slice):
        return slice(*(None if element is None else _as_int(element) for element in (item.start, item.stop, item.step)))
    if isinstance(item, _BOOL):
        return bool(item)
    if isinstance(item, _INTEGERS):
        return int(item)
    if isinstance(item, Indexing):
        t = item._t.detach()  # type: ignore[attr-defined]
    elif isinstance(item, _LISTED):
        values = np.asarray(item)
        if values.dtype.kind not in "biuf":
            raise IndexError(f"{item!r} is no index")
        if values.dtype == np.uint64 and values.size and values.max() >= 1 << 63:
            raise IndexError(f"index {values.max()} is out of bounds: it has more than 63 bits")
        values = values if values.dtype.kind in "bf" else values.astype(np.int64)
        t = torch.from_numpy(np.array(values, order="C"))
    else:
        raise ValueError(f"{item!r}, of type {type(item).__name__}, is no index of an array")
    if t.dtype is torch.bool:
        return bool(t) if t.dim() == 0 else t.to(device)
    return int(t) if t.dim() == 0 else t.to(device, torch.int64)


def _as_int(value: Any) -> int:
    return int(value) if isinstance(value, (*_INTEGERS, Indexing)) else value


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
    dtype = index.dtype
    if index.dim():
        return index if dtype in _INDEX_TYPES else None if dtype.is_floating_point else index.long()
    return None if dtype is torch.bool or dtype.is_floating_point else int(index.item())


def _read_items(key: tuple[Any, ...]) -> tuple[Any, bool] | None:
    """Return a key as PyTorch takes it, and whether it has index arrays; None for one that it reads otherwise.

    Integers beside index arrays stay numbers where nothing stands between: only the place of the result's axes
    depends on whether they count as index arrays.
    """
    result = list(key)
    numbers: list[int] = []
    position = -1
    # index arrays: whether there are any; with numbers: whether there are any, other items after, more after these
    advanced = begun = ended = separated = dots = False
    for item in key:
        position += 1
        cls = type(item)
        if cls is slice:
            if item.step is not None and (type(item.step) is not int or not 1 <= item.step < _LARGE):
                return None
            ended = begun
        elif item is None:
            ended = begun
        elif item is Ellipsis:
            if dots:
                return None
            dots = True
            ended = begun
        else:
            if cls is not int:
                result[position] = item = _index_array(item)
                if item is None:
                    return None
            if type(item) is int:
                numbers.append(position)
            else:
                advanced = True
            begun = True
            separated |= ended
    if separated and advanced:
        if dots:
            return None  # which may stand for no axis
        for position in numbers:
            result[position] = _as_index(result[position])
    return tuple(result), advanced


@lru_cache(maxsize=256)
def _as_index(index: int) -> torch.Tensor:
    """Return a number as a read-only index array."""
    return torch.tensor([index])


def _get_fast(t: torch.Tensor, key: Any) -> torch.Tensor | None:
    """Return what a key selects that PyTorch reads as NumPy does; None for other keys, and for those out of range."""
    cls = type(key)
    try:
        if cls is int:
            return t[key]
        if not t.is_cpu:
            return None
        items = None if cls is tuple else _index_array(key)
        if items is not None:
            return t[items]
        result = _read_items(key if cls is tuple else (key,))
        if result is None:
            return None
        items, advanced = result
        part = t[items]
    except (IndexError, ValueError):  # ValueError: an integer of more than 64 bits
        return None
    return part if advanced or part.is_contiguous() else part.contiguous()


def _set_fast(t: torch.Tensor, key: Any, value: torch.Tensor) -> bool:
    """Write to what a key selects that PyTorch reads as NumPy does; return whether it was such a key, in range."""
    if not t.is_cpu:
        return False
    cls = type(key)
    items = key if cls is int else None if cls is tuple else _index_array(key)
    if items is None:
        result = _read_items(key if cls is tuple else (key,))
        if result is None or (result[1] and not _in_range(result[0], t.shape)):
            return False
        items = result[0]
    elif type(items) is _Tensor and items.dtype is not _BOOL_TYPE and not in_range(items, t.shape[0]):
        return False
    return written(t, items, value)


def _in_range(items: tuple[Any, ...], shape: tuple[int, ...]) -> bool:
    """Return whether the index arrays of a key are in range: PyTorch writes what stands before one that is not."""
    axis = 0
    for position, item in enumerate(items):
        if type(item) is _Tensor:
            if item.dtype is _BOOL_TYPE:
                axis += item.dim()
                continue
            if axis >= len(shape) or not in_range(item, shape[axis]):
                return False
        elif item is None:
            continue
        elif item is Ellipsis:  # the axes behind it count from the last
            axis = len(shape) - sum(map(_axes_taken, items[position + 1 :]))
            continue
        axis += 1
    return True


def _axes_taken(item: Any) -> int:
    """Return how many axes an item of a key is for."""
    return item.dim() if type(item) is _Tensor and item.dtype is _BOOL_TYPE else item is not None


def _of_number(value: float, like: torch.Tensor) -> torch.Tensor:
    """Return a number as a read-only tensor, of the dtype and on the device of another tensor."""
    dtype = like.dtype
    if not like.is_cpu:
        return constant(number(value, dtype), dtype, like.device)
    if not value and copysign(1.0, value) < 0:
        return torch.tensor(value, dtype=dtype)
    result = scalars.get((dtype, value))
    return scalars[dtype, number(value, dtype)] if result is None else result


def get_part(t: torch.Tensor, key: Any) -> torch.Tensor:
    """Return the part of a tensor that a key of ``mx.np`` selects."""
    part = _get_fast(t, key)
    if part is None:
        part = _key(key, t).part(t)
    return part.unsqueeze(0) if not semantics.np_shape and part.dim() == 0 and t.dim() else part


class NumpyIndexing(Indexing):
    """Reading and writing parts of arrays as NumPy does."""

    __slots__ = ()
    numpy_interface = True

    __getitem__ = reader(get_part)

    def __setitem__(self: Any, key: Any, value: Any) -> None:
        is_array = isinstance(value, NumpyIndexing)
        if state.recording:
            refuse_write_at(self, key, value)
            if is_array and value._t is self._t:
                return
            if is_array and value._slot:
                self._set_recorded(key, value)
                return
        target = writable(self._t)
        if is_array:
            source: torch.Tensor = value._t
            if source.requires_grad:
                source = source.detach()
            if source.dtype is not target.dtype or (value._ctx is not self._ctx and source.device != target.device):
                source = source.to(target.device, target.dtype)
            elif source.untyped_storage().data_ptr() == target.untyped_storage().data_ptr():
                source = source.clone()
        elif isinstance(value, (int, float)):
            source = _of_number(value, target)
        elif isinstance(value, Indexing):
            raise TypeError("Cannot assign mx.nd.NDArray to mxnet.numpy.ndarray: call as_np_ndarray() upon it")
        else:
            source = values_like(value, target, type(self))
        if not _set_fast(target, key, source):
            _key(key, target, write=True).put(target, source)

    def __len__(self: Any) -> int:
        if self._t.dim() == 0:
            raise TypeError("len() of unsized object")
        if self._slot and state.trace is not None:
            state.trace.asked_shape = True
        return self._t.shape[0]
