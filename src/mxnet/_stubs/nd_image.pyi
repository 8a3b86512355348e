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
    """Add a colour to all pixels, along the directions in which the colours of photographs vary most."""
def crop(
    data: NDArray | None = ...,
    x: int = ...,
    y: int = ...,
    width: int = ...,
    height: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``height`` rows from ``y`` on and ``width`` columns from ``x`` on."""
def flip_left_right(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return an image mirrored along its width: left and right change places."""
def flip_top_bottom(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return an image mirrored along its height: top and bottom change places."""
def normalize(
    data: NDArray | None = ...,
    mean: float | Sequence[float] = ...,
    std: float | Sequence[float] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``(data - mean) / std``, channel by channel."""
def random_brightness(
    data: NDArray | None = ...,
    min_factor: float = ...,
    max_factor: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Multiply all pixels of an image by a random factor."""
def random_color_jitter(
    data: NDArray | None = ...,
    brightness: float = ...,
    contrast: float = ...,
    saturation: float = ...,
    hue: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Change brightness, contrast, saturation and hue of an image by random factors, in random order."""
def random_contrast(
    data: NDArray | None = ...,
    min_factor: float = ...,
    max_factor: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Mix an image and the mean of its brightness: ``factor * data + (1 - factor) * mean``, with a random factor."""
def random_crop(
    data: NDArray | None = ...,
    xrange: float | Sequence[float] = ...,
    yrange: float | Sequence[float] = ...,
    width: int = ...,
    height: int = ...,
    interp: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return a part of images at a random position. It has no gradient."""
def random_flip_left_right(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Mirror an image along its width, or, as often, not."""
def random_flip_top_bottom(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Mirror an image along its height, or, as often, not."""
def random_hue(
    data: NDArray | None = ...,
    min_factor: float = ...,
    max_factor: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Turn all hues of an image by a random factor, a part of a full turn; images of one channel stay."""
def random_lighting(
    data: NDArray | None = ...,
    alpha_std: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Add a random colour to all pixels, along the directions in which the colours of photographs vary most."""
def random_resized_crop(
    data: NDArray | None = ...,
    width: int = ...,
    height: int = ...,
    area: float | Sequence[float] = ...,
    ratio: float | Sequence[float] = ...,
    interp: int = ...,
    max_trial: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return a random part of images, resized to ``width`` and ``height``. It has no gradient."""
def random_saturation(
    data: NDArray | None = ...,
    min_factor: float = ...,
    max_factor: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Mix an image and its brightness, pixel by pixel: ``factor * data + (1 - factor) * grey``, with a random factor."""
def resize(
    data: NDArray | None = ...,
    size: int | Sequence[int] = ...,
    keep_ratio: bool | Literal[0, 1] = ...,
    interp: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return images of another size, as OpenCV makes them, on the host. It has no gradient."""
def to_tensor(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return images as float32 with the channels first, divided by 255: numbers from 0 to 1."""
