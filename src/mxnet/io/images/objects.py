"""The labels of an image for detection: values before the objects, and one row for each object.

Flat, as records hold them: how many values come before the objects, these two counted, how many an object has, others,
then the objects: ``class, left, top, right, bottom``, as shares of the image's sides, and what else there is.
"""

from __future__ import annotations

import numpy as np

from ...core.errors import MXNetError

#: a box: left, top, right, bottom
Box = tuple[float, float, float, float]


def _counts(flat: np.ndarray) -> tuple[int, int]:
    """Return how many values come before the objects, and how many an object has."""
    begin, width = flat[:2].tolist()
    if not (2 <= begin <= flat.size and 5 <= width <= flat.size) or (flat.size - int(begin)) % int(width):
        raise MXNetError(f"{flat.size} labels are not {begin:g} values and objects of {width:g}")
    return int(begin), int(width)


class Objects:
    """The labels of one sample; objects whose boxes have no area are left out.

    Raises :class:`MXNetError` for values that are no such labels.
    """

    def __init__(self, flat: np.ndarray) -> None:
        if flat.size < 7:
            raise MXNetError(f"expected labels of at least 7 values, two numbers and an object of 5, got {flat.size}")
        begin, width = _counts(flat)
        self.header = flat[:begin]
        rows = flat[begin:].reshape(-1, width).copy()
        self.rows = rows[(rows[:, 3] > rows[:, 1]) & (rows[:, 4] > rows[:, 2])]

    def flat(self) -> np.ndarray:
        """Return the labels as one list of values."""
        return np.concatenate((self.header, self.rows.ravel()))

    def mirror(self) -> None:
        """Exchange left and right."""
        self.rows[:, (1, 3)] = 1 - self.rows[:, (3, 1)]

    def place(self, window: Box) -> np.ndarray:
        """Return the rows as seen from a window, which may be larger than the image."""
        left, top, right, bottom = window
        rows = self.rows.copy()
        rows[:, (1, 3)] = (rows[:, (1, 3)] - left) / (right - left)
        rows[:, (2, 4)] = (rows[:, (2, 4)] - top) / (bottom - top)
        return rows

    def shares(self, window: Box) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return of each object and a window the intersection over: the union, the window, the object."""
        left, top, right, bottom = window
        boxes = self.rows[:, 1:5]
        width = np.minimum(boxes[:, 2], right) - np.maximum(boxes[:, 0], left)
        height = np.minimum(boxes[:, 3], bottom) - np.maximum(boxes[:, 1], top)
        common = np.maximum(width, 0) * np.maximum(height, 0)
        own = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
        area = (right - left) * (bottom - top)
        return common / (own + area - common), common / area, common / own
