"""Augmenters for detection, which change an image and the boxes of its objects alike.

A call takes an image ``(height, width, channels)`` and rows ``(class, left, top, right, bottom, ...)`` whose places
are shares of the image's sides, and returns both. Random numbers come from Python's generator.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from .. import ndarray as nd
from ..core.pixels.boxes import mirrored
from ..registry.manual import documented
from .augmenter import Augmenter, Described

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


@documented()
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


@documented()
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


@documented()
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
