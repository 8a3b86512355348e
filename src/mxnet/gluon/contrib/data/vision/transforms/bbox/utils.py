"""Functions of boxes: NumPy arrays ``(N, 4 or more)`` of left, top, right and bottom in pixels, and other columns.

The other columns, such as classes, stay as they are. No function changes the array it is given.
"""

import math
import random
from collections.abc import Iterable
from typing import Any

import numpy as np

__all__ = [
    "bbox_clip_xyxy", "bbox_crop", "bbox_flip", "bbox_iou", "bbox_random_crop_with_constraints", "bbox_resize",
    "bbox_translate", "bbox_xywh_to_xyxy", "bbox_xyxy_to_xywh",
]  # fmt: skip

#: the least and greatest overlaps that random crops aim at, one pair for each crop (Liu et al., 2016)
_OVERLAPS = ((0.1, None), (0.3, None), (0.5, None), (0.7, None), (0.9, None), (None, 1))


def _pair(name: str, value: Any) -> Any:
    """Return ``(width, height)``; ValueError for a tuple of another length, TypeError for one number."""
    if np.shape(value) != (2,):
        raise (ValueError if np.ndim(value) else TypeError)(f"{name}: expected (width, height), got {value!r}")
    return value


def _columns(boxes: Any) -> tuple[Any, Any, Any, Any]:
    """Return the four numbers of one box, or the four columns of an array; IndexError for others, or TypeError."""
    if isinstance(boxes, (list, tuple)):
        if len(boxes) != 4:
            raise IndexError(f"expected the four numbers of a box, got {len(boxes)}")
        return tuple(boxes)
    if not isinstance(boxes, np.ndarray):
        raise TypeError(f"expected boxes as a list, a tuple or a NumPy array, got {type(boxes).__name__}")
    if boxes.ndim != 2 or boxes.shape[1] != 4:
        raise IndexError(f"expected boxes of shape (N, 4), got {boxes.shape}")
    return tuple(boxes.T)


def _joined(boxes: Any, parts: Iterable[Any]) -> Any:
    return np.stack(list(parts), axis=1) if isinstance(boxes, np.ndarray) else tuple(parts)


def _four(boxes: np.ndarray) -> np.ndarray:
    """Return an array of boxes; IndexError where they have fewer than four columns."""
    boxes = np.asarray(boxes)
    if boxes.ndim != 2 or boxes.shape[1] < 4:
        raise IndexError(f"expected boxes of shape (N, 4 or more), got {boxes.shape}")
    return boxes


def bbox_crop(bbox: np.ndarray, crop_box: Any = None, allow_outside_center: bool = True) -> np.ndarray:
    """Return boxes as seen from a part of the image, cut off at its sides; those that lose their area are left out.

    Parameters
    ----------
    bbox
        The boxes.
    crop_box
        The part: left, top, width and height; 0 or None for a width or height: up to the end. None: all of the image.
    allow_outside_center
        False: boxes whose centres are outside are left out, too.

    Returns
    -------
    A new array ``(M, 4 or more)``.

    Raises
    ------
    ValueError
        For a part that is not four numbers.

    Examples
    --------
    >>> utils = gluon.contrib.data.vision.transforms.bbox.utils
    >>> utils.bbox_crop(np.array([[1, 2, 5, 8], [9, 9, 12, 12]]), (2, 3, 6, 6))
    array([[0, 0, 3, 5]])
    """
    boxes = _four(bbox).copy()
    if crop_box is not None and len(crop_box) != 4:
        raise ValueError(f"crop_box: expected left, top, width and height, got {crop_box!r}")
    if crop_box is None or not any(crop_box):
        return boxes
    start = np.array([side or 0 for side in crop_box[:2]])
    end = start + np.array([size or np.inf for size in crop_box[2:]])
    centers = (boxes[:, :2] + boxes[:, 2:4]) / 2
    boxes[:, :2] = np.maximum(boxes[:, :2], start) - start
    boxes[:, 2:4] = np.minimum(boxes[:, 2:4], end) - start
    inside = (boxes[:, :2] < boxes[:, 2:4]).all(axis=1)
    if not allow_outside_center:
        inside &= ((start <= centers) & (centers < end)).all(axis=1)
    return boxes[inside]


def bbox_flip(bbox: np.ndarray, size: tuple[float, float], flip_x: bool = False, flip_y: bool = False) -> np.ndarray:
    """Return the boxes of an image that is mirrored.

    Parameters
    ----------
    bbox
        The boxes.
    size
        Width and height of the image.
    flip_x
        Whether left and right are exchanged.
    flip_y
        Whether top and bottom are exchanged.

    Returns
    -------
    A new array of the same shape.

    Raises
    ------
    ValueError
        For a size that is not two numbers.

    Examples
    --------
    >>> utils = gluon.contrib.data.vision.transforms.bbox.utils
    >>> utils.bbox_flip(np.array([[1, 2, 5, 8]]), (20, 30), flip_x=True)
    array([[15,  2, 19,  8]])
    """
    boxes = _four(bbox).copy()
    for axis, (length, flip) in enumerate(zip(_pair("size", size), (flip_x, flip_y), strict=True)):
        if flip:
            boxes[:, (axis, axis + 2)] = length - boxes[:, (axis + 2, axis)]
    return boxes


def bbox_resize(bbox: np.ndarray, in_size: tuple[float, float], out_size: tuple[float, float]) -> np.ndarray:
    """Return the boxes of an image that gets another size.

    Parameters
    ----------
    bbox
        The boxes.
    in_size
        Width and height of the image.
    out_size
        The new width and height.

    Returns
    -------
    A new array of the same shape: of the boxes' type where they are floats, else float64.

    Raises
    ------
    ValueError
        For sizes that are not two numbers.

    Examples
    --------
    >>> utils = gluon.contrib.data.vision.transforms.bbox.utils
    >>> utils.bbox_resize(np.array([[1, 2, 5, 8]]), (10, 10), (20, 5))
    array([[ 2.,  1., 10.,  4.]])
    """
    boxes = _four(bbox)
    boxes = boxes.astype(np.result_type(boxes, np.float16) if boxes.dtype.kind == "f" else np.float64)
    before, after = _pair("in_size", in_size), _pair("out_size", out_size)
    boxes[:, :4] *= [new / old for old, new in zip(before, after, strict=True)] * 2
    return boxes


def bbox_translate(bbox: np.ndarray, x_offset: float = 0, y_offset: float = 0) -> np.ndarray:
    """Return boxes moved.

    Parameters
    ----------
    bbox
        The boxes.
    x_offset
        By how much to the right.
    y_offset
        By how much down.

    Returns
    -------
    A new array of the same shape.

    Examples
    --------
    >>> utils = gluon.contrib.data.vision.transforms.bbox.utils
    >>> utils.bbox_translate(np.array([[1, 2, 5, 8]]), x_offset=10)
    array([[11,  2, 15,  8]])
    """
    boxes = _four(bbox)
    boxes = boxes.astype(np.result_type(boxes, x_offset, y_offset))
    boxes[:, :4] += np.array([x_offset, y_offset] * 2, boxes.dtype)
    return boxes


def bbox_iou(bbox_a: np.ndarray, bbox_b: np.ndarray, offset: float = 0) -> np.ndarray:
    """Return how far each of some boxes and each of others overlap: the area of both by the area of either.

    Parameters
    ----------
    bbox_a
        Boxes ``(N, 4 or more)``.
    bbox_b
        Boxes ``(M, 4 or more)``.
    offset
        What is added to widths and heights: 1 where right and bottom are the last pixels within.

    Returns
    -------
    An array ``(N, M)``, from 0 to 1; nan where both have no area.

    Raises
    ------
    IndexError
        For boxes of fewer than four columns.

    Examples
    --------
    >>> utils = gluon.contrib.data.vision.transforms.bbox.utils
    >>> utils.bbox_iou(np.array([[0, 0, 4, 4]]), np.array([[0, 0, 4, 4], [2, 0, 6, 4]])).round(2)
    array([[1.  , 0.33]])
    """
    first, second = _four(bbox_a)[:, None], _four(bbox_b)[None]
    start, end = np.maximum(first[..., :2], second[..., :2]), np.minimum(first[..., 2:4], second[..., 2:4])
    shared = np.prod(end - start + offset, axis=-1) * (start < end).all(axis=-1)
    areas = [np.prod(boxes[..., 2:4] - boxes[..., :2] + offset, axis=-1) for boxes in (first, second)]
    with np.errstate(invalid="ignore"):
        result: np.ndarray = shared / (areas[0] + areas[1] - shared)
    return result


def bbox_xywh_to_xyxy(xywh: Any) -> Any:
    """Return boxes given by left, top, width and height as left, top, right and bottom, the last pixels within.

    Parameters
    ----------
    xywh
        The four numbers of a box, or an array ``(N, 4)``.

    Returns
    -------
    A tuple of one box, an array of several.

    Raises
    ------
    IndexError
        For what is not four numbers.
    TypeError
        For what is no list, tuple or array.

    Examples
    --------
    >>> gluon.contrib.data.vision.transforms.bbox.utils.bbox_xywh_to_xyxy((1, 2, 5, 8))
    (1, 2, 5, 9)
    """
    left, top, width, height = _columns(xywh)
    most = np.maximum if isinstance(xywh, np.ndarray) else max
    return _joined(xywh, (left, top, left + most(width - 1, 0), top + most(height - 1, 0)))


def bbox_xyxy_to_xywh(xyxy: Any) -> Any:
    """Return boxes given by left, top, right and bottom, the last pixels within, as left, top, width and height.

    Parameters
    ----------
    xyxy
        The four numbers of a box, or an array ``(N, 4)``.

    Returns
    -------
    A tuple of one box, an array of several.

    Raises
    ------
    IndexError
        For what is not four numbers.
    TypeError
        For what is no list, tuple or array.

    Examples
    --------
    >>> gluon.contrib.data.vision.transforms.bbox.utils.bbox_xyxy_to_xywh((1, 2, 5, 9))
    (1, 2, 5, 8)
    """
    left, top, right, bottom = _columns(xyxy)
    return _joined(xyxy, (left, top, right - left + 1, bottom - top + 1))


def bbox_clip_xyxy(xyxy: Any, width: float, height: float) -> Any:
    """Return boxes whose sides are moved into an image: left and right to 0 ... width - 1, top and bottom likewise.

    Parameters
    ----------
    xyxy
        The four numbers of a box, or an array ``(N, 4)``: left, top, right and bottom, the last pixels within.
    width
        The width of the image.
    height
        Its height.

    Returns
    -------
    A tuple of one box, an array of several.

    Raises
    ------
    IndexError
        For what is not four numbers.
    TypeError
        For what is no list, tuple or array.

    Examples
    --------
    >>> gluon.contrib.data.vision.transforms.bbox.utils.bbox_clip_xyxy((-1, 2, 5, 8), 4, 20)
    (0, 2, 3, 8)
    """
    most, least = (np.maximum, np.minimum) if isinstance(xyxy, np.ndarray) else (max, min)
    limits = (width - 1, height - 1) * 2
    return _joined(xyxy, [least(limit, most(0, side)) for limit, side in zip(limits, _columns(xyxy), strict=True)])


def bbox_random_crop_with_constraints(
    bbox: np.ndarray,
    size: tuple[int, int],
    min_scale: float = 0.3,
    max_scale: float = 1,
    max_aspect_ratio: float = 2,
    constraints: Any = None,
    max_trial: int = 50,
) -> tuple[np.ndarray, tuple[int, int, int, int]]:
    """Return a random part of an image, and the boxes in it: those whose centres it shows, at least one.

    All of the image is one part to choose from; each constraint adds another where one is found. Source: Liu et al.,
    "SSD: Single Shot MultiBox Detector", 2016. Random numbers are those of ``random``.

    Parameters
    ----------
    bbox
        The boxes; without any, any part may be taken.
    size
        Width and height of the image.
    min_scale
        The least geometric mean of the part's share of the width and its share of the height.
    max_scale
        The greatest one.
    max_aspect_ratio
        By how much the part's proportions may differ from the image's, at most.
    constraints
        Pairs of the least and the greatest overlap (:func:`bbox_iou`) that all boxes must have with a part, None for
        no limit. None: ``((0.1, None), (0.3, None), (0.5, None), (0.7, None), (0.9, None), (None, 1))``.
    max_trial
        How many parts are tried for a constraint.

    Returns
    -------
    The boxes as seen from the part, and the part: left, top, width and height.

    Raises
    ------
    IndexError
        For boxes of fewer than four columns.
    ValueError
        For a size that is not two numbers.

    Examples
    --------
    >>> utils = gluon.contrib.data.vision.transforms.bbox.utils
    >>> boxes, part = utils.bbox_random_crop_with_constraints(np.array([[1, 2, 5, 8, 7]]), (20, 30))
    >>> boxes.shape, len(part)
    ((1, 5), 4)
    """
    boxes = _four(bbox)
    width, height = _pair("size", size)
    choices: list[Any] = [None, *(_OVERLAPS if constraints is None else constraints)]
    if not len(boxes):
        choices = [(None, None)]
    for overlap in random.sample(choices, len(choices)):
        for _ in range(max_trial if overlap else 0):
            part = _random_part(width, height, (min_scale, max_scale), max_aspect_ratio)
            if not _overlaps_enough(boxes, part, *overlap):
                continue
            seen = bbox_crop(boxes, part, False)
            if len(seen) or not len(boxes):
                return seen, part
        if overlap is None:
            break
    return boxes.copy(), (0, 0, width, height)


def _random_part(width: int, height: int, scales: tuple[float, float], most_ratio: float) -> tuple[int, int, int, int]:
    scale = random.uniform(*scales)
    # neither side may become longer than the image's
    ratio = random.uniform(max(1 / most_ratio, scale * scale), min(most_ratio, 1 / (scale * scale)))
    w = min(width, max(1, int(width * scale * math.sqrt(ratio))))
    h = min(height, max(1, int(height * scale / math.sqrt(ratio))))
    return random.randint(0, width - w), random.randint(0, height - h), w, h


def _overlaps_enough(
    boxes: np.ndarray, part: tuple[int, int, int, int], least: float | None, most: float | None
) -> bool:
    left, top, width, height = part
    overlaps = bbox_iou(boxes, np.array([[left, top, left + width, top + height]]))
    enough = least is None or bool((overlaps >= least).all())
    return enough and (most is None or bool((overlaps <= most).all()))
