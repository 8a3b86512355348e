"""Operators that make arrays from nothing: constants, ranges, identity matrices.

``ctx`` names the device of an imperative call (``'cpu(0)'``); in a graph the executor decides. A shape may leave
dimensions open in a graph (0, in classic semantics): the array takes what the rest of the graph needs there.
"""

import math
from typing import Any

import torch

from ..core.dtypes import TORCH_OF, from_code, number
from ..core.errors import MXNetError
from ..core.params import Double, DType, Long, Shape
from ..core.semantics import semantics
from ..core.shapes import from_mxnet
from ..registry import op
from ..registry.rules import dtype_attribute, same_type
from ._families import zero_gradient


def shape_attribute(p: Any, s: Any) -> None:
    s.out[0] = from_mxnet(p.shape, semantics.np_shape)


def _resolve(shape: Shape, out_shape: Shape | None) -> Shape:
    """Return the shape to make: what inference found, or else the attribute, which must be complete then."""
    if out_shape is not None:
        return out_shape
    if not semantics.np_shape and (not shape or 0 in shape):
        raise MXNetError(f"the shape {shape} is not fully known, and nothing else says what it is")
    if min(shape, default=0) < 0:
        raise MXNetError(f"shape: expected lengths of 0 or more, got {shape}")
    return shape


@op("_zeros", shapes=shape_attribute, types=dtype_attribute)
def _zeros(*, shape: Shape = (), ctx: str = "", dtype: DType = "float32", device, out_shape=None):
    """Return an array of zeros."""
    return torch.zeros(_resolve(shape, out_shape), dtype=TORCH_OF[dtype], device=device)


@op("_ones", shapes=shape_attribute, types=dtype_attribute)
def _ones(*, shape: Shape = (), ctx: str = "", dtype: DType = "float32", device, out_shape=None):
    """Return an array of ones."""
    return torch.ones(_resolve(shape, out_shape), dtype=TORCH_OF[dtype], device=device)


@op("_full", aliases=("_npi_full",), shapes=shape_attribute, types=dtype_attribute)
def _full(*, shape: Shape = (), ctx: str = "", dtype: DType = "float32", value: Double, device, out_shape=None):
    """Return an array with ``value`` everywhere, cut to an integer where the type asks for it."""
    return torch.full(_resolve(shape, out_shape), value, device=device, dtype=torch.float64).to(TORCH_OF[dtype])


@op(
    "_zeros_without_dtype",
    shapes=shape_attribute,
    types=lambda p, t: "float32" if p.dtype < 0 else from_code(p.dtype),
)
def _zeros_without_dtype(*, shape: Shape = (), ctx: str = "", dtype: int = -1, device, out_shape=None):
    """Return an array of zeros of the type with MXNet's number ``dtype``; float32 where it is -1."""
    out_dtype = TORCH_OF["float32" if dtype < 0 else from_code(dtype)]
    return torch.zeros(_resolve(shape, out_shape), dtype=out_dtype, device=device)


@op("_set_value", types=same_type)
def _set_value(*, src: float = 0.0, out=None):
    """Fill the array ``out`` with the number ``src``."""
    if out is None:
        raise MXNetError("_set_value needs an array to fill: pass out=")
    return torch.full_like(out, number(src, out.dtype))


def _check_repeat(repeat: int) -> None:
    if repeat < 1:
        raise MXNetError(f"Range only supports repeat > 0, received {repeat}")


def _range_length(start: float, stop: float | None, step: float, repeat: int) -> int:
    """Return the number of elements of a range, repeats included."""
    if stop is None:
        start, stop = 0.0, start
    if step == 0:
        raise MXNetError("Range does not support step=0")
    if not math.isfinite(start + stop + step):
        raise MXNetError(f"Invalid range (start, stop, step) = ({start:g},{stop:g},{step:g}): expected finite numbers")
    _check_repeat(repeat)
    if (stop - start) * step <= 0:
        raise MXNetError(f"Invalid range (start, stop, step) = ({start:g},{stop:g},{step:g})")
    return math.ceil((stop - start) / step) * repeat


def _range_shape(p: Any, s: Any) -> None:
    if not (p.infer_range and p.stop is None):
        s.out[0] = (_range_length(p.start, p.stop, p.step, p.repeat),)
    elif s.out[0] is None:
        s.out[0] = (None,)


def number_range(
    start: float, step: float, repeat: int, length: int, device: torch.device, dtype: torch.dtype
) -> torch.Tensor:
    index = torch.arange(length, device=device)
    if repeat != 1:
        index = torch.div(index, repeat, rounding_mode="trunc")
    return (index.double() * step + start).to(dtype)


def _stepped(
    start: float, step: float, repeat: int, length: int, device: torch.device, dtype: torch.dtype
) -> torch.Tensor:
    """Return a range whose start and step lose their fractions first where the result has integers."""
    _check_repeat(repeat)
    if not dtype.is_floating_point:
        start, step = int(start), int(step)
    return number_range(start, step, repeat, length, device, dtype)


@op("_arange", shapes=_range_shape, types=dtype_attribute)
def _arange(
    *,
    start: Double,
    stop: Double | None = None,
    step: Double = 1.0,
    repeat: int = 1,
    infer_range: bool = False,
    ctx: str = "",
    dtype: DType = "float32",
    device,
    out_shape=None,
):
    """Return ``start, start + step, ...`` below ``stop``, each number ``repeat`` times.

    Without ``stop`` the range is ``0 ... start``, or, with ``infer_range`` in a graph, as long as is needed there.
    """
    if stop is None and infer_range:
        if out_shape is None:
            raise MXNetError("_arange with infer_range=True needs a stop, or a graph that says its length")
        return _stepped(start, step, repeat, out_shape[0], device, TORCH_OF[dtype])
    length = _range_length(start, stop, step, repeat)
    return _stepped(0.0 if stop is None else start, step, repeat, length, device, TORCH_OF[dtype])


@op("_linspace", aliases=("_npi_linspace",), types=dtype_attribute)
def _linspace(
    *, start: Double, stop: Double, num: int, endpoint: bool = True, ctx: str = "", dtype: DType = "float32", device
):
    """Return ``num`` numbers evenly spaced from ``start`` to ``stop``, without the last where not ``endpoint``."""
    if num < 0:
        raise MXNetError(f"_linspace: num must not be negative, got {num}")
    gaps = num - 1 if endpoint else num
    return number_range(start, (stop - start) / gaps if gaps else 0.0, 1, num, device, TORCH_OF[dtype])


@op("_eye", types=dtype_attribute)
def _eye(*, N: Long, M: Long = 0, k: Long = 0, ctx: str = "", dtype: DType = "float32", device):
    """Return an ``N x M`` matrix (``N x N`` where M is 0) with ones on diagonal ``k`` (above the main one if > 0)."""
    if N < 0:
        raise MXNetError(f"_eye: N must not be negative, got {N}")
    result = torch.zeros((N, M if M > 0 else N), dtype=TORCH_OF[dtype], device=device)
    result.diagonal(k).fill_(1)
    return result


@op(
    "_contrib_arange_like",
    aliases=("_npx_arange_like",),
    shapes=lambda p, s, data: data if p.axis is None else (data[p.axis],),
    amp=None,
)
def arange_like(
    data, *, start: Double = 0.0, step: Double = 1.0, repeat: int = 1, ctx: str = "", axis: int | None = None
):
    """Return a range as long as ``data`` has elements, in its shape, or as long as one axis, as a vector.

    The gradient is zero.

    Parameters
    ----------
    data
        The array whose shape is taken; its values do not matter.
    start
        The first number.
    step
        The distance of two numbers.
    repeat
        How many times each number stands there.
    ctx
        Without effect: the result is where ``data`` is.
    axis
        The axis whose length is taken; None: all elements.

    Returns
    -------
    An array in the dtype of ``data``.

    Examples
    --------
    >>> x = mx.nd.zeros((2, 3))
    >>> print(mx.nd.contrib.arange_like(x).asnumpy())
    [[0. 1. 2.]
     [3. 4. 5.]]
    >>> print(mx.nd.contrib.arange_like(x, axis=1).asnumpy())
    [0. 1. 2.]
    """
    if axis is None:
        return _stepped(start, step, repeat, data.numel(), data.device, data.dtype).reshape(data.shape)
    return _stepped(start, step, repeat, data.shape[axis], data.device, data.dtype)


arange_like.backward(zero_gradient)
