"""Operators that change the shape of an array and not its values: reshape, transpose, squeeze, broadcast.

They return views where PyTorch can; imperative calls copy those.
"""

import math
from collections.abc import Sequence
from functools import partial
from itertools import combinations
from typing import Any

import torch

from ..core.errors import MXNetError
from ..core.params import Ints, Shape
from ..core.shapes import PartialShape, known
from ..core.tracing import cached
from ..registry import op
from ..registry.op import Params
from ..registry.rules import elementwise
from ..registry.traits import Identity
from ._axes import one_axis
from ._families import first_type, first_type_of_known, one_shape, reshaped_back

_COPY, _INFER, _COPY_REST, _MERGE, _SPLIT = 0, -1, -2, -3, -4
Dims = list[int | None]
#: by the order of axes of which two are exchanged, these: PyTorch's gradient of it takes half the time of others
_EXCHANGES = {
    (*range(i), k, *range(i + 1, k), i, *range(k + 1, ndim)): (i, k)
    for ndim in range(2, 7)
    for i, k in combinations(range(ndim), 2)
}


@cached(4096)
def reshaped(shape: tuple[int | None, ...], spec: Shape, reverse: bool = False) -> tuple[int | None, ...]:
    """Return the shape that ``spec`` makes of ``shape``, both possibly with unknown dimensions (None).

    In a spec, a positive number is a length; 0 copies a length; -1 takes what is left; -2 copies all further
    lengths; -3 multiplies two; -4 splits one into the two numbers that follow, one of which may be -1. With
    ``reverse`` both are read from the right (so that -4 stands after its numbers there). Raises
    :class:`MXNetError` where the spec does not fit.
    """
    dims = list(shape)
    if reverse:
        dims.reverse()
    result: Dims = []
    at = 0
    for code, *parts in _groups(spec[::-1] if reverse else spec):
        if code > 0 or code == _INFER:
            result.append(code)
            at += 1
            continue
        consumed = dims[at:] if code == _COPY_REST else dims[at : at + (2 if code == _MERGE else 1)]
        if code != _COPY_REST and len(consumed) < (2 if code == _MERGE else 1):
            raise MXNetError(f"reshape: shape {spec} asks for more axes than {tuple(shape)} has")
        at += len(consumed)
        if code == _MERGE:
            result.append(None if None in consumed else math.prod([d for d in consumed if d is not None]))
        elif code == _SPLIT:
            result.extend(_split(consumed[0], parts))
        else:
            result.extend(consumed)
    if reverse:
        result.reverse()
    return _complete(result, shape, spec)


def _groups(spec: Shape) -> Any:
    """Yield the parts of a spec: ``(code,)``, or ``(-4, a, b)`` for a split."""
    rest = iter(spec)
    for code in rest:
        if code < _SPLIT:
            raise MXNetError(f"reshape: shape dim size must be >= -4, got {code} in {spec}")
        if code == _SPLIT:
            pair = (next(rest, None), next(rest, None))
            if None in pair:
                raise MXNetError(f"reshape: -4 must be followed by two lengths in {spec}")
            yield (code, *pair)
        else:
            yield (code,)


def _split(length: int | None, parts: Sequence[int]) -> Dims:
    first, second = parts
    if first == second == _INFER:
        raise MXNetError("reshape: only one of the two lengths after -4 may be -1")
    if length is None:
        return [None if d == _INFER else d for d in (first, second)]
    if first == _INFER:
        first = length // second
    elif second == _INFER:
        second = length // first
    if first * second != length:
        raise MXNetError(f"reshape: split dims {first}, {second} do not divide original dim {length}")
    return [first, second]


def _complete(lengths: Dims, shape: Sequence[int | None], spec: Shape) -> tuple[int | None, ...]:
    """Fill in the length that is left over (-1), and check the size."""
    if lengths.count(_INFER) > 1:
        raise MXNetError(f"reshape: one and only one dim can be inferred, got shape {spec}")
    if None in shape or None in lengths:
        return tuple(None if d == _INFER else d for d in lengths)
    size = math.prod(shape)  # type: ignore[arg-type]
    if _INFER in lengths:
        rest = math.prod([d for d in lengths if d not in (_INFER, None)])
        lengths[lengths.index(_INFER)] = size // rest if rest else 0
    if math.prod(lengths) != size:  # type: ignore[arg-type]
        raise MXNetError(f"reshape: target shape {tuple(lengths)} has another size than {tuple(shape)} (spec {spec})")
    return tuple(lengths)


def _legacy_target(shape: tuple[int | None, ...], target: Shape, keep_highest: bool) -> tuple[int | None, ...]:
    """Read ``target_shape``, the attribute of MXNet 0.x: its one 0 is what is left over."""
    dims: Dims = [shape[0] if keep_highest and i == 0 else (d or _INFER) for i, d in enumerate(target)]
    if dims.count(_INFER) > 1:
        raise MXNetError(f"reshape: target_shape {target} has more than one 0")
    return _complete(dims, shape, target)


def _has_no_codes(spec: Shape) -> bool:
    """Return whether PyTorch reads a shape as MXNet does."""
    return bool(spec) and 0 not in spec and min(spec) >= _INFER and spec.count(_INFER) <= 1


def _reshape_target(shape: tuple[int | None, ...], p: Any) -> tuple[int | None, ...]:
    if p.shape:
        return reshaped(shape, p.shape, p.reverse)
    if p.target_shape:
        return _legacy_target(shape, p.target_shape, p.keep_highest)
    raise MXNetError("reshape: the attribute shape must be given")


def fill_one_hole(shape: PartialShape, other: PartialShape) -> PartialShape:
    """Return ``shape`` with its one unknown length, when ``other``, of the same size, is known."""
    if shape is None or not known(other) or sum(d is None for d in shape) != 1:
        return shape
    rest = math.prod([d for d in shape if d is not None])
    size = math.prod(other)  # type: ignore[arg-type]
    return tuple(size // rest if d is None else d for d in shape) if rest and size % rest == 0 else shape


@op("Reshape", aliases=("reshape",), view=True)
def reshape(data, *, shape: Ints = (), reverse: bool = False, target_shape: Shape = (), keep_highest: bool = False):
    """Return ``data`` in another shape, its elements in the same order.

    Parameters
    ----------
    data
        The input.
    shape
        The new shape. Besides lengths it may have codes, which are read together with the lengths of ``data`` from the
        left: 0 copies a length; -1 is what is left over; -2 copies all that follow; -3 multiplies two; -4 splits one
        into the two numbers behind it, one of which may be -1.
    reverse
        Whether lengths and codes are read from the right.
    target_shape, keep_highest
        The arguments of MXNet 0.x: 0 is what is left over; whether the first length stays.

    Returns
    -------
    A view of the same memory.

    Raises
    ------
    MXNetError
        Where the shape has another number of elements, or asks for more axes.

    Examples
    --------
    >>> x = mx.nd.zeros((2, 3, 4))
    >>> x.reshape((4, 6)).shape
    (4, 6)
    >>> mx.nd.reshape(x, shape=(0, -1)).shape
    (2, 12)
    >>> mx.nd.reshape(x, shape=(-3, 0)).shape
    (6, 4)
    >>> mx.nd.reshape(x, shape=(-4, 1, 2, -2)).shape
    (1, 2, 3, 4)
    """
    if shape:
        if _has_no_codes(shape):
            try:
                return data.reshape(*shape)  # a tuple takes a microsecond more
            except RuntimeError:  # the error of MXNet follows
                pass
        return data.reshape(reshaped(tuple(data.shape), shape, reverse))
    kwargs = {"shape": shape, "reverse": reverse, "target_shape": target_shape, "keep_highest": keep_highest}
    return data.reshape(_reshape_target(tuple(data.shape), Params(kwargs)))


@reshape.specialized
def _(p):
    spec, reverse = p.shape, p.reverse
    if _has_no_codes(spec):
        return lambda data: data.reshape(*spec)
    return (lambda data: data.reshape(reshaped(data.shape, spec, reverse))) if spec else None


@reshape.shapes
def _(p, s, data):
    s.out[0] = _reshape_target(data, p)
    s.data = fill_one_hole(data, s.out[0])
    s.out[0] = fill_one_hole(s.out[0], s.data)


@op("Flatten", aliases=("_npx_batch_flatten", "flatten"), view=True)
def flatten(data):
    """Return ``data`` as a matrix: the first axis stays, all others become one.

    Parameters
    ----------
    data
        The input, ``(N, ...)``.

    Returns
    -------
    An array ``(N, K)``.

    Examples
    --------
    >>> mx.nd.flatten(mx.nd.ones((2, 3, 4))).shape
    (2, 12)
    """
    return data.flatten(1) if data.ndim > 1 else data.reshape(-1, 1)


@op("reshape_like", aliases=("_npx_reshape_like",), types=first_type_of_known, view=True, read_only=(1,))
def reshape_like(
    lhs,
    rhs,
    *,
    lhs_begin: int | None = None,
    lhs_end: int | None = None,
    rhs_begin: int | None = None,
    rhs_end: int | None = None,
):
    """Return ``lhs`` with its axes ``lhs_begin ... lhs_end - 1`` in place of ``rhs``'s ``rhs_begin ... rhs_end - 1``.

    By default all axes: ``lhs`` in the shape of ``rhs``. The gradient of ``rhs`` is zero.

    Parameters
    ----------
    lhs
        The array.
    rhs
        The array whose shape is taken; its values do not matter.
    lhs_begin, lhs_end
        The axes of ``lhs`` that are replaced, as for a slice; None: all.
    rhs_begin, rhs_end
        The axes of ``rhs`` that replace them, as for a slice; None: all.

    Returns
    -------
    An array with the elements of ``lhs``.

    Examples
    --------
    >>> mx.nd.reshape_like(mx.nd.ones((6,)), mx.nd.ones((2, 3))).shape
    (2, 3)
    """
    first, last = _span(lhs_begin, lhs_end, lhs.ndim)
    begin, end = _span(rhs_begin, rhs_end, rhs.ndim)
    target = (*lhs.shape[:first], *rhs.shape[begin:end], *lhs.shape[last:])
    if math.prod(target) != lhs.numel():
        raise MXNetError(f"reshape_like: cannot reshape lhs with shape {tuple(lhs.shape)} to {target}")
    return lhs.reshape(target)


@op(
    "_contrib_dynamic_reshape", extension=True, types=first_type, view=True, host_sync="shape", shapes=lambda p, s: None
)
def dynamic_reshape(data, shape):
    """Return ``data`` in a shape that an array says, with the codes of ``Reshape``.

    Parameters
    ----------
    shape
        The lengths of the axes, a vector; 0 takes over the length of the axis in this place, -1 is found from the
        others, and so on. It gets the gradient zero.

    Returns
    -------
    An array of that shape. It depends on values, so that a symbol's shape cannot be inferred.

    See Also
    --------
    reshape : with a shape known beforehand.

    Notes
    -----
    MXNet 2's; 1.9.1 has no such function.

    Examples
    --------
    >>> data = nd.arange(6)
    >>> print(nd.contrib.dynamic_reshape(data, nd.array([2, -1])).shape)
    (2, 3)
    """
    if shape.ndim != 1:
        raise MXNetError(f"dynamic_reshape: expected a vector as shape, got {tuple(shape.shape)}")
    target = reshaped(tuple(data.shape), tuple(int(length) for length in shape.detach().cpu().tolist()))
    if _INFER not in target and math.prod(target) != data.numel():
        raise MXNetError(f"dynamic_reshape: cannot reshape {tuple(data.shape)} to {target}")
    return data.reshape(target)


@op("_identity_with_attr_like_rhs", shapes=elementwise, view=True, layer=Identity(), read_only=(1,))
def _identity_with_attr_like_rhs(lhs, rhs):
    """Return ``lhs``; inference learns that it has the shape and type of ``rhs``, whose gradient is zero."""
    one_shape("_identity_with_attr_like_rhs", lhs, rhs)
    return lhs.view_as(lhs)


def _span(begin: int | None, end: int | None, ndim: int) -> tuple[int, int]:
    first = 0 if begin is None else one_axis(begin, ndim, "begin")
    last = ndim if end is None else (end if end >= 0 else end + ndim)
    if not first < last <= ndim:
        raise MXNetError(f"reshape_like: invalid begin, end, got begin={begin}, end={end} of {ndim} axes")
    return first, last


@op("transpose", view=True)
def transpose(data, *, axes: Shape = ()):
    """Return ``data`` with its axes in the order ``axes``, reversed where that is empty.

    Parameters
    ----------
    axes
        Which axis of ``data`` comes where; (): the order is reversed.

    Returns
    -------
    An array with the axes in that order.

    Examples
    --------
    >>> mx.nd.transpose(mx.nd.ones((2, 3, 4)), axes=(1, 0, 2)).shape
    (3, 2, 4)
    """
    ndim = data.ndim
    if not axes:
        return data.t() if ndim == 2 else data.permute(tuple(range(ndim - 1, -1, -1)))
    pair = _EXCHANGES.get(axes)
    if len(axes) != ndim or (pair is None and min(axes) < 0):
        raise MXNetError(f"transpose: axes {axes} are no order of the {ndim} axes of {tuple(data.shape)}")
    return data.permute(axes) if pair is None else data.transpose(*pair)


@transpose.specialized
def _(p):
    axes, pair = p.axes, _EXCHANGES.get(p.axes)
    if not axes or min(axes) < 0:
        return None
    if pair is None:
        return lambda data: data.permute(*axes)  # a tuple takes half a microsecond more
    first, second, ndim, operator = *pair, len(axes), partial(transpose.call, axes=axes)
    return lambda data: data.transpose(first, second) if data.dim() == ndim else operator(data)


@transpose.shapes
def _(p, s):
    if not p.axes:
        s.out[0] = None if s.data is None else s.data[::-1]
        s.data = None if s.out[0] is None else s.out[0][::-1]
        return
    if sorted(p.axes) != list(range(len(p.axes))):
        raise MXNetError(f"transpose: axes {p.axes} are no order of axes")
    if s.data is not None and len(s.data) == len(p.axes):
        s.out[0] = tuple(s.data[a] for a in p.axes)
    if s.out[0] is not None and len(s.out[0]) == len(p.axes):
        s.data = tuple(s.out[0][p.axes.index(i)] for i in range(len(p.axes)))


@op("SwapAxis", full_names=("outputs", "input", "gradients"), aliases=("_npi_swapaxes", "swapaxes"), view=True)
def swap_axis(data, *, dim1: int = 0, dim2: int = 0):
    """Return ``data`` with two axes exchanged.

    Parameters
    ----------
    dim1
        The one axis.
    dim2
        The other axis.

    Returns
    -------
    An array with the axes exchanged.

    Examples
    --------
    >>> mx.nd.swapaxes(mx.nd.ones((2, 3, 4)), dim1=0, dim2=2).shape
    (4, 3, 2)
    """
    return data.transpose(one_axis(dim1, data.ndim), one_axis(dim2, data.ndim))


@swap_axis.vjp
def _(b, call, p, grads):
    b.add(call.args[0], b.call(torch.swapaxes, grads[0], p.dim1, p.dim2))


@op("expand_dims", aliases=("_npi_expand_dims",), view=True)
def expand_dims(data, *, axis: int):
    """Return ``data`` with a new axis of length 1 at position ``axis``.

    Parameters
    ----------
    axis
        The position of the new axis in the result, negative ones counted from behind.

    Returns
    -------
    An array with an axis of length 1 more.

    Examples
    --------
    >>> mx.np.expand_dims(mx.np.ones((2, 3)), 1).shape
    (2, 1, 3)
    """
    return data.unsqueeze(one_axis(axis, data.ndim + 1))


@expand_dims.specialized
def _(p):
    axis = p.axis
    return lambda data: data.unsqueeze(axis)


@expand_dims.shapes
def _(p, s):
    if s.data is not None:
        at = one_axis(p.axis, len(s.data) + 1)
        s.out[0] = (*s.data[:at], 1, *s.data[at:])
    if s.out[0] is not None:
        at = one_axis(p.axis, len(s.out[0]))
        s.data = s.out[0][:at] + s.out[0][at + 1 :]


@op("squeeze", view=True, full_names=("input",))
def squeeze(data, *, axis: Ints | None = None):
    """Return ``data`` without axes of length 1: all of them, or those in ``axis``. At least one axis remains.

    Parameters
    ----------
    axis
        The axes to leave out, an int or a tuple, each of length 1; None: all of length 1.

    Returns
    -------
    An array with fewer axes.

    Examples
    --------
    >>> mx.nd.squeeze(mx.nd.ones((1, 3, 1))).shape
    (3,)
    """
    if axis is None:
        result = data.squeeze()
    else:
        axes = [one_axis(a, data.ndim) for a in axis]
        for a in axes:
            if data.shape[a] != 1:
                raise MXNetError(
                    f"cannot select an axis to squeeze out which has size={data.shape[a]} not equal to one"
                )
        result = data.squeeze(axes)
    return result if result.ndim else result.reshape(1)


for _op in (reshape, flatten, expand_dims, squeeze):
    _op.vjp(reshaped_back)


@op("broadcast_axis", aliases=("broadcast_axes",), view=True)
def broadcast_axis(data, *, axis: Shape = (), size: Shape = ()):
    """Return ``data`` with axes of length 1 repeated to the lengths in ``size``.

    Parameters
    ----------
    axis
        The axes, an int or a tuple, of length 1.
    size
        Their new lengths.

    Returns
    -------
    An array.

    Examples
    --------
    >>> mx.nd.broadcast_axis(mx.nd.ones((1, 2, 1)), axis=(0, 2), size=(3, 4)).shape
    (3, 2, 4)
    """
    if len(axis) != len(size):
        raise MXNetError(f"broadcast_axis: {len(axis)} axes and {len(size)} sizes")
    target = list(data.shape)
    for a, length in zip(axis, size, strict=True):
        if not 0 <= a < data.ndim:
            raise MXNetError(f"broadcast_axis: axis {a} of {data.ndim} axes, which are counted from 0 up")
        if target[a] != 1:
            raise MXNetError(f"Broadcasting axis must have size 1: axis {a} of {tuple(target)}")
        if length < 0:
            raise MXNetError(f"broadcast_axis: size {length} of axis {a}")
        target[a] = length
    return data.expand(target)


@broadcast_axis.shapes
def _(p: Any, s: Any) -> None:
    """Refuse to take a length from what uses the result, as 1.9.1 does: 0 is a length."""
    for a, length in zip(p.axis, p.size, strict=False):
        used = s.out[0][a] if s.out[0] is not None and a < len(s.out[0]) else None
        if length == 0 and used:
            raise MXNetError(
                f"broadcast_axis: size 0 of axis {a} is a length, and the result is used with length {used}: pass "
                f"size={used}, or use broadcast_like"
            )


def _expand(data, target: Sequence[int]):
    ok = len(target) == data.ndim and all(n in (1, m) for n, m in zip(data.shape, target, strict=True))
    if not ok:
        raise MXNetError(f"Array cannot be broadcasted from {list(data.shape)} to {list(target)}")
    return data.expand(target)


@op("broadcast_to", view=True)
def broadcast_to(data, *, shape: Shape = ()):
    """Return ``data`` with axes of length 1 repeated to make ``shape``; a 0 there keeps a length.

    Parameters
    ----------
    shape
        The shape of the result.

    Returns
    -------
    An array.

    Examples
    --------
    >>> print(mx.nd.broadcast_to(mx.nd.array([[1], [2]]), shape=(2, 3)).asnumpy())
    [[1. 1. 1.]
     [2. 2. 2.]]
    """
    if len(shape) != data.ndim:
        raise MXNetError(f"Operand of shape {list(data.shape)} cannot be broadcasted to {list(shape)}")
    if min(shape, default=0) < 0:
        raise MXNetError(f"shape: expected lengths of 0 or more, got {shape}")
    return _expand(data, [n or m for n, m in zip(shape, data.shape, strict=True)])


@broadcast_to.specialized
def _(p):
    shape, ndim, operator = p.shape, len(p.shape), partial(broadcast_to.call, shape=p.shape)
    if not all(n > 0 for n in shape):
        return None
    return lambda data: data.expand(shape) if data.dim() == ndim else operator(data)


@op("broadcast_like", types=first_type_of_known, view=True, read_only=(1,))
def broadcast_like(lhs, rhs, *, lhs_axes: Shape | None = None, rhs_axes: Shape | None = None):
    """Return ``lhs`` with axes of length 1 repeated to those of ``rhs``, or only ``lhs_axes`` to ``rhs_axes``.

    One of both without the other is without effect. The gradient of ``rhs`` is zero.

    Parameters
    ----------
    lhs
        The array.
    rhs
        The array whose lengths the result has.
    lhs_axes
        The axes of ``lhs`` that are repeated; None: all.
    rhs_axes
        The axes of ``rhs`` that give their lengths; None: all.

    Returns
    -------
    An array.

    Examples
    --------
    >>> mx.nd.broadcast_like(mx.nd.ones((1, 2)), mx.nd.ones((3, 2))).shape
    (3, 2)
    """
    if lhs_axes is None or rhs_axes is None:
        return _expand(lhs, tuple(rhs.shape))
    if not lhs_axes or not rhs_axes or len(lhs_axes) != len(rhs_axes):
        raise MXNetError(f"broadcast_like: lhs_axes {lhs_axes} and rhs_axes {rhs_axes} must pair up")
    target = list(lhs.shape)
    for lhs_axis, other in zip(lhs_axes, rhs_axes, strict=True):
        target[one_axis(lhs_axis, lhs.ndim)] = rhs.shape[one_axis(other, rhs.ndim)]
    return _expand(lhs, target)
