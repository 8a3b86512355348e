"""Augmenters for detection, which change an image and the boxes of its objects alike.

A call takes an image ``(height, width, channels)`` and rows ``(class, left, top, right, bottom, ...)`` whose places
are shares of the image's sides, and returns both. Random numbers come from Python's generator. How the size
of a part is drawn is described in Liu et al., "SSD: Single Shot MultiBox Detector", 2016.
"""

import math
import random
import warnings
from typing import Any

import numpy as np

from .. import ndarray as nd
from ..core.pixels.parts import areas, mirrored, moved, overlaps
from ..registry.manual import documented
from .augmenter import Augmenter, Described
from .functions import copyMakeBorder, fixed_crop

__all__ = [
    "DetAugmenter", "DetBorrowAug", "DetHorizontalFlipAug", "DetRandomCropAug", "DetRandomPadAug",
    "DetRandomSelectAug",
]  # fmt: skip

#: objects of fewer pixels do not decide about a part
_LEAST_PIXELS = 2
#: an image is not padded by fewer pixels
_LEAST_PADDING = 2
Range = tuple[float, float]
#: left, top, width and height in pixels
Part = tuple[int, int, int, int]
Pair = tuple[nd.NDArray, np.ndarray]


@documented()
class DetAugmenter(Described):
    """Change an image and the boxes of its objects alike: calling it with both returns the changed ones.

    The base of augmenters for detection, which subclasses define ``__call__`` of. An image is an NDArray ``(height,
    width, channels)``; objects are rows of a NumPy array, ``(class, left, top, right, bottom, ...)``, whose places are
    shares of the image's sides.

    Parameters
    ----------
    **kwargs
        The arguments that :meth:`dumps` writes.

    Examples
    --------
    >>> class DropSmall(mx.image.DetAugmenter):
    ...     def __call__(self, src, label):
    ...         return src, label[label[:, 3] - label[:, 1] > 0.1]
    >>> objects = np.array([[0, 0.1, 0.2, 0.5, 0.6], [1, 0.5, 0.5, 0.55, 0.6]])
    >>> DropSmall()(nd.zeros((40, 60, 3)), objects)[1]
    array([[0. , 0.1, 0.2, 0.5, 0.6]])
    """

    def __call__(self, src: nd.NDArray, label: np.ndarray) -> Pair:
        """Return the changed image and rows."""
        raise NotImplementedError(f"{type(self).__name__} does not say how it changes an image: define __call__")


class DetBorrowAug(DetAugmenter):
    """Use an augmenter that leaves every object where it is, such as one of colours or one that resizes the whole.

    Parameters
    ----------
    augmenter
        The augmenter of images.

    Raises
    ------
    TypeError
        For anything but an :class:`Augmenter`.

    Examples
    --------
    >>> image, objects = nd.zeros((40, 60, 3)), np.array([[0, 0.1, 0.2, 0.5, 0.6]])
    >>> image, objects = mx.image.DetBorrowAug(mx.image.ForceResizeAug((32, 32)))(image, objects)
    >>> image.shape, objects
    ((32, 32, 3), array([[0. , 0.1, 0.2, 0.5, 0.6]]))
    """

    def __init__(self, augmenter: Augmenter) -> None:
        if not isinstance(augmenter, Augmenter):
            raise TypeError(f"expected an Augmenter for images alone, got {type(augmenter).__name__}")
        super().__init__(augmenter=augmenter.dumps())
        self.augmenter = augmenter

    def dumps(self) -> Any:
        """Return the name and what the augmenter's ``dumps`` gives.

        Returns
        -------
        A list.

        Examples
        --------
        >>> mx.image.DetBorrowAug(mx.image.CastAug()).dumps()
        ['detborrowaug', '["castaug", {"type": "float32"}]']
        """
        return [type(self).__name__.lower(), self.augmenter.dumps()]

    def __call__(self, src: nd.NDArray, label: np.ndarray) -> Pair:
        """Return the changed image and the same rows."""
        return self.augmenter(src), label


class DetRandomSelectAug(DetAugmenter):
    """Apply one augmenter of ``aug_list``, each as often as the others, or, with probability ``skip_prob``, none.

    Parameters
    ----------
    aug_list : DetAugmenter, or list of them
        What is chosen from; an empty list: nothing is done.
    skip_prob
        The probability.

    Raises
    ------
    ValueError
        For anything but augmenters for detection.

    Examples
    --------
    >>> image, objects = nd.zeros((40, 60, 3)), np.array([[0, 0.1, 0.2, 0.5, 0.6]])
    >>> augment = mx.image.DetRandomSelectAug([mx.image.DetHorizontalFlipAug(1)], skip_prob=0)
    >>> augment(image, objects)[1]
    array([[0. , 0.5, 0.2, 0.9, 0.6]])
    """

    def __init__(self, aug_list: DetAugmenter | list[DetAugmenter], skip_prob: float = 0) -> None:
        super().__init__(skip_prob=skip_prob)
        result = aug_list if isinstance(aug_list, (list, tuple)) else [aug_list]
        if not all(isinstance(item, DetAugmenter) for item in result):
            raise ValueError("aug_list: expected augmenters for detection only (DetAugmenter)")
        self.aug_list = list(result)
        self.skip_prob = skip_prob if self.aug_list else 1

    def dumps(self) -> Any:
        """Return the name and what each augmenter's ``dumps`` gives.

        Returns
        -------
        A list.

        Examples
        --------
        >>> mx.image.DetRandomSelectAug([mx.image.DetHorizontalFlipAug(0.5)]).dumps()
        ['detrandomselectaug', ['["dethorizontalflipaug", {"p": 0.5}]']]
        """
        return [type(self).__name__.lower(), [item.dumps() for item in self.aug_list]]

    def __call__(self, src: nd.NDArray, label: np.ndarray) -> Pair:
        """Return image and rows, changed or not."""
        if random.random() < self.skip_prob:
            return src, label
        random.shuffle(self.aug_list)
        return self.aug_list[0](src, label)


class DetHorizontalFlipAug(DetAugmenter):
    """Mirror left and right with probability ``p``; the rows are changed in place.

    Parameters
    ----------
    p
        The probability.

    Examples
    --------
    >>> image, objects = nd.zeros((40, 60, 3)), np.array([[0, 0.1, 0.2, 0.5, 0.6]])
    >>> mx.image.DetHorizontalFlipAug(p=1)(image, objects)[1]
    array([[0. , 0.5, 0.2, 0.9, 0.6]])
    """

    def __init__(self, p: float) -> None:
        super().__init__(p=p)
        self.p = p

    def __call__(self, src: nd.NDArray, label: np.ndarray) -> Pair:
        """Return image and rows, mirrored or not."""
        if random.random() >= self.p:
            return src, label
        return nd.flip(src, axis=1), mirrored(label)


def _range(name: str, value: Any) -> Any:
    """Return a range, which may be given as one number; AssertionError for something else."""
    if isinstance(value, (tuple, list)):
        return value
    assert isinstance(value, (int, float)), f"{name}: expected a number or two, got {value!r}"
    return value, value


def _usable(owner: str, area: Range, ratio: Range, least_area: float) -> bool:
    """Return whether there are parts of these areas and proportions, and warn where there are none."""
    holds = {
        f"aspect_ratio_range {ratio}": 0 < ratio[0] <= ratio[1],
        f"area_range {area}": area[0] <= area[1] and area[1] > least_area,
    }
    wrong = [name for name, labels in holds.items() if not labels]
    if wrong:
        warnings.warn(f"{owner} leaves images as they are: {' and '.join(wrong)} hold nothing", stacklevel=3)
    return not wrong


def _rounded_height(width: int, ratio: float) -> int:
    """Return the greatest height that, with these proportions, is at most ``width`` wide, after rounding."""
    return int((width + 0.4999999) / ratio)


class DetRandomCropAug(DetAugmenter):
    """Cut a random part out that shows enough of the objects in it, or leave the image where none is found.

    A part is taken when it shows more than ``min_object_covered`` of each object that it touches, and more than
    ``min_eject_coverage`` of at least one. Boxes end at its edge.

    Examples
    --------
    >>> image, objects = nd.zeros((40, 60, 3)), np.array([[0, 0.1, 0.2, 0.5, 0.6]])
    >>> part, seen = mx.image.DetRandomCropAug(min_object_covered=0.5)(image, objects)
    >>> seen.shape
    (1, 5)
    """

    def __init__(
        self,
        min_object_covered: float = 0.1,
        aspect_ratio_range: Range | float = (0.75, 1.33),
        area_range: Range | float = (0.05, 1.0),
        min_eject_coverage: float = 0.3,
        max_attempts: int = 50,
    ) -> None:
        area, ratio = _range("area_range", area_range), _range("aspect_ratio_range", aspect_ratio_range)
        super().__init__(
            min_object_covered=min_object_covered,
            aspect_ratio_range=ratio,
            area_range=area,
            min_eject_coverage=min_eject_coverage,
            max_attempts=max_attempts,
        )
        self.area_range, self.aspect_ratio_range = area, ratio
        self.min_object_covered, self.min_eject_coverage = min_object_covered, min_eject_coverage
        self.max_attempts = max_attempts
        self.enabled = _usable("DetRandomCropAug", area, ratio, 0)

    def __call__(self, src: nd.NDArray, label: np.ndarray) -> Pair:
        """Return a part and the rows of the objects in it, or what was given."""
        height, width = src.shape[:2]
        for _ in range(self.max_attempts if self.enabled and height > 0 and width > 0 else 0):
            part = self._draw(height, width)
            if part is not None and self._shows_enough(label, part, height, width):
                seen = self._seen(label, part, height, width)
                if len(seen):
                    return fixed_crop(src, *part), seen
        return src, label

    def _draw(self, height: int, width: int) -> Part | None:
        """Return a part of random proportions, height and place; None for proportions that do not fit."""
        ratio = random.uniform(*self.aspect_ratio_range)
        smallest, largest = (share * height * width for share in self.area_range)
        low, high = (round(math.sqrt(area / ratio)) for area in (smallest, largest))
        if round(high * ratio) > width:
            high = _rounded_height(width, ratio)
        high = min(high, height)
        h = random.randint(low, high) if low < high else high
        w = round(h * ratio)
        if w * h < smallest:
            h += 1
        if w * h > largest:
            h -= 1
        w = round(h * ratio)
        if not (smallest <= w * h <= largest and 0 < w <= width and 0 < h <= height):
            return None
        y = random.randint(0, height - h)
        return random.randint(0, width - w), y, w, h

    def _shows_enough(self, label: np.ndarray, part: Part, height: int, width: int) -> bool:
        """Return whether the part covers enough of each object that it touches."""
        left, top, w, h = part
        if w * h < _LEAST_PIXELS:
            return False
        label = label[areas(label) * height * width > _LEAST_PIXELS]
        window = left / width, top / height, (left + w) / width, (top + h) / height
        covered = overlaps(label, window) / areas(label)
        covered = covered[covered > 0]
        return bool(covered.size and covered.min() > self.min_object_covered)

    def _seen(self, label: np.ndarray, part: Part, height: int, width: int) -> np.ndarray:
        """Return the rows of objects that the part covers enough of, with boxes that end at its edge."""
        result = moved(label, part, height, width)
        before = areas(result)
        result[:, 1:5] = np.clip(result[:, 1:5], 0, 1)
        after = areas(result)
        return result[(after > 0) & (after > self.min_eject_coverage * before)]


class DetRandomPadAug(DetAugmenter):
    """Put an image at a random place of a larger one, so that objects are smaller.

    Where at most a pixel would be added the image is left as it is.

    Parameters
    ----------
    aspect_ratio_range
        The least and the greatest width over height of the larger image; a number: both.
    area_range
        The least and the greatest area of it, as multiples of the image's; a number: both.
    max_attempts
        How many sizes are tried; where none fits the image stays as it is.
    pad_val : number or tuple of numbers
        The value of the pixels around the image, for all channels or for each.

    Examples
    --------
    >>> image, objects = nd.zeros((40, 60, 3)), np.array([[0, 0.1, 0.2, 0.5, 0.6]])
    >>> larger, moved = mx.image.DetRandomPadAug(area_range=(2, 3))(image, objects)
    >>> larger.size > image.size, moved.shape
    (True, (1, 5))
    """

    def __init__(
        self,
        aspect_ratio_range: Range | float = (0.75, 1.33),
        area_range: Range | float = (1.0, 3.0),
        max_attempts: int = 50,
        pad_val: Any = (128, 128, 128),
    ) -> None:
        assert isinstance(pad_val, (int, float, list, tuple)), f"pad_val: expected numbers, got {pad_val!r}"
        area, ratio = _range("area_range", area_range), _range("aspect_ratio_range", aspect_ratio_range)
        super().__init__(aspect_ratio_range=ratio, area_range=area, max_attempts=max_attempts, pad_val=pad_val)
        self.area_range, self.aspect_ratio_range = area, ratio
        self.pad_val, self.max_attempts = pad_val, max_attempts
        self.enabled = _usable("DetRandomPadAug", area, ratio, 1)

    def __call__(self, src: nd.NDArray, label: np.ndarray) -> Pair:
        """Return the larger image and the rows moved, or what was given."""
        height, width = src.shape[:2]
        for _ in range(self.max_attempts if self.enabled and height > 0 and width > 0 else 0):
            part = self._draw(height, width)
            if part is not None:
                left, top, w, h = part
                values = self.pad_val if isinstance(self.pad_val, (list, tuple)) else (self.pad_val,) * src.shape[2]
                sides = -top, h - height + top, -left, w - width + left
                return copyMakeBorder(src, *sides, values=values), moved(label, part, height, width)
        return src, label

    def _draw(self, height: int, width: int) -> Part | None:
        """Return a larger image as a part that begins outside; None for proportions that do not fit."""
        ratio = random.uniform(*self.aspect_ratio_range)
        low, high = (round(math.sqrt(share * height * width / ratio)) for share in self.area_range)
        if round(low * ratio) < width:
            low = _rounded_height(width, ratio)
        low = max(low, height)
        h = random.randint(low, high) if low < high else high
        w = round(h * ratio)
        if h - height < _LEAST_PADDING or w - width < _LEAST_PADDING:
            return None
        y = random.randint(0, h - height)
        return -random.randint(0, w - width), -y, w, h
