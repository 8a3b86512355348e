"""The labels of an image for detection: rows ``(class, left, top, right, bottom, ...)``, one for each object.

Coordinates are shares of the image's sides. Flat, as records hold them, labels are: how many values come before the
objects, these two counted; how many an object has; others; then the objects.
"""

import numpy as np

from ..errors import MXNetValueError

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
