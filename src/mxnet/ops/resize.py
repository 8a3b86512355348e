"""Images brought to another size: averages over adaptive windows, and bilinear interpolation."""

import math
from typing import Literal

import numpy as np
import torch

from ..core.errors import MXNetError, MXNetShapeError
from ..core.params import AtLeastOne, Ints, NonNegativeLong
from ..core.shapes import known
from ..kernels.channels_last import average_to, interpolate_to
from ..kernels.enlarge import enlarge
from ..registry import op

Mode = Literal["like", "odd_scale", "size", "to_even_down", "to_even_up", "to_odd_down", "to_odd_up"]


def _refuse_other_than_images(shape):
    if len(shape) != 4:
        raise MXNetShapeError(f"data: expected 4 dimensions, got {tuple(shape)}")


@op("_contrib_AdaptiveAvgPooling2D")
def adaptive_avg_pooling(data, *, output_size: Ints = ()):
    """Average images over windows chosen so that ``output_size`` of them cover height and width.

    Window i of m covers an axis of length n from ``floor(i * n / m)`` to ``ceil((i + 1) * n / m)``.

    Parameters
    ----------
    data
        An array ``(N, C, H, W)``.
    output_size
        ``(height, width)`` of the result, or one number for both; (): 1, the mean of each channel.

    Returns
    -------
    An array ``(N, C, height, width)``.

    Examples
    --------
    >>> data = nd.arange(16).reshape((1, 1, 4, 4))
    >>> print(nd.contrib.AdaptiveAvgPooling2D(data, output_size=2)[0, 0].asnumpy())
    [[ 2.5  4.5]
     [10.5 12.5]]
    """
    _refuse_other_than_images(data.shape)
    return average_to(data, _pair(output_size))


def _pair(output_size):
    if min(output_size, default=0) < 0:
        raise MXNetError(f"output_size: expected lengths of 0 or more, got {output_size}")
    return {1: output_size * 2, 2: output_size}.get(len(output_size), (1, 1))


@adaptive_avg_pooling.shapes
def _(p, s, data):
    _refuse_other_than_images(data)
    return (*data[:2], *_pair(p.output_size))


def _times(length, scale):
    """Return a length times a scale, rounded down after a product of single precision, as MXNet's."""
    result = np.float32(length) * np.float32(scale)
    if not math.isfinite(result):
        raise MXNetError(f"expected a scale that gives a size, got {scale}")
    return int(result)


def _odd_scale(length, scale):
    if scale is None:
        raise MXNetError("mode 'odd_scale' needs scale_height and scale_width")
    return _times(length - 1, scale) + 1 if length % 2 else _times(length, scale)


#: mode -> the new length of an axis, given its length, the size asked for and the scale
_LENGTHS = {
    "size": lambda length, size, scale: size if scale is None else _times(length, scale),
    "odd_scale": lambda length, size, scale: _odd_scale(length, scale),
    "to_even_down": lambda length, size, scale: length - length % 2,
    "to_even_up": lambda length, size, scale: length + length % 2,
    "to_odd_down": lambda length, size, scale: length - 1 + length % 2,
    "to_odd_up": lambda length, size, scale: length + 1 - length % 2,
}


@op("_contrib_BilinearResize2D", inputs=lambda p: ("data", "like") if p.mode == "like" else ("data",))
def bilinear_resize(
    data,
    like=None,
    *,
    height: AtLeastOne = 1,
    width: AtLeastOne = 1,
    scale_height: float | None = None,
    scale_width: float | None = None,
    mode: Mode = "size",
    align_corners: bool = True,
):
    """Interpolate images to another height and width.

    Parameters
    ----------
    data
        An array ``(N, C, H, W)``.
    like
        With ``mode='like'``, the array whose height and width the result has; it gets the gradient zero.
    height, width
        The size of the result with ``mode='size'``, where no scale is given.
    scale_height, scale_width
        What height and width are multiplied by, and rounded down, with ``mode='size'`` or ``'odd_scale'``; None: not
        used.
    mode
        How the size is found:

        - ``'size'``: ``height`` and ``width``, or by the scales;
        - ``'odd_scale'``: an odd length becomes ``floor((length - 1) * scale) + 1``, an even one
          ``floor(length * scale)``;
        - ``'like'``: that of ``like``;
        - ``'to_even_down'``, ``'to_even_up'``, ``'to_odd_down'``, ``'to_odd_up'``: the next even or odd length,
          below or above.
    align_corners
        Whether the centres of the outer pixels of both images lie upon each other, else their outer edges; to a length
        of 1 the first pixel is taken.

    Returns
    -------
    An array ``(N, C, height, width)`` in the type of ``data``.

    Examples
    --------
    >>> data = nd.array([[[[0, 2], [4, 6]]]])
    >>> print(nd.contrib.BilinearResize2D(data, height=3, width=3)[0, 0].asnumpy())
    [[0. 1. 2.]
     [2. 3. 4.]
     [4. 5. 6.]]
    >>> print(nd.contrib.BilinearResize2D(data, scale_height=2, scale_width=1, align_corners=False)[0, 0].asnumpy())
    [[0. 2.]
     [1. 3.]
     [3. 5.]
     [4. 6.]]
    """
    _refuse_other_than_images(data.shape)
    if mode == "like":
        size = tuple(like.shape[2:])
    else:
        rule = _LENGTHS[mode]
        size = rule(data.shape[2], height, scale_height), rule(data.shape[3], width, scale_width)
    if not align_corners:  # a single row or column is the first one, not the middle
        data = data[:, :, : 1 if size[0] == 1 else None, : 1 if size[1] == 1 else None]
    return interpolate_to(data, size, align_corners)


@bilinear_resize.shapes
def _(p, s, data):
    if p.mode == "like" and s.like is None:
        return None
    _refuse_other_than_images(data)
    if p.mode == "like":
        return (*data[:2], *s.like[2:])
    if None in data[2:] and (p.mode != "size" or (p.scale_height, p.scale_width) != (None, None)):
        return None
    rule = _LENGTHS[p.mode]
    return (*data[:2], rule(data[2], p.height, p.scale_height), rule(data[3], p.width, p.scale_width))


# -- images enlarged by whole factors ----------------------------------------------------------------------------------


@op("UpSampling", full_names=("outputs",), count="num_args", initial={"weight": '["bilinear", {}]'})
def upsampling(
    *data,
    scale: AtLeastOne,
    num_filter: int = 0,
    sample_type: Literal["bilinear", "nearest"],
    multi_input_mode: Literal["concat", "sum"] = "concat",
    workspace: NonNegativeLong = 512,
):
    """Enlarge ``(N, C, H, W)`` by ``scale`` in both directions.

    ``nearest`` repeats elements. Further inputs are enlarged to the same size (their own factor), then joined along
    the channels (``concat``) or summed. ``bilinear`` takes two inputs, data and a weight ``(C, 1, k, k)`` with
    ``k = 2*scale - scale % 2``, and is a transposed convolution of every channel on its own (``num_filter`` is C).
    ``workspace`` is without effect.

    Parameters
    ----------
    *data
        The images, ``(N, C, H, W)``; with 'bilinear' the image and a weight.
    scale
        By how much they are enlarged.
    num_filter
        The number of channels, for 'bilinear'.
    sample_type
        'nearest' or 'bilinear'.
    multi_input_mode
        What is done with several images: 'concat' or 'sum'.
    workspace
        Without effect.

    Returns
    -------
    An array ``(N, C, H * scale, W * scale)``.

    Examples
    --------
    >>> print(mx.nd.UpSampling(mx.nd.array([[[[1, 2]]]]), scale=2, sample_type='nearest').asnumpy())
    [[[[1. 1. 2. 2.]
       [1. 1. 2. 2.]]]]
    """
    if data[0].dim() != 4:
        raise MXNetShapeError(f"data: expected 4 dimensions, got {tuple(data[0].shape)}")
    if sample_type == "bilinear":
        x, weight = data
        if num_filter != x.shape[1]:
            raise MXNetShapeError(f"num_filter: expected {x.shape[1]}, the channels of data, got {num_filter}")
        size = 2 * scale - scale % 2
        if weight.shape != (num_filter, 1, size, size):
            raise MXNetShapeError(f"weight: expected {(num_filter, 1, size, size)}, got {tuple(weight.shape)}")
        return torch.conv_transpose2d(x, weight, None, scale, (scale - 1 + 1) // 2, 0, num_filter)
    _check_sizes([x.shape for x in data], scale)
    height = data[0].shape[2] * scale
    enlarged = [enlarge(x, height // x.shape[2]) for x in data]
    if len(enlarged) == 1:
        return enlarged[0] if scale > 1 else enlarged[0].clone()
    return sum(enlarged[1:], enlarged[0]) if multi_input_mode == "sum" else torch.cat(enlarged, 1)


def _check_sizes(shapes, scale):
    height, width = (length * scale for length in shapes[0][2:])
    for i, (_, _, rows, columns) in enumerate(shapes):
        if not rows or height % rows or columns * (height // rows) != width:
            raise MXNetShapeError(f"input {i}: {tuple(shapes[i])} does not divide {height} x {width}")


@upsampling.inputs(checked=False)  # eager calls give the inputs without their number
def _(p):
    return ("data", "weight") if p.sample_type == "bilinear" else tuple(f"arg{i}" for i in range(p.num_args))


@upsampling.shapes
def _(p, s):
    if p.sample_type == "bilinear":
        size = 2 * p.scale - p.scale % 2
        data = s.inputs[0]
        s.weight = (data[1] if data is not None and len(data) == 4 else None, 1, size, size)
    if None in s.inputs or len(s.inputs[0]) != 4:
        return  # the operator itself says what is wrong
    first = s.inputs[0]
    channels = first[1]
    if p.sample_type == "nearest" and len(s.inputs) > 1:
        if not all(map(known, s.inputs)):
            return
        _check_sizes(s.inputs, p.scale)
        if p.multi_input_mode == "concat":
            channels = sum(item[1] for item in s.inputs)
        elif any(item[:2] != first[:2] for item in s.inputs):
            return
    s.out[0] = (first[0], channels, *(None if n is None else n * p.scale for n in first[2:]))
