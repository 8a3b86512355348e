"""Resizing images."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from .. import ndarray as nd
from .interfaces import either

_internal = nd._internal
_CUBIC, _AREA, _BILINEAR = 2, 3, 1


def _get_interp_method(interp: int, sizes: Sequence[int] = ()) -> int:
    """Return OpenCV's number of an interpolation.

    0 to 4 are OpenCV's own: nearest, bilinear, cubic, by areas, Lanczos. 9 chooses by ``sizes``, ``(old height, old
    width, new height, new width)``: cubic to enlarge, by areas to shrink, bilinear else; without sizes cubic. 10
    chooses at random. ValueError for others.
    """
    if interp == 9:
        if not sizes:
            return _CUBIC
        assert len(sizes) == 4, f"expected old and new height and width, got {sizes}"
        height, width, new_height, new_width = sizes
        if new_height > height and new_width > width:
            return _CUBIC
        return _AREA if new_height < height and new_width < width else _BILINEAR
    if interp == 10:
        return random.randint(0, 4)
    if interp not in range(5):
        raise ValueError(f"interpolation {interp}: expected 0 to 4, 9 or 10")
    return interp


@either
def imresize(src: nd.NDArray, w: int, h: int, interp: int = 1, out: Any = None) -> nd.NDArray:
    """Return an image ``w`` wide and ``h`` high. ``interp`` is OpenCV's interpolation, bilinear unless given."""
    kwargs = {} if out is None else {"out": out}
    result: nd.NDArray = _internal._cvimresize(src, w=w, h=h, interp=interp, **kwargs)
    return result


@either
def copyMakeBorder(
    src: nd.NDArray, top: int, bot: int, left: int, right: int, type: int = 0, value: float = 0.0, values: Any = ()
) -> nd.NDArray:
    """Return an image with rows and columns added on its sides.

    ``type``: 0 filled with ``value``, or with ``values`` channel by channel; 1 the edge repeated; 2 mirrored; 3 the
    other side; 4 mirrored without the edge.
    """
    sides = {"top": top, "bot": bot, "left": left, "right": right}
    result: nd.NDArray = _internal._cvcopyMakeBorder(src, type=type, value=value, values=values, **sides)
    return result


def scale_down(src_size: tuple[int, int], size: tuple[int, int]) -> tuple[int, int]:
    """Return the largest ``(width, height)`` with the proportions of ``size`` within both it and ``src_size``."""
    width, height = float(size[0]), float(size[1])
    if height > src_size[1]:
        width, height = width * src_size[1] / height, float(src_size[1])
    if width > src_size[0]:
        width, height = float(src_size[0]), height * src_size[0] / width
    return int(width), int(height)


def resize_short(src: nd.NDArray, size: int, interp: int = 2) -> nd.NDArray:
    """Return an image whose shorter side is ``size``, with its proportions."""
    height, width = src.shape[:2]
    if height > width:
        new_height, new_width = size * height // width, size
    else:
        new_height, new_width = size, size * width // height
    return imresize(src, new_width, new_height, _get_interp_method(interp, (height, width, new_height, new_width)))
