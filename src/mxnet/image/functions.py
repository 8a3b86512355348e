"""Functions that resize and crop images, and normalize their colours."""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import ndarray as nd
from ..core.errors import MXNetError, expect, expect_number
from ..core.pixels.parts import fitted, interpolation, random_size, with_shorter_side
from ..registry.manual import OF_IMAGES, completed
from .codec import either

__all__ = [
    "center_crop", "color_normalize", "copyMakeBorder", "fixed_crop", "imresize", "imrotate", "random_crop",
    "random_rotate", "random_size_crop", "resize_short", "scale_down",
]  # fmt: skip

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
    return _internal._cvimresize(src, w=w, h=h, interp=interp, **kwargs)


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
    return _internal._cvcopyMakeBorder(src, type=type, value=value, values=values, **sides)


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

    Raises
    ------
    ValueError
        For a ``size`` of another number of values.

    Examples
    --------
    >>> mx.image.scale_down((640, 480), (720, 120))
    (640, 106)
    """
    _expect_size(size, ValueError)
    return fitted(*size, *src_size)


def _expect_size(size: Any, wrong_length: type[Exception] = IndexError) -> None:
    expect(isinstance(size, Sequence), "size", "(width, height)", size)
    expect(len(size) == 2, "size", "(width, height)", size, wrong_length)


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
    expect_number("size", "the length of the shorter side", size)
    height, width = with_shorter_side(src.shape, size)
    return imresize(src, width, height, _get_interp_method(interp, (*src.shape[:2], height, width)))


Box = tuple[int, int, int, int]


@completed(OF_IMAGES)
def fixed_crop(
    src: nd.NDArray, x0: int, y0: int, w: int, h: int, size: tuple[int, int] | None = None, interp: int = 2
) -> nd.NDArray:
    """Return a part of an image.

    Parameters
    ----------
    x0, y0
        The column and the row at which it begins.
    w, h
        Its width and height in pixels.
    size
        The size that it gets then, ``(width, height)``; None: it stays.

    Returns
    -------
    A new array.

    Raises
    ------
    MXNetError
        For a part that is not within the image.

    Examples
    --------
    >>> image = nd.zeros((40, 60, 3), dtype='uint8')
    >>> mx.image.fixed_crop(image, 10, 5, 30, 20).shape
    (20, 30, 3)
    >>> mx.image.fixed_crop(image, 10, 5, 30, 20, size=(15, 10)).shape
    (10, 15, 3)
    """
    if w < 1 or h < 1:
        raise MXNetError(f"a part of {w} x {h} pixels is none")
    part: nd.NDArray = src[y0 : y0 + h, x0 : x0 + w]
    if 0 in part.shape:
        raise MXNetError(
            f"{w} x {h} pixels from column {x0}, row {y0} on are not within an image of {src.shape[1]} x "
            f"{src.shape[0]} pixels"
        )
    if size is not None:
        _expect_size(size)
    if size is None or tuple(size) == (w, h):
        return part.copy()
    return imresize(part, *size, interp=_get_interp_method(interp, (h, w, size[1], size[0])))


@completed(OF_IMAGES)
def random_crop(src: nd.NDArray, size: tuple[int, int], interp: int = 2) -> tuple[nd.NDArray, Box]:
    """Return a part of ``size`` at a random place.

    From an image that is smaller, the largest part with these proportions is taken and enlarged. Places are drawn from
    Python's generator.

    Returns
    -------
    The part, resized to ``size``, and where it was: ``(x0, y0, width, height)``.

    Examples
    --------
    >>> image = nd.zeros((40, 60, 3), dtype='uint8')
    >>> part, (x0, y0, width, height) = mx.image.random_crop(image, (30, 20))
    >>> part.shape, width, height
    ((20, 30, 3), 30, 20)
    """
    return _at_random_position(src, *scale_down((src.shape[1], src.shape[0]), size), size, interp)


def _at_random_position(src: nd.NDArray, w: int, h: int, size: tuple[int, int], interp: int) -> tuple[nd.NDArray, Box]:
    x0 = random.randint(0, src.shape[1] - w)
    y0 = random.randint(0, src.shape[0] - h)
    return fixed_crop(src, x0, y0, w, h, size, interp), (x0, y0, w, h)


@completed(OF_IMAGES)
def center_crop(src: nd.NDArray, size: tuple[int, int], interp: int = 2) -> tuple[nd.NDArray, Box]:
    """Return the middle of an image.

    From an image that is smaller, the largest part with the proportions of ``size`` is taken and enlarged.

    Returns
    -------
    The part, resized to ``size``, and where it was: ``(x0, y0, width, height)``.

    Raises
    ------
    ValueError
        Unless the image has three axes and the size two numbers.

    Examples
    --------
    >>> image = nd.zeros((40, 60, 3), dtype='uint8')
    >>> part, box = mx.image.center_crop(image, (30, 20))
    >>> part.shape, box
    ((20, 30, 3), (15, 10, 30, 20))
    """
    height, width, _ = src.shape
    new_w, new_h = scale_down((width, height), size)
    x0, y0 = (width - new_w) // 2, (height - new_h) // 2
    return fixed_crop(src, x0, y0, new_w, new_h, size, interp), (x0, y0, new_w, new_h)


@completed(OF_IMAGES)
def random_size_crop(
    src: nd.NDArray, size: tuple[int, int], area: Any, ratio: tuple[float, float], interp: int = 2, **kwargs: Any
) -> tuple[nd.NDArray, Box]:
    """Return a part of random area and proportions, resized to ``size``.

    What does not fit is drawn again, ten times in all; then it is :func:`center_crop`. This is how Inception and ResNet
    are trained (Szegedy et al., "Going deeper with convolutions", 2014).

    Parameters
    ----------
    area : tuple of two floats, or float
        The least and the greatest area of the part, as shares of the image's; a number: the least.
    ratio
        The least and the greatest width over height of the part, evenly distributed in its logarithm.
    **kwargs
        ``min_area``, an old name of ``area``.

    Returns
    -------
    The part, resized to ``size``, and where it was: ``(x0, y0, width, height)``.

    Examples
    --------
    >>> image = nd.zeros((40, 60, 3), dtype='uint8')
    >>> part, box = mx.image.random_size_crop(image, (30, 20), (0.08, 1.0), (3 / 4, 4 / 3))
    >>> part.shape
    (20, 30, 3)
    """
    height, width, _ = src.shape
    area = kwargs.pop("min_area", area)
    assert not kwargs, f"random_size_crop: unknown arguments {', '.join(kwargs)}"
    part = random_size(height, width, area if isinstance(area, (tuple, list)) else (area, 1.0), ratio, random)
    return center_crop(src, size, interp) if part is None else _at_random_position(src, *part, size, interp)


@either
@completed(OF_IMAGES)
def color_normalize(src: nd.NDArray, mean: Any, std: Any = None) -> nd.NDArray:
    """Subtract ``mean`` from an image and divide it by ``std``, in place.

    Parameters
    ----------
    src
        The image, of floating-point numbers; it is changed.
    mean : array, number or None
        What is subtracted, such as an array of three numbers; None: nothing.
    std : array, number or None
        What is divided by; None: nothing.

    Returns
    -------
    ``src``.

    Examples
    --------
    >>> image = nd.full((1, 2, 3), 100)
    >>> print(mx.image.color_normalize(image, nd.array([90, 100, 110]), nd.array([2, 2, 2])).asnumpy())
    [[[ 5.  0. -5.]
      [ 5.  0. -5.]]]
    """
    if mean is not None:
        src -= mean
    if std is not None:
        src /= std
    return src


# -- rotating images about their centre: (channels, height, width), or batches of these --------------------------------


@either
@completed(OF_IMAGES)
def imrotate(src: nd.NDArray, rotation_degrees: Any, zoom_in: bool = False, zoom_out: bool = False) -> nd.NDArray:
    """Return images turned about their centre, of the same size, interpolated bilinearly.

    What comes from outside is 0.

    Parameters
    ----------
    src
        A float32 image, ``(channels, height, width)``, or a batch of them, ``(N, channels, height, width)``.
    rotation_degrees : number, or NDArray
        The angle, counterclockwise; of a batch also an array ``(N,)`` with one for each image.
    zoom_in
        Whether the image is enlarged so that nothing comes from outside of it.
    zoom_out
        Whether it is shrunk so that nothing is lost.

    Returns
    -------
    An array of the shape of ``src``.

    Raises
    ------
    TypeError
        For other types than float32, and for several angles of one image.
    ValueError
        For other numbers of axes or angles, and for both zooms.

    Examples
    --------
    >>> image = nd.array([[[1, 2], [3, 4]]])
    >>> print(mx.image.imrotate(image, 90).asnumpy().round(3))
    [[[2. 4.]
      [1. 3.]]]
    """
    if zoom_in and zoom_out:
        raise ValueError("imrotate: zoom_in and zoom_out exclude each other")
    if not isinstance(src, nd.NDArray) or np.dtype(src.dtype) != np.float32:
        raise TypeError("imrotate: only float32 NDArrays are turned")
    if src.ndim not in (3, 4):
        raise ValueError(f"imrotate: expected (C, H, W) or (N, C, H, W), got {src.shape}")
    angles = _angles(src, rotation_degrees)
    batch = src if src.ndim == 4 else src.expand_dims(0)
    height, width = batch.shape[2:]
    grid = nd.array(_grid(angles, height, width, zoom_in, zoom_out), ctx=src.context)
    result: nd.NDArray = nd.BilinearSampler(batch, grid)
    return result if src.ndim == 4 else result.reshape(src.shape)


def _angles(src: nd.NDArray, degrees: Any) -> np.ndarray:
    """Return one angle in radians for each image."""
    if not isinstance(degrees, nd.NDArray):
        if isinstance(degrees, (list, tuple)):
            raise AttributeError("imrotate: several angles are given as NDArray")
        return np.full(src.shape[0] if src.ndim == 4 else 1, np.radians(float(degrees)))
    if src.ndim == 3:
        raise TypeError("imrotate: one image is turned by one angle, a number")
    if len(degrees) != len(src):
        raise ValueError(f"imrotate: {len(src)} images cannot be turned by {len(degrees)} angles")
    return np.radians(degrees.asnumpy().astype(np.float64))


def _grid(angles: np.ndarray, height: int, width: int, zoom_in: bool, zoom_out: bool) -> np.ndarray:
    """Return where each pixel comes from, ``(N, 2, H, W)``: column and row, from -1 to 1 between the outer pixels."""
    cos, sin = (f(angles)[:, None, None] for f in (np.cos, np.sin))
    y, x = np.mgrid[:height, :width]
    y, x = y - (height - 1) / 2, x - (width - 1) / 2
    # how much larger the turned image's box is than the image
    box_width, box_height = abs(width * cos) + abs(height * sin), abs(width * sin) + abs(height * cos)
    larger = np.maximum(box_width / width, box_height / height)
    scale = larger if zoom_out else 1 / larger if zoom_in else 1.0
    columns, rows = (x * cos - y * sin) * scale, (x * sin + y * cos) * scale
    grid = np.stack([columns / max((width - 1) / 2, 0.5), rows / max((height - 1) / 2, 0.5)], 1)
    return grid.astype(np.float32)


@completed(OF_IMAGES)
def random_rotate(
    src: nd.NDArray, angle_limits: tuple[float, float], zoom_in: bool = False, zoom_out: bool = False
) -> nd.NDArray:
    """Rotate images by random angles, each image of a batch by its own.

    Angles are drawn from NumPy's global generator.

    Parameters
    ----------
    src
        A float32 image, ``(channels, height, width)``, or a batch of them, ``(N, channels, height, width)``.
    angle_limits
        The least and the greatest angle in degrees.
    zoom_in
        Whether the image is enlarged so that nothing comes from outside of it.
    zoom_out
        Whether it is shrunk so that nothing is lost.

    Returns
    -------
    An array of the shape of ``src``.

    See Also
    --------
    imrotate : rotates by a given angle.

    Examples
    --------
    >>> mx.image.random_rotate(nd.ones((8, 3, 32, 32)), (-15, 15), zoom_in=True).shape
    (8, 3, 32, 32)
    """
    low, high = angle_limits
    if src.ndim == 3:
        return imrotate(src, np.random.uniform(low, high), zoom_in, zoom_out)
    angles = nd.array(np.random.uniform(low, high, size=len(src)), ctx=src.context)
    return imrotate(src, angles, zoom_in, zoom_out)
