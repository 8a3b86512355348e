"""Operators of the NumPy interface that delete, insert, pad, pick out and overwrite elements."""

import inspect
import math
from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import torch

from ..core.constants import constant
from ..core.dtypes import NAME_OF_TORCH
from ..core.errors import MXNetError, MXNetIndexError, MXNetShapeError, MXNetValueError
from ..core.interruptions import explained
from ..core.naming import named
from ..core.params import Double, Shapes
from ..registry import op
from ..registry.op import Params
from ._axes import check_range, nonzero, np_axis, one_axis
from ._families import first_type, zero_gradient
from .np_pad import padded

# -- where: a number, a slice, or an array of positions ---------------------------------------------------------------


def _is_slice(p: Any) -> bool:
    return not (p.start is None and p.stop is None and p.step is None)


def _slice_of(p: Any, length: int) -> range:
    return range(*slice(p.start, p.stop, p.step).indices(length))


def flat_along(arr: torch.Tensor, axis: int | None) -> tuple[torch.Tensor, int]:
    """Return the array and the axis to work along: the flat array for None, one axis for an array without axes."""
    return (arr.reshape(-1), 0) if axis is None or arr.ndim == 0 else (arr, one_axis(axis, arr.ndim))


def length_along(shape: Any, axis: int | None) -> tuple[tuple[int | None, ...], int, int | None]:
    """Return what :func:`flat_along` makes of a shape, the axis, and its length."""
    if axis is None or not shape:
        size = None if None in shape else int(np.prod(shape))
        return (size,), 0, size
    at = one_axis(axis, len(shape))
    return tuple(shape), at, shape[at]


def _one_position(name: str, position: int, length: int, last: int) -> int:
    if not -length <= position <= last:
        raise MXNetIndexError(f"{name}: index {position} is out of bounds for axis with size {length}")
    return position + length if position < 0 else position


def _positions(name: str, obj: torch.Tensor, length: int, last: int) -> torch.Tensor:
    """Return the places that an array of integers names, negative ones counted from the end."""
    where = obj.reshape(-1).long()
    check_range(where, -length, last, f"{name}: obj")
    return torch.where(where < 0, where + length, where)


def positions_along(arr: torch.Tensor, indices: torch.Tensor, axis: int) -> torch.Tensor:
    """Return indices along an axis, negative ones counted from the end; MXNetIndexError for what is none."""
    if (indices.is_floating_point() or indices.dtype is torch.bool) and not indices.is_meta:
        raise MXNetIndexError(f"`indices` must be an integer array, got {NAME_OF_TORCH[indices.dtype]}")
    if indices.ndim != arr.ndim:
        raise MXNetShapeError(f"`indices` and `arr` must have the same number of dimensions, got {indices.ndim} and "
                              f"{arr.ndim}")  # fmt: skip
    indices, size = indices.long(), arr.shape[axis]
    check_range(indices, -size, size - 1, "indices")
    return torch.where(indices < 0, indices + size, indices)


# -- deleting ---------------------------------------------------------------------------------------------------------


@op("_npi_delete", types=first_type, host_sync="shape")
def _npi_delete(
    arr,
    obj=None,
    *,
    start: int | None = None,
    stop: int | None = None,
    step: int | None = None,
    int_ind: int | None = None,
    axis: int | None = None,
):
    """Return ``arr`` without what is at ``int_ind``, at the slice, or at ``obj``, along ``axis`` or in the flat array.

    ``obj`` are positions, of which negative ones and those out of range are passed over, or, if they are booleans as
    long as the axis, a mask.
    """
    arr, axis = flat_along(arr, axis)
    length = arr.shape[axis]
    if obj is None:
        gone = (
            {_one_position("delete", int_ind, length, length - 1)}
            if int_ind is not None
            else range(*slice(start, stop, step).indices(length))
        )
        remaining = torch.tensor([i for i in range(length) if i not in gone], dtype=torch.int64, device=arr.device)
        return arr.index_select(axis, remaining)
    if obj.dtype is torch.bool:
        if obj.shape != (length,):
            raise MXNetError(f"delete: a boolean obj must have the axis's shape ({length},), got {tuple(obj.shape)}")
        keep = ~obj
    else:
        keep = torch.ones(length, dtype=torch.bool, device=arr.device)
        where = obj.reshape(-1).long()
        keep[where[(where >= 0) & (where < length)]] = False
    return arr.index_select(axis, nonzero(keep).reshape(-1))


_npi_delete.inputs(lambda p: ("arr",) if p.int_ind is not None or _is_slice(p) else ("arr", "obj"))


@_npi_delete.shapes
def _(p, s, arr):
    shape, axis, length = length_along(arr, p.axis)
    remaining = None
    if length is not None and p.int_ind is not None:
        _one_position("delete", p.int_ind, length, length - 1)
        remaining = length - 1
    elif length is not None and _is_slice(p):
        remaining = length - len(_slice_of(p, length))
    return (*shape[:axis], remaining, *shape[axis + 1 :])


# -- inserting --------------------------------------------------------------------------------------------------------


def _insert(
    arr: torch.Tensor, values: torch.Tensor | None, val: float | None, positions: torch.Tensor, axis: int, as_row: bool
) -> torch.Tensor:
    """Return ``arr`` with ``values`` (or the number ``val``) before the positions ``positions`` along ``axis``.

    One position takes all of the values; ``as_row``: their first axis is then the one that they are put along.
    """
    if values is None:
        values = constant(val, torch.float32, arr.device)
    values = values.to(arr.dtype).reshape((1,) * (arr.ndim - values.ndim) + tuple(values.shape))
    if values.ndim > arr.ndim:
        raise MXNetError(f"insert: values have more axes ({values.ndim}) than the array ({arr.ndim})")
    if as_row:
        values = values.movedim(0, axis)
    count = values.shape[axis] if len(positions) == 1 else len(positions)
    shape = list(arr.shape)
    shape[axis] = count
    with explained(
        lambda _: MXNetError(f"insert: values {list(values.shape)} do not broadcast to {shape}"), RuntimeError
    ):
        values = values.expand(shape)
    # the place of every element of (arr, values) in the result: a stable sort by what each comes before
    old = torch.arange(arr.shape[axis], device=arr.device) * 2 + 1
    new = (positions * 2).expand(count) if len(positions) == 1 else positions * 2
    order = torch.sort(torch.cat((old, new)), stable=True).indices
    return torch.cat((arr, values), axis).index_select(axis, order)


def _insert_shape(p: Any, s: Any, count: int | None, as_row: bool) -> None:
    """Deduce the result's shape; ``count`` positions, None where they depend on the axis's length alone."""
    if s.arr is None:
        return
    shape, axis, length = length_along(s.arr, p.axis)
    if count is None and length is not None:
        count = len(_slice_of(p, length))
    if count == 1 and p.val is None:
        if s.values is None:
            count = None
        else:
            padded = (1,) * (len(shape) - len(s.values)) + tuple(s.values)
            count = padded[0 if as_row else axis]
    total = None if length is None or count is None else length + count
    s.out[0] = (*shape[:axis], total, *shape[axis + 1 :])


def _at_number(p: Any, obj: torch.Tensor | None, length: int) -> tuple[torch.Tensor, bool]:
    if p.int_ind is None:
        raise MXNetError("insert: int_ind is needed")
    return torch.tensor([_one_position("insert", p.int_ind, length, length)]), True


def _at_slice(p: Any, obj: torch.Tensor | None, length: int) -> tuple[torch.Tensor, bool]:
    return torch.tensor(_slice_of(p, length), dtype=torch.int64), False


def _at_array(p: Any, obj: torch.Tensor, length: int) -> tuple[torch.Tensor, bool]:
    if obj.ndim > 1:
        raise MXNetError(f"insert: index array argument obj must be one dimensional or scalar, got {tuple(obj.shape)}")
    if obj.is_floating_point():
        raise MXNetError(f"insert: obj must hold integers, got {NAME_OF_TORCH[obj.dtype]}")
    return _positions("insert", obj, length, length), obj.ndim == 0


#: operator -> where it inserts; how it finds the positions, and whether one counts as a row; and the same of shapes:
#: how many positions there are (None: that depends on the axis's length), or no answer
_INSERTS: dict[str, tuple[str, Callable[..., tuple[torch.Tensor, bool]], Callable[[Any], Any]]] = {
    "_npi_insert_scalar": ("position ``int_ind``", _at_number, lambda s: (1, True)),
    "_npi_insert_slice": ("the positions of a slice", _at_slice, lambda s: (None, False)),
    "_npi_insert_tensor": (
        "the positions ``obj``, a vector of integers or one",
        _at_array,
        lambda s: None if s.obj is None or s.obj == (None,) else (s.obj[0], False) if s.obj else (1, True),
    ),
}


_INSERT_DOC = """Return ``arr`` with ``values``, or the number ``val``, before {where}, along ``axis``.

    Without ``axis`` in the flat array. The values are cast to the array's type and broadcast; positions count in
    ``arr`` as it is given.
    """


def _insert_op(name: str) -> None:
    where, find, count = _INSERTS[name]
    inputs = ("arr", "values", "obj") if find is _at_array else ("arr", "values")

    @named(name, _INSERT_DOC.format(where=where))
    def fn(
        arr,
        values=None,
        obj=None,
        *,
        val: Double | None = None,
        start: int | None = None,
        stop: int | None = None,
        step: int | None = None,
        int_ind: int | None = None,
        axis: int | None = None,
    ):
        if val is not None and values is not None:  # the number takes the place of the values
            values, obj = None, values
        arr, axis = flat_along(arr, axis)
        places, as_row = find(Params(start=start, stop=stop, step=step, int_ind=int_ind), obj, arr.shape[axis])
        return _insert(arr, values, val, places.to(arr.device), axis, as_row)

    signature = inspect.signature(fn)
    listed = [p for p in signature.parameters.values() if p.kind is p.KEYWORD_ONLY or p.name in inputs]
    fn.__signature__ = signature.replace(parameters=listed)  # type: ignore[attr-defined]
    new = op(name, types=first_type, host_sync="check" if find is _at_array else "table")(fn)
    new.inputs(lambda p: tuple(item for item in inputs if item != "values" or p.val is None))

    @new.shapes
    def _(p, s):
        result = count(s)
        if result is not None:
            _insert_shape(p, s, *result)


for _name in _INSERTS:
    _insert_op(_name)


# -- padding ----------------------------------------------------------------------------------------------------------


@op("_npi_pad", host_sync=lambda p: "table" if p.mode in ("edge", "reflect", "symmetric") else None)
def _npi_pad(
    data,
    *,
    pad_width: Shapes,
    mode: Literal["constant", "edge", "maximum", "minimum", "reflect", "symmetric"] = "constant",
    constant_value: Double = 0,
    reflect_type: str = "even",
):
    """Return ``data`` with elements before and after each axis: ``pad_width`` has a pair for each, or is that of one.

    They are ``constant_value``, the nearest element (``edge``), the array mirrored with or without the edge repeated
    (``symmetric``, ``reflect``), or the greatest or least element along the axis.
    """
    if data.ndim == 1 and [len(pair) for pair in pad_width] == [1, 1]:
        pad_width = (pad_width[0] + pad_width[1],)
    if len(pad_width) < data.ndim or any(len(pair) != 2 for pair in pad_width):
        raise MXNetError(f"pad: pad_width must have a pair for each of {data.ndim} axes, got {pad_width}")
    if min((item for pair in pad_width for item in pair), default=0) < 0:
        raise MXNetError(f"pad: pad_width can't contain negative values, got {pad_width}")
    if reflect_type != "even":
        raise MXNetError(f"pad: reflect_type {reflect_type!r} is not supported, expected 'even'")
    values = (constant_value if mode == "constant" else None,) * 2
    for axis, width in enumerate(pad_width[: data.ndim]):
        if any(width):
            if mode != "constant" and not data.shape[axis]:
                raise MXNetError(f"pad: can't extend empty axis {axis} using modes other than 'constant'")
            data = padded(data, axis, width, mode, values)
    return data if data.numel() else data.clone()


# -- unique elements --------------------------------------------------------------------------------------------------


@op("_npi_unique", host_sync="shape", backward=zero_gradient)
def _npi_unique(
    data,
    *,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: int | None = None,
):
    """Return the sorted unique elements of the flat array, or the unique slices along ``axis``.

    As asked for, these follow, in int64: where each is found first, which of them each element is, how often each
    occurs. All NaN are one.
    """
    data, axis = (data.reshape(-1), 0) if axis is None or data.ndim == 0 else (data, one_axis(axis, data.ndim))
    if data.ndim == 1:
        keys = data
    elif data.numel():
        keys = torch.unique(data, dim=axis, return_inverse=True)[1]
    else:  # slices without elements are all alike
        keys = torch.zeros(data.shape[axis], device=data.device)
    ordered, order = torch.sort(keys, stable=True)
    first = torch.ones(ordered.shape, dtype=torch.bool, device=data.device)
    first[1:] = ordered[1:] != ordered[:-1]
    if data.ndim == 1 and data.is_floating_point():
        first[1:] &= ~(ordered[1:].isnan() & ordered[:-1].isnan())
    starts = nonzero(first).reshape(-1)
    index = order[starts]
    results = [data.index_select(axis, index)]
    if return_index:
        results.append(index)
    if return_inverse:
        results.append(torch.empty_like(order).scatter_(0, order, torch.cumsum(first, 0) - 1))
    if return_counts:
        results.append(torch.diff(starts, append=starts.new_full((1,), len(order))))
    return tuple(results)


def _unique_extras(p: Any) -> list[str]:
    return [name for name in ("index", "inverse", "counts") if getattr(p, f"return_{name}")]


@_npi_unique.outputs
def _(p):
    extras = _unique_extras(p)
    return tuple(f"output{i}" for i in range(1 + len(extras))) if extras else ("output",)


@_npi_unique.shapes
def _(p, s, data):
    shape, axis, length = length_along(data, p.axis)
    s.out[0] = (*shape[:axis], None, *shape[axis + 1 :])
    for i, name in enumerate(_unique_extras(p), 1):
        s.out[i] = (length if name == "inverse" else None,)


@_npi_unique.types
def _(p, t):
    t.out[0] = t.data
    t.out.fill("int64", 1)


# -- overwriting by a mask --------------------------------------------------------------------------------------------


def _mask_of(data: torch.Tensor, mask: torch.Tensor, start_axis: int) -> tuple[int, torch.Tensor]:
    start = np_axis(start_axis, data.ndim) or 0
    covered = tuple(data.shape[start : start + mask.ndim])
    if covered != tuple(mask.shape):
        raise MXNetError(
            f"boolean index did not match indexed array: the mask has the shape {tuple(mask.shape)}, the array "
            f"{covered} from axis {start} on"
        )
    return start, mask if mask.dtype is torch.bool else mask != 0


@op("_npi_boolean_mask_assign_scalar", types=first_type, shapes=lambda p, s: s.data)
def _npi_boolean_mask_assign_scalar(data, mask, *, value: float = 0.0, start_axis: int = 0):
    """Return ``data`` with ``value`` where ``mask``, which covers the axes from ``start_axis`` on, is True."""
    start, mask = _mask_of(data, mask, start_axis)
    mask = mask.reshape((*mask.shape, *[1] * (data.ndim - start - mask.ndim)))
    return torch.where(mask, constant(value, torch.float32, data.device).to(data.dtype), data)


@op("_npi_boolean_mask_assign_tensor", host_sync="shape", shapes=lambda p, s: s.data)
def _npi_boolean_mask_assign_tensor(data, mask, value, *, start_axis: int = 0):
    """Return ``data`` with ``value`` where ``mask``, which covers the axes from ``start_axis`` on, is True.

    ``value`` has, or broadcasts to, the shape of what the mask selects; its type is that of ``data``.
    """
    start, mask = _mask_of(data, mask, start_axis)
    result = data.clone()
    result[(*[slice(None)] * start, mask)] = value
    return result


@_npi_boolean_mask_assign_tensor.types
def _(p, t):
    t.out[0] = t.value = t.data


# -- overwriting, as functions ----------------------------------------------------------------------------------------


@op("_npi_place", extension=True, types=first_type, shapes=lambda p, s: s.arr, host_sync="shape")
def _npi_place(arr, mask, vals, *, in_order: bool = True):
    """Return ``arr`` with ``vals``, repeated as often as needed, where ``mask`` is not 0.

    They stand there in their order, or, without ``in_order``, each at its place in the flat array.
    """
    if arr.is_meta:
        return torch.empty_like(arr)
    where = nonzero(mask.reshape(-1).bool()).reshape(-1)
    if not vals.numel() and where.numel():
        raise MXNetValueError("Cannot insert from an empty array!")
    numbers = torch.arange(where.shape[0], device=arr.device) if in_order else where
    source = vals.reshape(-1).to(arr.dtype)[numbers % max(vals.numel(), 1)]
    return arr.reshape(-1).index_put((where,), source).reshape(arr.shape)


@op("_npi_put_along_axis", extension=True, types=first_type, shapes=lambda p, s: s.arr, host_sync="check")
def _npi_put_along_axis(arr, indices, values, *, axis: int | None = None):
    """Return ``arr`` with ``values`` at ``indices`` along ``axis``, where ``take_along_axis`` would take them."""
    flat, at = flat_along(arr, axis)
    where = positions_along(flat, indices, at)
    shape = [where.shape[at] if i == at else n for i, n in enumerate(flat.shape)]
    return flat.scatter(at, where.expand(shape), values.to(arr.dtype).expand(shape)).reshape(arr.shape)


@op("_npi_fill_diagonal", extension=True, types=first_type, shapes=lambda p, s: s.a)
def _npi_fill_diagonal(a, val, *, wrap: bool = False):
    """Return ``a`` with ``val``, repeated as often as needed, on its diagonal; ``wrap``: again in high matrices."""
    if a.ndim < 2 or (a.ndim > 2 and len(set(a.shape)) > 1):
        raise MXNetShapeError(f"fill_diagonal: expected a matrix, or axes of one length, got shape {tuple(a.shape)}")
    step = 1 + sum(math.prod(a.shape[i + 1 :]) for i in range(a.ndim - 1))
    end = a.shape[1] ** 2 if a.ndim == 2 and not wrap else a.numel()
    where = torch.arange(0, min(end, a.numel()), step, device=a.device)
    source = val.reshape(-1).to(a.dtype)[torch.arange(where.shape[0], device=a.device) % val.numel()]
    return a.reshape(-1).index_put((where,), source).reshape(a.shape)
