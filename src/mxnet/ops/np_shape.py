"""Operators of the NumPy interface that rearrange arrays: shapes, and orders of axes and elements."""

import math
from collections.abc import Sequence
from typing import Any, Literal

import torch

from ..core.errors import MXNetError, MXNetShapeError, MXNetValueError
from ..core.naming import named
from ..core.params import Ints, Shape
from ..core.shapes import broadcast, known
from ..registry import op
from ..registry.manual import write
from ..registry.rules import elementwise, gives, numbered
from ._axes import np_axis, one_axis
from ._fast_paths import copied
from .shape import fill_one_hole

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


@_np_reshape.specialized
def _(p):
    newshape = p.newshape
    return None if p.order != "C" or min(newshape, default=0) < -1 else lambda a: a.reshape(newshape)


@_np_reshape.shapes
def _(p, s, a):
    s.out[0] = np_reshaped(a, p.newshape) if known(a) else tuple(None if n == -1 else n for n in p.newshape)
    s.a = fill_one_hole(a, s.out[0])
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

    @op(name, count="num_args", view=True, types=_own_types, outputs=_as_many)
    @named(name, doc)
    def fn(*arys):
        return tuple(_with_axes(ary, count) for ary in arys)


def _as_many(p: Any) -> tuple[str, ...]:
    return tuple(f"output{i}" for i in range(int(p.num_args)))


def _own_types(p: Any, t: Any) -> None:
    t.out[:] = t.inputs
    t.inputs[:] = t.out


def _with_axes(data: torch.Tensor, count: int) -> torch.Tensor:
    if data.ndim >= count:
        return data
    if count == 3 and data.ndim == 2:
        return data.unsqueeze(2)
    if count == 3 and data.ndim == 1:
        return data.reshape(1, -1, 1)
    return with_leading_axes(data, count)


def with_leading_axes(data: torch.Tensor, ndim: int) -> torch.Tensor:
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


@_np_transpose.specialized
def _(p):
    axes = p.axes
    if axes is not None:
        return lambda a: a.permute(axes)
    return lambda a: a.t() if a.dim() <= 2 else a.permute(tuple(range(a.dim() - 1, -1, -1)))


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


@op(
    "_npi_share_memory",
    types=gives("bool"),
    shapes=lambda p, s: (1,),
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


# -- what 1.9.1 leaves to NumPy, or lacks -----------------------------------------------------------------------------


@op("_npi_rollaxis", extension=True, view=True)
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


@op("_npi_matrix_transpose", extension=True, view=True)
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


@op("_npi_broadcast_arrays", extension=True, count="num_args", view=True, types=_own_types)
def _npi_broadcast_arrays(*args):
    """Return the arrays broadcast to the shape that all of them fit."""
    shape = broadcast(*(item.shape for item in args))
    return tuple(item.expand(shape) for item in args)


@op("_npi_meshgrid", extension=True, count="num_args", view=True, types=_own_types)
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
