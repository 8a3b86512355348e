"""Reading and writing parts of arrays: ``x[key]`` and ``x[key] = value``.

Basic keys (ints, slices, ``...``, None) select a block: one that lies in one piece of memory is a view that writes
through, any other is copied. A key with a list or an array is advanced, as in NumPy, except that everything in it
counts as integers (booleans are 0 and 1, fractions are cut off), and that new axes after an advanced index stand
where 1.9.1 puts them. A result without axes has shape ``(1,)``, unless NumPy's shapes are in force.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, TypeVar

import numpy as np
import torch

from ..core.dtypes import FLOATS, number, tensor_of
from ..core.errors import shortened
from ..core.interruptions import explained
from ..core.semantics import semantics
from ..core.shapes import ShapeConflict, broadcast
from ..core.write_tracking import apart, memory_of, writable
from ..eager.arithmetic import scalars
from ..eager.dense import write_recorded
from ..eager.grad_node import grad_node
from ..eager.integer_grad import link, of_function
from ..eager.tape import adopt, link_inputs, refuse_write, state
from .fast_indexing import fast_getitem, fast_setitem, take_as_index

_INTS = (int, np.int32, np.int64)
_ARRAYS = (list, tuple, range, np.ndarray)
_ALL = slice(None)
_META = torch.device("meta")
_new = object.__new__


def _is_advanced(item: Any) -> bool:
    return isinstance(item, (*_ARRAYS, Indexing))


def read_key(key: Any, ndim: int) -> tuple[Any, ...]:
    """Return the key with one entry for every axis (int, slice or what is to become an index array), and its Nones.

    Raises :class:`IndexError` for too many indices, :class:`ValueError` for what is no index.
    """
    items = list(key) if type(key) is tuple else [key]
    used = 0
    dots = None
    for position, item in enumerate(items):
        if item is None:
            continue
        if item is Ellipsis:
            if dots is not None:
                raise IndexError("an index has at most one `...`")
            dots = position
            continue
        if not (isinstance(item, (slice, *_INTS)) or _is_advanced(item)):
            raise ValueError(f"{item!r}, of type {type(item).__name__}, is no index of an array")
        used += 1
    if used > ndim:
        raise IndexError(f"too many indices ({used}) for array with {ndim} dimensions")
    fill = [_ALL] * (ndim - used)
    if dots is None:
        items += fill
    else:
        items[dots : dots + 1] = fill
    return tuple(items)


def _position(index: Any, axis: int, size: int) -> int:
    index = int(index)
    if not -size <= index < size:
        raise IndexError(f"index {index} is out of bounds for axis {axis} with size {size}")
    return index + size if index < 0 else index


def bounds_of(item: slice, size: int) -> tuple[int, int, int]:
    """Return start, stop and step of a slice of an axis; PyTorch misreads steps beyond 64 bits."""
    start, stop, step = item.indices(size)
    most = max(size, 1)
    return start, stop, max(-most, min(step, most))


def _basic(key: tuple[Any, ...], shape: torch.Size) -> tuple[tuple[Any, ...], list[int]]:
    """Return PyTorch's form of a basic key: slices with positive steps, and the axes of the result to flip."""
    result: list[Any] = []
    flips: list[int] = []
    axis = out_axis = 0
    for item in key:
        if item is None:
            result.append(None)
            out_axis += 1
            continue
        size = shape[axis]
        if isinstance(item, slice):
            start, stop, step = bounds_of(item, size)
            if step > 0:
                result.append(slice(start, max(start, stop), step))
            else:
                count = max(0, (stop - start + step + 1) // step)
                last = start + (count - 1) * step
                result.append(slice(last, start + 1, -step) if count else slice(0, 0))
                if count > 1:
                    flips.append(out_axis)
            out_axis += 1
        else:
            result.append(_position(item, axis, size))
        axis += 1
    return tuple(result), flips


def _in_one_piece(t: torch.Tensor, key: tuple[Any, ...], block: torch.Tensor) -> bool:
    """Return whether the block is one piece of memory of an array in C order."""
    if t.is_contiguous():
        return block.is_contiguous()
    return torch.empty(t.shape, device=_META)[key].is_contiguous()


def _all_selected(t: torch.Tensor, key: tuple[Any, ...]) -> torch.Size | None:
    """Return the shape of what a key selects if that is all of a tensor, in its order; None if not."""
    if any(map(_is_advanced, key)):
        return None
    result, flips = _basic(key, t.shape)
    block = t[result]
    same = [n for n in block.shape if n != 1] == [n for n in t.shape if n != 1]
    return block.shape if same and not flips else None


def _get_basic(t: torch.Tensor, key: tuple[Any, ...]) -> torch.Tensor:
    result, flips = _basic(key, t.shape)
    block = t[result]
    if flips:
        return block.flip(flips)
    return block if _in_one_piece(t, result, block) else block.clone(memory_format=torch.contiguous_format)


# -- advanced keys ----------------------------------------------------------------------------------------------


def check_boolean_array_dimension(array_shape: Sequence[int], axis: int, bool_shape: Sequence[int]) -> None:
    """Raise :class:`IndexError` unless a boolean index has the shape of the axes that it masks, from ``axis`` on."""
    for i, length in enumerate(bool_shape):
        if array_shape[axis + i] != length:
            raise IndexError(
                f"a boolean index of length {length} does not fit axis {axis + i}, which has {array_shape[axis + i]}"
            )


def _index_tensor(item: Any, axis: int, size: int, device: torch.device) -> torch.Tensor:
    """Return an index as non-negative integers, each checked against the axis."""
    if isinstance(item, Indexing):
        t = item._t.detach()
        if t.dtype is torch.bool:
            check_boolean_array_dimension((*((0,) * axis), size), axis, t.shape[:1])
            raise ValueError(
                "boolean indexing works under NumPy semantics only (`npx.set_np()`); arrays of other types count as "
                "integers. nd.where(mask, value, x) replaces elements, nd.contrib.boolean_mask(x, mask) selects rows"
            )
        t = t.to(device, torch.int64)
    else:
        try:
            t = tensor_of(item, torch.int64).to(device)
        except (TypeError, ValueError, OverflowError) as error:
            raise IndexError(f"{item!r} is no index: {error}") from error
    wrong = (t < -size) | (t >= size)
    if bool(wrong.any()):
        bad = int(t[wrong].reshape(-1)[0])
        raise IndexError(f"index {bad} is out of bounds for axis {axis} with size {size}")
    return torch.where(t < 0, t + size, t)


class _Advanced:
    """A key with index arrays, taken apart for a tensor: how to get the part, and where a value goes."""

    def __init__(self, key: tuple[Any, ...], t: torch.Tensor) -> None:
        shape = t.shape
        slices: list[Any] = []
        self.indices: list[torch.Tensor] = []
        self.axes: list[int] = []
        self.flips: list[int] = []
        for item in key:
            if item is None:
                continue
            axis = len(slices)
            if isinstance(item, slice):
                result, flips = _basic((item,), shape[axis : axis + 1])
                slices.append(result[0])
                if flips:
                    self.flips.append(axis)
            else:
                self.indices.append(_index_tensor(item, axis, shape[axis], t.device))
                self.axes.append(axis)
                slices.append(_ALL)
        self.slices = tuple(slices)
        try:
            self.depth = len(broadcast(*(i.shape for i in self.indices)))
        except ShapeConflict:
            shapes = " to ".join(f"shape={tuple(i.shape)}" for i in self.indices)
            raise ValueError(f"index arrays are not broadcastable: {shapes}") from None
        self._lay_out(key)

    def _lay_out(self, key: tuple[Any, ...]) -> None:
        """Find the first axis of the indexed part in the result, and the places of new axes."""
        arrays = [position for position, item in enumerate(key) if item is not None and not isinstance(item, slice)]
        together = arrays[-1] - arrays[0] + 1 == len(arrays)
        self.start = self.axes[0] if together else 0
        self.new_axes: list[int] = []
        position = 0 if together else self.depth
        for item in key:
            if item is None:
                self.new_axes.append(position)
            position += item is None or isinstance(item, slice)

    def part(self, t: torch.Tensor) -> torch.Tensor:
        """Return the view of ``t`` that is indexed: its slices taken, the indexed axes first."""
        view = t[self.slices]
        rest = [axis for axis in range(view.dim()) if axis not in self.axes]
        return view.permute(*self.axes, *rest)

    def get(self, t: torch.Tensor) -> torch.Tensor:
        """Return what the key selects, a copy."""
        if self.flips:
            t = t[self.slices].flip(self.flips)
            self.slices, self.flips = (), []
        result = self.part(t)[tuple(self.indices)]
        if self.start:
            result = result.movedim(tuple(range(self.depth)), tuple(range(self.start, self.start + self.depth)))
        for position in self.new_axes:
            result = result.unsqueeze(position)
        return result.contiguous()

    def put(self, t: torch.Tensor, value: torch.Tensor) -> None:
        """Write a value that broadcasts to what :meth:`get` returns into ``t``."""
        part = self.part(t)
        shape = [*broadcast(*(i.shape for i in self.indices)), *part.shape[len(self.axes) :]]
        moved = list(range(self.depth)), list(range(self.start, self.start + self.depth))
        outer = list(torch.empty(shape, device=_META).movedim(*moved).shape) if self.start else shape
        for position in self.new_axes:
            outer.insert(position, 1)
        value = fit(value, outer)
        for position in reversed(self.new_axes):
            value = value.squeeze(position)
        if self.start:
            value = value.movedim(moved[1], moved[0])
        rest = [axis for axis in range(t.dim()) if axis not in self.axes]
        flips = [self.depth + rest.index(axis) for axis in self.flips]
        part[tuple(self.indices)] = value.flip(flips) if flips else value


# -- values -------------------------------------------------------------------------------------------------------


def fit(value: torch.Tensor, shape: Any) -> torch.Tensor:
    """Broadcast a value to a shape; surplus leading axes of length 1 are dropped. ValueError where it does not fit."""
    present = tuple(value.shape)
    while value.dim() > len(shape) and value.shape[0] == 1:
        value = value[0]
    with explained(
        lambda _: ValueError(f"an array of shape {present} could not be broadcast to {tuple(shape)}"), RuntimeError
    ):
        return value.expand(tuple(shape))


def values_like(value: Any, like: torch.Tensor, cls: type) -> torch.Tensor:
    """Return what is assigned as a tensor of the type of ``like``; TypeError for what has no numeric elements."""
    if isinstance(value, (int, float, np.generic)):
        return torch.full((), number(value, like.dtype), dtype=like.dtype, device=like.device)
    try:
        if isinstance(value, str):
            value = float(value) if like.dtype in FLOATS else int(value)
            return values_like(value, like, cls)
        if isinstance(value, complex):
            raise TypeError("no real numbers")
        return tensor_of(value, like.dtype).to(like.device)
    except (TypeError, ValueError, OverflowError) as error:
        raise TypeError(
            f"{shortened(repr(value))}, of type {type(value).__name__}, cannot be assigned to a part of an "
            f"{cls.__name__}: it has no real numbers"
        ) from error


def get_part(t: torch.Tensor, key: Any) -> torch.Tensor:
    """Return the part of a tensor that a key selects: a view, or a copy where MXNet copies."""
    part = fast_getitem(t, key)
    if part is not None:
        return part
    items = read_key(key, t.dim())
    part = _Advanced(items, t).get(t) if any(map(_is_advanced, items)) else _get_basic(t, items)
    return part.unsqueeze(0) if part.dim() == 0 and not semantics.np_shape and t.dim() else part


A = TypeVar("A")


def _index_node(array: Any, key: Any) -> Any:
    """Return the node of a recorded index; None where neither the array nor an array of the key has a history."""
    indices = [item for item in (key if type(key) is tuple else (key,)) if isinstance(item, Indexing)]
    slots = link_inputs((array, *indices))
    return None if slots is None else grad_node("_getitem", {"key": key, "ndim": array._t.dim()}, slots)


def reader(get_part: Callable[[torch.Tensor, Any], torch.Tensor]) -> Callable[[A, Any], A]:
    """Return ``__getitem__`` of arrays for a function that selects a part of a tensor by a key.

    ``x[:]`` and ``x[()]`` are ``x`` itself, with its gradient and its place in what was recorded.
    """

    def __getitem__(self: Any, key: Any) -> Any:
        t = self._t
        cls = type(key)
        if cls is slice:
            if key.start is None and key.stop is None and (key.step is None or key.step == 1) and t.dim():
                return self
        elif cls is tuple and not key:
            return self
        node = None
        if state.recording:
            if cls is not int and cls is not slice:
                node = _index_node(self, key)
                t = self._t
            elif self._slot:
                node = grad_node("_getitem", {"key": key, "ndim": t.dim()}, (self._slot,))
        if node is None and t.requires_grad:
            t = t.detach()
        part = get_part(t, key)
        if node is not None and self._slot.handle is not None:
            part, (node.handle,) = link(of_function(partial(get_part, key=key)), (t,), (self._slot,), part)
        result = _new(type(self))
        result._t = part
        result._ctx = self._ctx
        result._slot = node
        return result

    return __getitem__


def refuse_write_at(array: Any, key: Any, value: Any) -> None:
    """Refuse to write into a recorded array, except what MXNet does without an operator.

    That is to overwrite all of it with an array of NumPy's, or with itself.
    """
    if array._slot and not (
        (isinstance(value, np.ndarray) or (isinstance(value, Indexing) and value._t is array._t))
        and _is_all(key, array._t.shape)
    ):
        refuse_write(array)


def _is_all(key: Any, shape: Sequence[int]) -> bool:
    """Return whether a key of slices selects all of a shape, in its order."""
    items = list(key) if type(key) is tuple else [key]
    dots = next((i for i, item in enumerate(items) if item is Ellipsis), len(items))
    pairs = [*zip(items[:dots], shape, strict=False), *zip(items[:dots:-1], shape[::-1], strict=False)]
    return all(type(item) is slice and item.indices(n) == (0, n, 1) for item, n in pairs)


class Indexing:
    """``x[key]``, ``x[key] = value`` and ``len(x)``; with them Python iterates over the first axis."""

    __slots__ = ()
    #: whether arrays of the class are of the NumPy interface
    numpy_interface = False

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        take_as_index(cls)

    __getitem__ = reader(get_part)

    def __setitem__(self: Any, key: Any, value: Any) -> None:
        is_array = isinstance(value, Indexing)
        if is_array and value.numpy_interface:
            raise TypeError(
                f"{type(self)} does not support assignment with an array of mx.np: call as_nd_ndarray() upon it"
            )
        if is_array and value._sparse is not None:
            raise TypeError(
                f"a {value.stype} array cannot be assigned to a dense one: use its tostype('default') or copyto"
            )
        t = self._t
        if state.recording:
            refuse_write_at(self, key, value)
            if is_array and value._t is t:
                return
            if is_array and value._slot:
                self._set_recorded(key, value)
                return
        target = writable(t)
        full = type(key) is slice and key == _ALL
        if not full and self._write_fast(target, key, value, is_array):
            return
        if type(value) in (int, float) and target.dtype is not torch.uint64:  # which PyTorch fills with arrays alone
            items = () if full else read_key(key, target.dim())
            if not any(map(_is_advanced, items)):
                (target if full else target[_basic(items, target.shape)[0]]).fill_(number(value, target.dtype))
                return
        source = value._t if is_array else values_like(value, target, type(self))
        if source.requires_grad:
            source = source.detach()
        if is_array and (source.dtype is not target.dtype or source.device != target.device):
            source = source.to(target.device, target.dtype)
        else:
            source = apart(source, target)
        if full:
            target.copy_(source if source.shape == target.shape else fit(source, target.shape))
            return
        items = read_key(key, target.dim())
        if any(map(_is_advanced, items)):
            _Advanced(items, target).put(target, source)
            return
        if source.dim() <= sum(type(item) is slice for item in items):  # as in 1.9.1, such values ignore new axes
            items = tuple(item for item in items if item is not None)
        result, flips = _basic(items, target.shape)
        block = target[result]
        source = fit(source, block.shape)
        block.copy_(source.flip(flips) if flips else source)

    def _write_fast(self: Any, target: torch.Tensor, key: Any, value: Any, is_array: bool) -> bool:
        """Write a number or an array of the same type and rank by the fast path; return whether that was possible."""
        if is_array:
            source = value._t
            if (
                source.dtype is not target.dtype
                or source.device != target.device
                or memory_of(source) == memory_of(target)
            ):
                return False
            if source.requires_grad:
                source = source.detach()
        elif target.dtype in FLOATS and (type(value) is int or (type(value) is float and value != 0)):
            if target.is_cpu:
                source = scalars[target.dtype, value]
            elif type(key) is slice:
                source = value  # PyTorch fills with it; to a single element it would copy it
            else:
                return False
        else:
            return False
        return fast_setitem(target, key, source)

    def _set_recorded(self: Any, key: Any, value: Any) -> None:
        """Overwrite all of an array with a recorded one; writing a part of it cannot be differentiated."""
        shape = self._t.shape
        selected = _all_selected(self._t, read_key(key, len(shape)))
        if selected is None:
            adopt(self)
            refuse_write(self)
            return
        t = fit(value._t, selected).reshape(shape)
        node = grad_node("broadcast_to", {"shape": tuple(selected)}, (value._slot,))
        if selected != shape:
            node = grad_node("Reshape", {"shape": tuple(shape)}, (node,))
        if value._slot.handle is not None:
            node.handle = fit(value._slot.handle, selected).reshape(shape)
        write_recorded(self, t, node)

    def __len__(self: Any) -> int:
        if self._slot and state.trace is not None:
            state.trace.asked_shape = True
        return self._t.shape[0]

    def __iter__(self: Any) -> Iterator[Any]:
        """Give the parts along the first axis; TypeError for an array without axes."""
        if not self.shape:
            raise TypeError("iteration over a 0-d array")
        return map(self.__getitem__, range(self.shape[0]))

    def _at(self: Any, idx: int) -> Any:
        """Return the part at position ``idx`` of the first axis, a view."""
        return self[idx]

    def _slice(self: Any, start: int | None, stop: int | None) -> Any:
        """Return the parts ``start ... stop - 1`` of the first axis, a view."""
        return self[start:stop]

    @staticmethod
    def _basic_indexing_slice_is_contiguous(slc_key: tuple[slice, ...], shape: tuple[int, ...]) -> bool:
        """Return whether a basic key, of slices, selects one piece of the memory of an array of this shape."""
        t = torch.empty(shape, device=_META)
        result, flips = _basic(slc_key, t.shape)
        return not flips and t[result].is_contiguous()
