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
    """Add ``alpha``, three numbers, times the principal components of colours to an image ``(H, W, C)`` of 0 to 255."""
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
    """Return ``height`` rows from y on and ``width`` columns from x on, of images ``(H, W, C)`` or ``(N, H, W, C)``."""
def flip_left_right(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return an image ``(H, W, C)`` mirrored along its width."""
def flip_top_bottom(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return an image ``(H, W, C)`` mirrored along its height."""
def normalize(
    data: Symbol | None = ...,
    mean: float | Sequence[float] = ...,
    std: float | Sequence[float] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``(data - mean) / std`` of tensors ``(C, H, W)`` or ``(N, C, H, W)`` with 1 or 3 channels."""
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
    """Change brightness, contrast, saturation and hue of an image at random, in random order."""
def random_contrast(
    data: Symbol | None = ...,
    min_factor: float = ...,
    max_factor: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Mix an image and the mean of its brightness: ``factor * data + (1 - factor) * mean``."""
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
    """Return a part of ``width`` and ``height`` at a random position, of images ``(H, W, C)`` or ``(N, H, W, C)``."""
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
    """Turn all hues of an image by a random part of a full turn; images of one channel stay."""
def random_lighting(
    data: Symbol | None = ...,
    alpha_std: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Do ``adjust_lighting`` with three normally distributed numbers of standard deviation ``alpha_std``."""
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
    """Return a random part of images ``(H, W, C)`` or ``(N, H, W, C)``, resized to ``width`` and ``height``."""
def random_saturation(
    data: Symbol | None = ...,
    min_factor: float = ...,
    max_factor: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Mix an image and its brightness, pixel by pixel: ``factor * data + (1 - factor) * grey``."""
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
    """Return images ``(H, W, C)`` or ``(N, H, W, C)`` of another size, as OpenCV makes them, on the host."""
def to_tensor(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return images ``(H, W, C)`` or ``(N, H, W, C)`` as float32 ``(C, H, W)`` or ``(N, C, H, W)``, divided by 255."""
