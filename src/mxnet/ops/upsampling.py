"""Images enlarged by whole factors."""

from __future__ import annotations

from typing import Literal

import torch

from ..core.errors import MXNetShapeError
from ..core.params import AtLeastOne, NonNegativeLong
from ..core.shapes import known
from ..kernels.enlarge import enlarge
from ..registry import op


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
