"""Sizes of images and of parts of them."""

import math
import random
from collections.abc import Sequence
from typing import Any

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
    for _ in range(tries):
        target = draw.uniform(*area) * (height * width)
        shape = math.exp(draw.uniform(*map(math.log, ratio))) if logarithmic else draw.uniform(*ratio)
        w, h = round(math.sqrt(target * shape)), round(math.sqrt(target / shape))
        if not logarithmic and draw.random() < 0.5:
            w, h = h, w
        if 0 < w <= width and 0 < h <= height:
            return w, h
    return None
