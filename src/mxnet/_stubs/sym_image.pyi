# Written by scripts/write_stubs.py from the registry of operators: do not edit.
from collections.abc import Sequence
from typing import Any, Literal

from ..symbol.symbol import Symbol

def adjust_lighting(
    data: Symbol | None = ...,
    alpha: float | Sequence[float] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Add a colour to all pixels, along the directions in which the colours of photographs vary most."""
def crop(
    data: Symbol | None = ...,
    x: int = ...,
    y: int = ...,
    width: int = ...,
    height: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``height`` rows from ``y`` on and ``width`` columns from ``x`` on."""
def flip_left_right(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return an image mirrored along its width: left and right change places."""
def flip_top_bottom(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return an image mirrored along its height: top and bottom change places."""
def normalize(
    data: Symbol | None = ...,
    mean: float | Sequence[float] = ...,
    std: float | Sequence[float] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``(data - mean) / std``, channel by channel."""
def random_brightness(
    data: Symbol | None = ...,
    min_factor: float = ...,
    max_factor: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Multiply all pixels of an image by a random factor."""
def random_color_jitter(
    data: Symbol | None = ...,
    brightness: float = ...,
    contrast: float = ...,
    saturation: float = ...,
    hue: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Change brightness, contrast, saturation and hue of an image by random factors, in random order."""
def random_contrast(
    data: Symbol | None = ...,
    min_factor: float = ...,
    max_factor: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Mix an image and the mean of its brightness: ``factor * data + (1 - factor) * mean``, with a random factor."""
def random_crop(
    data: Symbol | None = ...,
    xrange: float | Sequence[float] = ...,
    yrange: float | Sequence[float] = ...,
    width: int = ...,
    height: int = ...,
    interp: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return a part of images at a random position. It has no gradient."""
def random_flip_left_right(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Mirror an image along its width, or, as often, not."""
def random_flip_top_bottom(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Mirror an image along its height, or, as often, not."""
def random_hue(
    data: Symbol | None = ...,
    min_factor: float = ...,
    max_factor: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Turn all hues of an image by a random factor, a part of a full turn; images of one channel stay."""
def random_lighting(
    data: Symbol | None = ...,
    alpha_std: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Add a random colour to all pixels, along the directions in which the colours of photographs vary most."""
def random_resized_crop(
    data: Symbol | None = ...,
    width: int = ...,
    height: int = ...,
    area: float | Sequence[float] = ...,
    ratio: float | Sequence[float] = ...,
    interp: int = ...,
    max_trial: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return a random part of images, resized to ``width`` and ``height``. It has no gradient."""
def random_saturation(
    data: Symbol | None = ...,
    min_factor: float = ...,
    max_factor: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Mix an image and its brightness, pixel by pixel: ``factor * data + (1 - factor) * grey``, with a random factor."""
def resize(
    data: Symbol | None = ...,
    size: int | Sequence[int] = ...,
    keep_ratio: bool | Literal[0, 1] = ...,
    interp: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return images of another size, as OpenCV makes them, on the host. It has no gradient."""
def to_tensor(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return images as float32 with the channels first, divided by 255: numbers from 0 to 1."""
