"""Colours of pixels, from 0 to 255."""

from collections.abc import Callable
from typing import Any

import numpy as np

from . import Image

#: mean and standard deviation of the colours of ImageNet's pixels, red first
MEAN, STD = (123.68, 116.28, 103.53), (58.395, 57.12, 57.375)
#: eigenvalues and eigenvectors (one per column) of their covariance (Krizhevsky et al., 2012)
EIGENVALUES = (55.46, 4.794, 1.148)
EIGENVECTORS = ((-0.5675, 0.7192, 0.4009), (-0.5808, -0.0045, -0.814), (-0.5836, -0.6948, 0.4203))
#: what red, green and blue contribute to grey
GREY = (0.299, 0.587, 0.114)
#: what hue, lightness and saturation are at most as OpenCV has them in 8 bits
_MOST = (180, 255, 255)


def brightness(image: Any, factor: Any, grey: Callable[[Any], Any]) -> Any:
    """Return an image, of NumPy or PyTorch, multiplied by a factor. ``grey`` is for those below."""
    return image * factor


def contrast(image: Any, factor: Any, grey: Callable[[Any], Any]) -> Any:
    """Return an image mixed with its mean grey; ``grey`` makes ``(height, width, 1)`` of an image."""
    return image * factor + (1 - factor) * grey(image).mean()


def saturation(image: Any, factor: Any, grey: Callable[[Any], Any]) -> Any:
    """Return an image mixed with its grey version."""
    return image * factor + (1 - factor) * grey(image)


def looked_up(image: Image, table: np.ndarray) -> Image:
    """Return an image whose values are those of a table at the old ones: ``(256,)``, or ``(256, channels)``."""
    import cv2

    table = table.astype(np.uint8)
    return cv2.LUT(image, table if table.ndim == 1 else table[None])


def shifted(image: Image, hue: int, lightness: int, saturation: int) -> Image:
    """Return a uint8 image, blue first, with these numbers added to what its colours are in OpenCV's HLS.

    A fourth channel, the opacity, stays.
    """
    import cv2

    tables = np.clip(np.arange(256)[:, None] + (hue, lightness, saturation), 0, _MOST)
    hls = cv2.cvtColor(np.ascontiguousarray(image[:, :, :3]), cv2.COLOR_BGR2HLS)
    result = cv2.cvtColor(looked_up(hls, tables), cv2.COLOR_HLS2BGR)
    return result if image.shape[2] == 3 else np.dstack((result, image[:, :, 3]))
