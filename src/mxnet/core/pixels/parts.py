"""Sizes of images, parts of them, and the labels of objects in them."""

import math
import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..errors import MXNetValueError
from . import Image

#: OpenCV's interpolations: cubic enlarges, areas shrink
BILINEAR, _CUBIC, _AREA = 1, 2, 3
_BY_SIZES, _AT_RANDOM = 9, 10


def interpolation(method: int, before: Sequence[int], after: Sequence[int], draw: Any) -> int:
    """Return OpenCV's number of an interpolation from (height, width) to (height, width).

    0 to 4 are OpenCV's own; 9 chooses by the sizes: cubic to enlarge, by areas to shrink, bilinear else; 10 chooses at
    random. Raises an error that is :class:`MXNetError` and ValueError for others.
    """
    check_interpolation(method)
    if method == _BY_SIZES:
        if after[0] > before[0] and after[1] > before[1]:
            return _CUBIC
        return _AREA if after[0] < before[0] and after[1] < before[1] else BILINEAR
    return draw.randint(0, 4) if method == _AT_RANDOM else method


def check_interpolation(method: int) -> None:
    """Raise what :func:`interpolation` does for a number that is none."""
    if method not in (*range(5), _BY_SIZES, _AT_RANDOM):
        raise MXNetValueError(f"inter_method (interp): expected 0 to 4, 9 or 10, got {method}")


def resized(image: Image, height: int, width: int, method: int, draw: Any = random) -> Image:
    """Return an image, a NumPy array, of another size; ``method`` as in :func:`interpolation`."""
    if image.shape[:2] == (height, width):
        return image
    import cv2

    return cv2.resize(image, (width, height), interpolation=interpolation(method, image.shape, (height, width), draw))


def middle(image: Image, height: int, width: int) -> Image:
    """Return the part of this size in the middle of an image."""
    y, x = (image.shape[0] - height) // 2, (image.shape[1] - width) // 2
    return image[y : y + height, x : x + width]


def with_shorter_side(shape: Sequence[int], size: int) -> tuple[int, int]:
    """Return height and width in the proportions of ``shape`` of which the shorter one is ``size``."""
    height, width = shape[:2]
    return (size * height // width, size) if height > width else (size, size * width // height)


def fitted(width: float, height: float, most_width: int, most_height: int) -> tuple[int, int]:
    """Return the largest (width, height) with the proportions of a size that is within it and another one."""
    if height > most_height:
        width, height = width * most_height / height, most_height
    if width > most_width:
        width, height = most_width, height * most_width / width
    return int(width), int(height)


def random_size(
    height: int, width: int, area: Any, ratio: Any, draw: Any, tries: int = 10, logarithmic: bool = True
) -> tuple[int, int] | None:
    """Return the (width, height) of a random part of an image, None where none of ``tries`` fits in.

    Its share of the image's area and its proportions, width over height, are between limits, and these evenly
    distributed in their logarithm; else evenly, and every second part, at random, lies on its side. This is how
    Inception is trained (Szegedy et al., "Going deeper with convolutions", 2014).
    """
    areas, ratios = (area[0], area[1]), (ratio[0], ratio[1])
    for _ in range(tries):
        target = draw.uniform(*areas) * (height * width)
        shape = math.exp(draw.uniform(*map(math.log, ratios))) if logarithmic else draw.uniform(*ratios)
        w, h = round(math.sqrt(target * shape)), round(math.sqrt(target / shape))
        if not logarithmic and draw.random() < 0.5:
            w, h = h, w
        if 0 < w <= width and 0 < h <= height:
            return w, h
    return None


# -- the labels of an image for detection: rows ``(class, left, top, right, bottom, ...)``, one for each object --------
# Coordinates are shares of the image's sides. Flat, as records hold them, labels are: how many values come before the
# objects, these two counted; how many an object has; others; then the objects.


#: left, top, width and height of a part of an image; outside of it where the image is to be enlarged
Part = tuple[float, float, float, float]
#: left, top, right and bottom, in shares
Window = tuple[float, float, float, float]
#: the least values of an object: class, left, top, right, bottom
LEAST_WIDTH = 5


def rows_of(flat: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return what comes before the objects of flat labels, and the rows of these.

    Raises an error that is :class:`MXNetError` and ValueError for values that are no such labels.
    """
    if flat.size < 2 + LEAST_WIDTH:
        raise MXNetValueError(f"labels: expected two numbers and at least one object of 5, got {flat.size} values")
    begin, width = flat[:2].tolist()
    fits = 2 <= begin <= flat.size and LEAST_WIDTH <= width <= flat.size
    if not fits or (flat.size - int(begin)) % int(width):
        raise MXNetValueError(f"labels: {flat.size} values are not {begin:g} and objects of {width:g}")
    return flat[: int(begin)], flat[int(begin) :].reshape(-1, int(width))


def has_area(rows: np.ndarray) -> np.ndarray:
    """Return which rows have a box that is not empty."""
    return (rows[:, 3] > rows[:, 1]) & (rows[:, 4] > rows[:, 2])


def mirrored(rows: np.ndarray) -> np.ndarray:
    """Exchange left and right, in place, and return the rows."""
    rows[:, (1, 3)] = 1 - rows[:, (3, 1)]
    return rows


def moved(rows: np.ndarray, part: Part, height: int = 1, width: int = 1) -> np.ndarray:
    """Return rows as seen from a part, in pixels of an image of this height and width or in shares: a copy."""
    left, top, part_width, part_height = part
    result = rows.copy()
    result[:, (1, 3)] = (result[:, (1, 3)] * width - left) / part_width
    result[:, (2, 4)] = (result[:, (2, 4)] * height - top) / part_height
    return result


def areas(rows: np.ndarray) -> np.ndarray:
    """Return the areas of the boxes of rows, 0 for those that are turned inside out."""
    return np.maximum(0, rows[:, 3] - rows[:, 1]) * np.maximum(0, rows[:, 4] - rows[:, 2])


def overlaps(rows: np.ndarray, window: Window) -> np.ndarray:
    """Return the areas that the boxes of rows share with a window."""
    result = rows.copy()
    result[:, 1:3] = np.maximum(rows[:, 1:3], window[:2])
    result[:, 3:5] = np.minimum(rows[:, 3:5], window[2:])
    return areas(result)
