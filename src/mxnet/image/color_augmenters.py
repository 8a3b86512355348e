"""Augmenters that change an image's colours, which are floating-point numbers, red first.

Amounts are drawn from Python's generator, those of :class:`LightingAug` from NumPy's. Except for hue and grey the
image is changed in place.
"""

import math
import random
from typing import Any

import numpy as np

from .. import ndarray as nd
from ..core.pixels.colors import GREY
from .augmenter import Augmenter, RandomOrderAug
from .functions import color_normalize

__all__ = [
    "BrightnessJitterAug", "ColorJitterAug", "ColorNormalizeAug", "ContrastJitterAug", "HueJitterAug",
    "LightingAug", "RandomGrayAug", "SaturationJitterAug",
]  # fmt: skip

#: what red, green and blue contribute to grey in :class:`RandomGrayAug`
_GREY_LEVELS = (0.21, 0.72, 0.07)


class BrightnessJitterAug(Augmenter):
    """Multiply all pixels by one random factor, in place.

    Examples
    --------
    >>> image = nd.full((2, 2, 3), 100)
    >>> image = mx.image.BrightnessJitterAug(0.5)(image)
    >>> bool(50 <= image[0, 0, 0].asscalar() <= 150)
    True
    """

    def __init__(self, brightness: float) -> None:
        super().__init__(brightness=brightness)
        self.brightness = brightness

    def __call__(self, src: Any) -> Any:
        """Return the changed image."""
        src *= 1.0 + random.uniform(-self.brightness, self.brightness)
        return src


class ContrastJitterAug(Augmenter):
    """Mix an image with its mean grey, in place.

    Examples
    --------
    >>> image = nd.full((2, 2, 3), 100)
    >>> print(mx.image.ContrastJitterAug(0.5)(image)[0, 0].asnumpy().round())
    [100. 100. 100.]
    """

    def __init__(self, contrast: float) -> None:
        super().__init__(contrast=contrast)
        self.contrast, self.coef = contrast, nd.array([[GREY]])

    def __call__(self, src: Any) -> Any:
        """Return the changed image."""
        share = 1.0 + random.uniform(-self.contrast, self.contrast)
        grey = (src * self.coef).sum() * ((1.0 - share) / (src.shape[0] * src.shape[1]))
        return _mixed(src, share, grey)


class SaturationJitterAug(Augmenter):
    """Mix an image with its grey version, in place.

    Examples
    --------
    >>> image = nd.full((2, 2, 3), 100)
    >>> print(mx.image.SaturationJitterAug(0.5)(image)[0, 0].asnumpy().round())
    [100. 100. 100.]
    """

    def __init__(self, saturation: float) -> None:
        super().__init__(saturation=saturation)
        self.saturation, self.coef = saturation, nd.array([[GREY]])

    def __call__(self, src: Any) -> Any:
        """Return the changed image."""
        share = 1.0 + random.uniform(-self.saturation, self.saturation)
        return _mixed(src, share, (src * self.coef).sum(axis=2, keepdims=True) * (1.0 - share))


def _mixed(src: Any, share: float, rest: Any) -> Any:
    src *= share
    src += rest
    return src


class HueJitterAug(Augmenter):
    """Turn colours about the grey axis by a random angle.

    The turning is done in the colours of NTSC television, ``YIQ``, as approximated in P. Haeberli, "Matrix Operations
    for Image Processing", 1993.

    Examples
    --------
    >>> image = nd.full((2, 2, 3), 100)
    >>> print(mx.image.HueJitterAug(0.1)(image)[0, 0].asnumpy().round())
    [100. 100. 100.]
    """

    def __init__(self, hue: float) -> None:
        super().__init__(hue=hue)
        self.hue = hue
        self.tyiq = np.array([GREY, [0.596, -0.274, -0.321], [0.211, -0.523, 0.311]])
        self.ityiq = np.array([[1.0, 0.956, 0.621], [1.0, -0.272, -0.647], [1.0, -1.107, 1.705]])

    def __call__(self, src: Any) -> Any:
        """Return the changed image."""
        angle = math.pi * random.uniform(-self.hue, self.hue)
        rotation = np.eye(3)
        rotation[1:, 1:] = [[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]]
        return nd.dot(src, nd.array((self.ityiq @ rotation @ self.tyiq).T))


class ColorJitterAug(RandomOrderAug):
    """Change brightness, contrast and saturation in a random order; an amount of 0 leaves one out.

    Examples
    --------
    >>> image = nd.full((2, 2, 3), 100)
    >>> [type(part).__name__ for part in mx.image.ColorJitterAug(0.1, 0, 0.1).ts]
    ['BrightnessJitterAug', 'SaturationJitterAug']
    >>> mx.image.ColorJitterAug(0.1, 0, 0.1)(image).shape
    (2, 2, 3)
    """

    def __init__(self, brightness: float, contrast: float, saturation: float) -> None:
        classes: tuple[tuple[type[Any], float], ...] = (
            (BrightnessJitterAug, brightness),
            (ContrastJitterAug, contrast),
            (SaturationJitterAug, saturation),
        )
        super().__init__([cls(amount) for cls, amount in classes if amount > 0])


class LightingAug(Augmenter):
    """Add ``eigvec @ (a * eigval)``, where three ``a`` are normal with the standard deviation ``alphastd``.

    Source: Krizhevsky et al., "ImageNet classification with deep convolutional neural networks", 2012.

    Parameters
    ----------
    alphastd
        The standard deviation of the three ``a``; 0.1 as a rule.
    eigval : array
        The eigenvalues of the covariance of the colours, ``(3,)``.
    eigvec : array
        Their eigenvectors, ``(3, 3)``, the columns.

    Examples
    --------
    >>> image = nd.full((2, 2, 3), 100)
    >>> augment = mx.image.LightingAug(0.1, np.array([55.46, 4.794, 1.148]), np.eye(3))
    >>> augment(image).shape
    (2, 2, 3)
    """

    def __init__(self, alphastd: float, eigval: Any, eigvec: Any) -> None:
        super().__init__(alphastd=alphastd, eigval=eigval, eigvec=eigvec)
        self.alphastd, self.eigval, self.eigvec = alphastd, eigval, eigvec

    def __call__(self, src: Any) -> Any:
        """Return the changed image."""
        weights = np.random.normal(0, self.alphastd, size=(3,))
        src += nd.array(np.dot(self.eigvec * weights, self.eigval))
        return src


class ColorNormalizeAug(Augmenter):
    """Subtract ``mean`` from an image and divide it by ``std``, in place.

    Parameters
    ----------
    mean : array, number or None
        What is subtracted, such as an array of three numbers; None: nothing.
    std : array, number or None
        What is divided by; None: nothing.

    Examples
    --------
    >>> image = nd.full((2, 2, 3), 100)
    >>> print(mx.image.ColorNormalizeAug(nd.array([90, 100, 110]), nd.array([2, 2, 2]))(image)[0, 0].asnumpy())
    [ 5.  0. -5.]
    """

    def __init__(self, mean: Any, std: Any) -> None:
        super().__init__(mean=mean, std=std)
        self.mean, self.std = (
            value if value is None or isinstance(value, nd.NDArray) else nd.array(value) for value in (mean, std)
        )

    def __call__(self, src: Any) -> Any:
        """Return the normalized image."""
        return color_normalize(src, self.mean, self.std)


class RandomGrayAug(Augmenter):
    """Make an image grey, with three equal channels, with probability ``p``.

    Parameters
    ----------
    p
        The probability.

    Examples
    --------
    >>> image = nd.array([[[100, 0, 0]]])
    >>> print(mx.image.RandomGrayAug(p=1)(image).asnumpy())
    [[[21. 21. 21.]]]
    """

    def __init__(self, p: float) -> None:
        super().__init__(p=p)
        self.p, self.mat = p, nd.array([[level] * 3 for level in _GREY_LEVELS])

    def __call__(self, src: Any) -> Any:
        """Return the image, grey or not."""
        return nd.dot(src, self.mat) if random.random() < self.p else src
