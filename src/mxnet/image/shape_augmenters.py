"""Augmenters that change an image's size and take parts of it. Sizes are ``(width, height)``."""

from __future__ import annotations

import random
from typing import Any

from .. import ndarray as nd
from .augmenter import Augmenter
from .cropping import center_crop, random_crop, random_size_crop
from .sizes import _get_interp_method, imresize, resize_short

Size = tuple[int, int]


class ResizeAug(Augmenter):
    """Make the shorter side ``size`` pixels; see :func:`~mxnet.image.resize_short`."""

    def __init__(self, size: int, interp: int = 2) -> None:
        super().__init__(size=size, interp=interp)
        self.size, self.interp = size, interp

    def __call__(self, src: nd.NDArray) -> nd.NDArray:
        """Return the resized image."""
        return resize_short(src, self.size, self.interp)


class ForceResizeAug(Augmenter):
    """Make an image ``size``, whatever its proportions."""

    def __init__(self, size: Size, interp: int = 2) -> None:
        super().__init__(size=size, interp=interp)
        self.size, self.interp = size, interp

    def __call__(self, src: nd.NDArray) -> nd.NDArray:
        """Return the resized image."""
        width, height = self.size
        return imresize(src, width, height, _get_interp_method(self.interp, (*src.shape[:2], height, width)))


class RandomCropAug(Augmenter):
    """Take a part of ``size`` from a random place; see :func:`~mxnet.image.random_crop`."""

    def __init__(self, size: Size, interp: int = 2) -> None:
        super().__init__(size=size, interp=interp)
        self.size, self.interp = size, interp

    def __call__(self, src: nd.NDArray) -> nd.NDArray:
        """Return the part."""
        return random_crop(src, self.size, self.interp)[0]


class RandomSizedCropAug(Augmenter):
    """Take a part of random area and proportions, and resize it; see :func:`~mxnet.image.random_size_crop`.

    ``min_area`` is an old name of ``area``.
    """

    def __init__(self, size: Size, area: Any, ratio: tuple[float, float], interp: int = 2, **kwargs: Any) -> None:
        super().__init__(size=size, area=area, ratio=ratio, interp=interp)
        self.area = kwargs.pop("min_area", area)
        assert not kwargs, f"RandomSizedCropAug: unknown arguments {', '.join(kwargs)}"
        self.size, self.ratio, self.interp = size, ratio, interp

    def __call__(self, src: nd.NDArray) -> nd.NDArray:
        """Return the part."""
        return random_size_crop(src, self.size, self.area, self.ratio, self.interp)[0]


class CenterCropAug(Augmenter):
    """Take the middle of ``size``; see :func:`~mxnet.image.center_crop`."""

    def __init__(self, size: Size, interp: int = 2) -> None:
        super().__init__(size=size, interp=interp)
        self.size, self.interp = size, interp

    def __call__(self, src: nd.NDArray) -> nd.NDArray:
        """Return the part."""
        return center_crop(src, self.size, self.interp)[0]


class HorizontalFlipAug(Augmenter):
    """Mirror left and right with probability ``p``, drawn from Python's generator."""

    def __init__(self, p: float) -> None:
        super().__init__(p=p)
        self.p = p

    def __call__(self, src: nd.NDArray) -> nd.NDArray:
        """Return the image, mirrored or not."""
        return nd.flip(src, axis=1) if random.random() < self.p else src
