# Written by scripts/write_stubs.py from the registry of operators: do not edit.
from collections.abc import Sequence
from typing import Any, Literal

from ..ndarray.numpy.multiarray import ndarray

def adjust_lighting(
    data: ndarray | None = ...,
    alpha: float | Sequence[float] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Add a colour to all pixels, along the directions in which the colours of photographs vary most."""
def crop(
    data: ndarray | None = ...,
    x: int = ...,
    y: int = ...,
    width: int = ...,
    height: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return ``height`` rows from ``y`` on and ``width`` columns from ``x`` on."""
def flip_left_right(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return an image mirrored along its width: left and right change places."""
def flip_top_bottom(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return an image mirrored along its height: top and bottom change places."""
def normalize(
    data: ndarray | None = ...,
    mean: float | Sequence[float] = ...,
    std: float | Sequence[float] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return ``(data - mean) / std``, channel by channel."""
def random_brightness(
    data: ndarray | None = ...,
    min_factor: float = ...,
    max_factor: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Multiply all pixels of an image by a random factor."""
def random_color_jitter(
    data: ndarray | None = ...,
    brightness: float = ...,
    contrast: float = ...,
    saturation: float = ...,
    hue: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Change brightness, contrast, saturation and hue of an image by random factors, in random order."""
def random_contrast(
    data: ndarray | None = ...,
    min_factor: float = ...,
    max_factor: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Mix an image and the mean of its brightness: ``factor * data + (1 - factor) * mean``, with a random factor."""
def random_crop(
    data: ndarray | None = ...,
    xrange: float | Sequence[float] = ...,
    yrange: float | Sequence[float] = ...,
    width: int = ...,
    height: int = ...,
    interp: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return a part of ``size`` at a random place."""
def random_flip_left_right(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Mirror an image along its width, or, as often, not."""
def random_flip_top_bottom(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Mirror an image along its height, or, as often, not."""
def random_hue(
    data: ndarray | None = ...,
    min_factor: float = ...,
    max_factor: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Turn all hues of an image by a random factor, a part of a full turn; images of one channel stay."""
def random_lighting(
    data: ndarray | None = ...,
    alpha_std: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Add a random colour to all pixels, along the directions in which the colours of photographs vary most."""
def random_resized_crop(
    data: ndarray | None = ...,
    width: int = ...,
    height: int = ...,
    area: float | Sequence[float] = ...,
    ratio: float | Sequence[float] = ...,
    interp: int = ...,
    max_trial: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return a random part of images, resized to ``width`` and ``height``. It has no gradient."""
def random_saturation(
    data: ndarray | None = ...,
    min_factor: float = ...,
    max_factor: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Mix an image and its brightness, pixel by pixel: ``factor * data + (1 - factor) * grey``, with a random factor."""
def resize(
    data: ndarray | None = ...,
    size: int | Sequence[int] = ...,
    keep_ratio: bool | Literal[0, 1] = ...,
    interp: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return images of another size, as OpenCV makes them, on the host. It has no gradient."""
def to_tensor(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return images as float32 with the channels first, divided by 255: numbers from 0 to 1."""
