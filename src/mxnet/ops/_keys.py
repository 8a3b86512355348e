"""Keys of arrays, ``x[key]``, as PyTorch takes them.

PyTorch's indexing differs from NumPy's in three things, which are mended here: negative steps, integers beside index
arrays (NumPy counts them as index arrays when it places the result's axes), and an ellipsis between index arrays that
stands for no axis (to NumPy it separates them).
"""

from collections.abc import Sequence
from types import EllipsisType, NoneType
from typing import Any

import torch

from ..core.constants import constant
from ..core.errors import MXNetShapeError
from ..core.interruptions import explained

_ALL = slice(None)
#: how memory would be that is in C order
_PLAIN: Any = {"device": "meta", "memory_format": torch.contiguous_format}
#: the types of items that select without index arrays
BASIC = frozenset((int, slice, NoneType, EllipsisType))
#: integers that PyTorch does not turn, and those of the same size
_TURNED_AS = {torch.uint16: torch.int16, torch.uint32: torch.int32, torch.uint64: torch.int64}


class Key:
    """A key with an item for every axis (:func:`with_all_axes`), for arrays of a shape.

    Items are None, an ellipsis, slices, bools, ints, and tensors of positions or truths. With ``check`` all positions
    are looked at: PyTorch reads none out of range on a processor, but writes what stands before one.
    """

    def __init__(self, items: Sequence[Any], t: torch.Tensor, check: bool = False) -> None:
        self.advanced = not BASIC.issuperset(map(type, items))
        #: the axes that a step runs down: of the part, or with index arrays of what is taken of the array before
        self.flips: list[int] = []
        self._taken = [_ALL] * t.dim()
        # an axis of length 1 that the part has before it is returned: so many are behind it
        self._behind: int | None = None
        result: list[Any] = []
        shape, axis, dots = t.shape, 0, False
        for item in items:
            cls = type(item)
            if cls is slice:
                item = self._slice(item, axis, shape[axis], result)
                axis += 1
            elif cls is int:
                if not -shape[axis] <= item < shape[axis]:
                    raise IndexError(f"index {item} is out of bounds for axis {axis} with size {shape[axis]}")
                item = constant([item], torch.int64, t.device) if self.advanced else item
                axis += 1
            elif item is Ellipsis:
                if not self.advanced:  # it stands for no axis, and separates nothing
                    continue
                dots = True
            elif isinstance(item, torch.Tensor):
                if check and item.untyped_storage().data_ptr() == t.untyped_storage().data_ptr():
                    item = item.clone()  # an array that is its own key
                _check_index(item, shape, axis, check)
                axis += _axes(item)
            result.append(item)
        if dots:
            result, self._behind = _separated(result)
        self.items = tuple(result)

    def _slice(self, item: slice, axis: int, size: int, before: list[Any]) -> slice:
        start, stop, step = item.indices(size)
        if step > 0:  # PyTorch misreads steps beyond 64 bits
            return slice(start, max(start, stop), min(step, size or 1))
        positions = range(start, stop, step)
        if len(positions) < 2:  # one element has no direction
            return slice(start, start + 1) if positions else slice(0, 0)
        upwards = slice(positions[-1], start + 1, min(-step, size))
        if not self.advanced:
            self.flips.append(sum(type(other) is not int for other in before))
            return upwards
        self.flips.append(axis)
        self._taken[axis] = upwards
        return _ALL

    def block(self, t: torch.Tensor) -> torch.Tensor:
        """Return the view of a tensor that a key without index arrays selects, no axis of it turned."""
        return t[self.items]

    def part(self, t: torch.Tensor) -> torch.Tensor:
        """Return the part of a tensor: a view where it is one piece of memory of an array in C order, else a copy."""
        if self.advanced:
            part = (_flipped(t[tuple(self._taken)], self.flips) if self.flips else t)[self.items]
            return part if self._behind is None else part.squeeze(-1 - self._behind)
        part = t[self.items]
        if self.flips:
            return _flipped(part, self.flips)
        if (part if t.is_contiguous() else torch.empty_like(t, **_PLAIN)[self.items]).is_contiguous():
            return part
        return part.clone(memory_format=torch.contiguous_format)

    def put(self, t: torch.Tensor, value: torch.Tensor) -> None:
        """Write a value that broadcasts to the part."""
        if self._behind is not None and value.dim() > self._behind:
            value = value.unsqueeze(value.dim() - self._behind)
        with explained(
            lambda error: MXNetShapeError(
                f"an array of shape {tuple(value.shape)} could not be broadcast to the part of shape "
                f"{tuple(self.part(t).shape)} that is assigned to"
            ),
            RuntimeError,
        ):
            if self.flips:
                block = t[tuple(self._taken) if self.advanced else self.items]
                full = _flipped(block, self.flips)
                full[self.items if self.advanced else ...] = value
                block.copy_(_flipped(full, self.flips))
            else:
                t[self.items] = value


def _is_index(item: Any) -> bool:
    """Return whether a part of a key is an index array, or counts as one."""
    return isinstance(item, (torch.Tensor, bool))


def _axes(item: Any) -> int:
    """Return how many axes of the array a part of a key is for."""
    if item is None or item is Ellipsis or isinstance(item, bool):
        return 0
    return item.dim() if isinstance(item, torch.Tensor) and item.dtype is torch.bool else 1


def with_all_axes(items: list[Any], ndim: int, used: int | None = None) -> list[Any]:
    """Return the items, which are for ``used`` axes, with slices for the others in place of an ellipsis, or at the end.

    An ellipsis that stands for no axis stays: it separates index arrays.
    """
    used = sum(map(_axes, items)) if used is None else used
    if used > ndim:
        raise IndexError(f"too many indices ({used}) for array with {ndim} dimensions")
    dots = [position for position, item in enumerate(items) if item is Ellipsis]
    if len(dots) > 1:
        raise IndexError("an index has at most one `...`")
    fill = [_ALL] * (ndim - used)
    if dots and fill:
        items[dots[0] : dots[0] + 1] = fill
        return items
    return items + fill


def check_boolean_array_dimension(array_shape: Sequence[int], axis: int, bool_shape: Sequence[int]) -> None:
    """Raise :class:`IndexError` unless a boolean index has the shape of the axes that it masks, from ``axis`` on."""
    for i, length in enumerate(bool_shape):
        if array_shape[axis + i] != length:
            raise IndexError(
                f"a boolean index of length {length} does not fit axis {axis + i}, which has {array_shape[axis + i]}"
            )


def _check_index(index: torch.Tensor, shape: Sequence[int], axis: int, values: bool) -> None:
    """Raise :class:`IndexError` for a mask that does not fit the axes, and with ``values`` for positions out of range.

    PyTorch reads integers on a processor only where they are in range, but writes what stands before one that is not;
    a GPU looks at none.
    """
    if index.dtype is torch.bool:
        check_boolean_array_dimension(shape, axis, index.shape)
    elif values and index.numel():
        size = shape[axis]
        low, high = (int(item) for item in torch.aminmax(index))
        if low < -size or high >= size:
            raise IndexError(f"index {low if low < -size else high} is out of bounds for axis {axis} with size {size}")


def _separated(parts: list[Any]) -> tuple[list[Any], int | None]:
    """Return a key whose ellipsis stands for no axis as PyTorch takes it, and how many axes are behind a further one.

    To NumPy such an ellipsis separates index arrays, so that their axes come first; PyTorch leaves it out. A new axis
    separates them, too, and is in the result then: as many axes stand behind it. None where nothing is separated.
    """
    dots = next((position for position, part in enumerate(parts) if part is Ellipsis), None)
    if dots is None:
        return parts, None
    before, after = parts[:dots], parts[dots + 1 :]
    if not any(map(_is_index, before)) or not any(map(_is_index, after)):
        return before + after, None
    return [*before, None, *after], sum(not _is_index(part) for part in after)


def _flipped(t: torch.Tensor, axes: list[int]) -> torch.Tensor:
    """Return a tensor with axes in the other direction."""
    other = _TURNED_AS.get(t.dtype)
    return t.flip(axes) if other is None else t.view(other).flip(axes).view(t.dtype)
