"""Operators of the NumPy interface that rearrange arrays: shapes, orders of axes, diagonals, joining and splitting."""

from __future__ import annotations

import ast
import math
from collections.abc import Sequence
from typing import Any, Literal

import torch

from ..core.errors import MXNetError, MXNetShapeError, MXNetValueError, shortened
from ..core.naming import named
from ..core.params import Count, Ints, Shape
from ..core.shapes import broadcast, known
from ..registry import op
from ..registry.common_rules import elementwise, numbered
from ..registry.manual import write
from ._axes import nonzero, np_axis, one_axis
from ._fast_paths import UseOperator, copied
from ._np_families import promote_or_share, to_promoted
from .matrix import check_joined, concat_shapes, stack_shapes
from .shape import fill_one_hole
from .slicing import split_outputs, split_parts

# -- shapes -------------------------------------------------------------------------------------------------------


def np_reshaped(shape: Sequence[int], newshape: Shape) -> tuple[int, ...]:
    """Return the shape that NumPy's ``newshape`` makes of ``shape``: its -1 is what is left over."""
    if newshape.count(-1) > 1:
        raise MXNetError(f"reshape: can only specify one unknown dimension, got {newshape}")
    if min(newshape, default=0) < -1:
        raise MXNetError(f"reshape: the dimension size to be inferred must be -1, got {newshape}")
    size, rest = math.prod(shape), math.prod([n for n in newshape if n >= 0])
    result = tuple(size // max(rest, 1) if n == -1 else n for n in newshape)
    if math.prod(result) != size or (-1 in newshape and not rest):
        raise MXNetError(f"reshape: cannot reshape an array of size {size} into shape {newshape}")
    return result


def _check_order(order: str) -> None:
    if order != "C":
        raise MXNetError(f"reshape: order {order!r} is not supported, expected 'C'")


@op("_np_reshape", view=True)
def _np_reshape(a, *, newshape: Shape, order: str = "C"):
    """Return ``a`` in the shape ``newshape``, in which one length may be -1: what is left over.

    Parameters
    ----------
    newshape : int or tuple of ints
        The new shape; one length may be -1, and is found from the others.
    order
        Only ``'C'``.

    Returns
    -------
    A new array: unlike NumPy's, it shares no memory with ``a``.

    Examples
    --------
    >>> print(mx.np.reshape(mx.np.arange(6), (2, -1)))
    [[0. 1. 2.]
     [3. 4. 5.]]
    """
    _check_order(order)
    return a.reshape(np_reshaped(a.shape, newshape))


@_np_reshape.fast_path
def _(p):
    newshape = p.newshape
    return None if p.order != "C" or min(newshape, default=0) < -1 else lambda x: copied(x).view(newshape)


@_np_reshape.shapes
def _(p, s):
    if s.a is None:
        return
    full = known(s.a)
    s.out[0] = np_reshaped(s.a, p.newshape) if full else tuple(None if n == -1 else n for n in p.newshape)
    s.a = fill_one_hole(s.a, s.out[0])
    s.out[0] = fill_one_hole(s.out[0], s.a)


def npx_reshaped(shape: Sequence[int], newshape: Shape) -> tuple[int, ...]:
    """Return the shape that the codes of ``npx.reshape`` make of ``shape``.

    -1 takes what is left over, -2 copies a length, -3 skips a length of 1, -4 copies all further lengths, -5
    multiplies two, -6 splits one into the two numbers that follow, of which one may be -1.
    """
    new: list[int] = []
    at, codes = 0, iter(newshape)

    def take(count: int) -> tuple[int, ...]:
        nonlocal at
        result = tuple(shape[at : at + count])
        if len(result) < count:
            raise MXNetError(f"npx.reshape: {newshape} asks for more axes than {tuple(shape)} has")
        at += count
        return result

    for code in codes:
        if code >= -1:
            new.append(code)
            at += 1
        elif code == -2:
            new.extend(take(1))
        elif code == -3:
            (length,) = take(1)
            if length != 1:
                raise MXNetError(f"npx.reshape: -3 skips a dimension of size 1 only, got {length} in {tuple(shape)}")
        elif code == -4:
            new.extend(take(len(shape) - at))
        elif code == -5:
            new.append(math.prod(take(2)))
        elif code == -6:
            new.extend(_split(take(1)[0], next(codes, None), next(codes, None), newshape))
        else:
            raise MXNetError(f"npx.reshape: dimension size must be >= -6, got {code} in {newshape}")
    return np_reshaped(shape, tuple(new))


def _split(length: int, first: int | None, second: int | None, newshape: Shape) -> tuple[int, int]:
    if first is None or second is None or first == second == -1 or 0 in (first, second):
        raise MXNetError(f"npx.reshape: two lengths, of which one may be -1, must follow -6, got {newshape}")
    if first == -1:
        first = length // second
    elif second == -1:
        second = length // first
    if first * second != length:
        raise MXNetError(f"npx.reshape: {first} and {second} do not divide the dimension {length}")
    return first, second


@op("_npx_reshape", aliases=("_npi_reshape",), view=True)
def _npx_reshape(a, *, newshape: Shape, reverse: bool = False, order: str = "C"):
    """Return ``a`` in the shape that the codes ``newshape`` give; ``reverse`` reads both from the right."""
    _check_order(order)
    if not reverse:
        return a.reshape(npx_reshaped(a.shape, newshape))
    return a.reshape(npx_reshaped(a.shape[::-1], newshape[::-1])[::-1])


@op("_np_squeeze", view=True)
def _np_squeeze(a, *, axis: Ints | None = None):
    """Return ``a`` without axes of length 1: all of them, or those in ``axis``.

    Parameters
    ----------
    axis : None, int or tuple of ints
        The axes to leave out, each of length 1; None: all of length 1.

    Returns
    -------
    An array with fewer axes.

    Examples
    --------
    >>> mx.np.squeeze(mx.np.ones((1, 3, 1))).shape
    (3,)
    """
    if axis is None:
        return a.squeeze()
    axes = [at for axi in axis if (at := np_axis(axi, a.ndim)) is not None]
    for item in axes:
        if a.shape[item] != 1:
            raise MXNetValueError(
                f"cannot select an axis to squeeze out which has size={a.shape[item]} not equal to one"
            )
    return a.squeeze(axes)


@op("_npi_broadcast_to", view=True)
def _npi_broadcast_to(array, *, shape: Shape = ()):
    """Return ``array`` broadcast to ``shape``; -2 there keeps a length."""
    offset = len(shape) - array.ndim
    target = tuple(array.shape[i - offset] if n == -2 and i >= offset else n for i, n in enumerate(shape))
    for have, want in zip(array.shape[::-1], target[::-1], strict=False):
        if have not in (1, want):
            raise MXNetError(f"broadcast_to: shape {tuple(array.shape)} is not broadcastable to {target}")
    if offset < 0:
        raise MXNetError(f"broadcast_to: shape {tuple(array.shape)} has more axes than {target}")
    return array.expand(target)


@op("_np_copy", shapes=elementwise)
def _np_copy(a):
    """Return a copy of ``a``."""
    return copied(a)


def _atleast(count: int) -> None:
    name = f"_np_atleast_{count}d"

    doc = write(
        f"Return the arrays with at least {count} axes, new ones put where NumPy puts them.",
        {"*arys": "The arrays."},
        "An array, or a list of several.",
        f">>> mx.np.atleast_{count}d(mx.np.array(5)).shape\n{(1,) * count}",
    )

    @named(name, doc)
    def fn(*arys):
        return tuple(_with_axes(ary, count) for ary in arys)

    result = op(name, count="num_args", view=True, types=_own_types)(fn)

    @result.outputs
    def _(p):
        return tuple(f"output{i}" for i in range(int(p.num_args)))


def _own_types(p: Any, t: Any) -> None:
    for i in range(len(t.inputs)):
        t.out[i] = t.inputs[i]
        t.inputs[i] = t.out[i]


def _with_axes(data: torch.Tensor, count: int) -> torch.Tensor:
    if data.ndim >= count:
        return data
    if count == 3 and data.ndim == 2:
        return data.unsqueeze(2)
    if count == 3 and data.ndim == 1:
        return data.reshape(1, -1, 1)
    return _with_leading_axes(data, count)


def _with_leading_axes(data: torch.Tensor, ndim: int) -> torch.Tensor:
    return data.reshape((1,) * (ndim - data.ndim) + tuple(data.shape))


for _number in (1, 2, 3):
    _atleast(_number)

# -- orders of axes and elements -----------------------------------------------------------------------------------


@op("_np_transpose", view=True)
def _np_transpose(a, *, axes: Shape | None = None):
    """Return ``a`` with its axes in the order ``axes``, reversed where that is None.

    Parameters
    ----------
    axes : tuple of ints or None
        Which axis of ``a`` comes where; None: the order is reversed.

    Returns
    -------
    A copy with the axes in that order.

    Examples
    --------
    >>> mx.np.transpose(mx.np.ones((2, 3, 4)), (1, 0, 2)).shape
    (3, 2, 4)
    """
    if axes is None:
        return a.permute(tuple(range(a.ndim - 1, -1, -1)))
    if len(axes) != a.ndim:
        raise MXNetError(f"transpose: the number of axes {axes} does not match the {a.ndim} of {tuple(a.shape)}")
    order = [one_axis(axis, a.ndim) for axis in axes]
    if len(set(order)) != len(order):
        raise MXNetValueError(f"transpose: repeated axis in {axes}")
    return a.permute(order)


@_np_transpose.fast_path
def _(p):
    axes = p.axes
    if axes is not None:
        return lambda x: copied(x.permute(axes))
    return lambda x: copied(x.t() if x.dim() <= 2 else x.permute(tuple(range(x.dim() - 1, -1, -1))))


@op("_np_moveaxis", view=True)
def _np_moveaxis(a, *, source: Shape, destination: Shape):
    """Return ``a`` with the axes ``source`` moved to the places ``destination``, the others in their order.

    Parameters
    ----------
    source : int or tuple of ints
        The axes to move.
    destination : int or tuple of ints
        Their positions in the result.

    Returns
    -------
    An array with the axes in that order.

    Examples
    --------
    >>> mx.np.moveaxis(mx.np.ones((2, 3, 4)), 0, -1).shape
    (3, 4, 2)
    """
    if len(source) != len(destination):
        raise MXNetError(f"moveaxis: source {source} and destination {destination} differ in length")
    sources, destinations = ([one_axis(axis, a.ndim, "axis") for axis in axes] for axes in (source, destination))
    if len(set(sources)) != len(sources) or len(set(destinations)) != len(destinations):
        raise MXNetValueError(f"moveaxis: repeated axis in {source} or {destination}")
    return a.movedim(sources, destinations)


@op("_np_roll", shapes=elementwise)
def _np_roll(data, *, shift: Shape | None = None, axis: Shape | None = None):
    """Return ``data`` with its elements shifted by ``shift`` along ``axis``, the flat array where that is None.

    Parameters
    ----------
    shift : int or tuple of ints
        By how many positions, to the end; what leaves it comes back at the beginning.
    axis : None, int or tuple of ints
        The axes; None: the array is taken as flat, and gets its shape again.

    Returns
    -------
    An array of the shape of ``a``.

    Examples
    --------
    >>> print(mx.np.roll(mx.np.arange(5), 2))
    [3. 4. 0. 1. 2.]
    """
    if shift is None:
        raise MXNetError("roll: shift is needed")
    if axis is None:
        return torch.roll(data, sum(shift))
    axes = [one_axis(axi, data.ndim) for axi in axis]
    if len(shift) == 1:
        shift *= len(axes)
    elif len(axes) == 1:
        axes *= len(shift)
    if len(shift) != len(axes):
        raise MXNetError(f"roll: shift {shift} and axis {axis} do not fit")
    return torch.roll(data, shift, axes)


@op("_npi_flip", shapes=elementwise)
def _npi_flip(data, *, axis: Ints | None):
    """Return ``data`` with the order of its elements reversed along ``axis``, all of them: None."""
    axes = list(range(data.ndim)) if axis is None else [one_axis(axi, data.ndim) for axi in axis]
    if len(set(axes)) != len(axes):
        raise MXNetValueError(f"flip: repeated axis in {axis}")
    return data.flip(axes)


@op("_npi_rot90")
def _npi_rot90(data, *, k: int = 1, axes: Shape | None = None):
    """Return ``data`` turned by 90 degrees ``k`` times in the plane of two ``axes``, from the first to the second.

    Parameters
    ----------
    k
        How many times.
    axes : pair of ints
        The plane.

    Returns
    -------
    An array; its two lengths are exchanged where ``k`` is odd.

    Examples
    --------
    >>> a = mx.np.array([[1, 2], [3, 4]])
    >>> print(mx.np.rot90(a))
    [[2. 4.]
     [1. 3.]]
    """
    if axes is None or len(axes) != 2:
        raise MXNetError(f"rot90: two axes are needed, got {axes}")
    first, second = (one_axis(axis, data.ndim) for axis in axes)
    if first == second:
        raise MXNetError(f"rot90: axes must be different, got {axes}")
    return torch.rot90(data, k, (first, second))


# -- diagonals ------------------------------------------------------------------------------------------------------


@op("_np_diag")
def _np_diag(data, *, k: int = 0):
    """Return diagonal ``k`` of a matrix, or the matrix with a vector on that diagonal.

    Parameters
    ----------
    k
        Which diagonal: 1 is the one above the main one, -1 the one below.

    Returns
    -------
    A vector of a matrix, a matrix of a vector.

    Examples
    --------
    >>> print(mx.np.diag(mx.np.array([1, 2])))
    [[1. 0.]
     [0. 2.]]
    >>> print(mx.np.diag(mx.np.array([[1, 2], [3, 4]])))
    [1. 4.]
    """
    if data.ndim not in (1, 2):
        raise MXNetError(f"diag: input must be 1- or 2-d, got shape {tuple(data.shape)}")
    return torch.diag_embed(data, k) if data.ndim == 1 else copied(torch.diagonal(data, k))


@op("_np_diagflat")
def _np_diagflat(data, *, k: int = 0):
    """Return the matrix with the flat array on diagonal ``k``.

    Parameters
    ----------
    k
        Which diagonal: 1 is the one above the main one, -1 the one below.

    Returns
    -------
    A matrix, zero elsewhere.

    Examples
    --------
    >>> print(mx.np.diagflat(mx.np.array([1, 2])))
    [[1. 0.]
     [0. 2.]]
    """
    return torch.diag_embed(data.reshape(-1), k)


def _plane(name: str, data: torch.Tensor, axis1: int, axis2: int) -> tuple[int, int]:
    first, second = one_axis(axis1, data.ndim), one_axis(axis2, data.ndim)
    if first == second:
        raise MXNetError(f"{name}: axis1 and axis2 cannot refer to the same axis {first}")
    return first, second


@op("_np_diagonal", view=True)
def _np_diagonal(data, *, offset: int = 0, axis1: int = 0, axis2: int = 1):
    """Return the diagonals of the matrices in two axes, as last axis.

    Parameters
    ----------
    offset
        Which diagonal: 1 is the one above the main one, -1 the one below.
    axis1, axis2
        The axes of the matrices.

    Returns
    -------
    An array without the two axes, and with the diagonals as last one.

    Examples
    --------
    >>> a = mx.np.array([[1, 2], [3, 4]])
    >>> print(mx.np.diagonal(a))
    [1. 4.]
    """
    return torch.diagonal(data, offset, *_plane("diagonal", data, axis1, axis2))


@op("_np_trace")
def _np_trace(data, *, offset: int = 0, axis1: int = 0, axis2: int = 1):
    """Return the sums of the diagonals of the matrices in two axes, in the type of ``data``.

    Parameters
    ----------
    offset
        Which diagonal: 1 is the one above the main one, -1 the one below.
    axis1, axis2
        The axes of the matrices.

    Returns
    -------
    An array without the two axes.

    Examples
    --------
    >>> a = mx.np.array([[1, 2], [3, 4]])
    >>> print(mx.np.trace(a))
    5.0
    """
    return torch.diagonal(data, offset, *_plane("trace", data, axis1, axis2)).sum(-1, dtype=data.dtype)


@op("_npi_tril")
def _npi_tril(data, *, k: int = 0):
    """Return the matrices in the last two axes with zeros above diagonal ``k``; a vector is a matrix of equal rows.

    Parameters
    ----------
    data
        A matrix, or a stack of them in the last two axes.
    k
        The highest diagonal that stays: 0 is the main one, 1 the one above it, -1 the one below.

    Returns
    -------
    An array of the shape of the input.

    Examples
    --------
    >>> a = mx.np.array([[1, 2, 3], [4, 5, 6], [7, 8, 9]])
    >>> print(mx.np.tril(a))
    [[1. 0. 0.]
     [4. 5. 0.]
     [7. 8. 9.]]
    >>> print(mx.np.tril(a, -1))
    [[0. 0. 0.]
     [4. 0. 0.]
     [7. 8. 0.]]
    """
    if data.ndim == 0:
        raise MXNetError("tril: an array of at least one axis is needed")
    return torch.tril(data.expand(data.shape[0], -1) if data.ndim == 1 else data, k)


def _square_indices(p: Any, s: Any) -> None:
    if s.data is not None:
        s.out[0] = (len(s.data), s.data[0])


@op("_npi_diag_indices_from", types=lambda p, t: t.out.__setitem__(0, "int64"), shapes=_square_indices)
def _npi_diag_indices_from(data):
    """Return the indices of the main diagonal of an array whose axes are equal: one row for each axis."""
    if data.ndim < 2 or len(set(data.shape)) != 1:
        raise MXNetError(f"diag_indices_from: expected two or more equal axes, got shape {tuple(data.shape)}")
    return torch.arange(data.shape[0], device=data.device).expand(data.ndim, -1).contiguous()


_npi_diag_indices_from.differentiable = False

# -- joining and splitting --------------------------------------------------------------------------------------------


def _concatenate_shapes(p: Any, s: Any) -> None:
    if p.axis is not None:
        concat_shapes(p, s, p.axis)


@op("_npi_concatenate", count="num_args", shapes=_concatenate_shapes, types=promote_or_share)
def _npi_concatenate(*data, axis: int | None = 0):
    """Return arrays joined along ``axis``, in their promoted type; flat, where that is None."""
    if axis is None:
        data, axis = [array.reshape(-1) for array in data], 0
    _need_some("concatenate", data)
    data = to_promoted(*data)
    check_joined("_npi_concatenate", data, axis)
    return torch.cat(data, axis)


@_npi_concatenate.fast_path(records=True)
def _(p):
    axis = p.axis

    def call(*tensors):
        result = torch.cat(tensors, axis)
        rank, dtype = result.dim(), result.dtype
        for t in tensors:
            if t.dim() != rank or t.dtype is not dtype:
                raise UseOperator
        return result

    return None if axis is None else call


@op("_npi_stack", count="num_args", types=promote_or_share)
def _npi_stack(*data, axis: int = 0):
    """Return arrays of one shape joined along a new axis, in their promoted type."""
    if not data:
        raise MXNetError("stack: at least one array is needed")
    return torch.stack(to_promoted(*data), one_axis(axis, data[0].ndim + 1))


_npi_stack.shapes(stack_shapes)


@_npi_stack.fast_path(records=True)
def _(p):
    axis = p.axis

    def call(*tensors):
        dtype = tensors[0].dtype
        for t in tensors:
            if t.dtype is not dtype:
                raise UseOperator
        return torch.stack(tensors, axis)

    return call


@op("_npi_vstack", count="num_args", types=promote_or_share)
def _npi_vstack(*data):
    """Return arrays joined along the first axis, vectors being rows."""
    _need_some("vstack", data)
    return torch.vstack(to_promoted(*data))


@op("_npi_hstack", count="num_args", types=promote_or_share)
def _npi_hstack(*data, dim: int = 1):
    """Return arrays joined along the second axis, vectors along their only one. ``dim`` is without effect."""
    _need_some("hstack", data)
    return torch.hstack(to_promoted(*data))


@op("_npi_dstack", count="num_args", types=promote_or_share)
def _npi_dstack(*data, dim: int = 1):
    """Return arrays joined along the third axis. ``dim`` is without effect."""
    _need_some("dstack", data)
    return torch.dstack(to_promoted(*data))


@op("_npi_column_stack", count="num_args", types=promote_or_share)
def _npi_column_stack(*data):
    """Return a matrix whose columns are vectors, or those of matrices."""
    _need_some("column_stack", data)
    return torch.column_stack(to_promoted(*data))


def _need_some(name: str, data: Any) -> None:
    if not data:
        raise MXNetError(f"{name}: at least one array is needed")
    for i, item in enumerate(data):
        if item is None:
            raise MXNetError(f"{name}: input {i} is missing")


@op("_npi_hsplit", view=True)
def _npi_hsplit(data, *, indices: Shape, axis: int = 1, squeeze_axis: bool = False, sections: Count = 0):
    """Return ``data`` cut along its second axis (a vector along its only one); see ``_split_v2``."""
    return split_parts("_npi_hsplit", data, indices, min(1, data.ndim - 1), squeeze_axis, sections)


@op("_npi_dsplit", view=True)
def _npi_dsplit(data, *, indices: Shape, axis: int = 1, squeeze_axis: bool = False, sections: Count = 0):
    """Return ``data`` cut along its third axis; see ``_split_v2``."""
    if data.ndim < 3:
        raise MXNetError(f"dsplit: three axes are needed, got shape {tuple(data.shape)}")
    return split_parts("_npi_dsplit", data, indices, 2, squeeze_axis, sections)


_npi_hsplit.outputs(split_outputs)
_npi_dsplit.outputs(split_outputs)


@op(
    "_npi_share_memory",
    types=lambda p, t: t.out.__setitem__(0, "bool"),
    shapes=lambda p, s: s.out.__setitem__(0, (1,)),
    host_sync="host",
)
def _npi_share_memory(a, b):
    """Return whether the pieces of memory that two arrays lie in overlap, ``(1,)``."""
    same = a.untyped_storage().data_ptr() == b.untyped_storage().data_ptr()
    (first, end), (other_first, other_end) = _span(a), _span(b)
    return torch.tensor([same and max(first, other_first) < min(end, other_end)], device=a.device)


def _span(t: torch.Tensor) -> tuple[int, int]:
    """Return the first byte of a tensor's in its memory, and the one behind its last."""
    first = t.storage_offset()
    last = first + sum((n - 1) * step for n, step in zip(t.shape, t.stride(), strict=True))
    size = t.element_size()
    return first * size, (last + 1) * size if t.numel() else first * size


_npi_share_memory.differentiable = False


@op("_npx_nonzero", aliases=("_npi_nonzero",), types=lambda p, t: t.out.__setitem__(0, "int64"), host_sync="shape")
def _npx_nonzero(x):
    """Return the places of the elements that are not 0, one row each, as int64; a number counts as a vector."""
    return nonzero(x if x.ndim else x.reshape(1))


@_npx_nonzero.shapes
def _(p, s):
    if s.x is not None:
        s.out[0] = (None, max(len(s.x), 1))


_npx_nonzero.differentiable = False


# -- what 1.9.1 leaves to NumPy, or lacks -----------------------------------------------------------------------------


@op("_npi_rollaxis", own=True, view=True)
def _npi_rollaxis(a, *, axis: int, start: int = 0):
    """Return ``a`` with ``axis`` moved before the axis ``start``, behind all for as many as there are.

    Parameters
    ----------
    axis
        The axis to move.
    start
        Before which axis it comes.

    Returns
    -------
    An array with the axes in that order.

    Examples
    --------
    >>> mx.np.rollaxis(mx.np.ones((2, 3, 4)), 2).shape
    (4, 2, 3)
    """
    axis = one_axis(axis, a.ndim)
    if start != a.ndim:
        start = one_axis(start, a.ndim, "start")
    return a.movedim(axis, start - (start > axis))


@op("_npi_matrix_transpose", own=True, view=True)
def _npi_matrix_transpose(x):
    """Return the matrices in the last two axes transposed.

    Parameters
    ----------
    x
        Matrices, ``(..., m, n)``.

    Returns
    -------
    Matrices, ``(..., n, m)``.

    Examples
    --------
    >>> a = mx.np.array([[1, 2], [3, 4]])
    >>> print(mx.np.matrix_transpose(a))
    [[1. 3.]
     [2. 4.]]
    """
    if x.ndim < 2:
        raise MXNetShapeError(f"Input array must be at least 2-dimensional, but it is {x.ndim}")
    return x.mT


@op("_npi_triu", own=True)
def _npi_triu(m, *, k: int = 0):
    """Return the matrices in the last two axes with zeros below diagonal ``k``; a vector is a matrix of equal rows.

    Parameters
    ----------
    m
        A matrix, or a stack of them in the last two axes.
    k
        The lowest diagonal that stays: 0 is the main one, 1 the one above it, -1 the one below.

    Returns
    -------
    An array of the shape of the input.

    Examples
    --------
    >>> a = mx.np.array([[1, 2, 3], [4, 5, 6], [7, 8, 9]])
    >>> print(mx.np.triu(a))
    [[1. 2. 3.]
     [0. 5. 6.]
     [0. 0. 9.]]
    >>> print(mx.np.triu(a, 1))
    [[0. 2. 3.]
     [0. 0. 6.]
     [0. 0. 0.]]
    """
    if m.ndim == 0:
        raise MXNetShapeError("triu: an array of at least one axis is needed")
    return torch.triu(m.expand(m.shape[0], -1) if m.ndim == 1 else m, k)


@op("_npi_broadcast_arrays", own=True, count="num_args", view=True, types=_own_types)
def _npi_broadcast_arrays(*args):
    """Return the arrays broadcast to the shape that all of them fit."""
    shape = broadcast(*(item.shape for item in args))
    return tuple(item.expand(shape) for item in args)


@op("_npi_meshgrid", own=True, count="num_args", view=True, types=_own_types)
def _npi_meshgrid(*xi, indexing: Literal["xy", "ij"] = "xy"):
    """Return the coordinates of a grid along flat arrays, each of the grid's shape; ``xy`` exchanges its first axes."""
    order = list(range(len(xi)))
    if indexing == "xy":
        order[:2] = order[:2][::-1]
    shape = [xi[at].numel() for at in order]
    lines = [x.reshape([-1 if i == at else 1 for i in range(len(xi))]) for x, at in zip(xi, order, strict=True)]
    return tuple(item.expand(shape) for item in lines)


for _several in (_npi_broadcast_arrays, _npi_meshgrid):
    _several.outputs(lambda p: numbered(int(p.num_args)))


@op("_npi_block", own=True, count="num_args")
def _npi_block(*data, nesting: str):
    """Return arrays joined as nested lists show: ``nesting`` is the text of lists of the arrays' numbers.

    The innermost lists are joined along the last axis, those around them along the one before, and so on.
    """
    tree = _tree(nesting, len(data))
    levels = _depth(tree)
    ndim = max(levels, *(item.ndim for item in data))

    def joined(value: Any, level: int) -> torch.Tensor:
        if isinstance(value, list):
            return torch.cat([joined(item, level - 1) for item in value], -level)
        return _with_leading_axes(data[value], ndim)

    return joined(tree, levels)


def _tree(nesting: str, count: int) -> Any:
    try:
        tree = ast.literal_eval(nesting)
        if _are_positions(tree, count):
            return tree
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        pass
    raise MXNetError(f"nesting: expected lists of numbers below {count}, got {shortened(nesting)!r}")


def _are_positions(tree: Any, count: int) -> bool:
    if isinstance(tree, list):
        return bool(tree) and all(_are_positions(item, count) for item in tree)
    return type(tree) is int and 0 <= tree < count


def _depth(tree: Any) -> int:
    return 1 + max(map(_depth, tree)) if isinstance(tree, list) else 0
