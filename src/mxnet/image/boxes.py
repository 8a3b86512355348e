"""Bounding boxes: rows ``(class, left, top, right, bottom, ...)``, coordinates relative to the image's sides."""

from __future__ import annotations

import numpy as np

#: left, top, width and height of a part of an image, in pixels; outside of it where the image is to be enlarged
Part = tuple[int, int, int, int]


def areas(boxes: np.ndarray) -> np.ndarray:
    """Return the areas of boxes ``(..., 4)``, 0 for those that are turned inside out."""
    result: np.ndarray = np.maximum(0, boxes[..., 2] - boxes[..., 0]) * np.maximum(0, boxes[..., 3] - boxes[..., 1])
    return result


def overlaps(boxes: np.ndarray, window: tuple[float, float, float, float]) -> np.ndarray:
    """Return the areas that boxes ``(n, 4)`` share with a window."""
    left, top, right, bottom = window
    return areas(
        np.column_stack(
            (
                np.maximum(boxes[:, 0], left),
                np.maximum(boxes[:, 1], top),
                np.minimum(boxes[:, 2], right),
                np.minimum(boxes[:, 3], bottom),
            )
        )
    )


def moved(label: np.ndarray, part: Part, height: int, width: int) -> np.ndarray:
    """Return rows as seen from a part of an image of this height and width: a copy."""
    left, top, part_width, part_height = part
    result = label.copy()
    result[:, (1, 3)] = (result[:, (1, 3)] * width - left) / part_width
    result[:, (2, 4)] = (result[:, (2, 4)] * height - top) / part_height
    return result


def mirrored(label: np.ndarray) -> np.ndarray:
    """Exchange left and right of rows, in place, and return them."""
    label[:, (1, 3)] = 1.0 - label[:, (3, 1)]
    return label
