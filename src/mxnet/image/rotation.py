"""Rotating images about their centre: ``(channels, height, width)``, or batches of these."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import ndarray as nd
from ..registry.manual import completed
from ..registry.parameter_texts import OF_IMAGES
from .interfaces import either

__all__ = ["imrotate", "random_rotate"]


@either
@completed(OF_IMAGES)
def imrotate(src: nd.NDArray, rotation_degrees: Any, zoom_in: bool = False, zoom_out: bool = False) -> nd.NDArray:
    """Return images turned about their centre, of the same size, interpolated bilinearly.

    What comes from outside is 0.

    Parameters
    ----------
    src
        A float32 image, ``(channels, height, width)``, or a batch of them, ``(N, channels, height, width)``.
    rotation_degrees : number, or NDArray
        The angle, counterclockwise; of a batch also an array ``(N,)`` with one for each image.
    zoom_in
        Whether the image is enlarged so that nothing comes from outside of it.
    zoom_out
        Whether it is shrunk so that nothing is lost.

    Returns
    -------
    An array of the shape of ``src``.

    Raises
    ------
    TypeError
        For other types than float32, and for several angles of one image.
    ValueError
        For other numbers of axes or angles, and for both zooms.

    Examples
    --------
    >>> image = nd.array([[[1, 2], [3, 4]]])
    >>> print(mx.image.imrotate(image, 90).asnumpy().round(3))
    [[[2. 4.]
      [1. 3.]]]
    """
    if zoom_in and zoom_out:
        raise ValueError("imrotate: zoom_in and zoom_out exclude each other")
    if not isinstance(src, nd.NDArray) or np.dtype(src.dtype) != np.float32:
        raise TypeError("imrotate: only float32 NDArrays are turned")
    if src.ndim not in (3, 4):
        raise ValueError(f"imrotate: expected (C, H, W) or (N, C, H, W), got {src.shape}")
    angles = _angles(src, rotation_degrees)
    batch = src if src.ndim == 4 else src.expand_dims(0)
    height, width = batch.shape[2:]
    grid = nd.array(_grid(angles, height, width, zoom_in, zoom_out), ctx=src.context)
    result: nd.NDArray = nd.BilinearSampler(batch, grid)
    return result if src.ndim == 4 else result.reshape(src.shape)


def _angles(src: nd.NDArray, degrees: Any) -> np.ndarray:
    """Return one angle in radians for each image."""
    if not isinstance(degrees, nd.NDArray):
        if isinstance(degrees, (list, tuple)):
            raise AttributeError("imrotate: several angles are given as NDArray")
        return np.full(src.shape[0] if src.ndim == 4 else 1, np.radians(float(degrees)))
    if src.ndim == 3:
        raise TypeError("imrotate: one image is turned by one angle, a number")
    if len(degrees) != len(src):
        raise ValueError(f"imrotate: {len(src)} images cannot be turned by {len(degrees)} angles")
    return np.radians(degrees.asnumpy().astype(np.float64))


def _grid(angles: np.ndarray, height: int, width: int, zoom_in: bool, zoom_out: bool) -> np.ndarray:
    """Return where each pixel comes from, ``(N, 2, H, W)``: column and row, from -1 to 1 between the outer pixels."""
    cos, sin = (f(angles)[:, None, None] for f in (np.cos, np.sin))
    y, x = np.mgrid[:height, :width]
    y, x = y - (height - 1) / 2, x - (width - 1) / 2
    # how much larger the turned image's box is than the image
    box_width, box_height = abs(width * cos) + abs(height * sin), abs(width * sin) + abs(height * cos)
    larger = np.maximum(box_width / width, box_height / height)
    scale = larger if zoom_out else 1 / larger if zoom_in else 1.0
    columns, rows = (x * cos - y * sin) * scale, (x * sin + y * cos) * scale
    grid = np.stack([columns / max((width - 1) / 2, 0.5), rows / max((height - 1) / 2, 0.5)], 1)
    return grid.astype(np.float32)


@completed(OF_IMAGES)
def random_rotate(
    src: nd.NDArray, angle_limits: tuple[float, float], zoom_in: bool = False, zoom_out: bool = False
) -> nd.NDArray:
    """Rotate images by random angles, each image of a batch by its own.

    Angles are drawn from NumPy's global generator.

    Parameters
    ----------
    src
        A float32 image, ``(channels, height, width)``, or a batch of them, ``(N, channels, height, width)``.
    angle_limits
        The least and the greatest angle in degrees.
    zoom_in
        Whether the image is enlarged so that nothing comes from outside of it.
    zoom_out
        Whether it is shrunk so that nothing is lost.

    Returns
    -------
    An array of the shape of ``src``.

    See Also
    --------
    imrotate : rotates by a given angle.

    Examples
    --------
    >>> mx.image.random_rotate(nd.ones((8, 3, 32, 32)), (-15, 15), zoom_in=True).shape
    (8, 3, 32, 32)
    """
    low, high = angle_limits
    if src.ndim == 3:
        return imrotate(src, np.random.uniform(low, high), zoom_in, zoom_out)
    angles = nd.array(np.random.uniform(low, high, size=len(src)), ctx=src.context)
    return imrotate(src, angles, zoom_in, zoom_out)
