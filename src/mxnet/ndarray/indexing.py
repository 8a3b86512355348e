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
from ..core.errors import ShapeConflict, shortened
from ..core.interruptions import explained
from ..core.semantics import semantics
from ..core.shapes import broadcast
from ..core.write_tracking import memory_of, unaliased, writable
from ..eager.arithmetic import scalars
from ..eager.dense import write_recorded
from ..eager.grad_node import grad_node
from ..eager.integer_grad import link, of_function
from ..eager.tape import adopt, link_inputs, refuse_write, state
from ..kernels.one_thread import SMALL_LOOP
from ..ops._keys import BASIC, Key, check_boolean_array_dimension, with_all_axes
from .fast_indexing import fast_getitem, fast_setitem, take_as_index

_INTS = (int, np.int32, np.int64)
_ARRAYS = (list, tuple, range, np.ndarray)
_ALL = slice(None)
_new = object.__new__


def _is_advanced(item: Any) -> bool:
    return isinstance(item, Indexing) or isinstance(item, _ARRAYS)  # noqa: SIM101  # no tuple is made each time


def read_key(key: Any, ndim: int) -> list[Any]:
    """Return the key with one entry for every axis (int, slice or what is to become an index array), and its Nones.

    Raises :class:`IndexError` for too many indices, :class:`ValueError` for what is no index.
    """
    items: list[Any] = []
    used = 0
    for item in key if type(key) is tuple else (key,):
        if isinstance(item, _INTS):
            item = int(item)
        elif not (item is None or item is Ellipsis or isinstance(item, slice) or _is_advanced(item)):
            raise ValueError(f"{item!r}, of type {type(item).__name__}, is no index of an array")
        used += not (item is None or item is Ellipsis)
        items.append(item)
    return [item for item in with_all_axes(items, ndim, used) if item is not Ellipsis]


def _key(key: Any, t: torch.Tensor) -> Key:
    """Return a key, to read or to write a tensor with."""
    items = read_key(key, t.dim())
    return (Key if BASIC.issuperset(map(type, items)) else _AdvancedKey)(items, t)


def _all_selected(t: torch.Tensor, key: Any) -> torch.Size | None:
    """Return the shape of what a key selects if that is all of a tensor, in its order; None if not."""
    selected = _key(key, t)
    if selected.advanced or selected.flips:
        return None
    block = selected.block(t)
    same = [n for n in block.shape if n != 1] == [n for n in t.shape if n != 1]
    return block.shape if same else None


# -- advanced keys ----------------------------------------------------------------------------------------------


def _as_index(item: Any, axis: int, t: torch.Tensor) -> Any:
    """Return an entry of a key as a slice, an int or a tensor of positions."""
    if isinstance(item, slice):
        return item
    if isinstance(item, Indexing):
        index = item._t.detach()
        if index.dtype is torch.bool:
            check_boolean_array_dimension(t.shape, axis, index.shape[:1])
            raise ValueError(
                "boolean indexing works under NumPy semantics only (`npx.set_np()`); arrays of other types count as "
                "integers. nd.where(mask, value, x) replaces elements, nd.contrib.boolean_mask(x, mask) selects rows"
            )
    else:
        try:
            index = tensor_of(item, torch.int64)
        except (TypeError, ValueError, OverflowError) as error:
            raise IndexError(f"{item!r} is no index: {error}") from error
    return index.to(t.device, torch.int64) if index.dim() else int(index)


class _AdvancedKey(Key):
    """A key with index arrays, and new axes where 1.9.1 puts them: they do not move behind those of the arrays."""

    def __init__(self, key: list[Any], t: torch.Tensor) -> None:
        arrays = [position for position, item in enumerate(key) if item is not None and not isinstance(item, slice)]
        together = arrays[-1] - arrays[0] + 1 == len(arrays)
        items = [_as_index(item, axis, t) for axis, item in enumerate(item for item in key if item is not None)]
        try:
            depth = len(broadcast(*(item.shape for item in items if isinstance(item, torch.Tensor))))
        except ShapeConflict:
            shapes = " to ".join(f"shape={tuple(item.shape)}" for item in items if isinstance(item, torch.Tensor))
            raise ValueError(f"index arrays are not broadcastable: {shapes}") from None
        self._new_axes: list[int] = []
        position = 0 if together else depth
        for item in key:
            if item is None:
                self._new_axes.append(position)
            position += item is None or isinstance(item, slice)
        if not together:  # also where only new axes stand between the arrays
            items.insert(arrays[-1] - sum(item is None for item in key[: arrays[-1]]), Ellipsis)
        super().__init__(items, t, check=True)

    def part(self, t: torch.Tensor) -> torch.Tensor:
        """Return what the key selects, a copy."""
        part = super().part(t)
        for position in self._new_axes:
            part = part.unsqueeze(position)
        return part.contiguous() if self.advanced else part.clone()

    def put(self, t: torch.Tensor, value: torch.Tensor) -> None:
        """Write a value that broadcasts to the part."""
        if self._new_axes:
            value = fit(value, self.part(t).shape)
            for position in reversed(self._new_axes):
                value = value.squeeze(position)
        super().put(t, value)


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
    part = _key(key, t).part(t)
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
        if node is not None:
            node.small = part.numel() in SMALL_LOOP
            if self._slot.handle is not None:
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
        selected = None if full else _key(key, target)
        basic = selected is None or not selected.advanced
        if basic and type(value) in (int, float) and target.dtype is not torch.uint64:
            (target if selected is None else selected.block(target)).fill_(number(value, target.dtype))
            return
        source = value._t if is_array else values_like(value, target, type(self))
        if source.requires_grad:
            source = source.detach()
        if is_array and (source.dtype is not target.dtype or source.device != target.device):
            source = source.to(target.device, target.dtype)
        else:
            source = unaliased(source, target)
        if selected is None:
            target.copy_(source if source.shape == target.shape else fit(source, target.shape))
            return
        if basic and source.dim() <= sum(type(item) is slice for item in selected.items):
            # as in 1.9.1, such values ignore new axes
            selected.items = tuple(item for item in selected.items if item is not None)
        selected.put(target, source)

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
        selected = _all_selected(self._t, key)
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
        t = torch.empty(shape, device="meta")
        selected = Key(with_all_axes(list(slc_key), t.dim()), t)
        return not selected.flips and selected.block(t).is_contiguous()
