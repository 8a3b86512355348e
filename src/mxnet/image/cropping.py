"""Cropping images, and normalizing their colours."""

from __future__ import annotations

import math
import operator
import random
from typing import Any

from .. import ndarray as nd
from ..core.errors import MXNetError
from .interfaces import either
from .sizes import _get_interp_method, imresize, scale_down

#: how often a random size is drawn before the middle is taken
_TRIES = 10
Box = tuple[int, int, int, int]


def fixed_crop(
    src: nd.NDArray, x0: int, y0: int, w: int, h: int, size: tuple[int, int] | None = None, interp: int = 2
) -> nd.NDArray:
    """Return the part ``w`` wide and ``h`` high from column x0 and row y0 on, resized to ``size``, (width, height)."""
    if w < 1 or h < 1:
        raise MXNetError(f"a part of {w} x {h} pixels is none")
    part: nd.NDArray = src[y0 : y0 + h, x0 : x0 + w]
    if 0 in part.shape:
        raise MXNetError(
            f"{w} x {h} pixels from column {x0}, row {y0} on are not within an image of {src.shape[1]} x "
            f"{src.shape[0]} pixels"
        )
    if size is None or tuple(size) == (w, h):
        copy: nd.NDArray = part.copy()
        return copy
    return imresize(part, *size, interp=_get_interp_method(interp, (h, w, size[1], size[0])))


def random_crop(src: nd.NDArray, size: tuple[int, int], interp: int = 2) -> tuple[nd.NDArray, Box]:
    """Return a part of ``size`` at a random place, and its ``(x0, y0, width, height)``.

    From an image that is smaller, the largest part with these proportions is taken and enlarged. Places are drawn
    from Python's generator, in all functions here.
    """
    height, width = src.shape[:2]
    new_w, new_h = scale_down((width, height), size)
    return _at_random_position(src, new_w, new_h, size, interp)


def _at_random_position(src: nd.NDArray, w: int, h: int, size: tuple[int, int], interp: int) -> tuple[nd.NDArray, Box]:
    x0 = random.randint(0, src.shape[1] - w)
    y0 = random.randint(0, src.shape[0] - h)
    return fixed_crop(src, x0, y0, w, h, size, interp), (x0, y0, w, h)


def center_crop(src: nd.NDArray, size: tuple[int, int], interp: int = 2) -> tuple[nd.NDArray, Box]:
    """Return the middle of ``size``, and its ``(x0, y0, width, height)``; see :func:`random_crop`.

    Raises ValueError unless the image has three axes and the size two numbers.
    """
    height, width, _ = src.shape
    new_w, new_h = scale_down((width, height), size)
    x0, y0 = (width - new_w) // 2, (height - new_h) // 2
    return fixed_crop(src, x0, y0, new_w, new_h, size, interp), (x0, y0, new_w, new_h)


def random_size_crop(
    src: nd.NDArray, size: tuple[int, int], area: Any, ratio: tuple[float, float], interp: int = 2, **kwargs: Any
) -> tuple[nd.NDArray, Box]:
    """Return a random part resized to ``size``, and its ``(x0, y0, width, height)``.

    ``area``: from which to which share of the image's area, or the smallest; ``ratio``: from which to which width
    over height, evenly distributed in its logarithm. What does not fit is drawn again, ten times in all; then it is
    :func:`center_crop`. ``min_area`` is an old name of ``area``. Source: Szegedy et al., "Going deeper with
    convolutions", 2014.
    """
    height, width, _ = src.shape
    area = kwargs.pop("min_area", area)
    assert not kwargs, f"random_size_crop: unknown arguments {', '.join(kwargs)}"
    smallest, largest = area if isinstance(area, (tuple, list)) else (area, 1.0)
    for _ in range(_TRIES):
        target = random.uniform(smallest, largest) * (height * width)
        shape = math.exp(random.uniform(math.log(ratio[0]), math.log(ratio[1])))
        w, h = round(math.sqrt(target * shape)), round(math.sqrt(target / shape))
        if w <= width and h <= height:
            return _at_random_position(src, w, h, size, interp)
    return center_crop(src, size, interp)


@either
def color_normalize(src: nd.NDArray, mean: Any, std: Any = None) -> nd.NDArray:
    """Subtract ``mean`` from an image and divide it by ``std``, in place, and return it.

    Either may be None, a number, or an array that broadcasts.
    """
    changes: tuple[tuple[Any, Any], ...] = ((mean, operator.isub), (std, operator.itruediv))
    for value, change in changes:
        if value is not None:
            src = change(src, value)
    return src
