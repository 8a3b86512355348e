"""Augmenters that change an image's size and take parts of it. Sizes are ``(width, height)``."""

from __future__ import annotations

import random
from typing import Any

from .. import ndarray as nd
from ..core.shared_methods import Shared
from .augmenter import Augmenter
from .functions import _get_interp_method, center_crop, imresize, random_crop, random_size_crop, resize_short

__all__ = ["CenterCropAug", "ForceResizeAug", "HorizontalFlipAug", "RandomCropAug", "RandomSizedCropAug", "ResizeAug"]

Size = tuple[int, int]


class _SizedAug(Augmenter, metaclass=Shared):
    size: Any

    def __init__(self, size: int | Size, interp: int = 2) -> None:
        super().__init__(size=size, interp=interp)
        self.size, self.interp = size, interp


class ResizeAug(_SizedAug):
    """Make the shorter side ``size`` pixels, with the image's proportions.

    Parameters
    ----------
    size : int
        The length of the shorter side in pixels.

    Examples
    --------
    >>> image = nd.zeros((40, 60, 3), dtype='uint8')
    >>> mx.image.ResizeAug(20)(image).shape
    (20, 30, 3)
    """

    def __call__(self, src: nd.NDArray) -> nd.NDArray:
        """Return the resized image."""
        return resize_short(src, self.size, self.interp)


class ForceResizeAug(_SizedAug):
    """Make an image ``size``, whatever its proportions.

    Parameters
    ----------
    size : tuple of two ints
        ``(width, height)`` in pixels.

    Examples
    --------
    >>> image = nd.zeros((40, 60, 3), dtype='uint8')
    >>> mx.image.ForceResizeAug((32, 24))(image).shape
    (24, 32, 3)
    """

    def __call__(self, src: nd.NDArray) -> nd.NDArray:
        """Return the resized image."""
        width, height = self.size
        return imresize(src, width, height, _get_interp_method(self.interp, (*src.shape[:2], height, width)))


class RandomCropAug(_SizedAug):
    """Take a part of ``size`` from a random place.

    From an image that is smaller, the largest part with these proportions is taken and enlarged.

    Parameters
    ----------
    size : tuple of two ints
        ``(width, height)`` in pixels.

    Examples
    --------
    >>> image = nd.zeros((40, 60, 3), dtype='uint8')
    >>> mx.image.RandomCropAug((32, 24))(image).shape
    (24, 32, 3)
    """

    def __call__(self, src: nd.NDArray) -> nd.NDArray:
        """Return the part."""
        return random_crop(src, self.size, self.interp)[0]


class RandomSizedCropAug(Augmenter):
    """Take a part of random area and proportions, and resize it; see :func:`~mxnet.image.random_size_crop`.

    Parameters
    ----------
    size : tuple of two ints
        ``(width, height)`` in pixels.
    area : tuple of two floats, or float
        The least and the greatest area of the part, as shares of the image's; a number: the least.
    ratio
        The least and the greatest width over height of the part, evenly distributed in its logarithm.
    **kwargs
        ``min_area``, an old name of ``area``.

    Examples
    --------
    >>> image = nd.zeros((40, 60, 3), dtype='uint8')
    >>> mx.image.RandomSizedCropAug((32, 32), (0.08, 1.0), (3 / 4, 4 / 3))(image).shape
    (32, 32, 3)
    """

    def __init__(self, size: Size, area: Any, ratio: tuple[float, float], interp: int = 2, **kwargs: Any) -> None:
        super().__init__(size=size, area=area, ratio=ratio, interp=interp)
        self.area = kwargs.pop("min_area", area)
        assert not kwargs, f"RandomSizedCropAug: unknown arguments {', '.join(kwargs)}"
        self.size, self.ratio, self.interp = size, ratio, interp

    def __call__(self, src: nd.NDArray) -> nd.NDArray:
        """Return the part."""
        return random_size_crop(src, self.size, self.area, self.ratio, self.interp)[0]


class CenterCropAug(_SizedAug):
    """Take the middle of ``size``.

    From an image that is smaller, the largest part with these proportions is taken and enlarged.

    Parameters
    ----------
    size : tuple of two ints
        ``(width, height)`` in pixels.

    Examples
    --------
    >>> image = nd.zeros((40, 60, 3), dtype='uint8')
    >>> mx.image.CenterCropAug((32, 24))(image).shape
    (24, 32, 3)
    """

    def __call__(self, src: nd.NDArray) -> nd.NDArray:
        """Return the part."""
        return center_crop(src, self.size, self.interp)[0]


class HorizontalFlipAug(Augmenter):
    """Mirror left and right with probability ``p``, drawn from Python's generator.

    Parameters
    ----------
    p
        The probability.

    Examples
    --------
    >>> image = nd.array([[[1], [2]]])
    >>> print(mx.image.HorizontalFlipAug(p=1)(image)[:, :, 0].asnumpy())
    [[2. 1.]]
    """

    def __init__(self, p: float) -> None:
        super().__init__(p=p)
        self.p = p

    def __call__(self, src: nd.NDArray) -> nd.NDArray:
        """Return the image, mirrored or not."""
        return nd.flip(src, axis=1) if random.random() < self.p else src
