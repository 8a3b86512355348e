"""Operators that move elements about: flips, padding, choices, blocks between depth and space."""

from typing import Any, Literal

import torch
import torch.nn.functional as F

from ..core.dtypes import NAME_OF_TORCH, fit_to_dtype
from ..core.errors import MXNetAxisError, MXNetError
from ..core.params import Double, Ints, Shape
from ..core.shapes import known
from ..kernels.masking import choose
from ..registry import op
from ..registry.rules import elementwise
from ._families import one_dtype, one_shape
from ._fast_paths import UseOperator


@op("reverse", aliases=("flip",), shapes=elementwise, full_names=("input",))
def reverse(data, *, axis: Ints):
    """Return ``data`` with the order of its elements reversed along the axes ``axis``.

    Parameters
    ----------
    axis
        The axes, an int or a tuple.

    Returns
    -------
    An array of the shape of ``data``.

    Examples
    --------
    >>> print(mx.nd.flip(mx.nd.array([[1, 2, 3]]), axis=1).asnumpy())
    [[3. 2. 1.]]
    """
    for a in axis:
        if not 0 <= a < data.ndim:
            raise MXNetAxisError(f"reverse: axis {a} must be in range [0, {data.ndim})")
    return data.flip(axis)


@reverse.fast_path(records=True)
def _(p):
    axis = p.axis[0] if len(p.axis) == 1 else p.axis  # PyTorch reads a number in less time than a tuple
    return None if any(a < 0 for a in p.axis) else lambda x: x.flip(axis)


_PAD_MODES = {"constant": "constant", "edge": "replicate", "reflect": "reflect"}


@op("Pad", full_names=("outputs", "input", "gradients"), aliases=("pad",))
def pad(data, *, mode: Literal["constant", "edge", "reflect"], pad_width: Shape, constant_value: Double = 0.0):
    """Return ``data``, of shape ``(N, C, H, W)`` or ``(N, C, D, H, W)``, with padding around its space.

    ``pad_width`` has two numbers for each axis, before and after; those of the first two axes must be 0. The
    padding is ``constant_value``, the value at the edge, or the inside mirrored at the edge. A negative number cuts off
    so much; of each axis something must be left. Floating point only.

    Parameters
    ----------
    data
        The input.
    mode
        What is put around: 'constant' ``constant_value``, 'edge' the nearest element, 'reflect' the inside mirrored at
        the edge.
    pad_width
        Two numbers for each axis, before and after; of the first two axes 0.
    constant_value
        The value of 'constant'.

    Returns
    -------
    An array.

    Examples
    --------
    >>> print(mx.nd.pad(mx.nd.array([[[[1, 2]]]]), mode='edge', pad_width=(0, 0, 0, 0, 0, 0, 1, 2)).asnumpy())
    [[[[1. 1. 2. 2. 2.]]]]
    """
    _check_pad(data.shape, pad_width)
    if not data.is_floating_point():
        raise MXNetError(f"This operation only supports floating point types, not {NAME_OF_TORCH[data.dtype]}")
    sides = [max(n, 0) for i in range(data.ndim - 1, 1, -1) for n in pad_width[2 * i : 2 * i + 2]]
    wide = F.pad(
        data, sides, _PAD_MODES[mode], fit_to_dtype(constant_value, data.dtype) if mode == "constant" else None
    )
    if min(pad_width) < 0:
        ends = zip(wide.shape, pad_width[::2], pad_width[1::2], strict=True)
        return wide[tuple(slice(max(-low, 0), n + min(high, 0)) for n, low, high in ends)].contiguous()
    return wide


def _check_pad(shape: Any, pad_width: Shape) -> None:
    if len(shape) not in (4, 5):
        raise MXNetError("Pad: only 4-D and 5-D inputs are supported")
    if len(pad_width) != 2 * len(shape):
        raise MXNetError(f"Pad: pad_width {pad_width} does not match the input's shape {list(shape)}")
    if any(pad_width[:4]):
        raise MXNetError(f"Pad: the padding of the first two axes must be zero, got {pad_width}")
    for n, low, high in zip(shape, pad_width[::2], pad_width[1::2], strict=True):
        if n is not None and min(low, high) < 0 and n + low + high < 1:
            raise MXNetError(f"Pad: pad_width {pad_width} leaves nothing of the input's shape {list(shape)}")


@pad.shapes
def _(p: Any, s: Any, data: Any) -> None:
    if p.mode == "constant" or not known(data):  # else PyTorch has more to check
        _check_pad(data, p.pad_width)
        sides = zip(data, p.pad_width[::2], p.pad_width[1::2], strict=True)
        s.out[0] = tuple(None if n is None else n + before + after for n, before, after in sides)


def _where_types(p: Any, t: Any) -> None:
    """Both choices and the result have one type; the condition any."""
    for item in (t.x, t.y, t.out[0]):
        t.x = t.y = item
        t.out[0] = item


def _where_shapes(p: Any, s: Any) -> None:
    """Both choices and the result have one shape; MXNet deduces it only where it knows the condition's."""
    if not known(s.condition):
        return
    for item in (s.x, s.y, s.out[0]):
        s.x = s.y = item
        s.out[0] = item


_where_shapes.complete = True  # type: ignore[attr-defined]


@op("where", aliases=("_sparse_where",), types=_where_types, shapes=_where_shapes, amp="widest", read_only=(0,))
def where(condition, x, y):
    """Return ``x`` where ``condition`` is not 0, else ``y``; a vector as condition chooses whole rows.

    ``x`` and ``y`` have one shape and data type; the condition's gradient is zero.

    Parameters
    ----------
    condition
        What decides: an array of the shape of ``x``, or a vector that chooses whole rows.
    x
        The values where it is not 0.
    y
        The values elsewhere.

    Returns
    -------
    An array of the shape and dtype of ``x``.

    Examples
    --------
    >>> x = mx.nd.array([-1, 2, -3])
    >>> print(mx.nd.where(x > 0, x, mx.nd.zeros_like(x)).asnumpy())
    [0. 2. 0.]
    """
    one_dtype("where: x and y", x, y)
    one_shape("where: x and y", x, y)
    if condition.shape != x.shape:
        if condition.ndim != 1 or condition.shape[0] != x.shape[0]:
            raise MXNetError(
                f"where: the condition {list(condition.shape)} fits neither x {list(x.shape)} nor its rows"
            )
        condition = condition.reshape(-1, *([1] * (x.ndim - 1)))
    return choose(condition.bool(), x, y)


@where.fast_path(records=True)
def _(p):
    def call(condition, x, y):
        shape = x.shape
        if condition.shape != shape or y.shape != shape or x.dtype is not y.dtype:
            raise UseOperator
        return choose(condition.bool(), x, y)

    return call


def _check_block(name: str, data: torch.Tensor, block: int) -> None:
    if block <= 0:
        raise MXNetError(f"{name}: block_size must be a positive integer value, got {block}")
    if data.ndim != 4 or 0 in data.shape:
        raise MXNetError(f"{name}: expected 4 axes (N, C, H, W), none of length 0, got {list(data.shape)}")


@op("depth_to_space", view=True, full_names=("input",))
def depth_to_space(data, *, block_size: int):
    """Return ``(N, C, H, W)`` as ``(N, C / b**2, H * b, W * b)``, channels laid out in blocks of b x b pixels.

    The channel is read as (row in the block, column in the block, channel of the result).

    Parameters
    ----------
    block_size
        b, the side of a block; b**2 divides C.

    Returns
    -------
    An array ``(N, C / b**2, H * b, W * b)``.

    Examples
    --------
    >>> x = mx.nd.arange(4).reshape((1, 4, 1, 1))
    >>> print(mx.nd.depth_to_space(x, block_size=2).asnumpy())
    [[[[0. 1.]
       [2. 3.]]]]
    """
    _check_block("depth_to_space", data, block_size)
    n, c, h, w = data.shape
    b = block_size
    if c % (b * b):
        raise MXNetError(f"depth_to_space: the {c} channels are no multiple of block_size squared ({b * b})")
    blocks = data.reshape(n, b, b, c // (b * b), h, w)
    return blocks.permute(0, 3, 4, 1, 5, 2).reshape(n, c // (b * b), h * b, w * b)


@op("space_to_depth", view=True, full_names=("input",))
def space_to_depth(data, *, block_size: int):
    """Return ``(N, C, H, W)`` as ``(N, C * b**2, H / b, W / b)``: the inverse of ``depth_to_space``.

    Parameters
    ----------
    block_size
        b, the side of a block, which divides H and W.

    Returns
    -------
    An array ``(N, C * b**2, H / b, W / b)``.

    Examples
    --------
    >>> x = mx.nd.arange(4).reshape((1, 1, 2, 2))
    >>> print(mx.nd.space_to_depth(x, block_size=2).asnumpy().ravel())
    [0. 1. 2. 3.]
    """
    _check_block("space_to_depth", data, block_size)
    n, c, h, w = data.shape
    b = block_size
    if h % b or w % b:
        raise MXNetError(f"space_to_depth: {h} x {w} is no multiple of block_size {b}")
    blocks = data.reshape(n, c, h // b, b, w // b, b)
    return blocks.permute(0, 3, 5, 1, 2, 4).reshape(n, c * b * b, h // b, w // b)
