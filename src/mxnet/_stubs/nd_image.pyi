# Written by scripts/write_stubs.py from the registry of operators: do not edit.
from collections.abc import Sequence
from typing import Any, Literal

from ..ndarray.ndarray import NDArray

def adjust_lighting(
    data: NDArray | None = ...,
    alpha: float | Sequence[float] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Add ``alpha``, three numbers, times the principal components of colours to an image ``(H, W, C)`` of 0 to 255.

    Images of one channel stay as they are.
    Source: Krizhevsky et al., "ImageNet classification with deep convolutional neural networks", 2012.

    Parameters
    ----------
    data : array or symbol
    alpha : tuple of <float>, required
    """
def crop(
    data: NDArray | None = ...,
    x: int = ...,
    y: int = ...,
    width: int = ...,
    height: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``height`` rows from y on and ``width`` columns from x on, of images ``(H, W, C)`` or ``(N, H, W, C)``.

    Images have 1 or 3 channels.

    Parameters
    ----------
    data : array or symbol
    x : int, required
    y : int, required
    width : int, required
    height : int, required
    """
def flip_left_right(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return an image ``(H, W, C)`` mirrored along its width.

    Parameters
    ----------
    data : array or symbol
    """
def flip_top_bottom(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return an image ``(H, W, C)`` mirrored along its height.

    Parameters
    ----------
    data : array or symbol
    """
def normalize(
    data: NDArray | None = ...,
    mean: float | Sequence[float] = ...,
    std: float | Sequence[float] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``(data - mean) / std`` of tensors ``(C, H, W)`` or ``(N, C, H, W)`` with 1 or 3 channels.

    ``mean`` and ``std`` have one element, or one per channel. Results keep the type of ``data``; integers are cut
    off, and wrap.

    Parameters
    ----------
    data : array or symbol
    mean : tuple of <float>, default (0.0, 0.0, 0.0, 0.0)
    std : tuple of <float>, default (1.0, 1.0, 1.0, 1.0)
    """
def random_brightness(
    data: NDArray | None = ...,
    min_factor: float = ...,
    max_factor: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Multiply all pixels of an image by a random factor.

    The factor is evenly distributed between ``min_factor`` and ``max_factor``.

    Parameters
    ----------
    data : array or symbol
    min_factor : float, required
    max_factor : float, required
    """
def random_color_jitter(
    data: NDArray | None = ...,
    brightness: float = ...,
    contrast: float = ...,
    saturation: float = ...,
    hue: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Change brightness, contrast, saturation and hue of an image at random, in random order.

    The first three factors lie within their attribute's distance of 1, the turn of hues within ``hue`` of 0.

    Parameters
    ----------
    data : array or symbol
    brightness : float, required
    contrast : float, required
    saturation : float, required
    hue : float, required
    """
def random_contrast(
    data: NDArray | None = ...,
    min_factor: float = ...,
    max_factor: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Mix an image and the mean of its brightness: ``factor * data + (1 - factor) * mean``.

    The factor is evenly distributed between ``min_factor`` and ``max_factor``.

    Parameters
    ----------
    data : array or symbol
    min_factor : float, required
    max_factor : float, required
    """
def random_flip_left_right(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Mirror an image along its width, or, as often, not.

    Parameters
    ----------
    data : array or symbol
    """
def random_flip_top_bottom(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Mirror an image along its height, or, as often, not.

    Parameters
    ----------
    data : array or symbol
    """
def random_hue(
    data: NDArray | None = ...,
    min_factor: float = ...,
    max_factor: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Turn all hues of an image by a random part of a full turn; images of one channel stay.

    The factor is evenly distributed between ``min_factor`` and ``max_factor``.

    Parameters
    ----------
    data : array or symbol
    min_factor : float, required
    max_factor : float, required
    """
def random_lighting(
    data: NDArray | None = ...,
    alpha_std: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Do ``adjust_lighting`` with three normally distributed numbers of standard deviation ``alpha_std``.

    Parameters
    ----------
    data : array or symbol
    alpha_std : float, default 0.05
    """
def random_saturation(
    data: NDArray | None = ...,
    min_factor: float = ...,
    max_factor: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Mix an image and its brightness, pixel by pixel: ``factor * data + (1 - factor) * grey``.

    The factor is evenly distributed between ``min_factor`` and ``max_factor``.

    Parameters
    ----------
    data : array or symbol
    min_factor : float, required
    max_factor : float, required
    """
def resize(
    data: NDArray | None = ...,
    size: int | Sequence[int] = ...,
    keep_ratio: bool | Literal[0, 1] = ...,
    interp: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return images ``(H, W, C)`` or ``(N, H, W, C)`` of another size, as OpenCV makes them, on the host.

    ``size`` is ``(width, height)``, or one number: for both, or, with ``keep_ratio``, for the shorter side.
    ``interp``: 0 nearest, 1 bilinear, 2 cubic, 3 by areas, 4 Lanczos, 5 bilinear with exact integers. Types are
    uint8, float32 and float64. It has no gradient.

    Parameters
    ----------
    data : array or symbol
    size : Shape(tuple), default ()
    keep_ratio : boolean, default False
    interp : int, default 1
    """
def to_tensor(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return images ``(H, W, C)`` or ``(N, H, W, C)`` as float32 ``(C, H, W)`` or ``(N, C, H, W)``, divided by 255.

    Parameters
    ----------
    data : array or symbol
    """
