"""Resizing images."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from .. import ndarray as nd
from ..core.pixels.parts import fitted, interpolation, with_shorter_side
from ..registry.manual import completed
from ..registry.parameter_texts import OF_IMAGES
from .interfaces import either

_internal = nd._internal
_CUBIC = 2


def _get_interp_method(interp: int, sizes: Sequence[int] = ()) -> int:
    """Return OpenCV's number of an interpolation.

    0 to 4 are OpenCV's own: nearest, bilinear, cubic, by areas, Lanczos. 9 chooses by ``sizes``, ``(old height, old
    width, new height, new width)``: cubic to enlarge, by areas to shrink, bilinear else; without sizes cubic. 10
    chooses at random. ValueError for others.
    """
    if interp == 9 and not sizes:
        return _CUBIC
    assert interp != 9 or len(sizes) == 4, f"expected old and new height and width, got {sizes}"
    return interpolation(interp, sizes[:2], sizes[2:], random)


@either
@completed(OF_IMAGES)
def imresize(src: nd.NDArray, w: int, h: int, interp: int = 1, out: Any = None) -> nd.NDArray:
    """Return an image of another size.

    Parameters
    ----------
    w, h
        The width and the height of the result in pixels.
    out
        An array of the result's shape, which receives it; None: a new one.

    Returns
    -------
    An array of the type of ``src``.

    Examples
    --------
    >>> image = nd.zeros((40, 60, 3), dtype='uint8')
    >>> mx.image.imresize(image, 30, 20).shape
    (20, 30, 3)
    """
    kwargs = {} if out is None else {"out": out}
    result: nd.NDArray = _internal._cvimresize(src, w=w, h=h, interp=interp, **kwargs)
    return result


@either
@completed(OF_IMAGES)
def copyMakeBorder(
    src: nd.NDArray, top: int, bot: int, left: int, right: int, type: int = 0, value: float = 0.0, values: Any = ()
) -> nd.NDArray:
    """Return an image with rows and columns added on its sides.

    Parameters
    ----------
    top, bot
        How many rows are added above and below.
    left, right
        How many columns are added on the left and on the right.
    type
        What they hold: 0 ``value``; 1 the pixel at the edge; 2 the image mirrored; 3 the other side of the image; 4 the
        image mirrored without its edge.
    value
        The value of all channels, for type 0.
    values : tuple of floats
        Values channel by channel in place of it.

    Returns
    -------
    An array of the type of ``src``.

    Examples
    --------
    >>> image = nd.array([[[1], [2]]], dtype='uint8')
    >>> print(mx.image.copyMakeBorder(image, 0, 1, 1, 1, value=9)[:, :, 0].asnumpy())
    [[9 1 2 9]
     [9 9 9 9]]
    >>> print(mx.image.copyMakeBorder(image, 0, 0, 1, 1, type=1)[:, :, 0].asnumpy())
    [[1 1 2 2]]
    """
    sides = {"top": top, "bot": bot, "left": left, "right": right}
    result: nd.NDArray = _internal._cvcopyMakeBorder(src, type=type, value=value, values=values, **sides)
    return result


@completed(OF_IMAGES)
def scale_down(src_size: tuple[int, int], size: tuple[int, int]) -> tuple[int, int]:
    """Return the largest size with the proportions of ``size`` within both it and ``src_size``.

    Parameters
    ----------
    src_size
        Width and height of an image.
    size
        Width and height that are wanted.

    Returns
    -------
    A tuple of ints, ``(width, height)``.

    Examples
    --------
    >>> mx.image.scale_down((640, 480), (720, 120))
    (640, 106)
    """
    return fitted(*size, *src_size)


@completed(OF_IMAGES)
def resize_short(src: nd.NDArray, size: int, interp: int = 2) -> nd.NDArray:
    """Return an image whose shorter side is ``size``, with its proportions.

    Parameters
    ----------
    size
        The length of the shorter side in pixels.

    Returns
    -------
    An array of the type of ``src``.

    Examples
    --------
    >>> image = nd.zeros((40, 60, 3), dtype='uint8')
    >>> mx.image.resize_short(image, 20).shape
    (20, 30, 3)
    """
    height, width = with_shorter_side(src.shape, size)
    return imresize(src, width, height, _get_interp_method(interp, (*src.shape[:2], height, width)))
