"""Images brought to another size: averages over adaptive windows, and bilinear interpolation."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
from torch.nn import functional as F

from ..core.errors import MXNetError, MXNetShapeError
from ..core.params import AtLeastOne, Ints
from ..registry import op

Mode = Literal["like", "odd_scale", "size", "to_even_down", "to_even_up", "to_odd_down", "to_odd_up"]


def _refuse_other_than_images(shape):
    if len(shape) != 4:
        raise MXNetShapeError(f"data: expected 4 dimensions, got {tuple(shape)}")


@op("_contrib_AdaptiveAvgPooling2D")
def adaptive_avg_pooling(data, *, output_size: Ints = ()):
    """Average ``(N, C, H, W)`` over windows chosen so that ``output_size`` of them cover height and width.

    ``output_size`` is ``(height, width)`` or one number for both; anything else means 1. Window i of m covers an
    axis of length n from ``floor(i * n / m)`` to ``ceil((i + 1) * n / m)``.
    """
    _refuse_other_than_images(data.shape)
    return F.adaptive_avg_pool2d(data, _pair(output_size))


def _pair(output_size):
    return {1: output_size * 2, 2: output_size}.get(len(output_size), (1, 1))


@adaptive_avg_pooling.shapes
def _(p, s):
    if s.data is not None:
        _refuse_other_than_images(s.data)
        s.out[0] = (*s.data[:2], *_pair(p.output_size))


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


@op("_contrib_BilinearResize2D")
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
    """Interpolate ``(N, C, H, W)`` to another height and width.

    ``size``: to ``height`` and ``width``, or where a scale is given to ``floor(H * scale_height)`` and so on;
    ``odd_scale``: odd lengths become ``floor((H - 1) * scale) + 1``, even ones ``floor(H * scale)``; ``like``: to the
    size of the second input, which gets the gradient zero; the others: to the next even or odd length.
    ``align_corners`` places the outer pixels of both images upon each other, else their outer edges; a length of
    1 takes the first pixel.
    """
    _refuse_other_than_images(data.shape)
    if mode == "like":
        size = tuple(like.shape[2:])
    else:
        rule = _LENGTHS[mode]
        size = rule(data.shape[2], height, scale_height), rule(data.shape[3], width, scale_width)
    if not align_corners:  # a single row or column is the first one, not the middle
        data = data[:, :, : 1 if size[0] == 1 else None, : 1 if size[1] == 1 else None]
    return F.interpolate(data, size, mode="bilinear", align_corners=align_corners)


@bilinear_resize.inputs
def _(p):
    return ("data", "like") if p.mode == "like" else ("data",)


@bilinear_resize.shapes
def _(p, s):
    if s.data is None or (p.mode == "like" and s.like is None):
        return
    _refuse_other_than_images(s.data)
    if p.mode == "like":
        size = s.like[2:]
    elif None in s.data[2:] and (p.mode != "size" or (p.scale_height, p.scale_width) != (None, None)):
        return
    else:
        rule = _LENGTHS[p.mode]
        size = rule(s.data[2], p.height, p.scale_height), rule(s.data[3], p.width, p.scale_width)
    s.out[0] = (*s.data[:2], *size)
