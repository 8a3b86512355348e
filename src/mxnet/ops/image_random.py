"""Operators that change an image ``(H, W, C)`` at random."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import torch

from ..core.compat import quirks
from ..core.constants import constant
from ..core.errors import MXNetError
from ..core.params import Floats, Range
from ..core.pixels import colors
from ..core.pixels.parts import fitted, random_size
from ..core.rng import generator
from ..kernels.choice import on_cpu
from ..registry import op
from .image import are_images, is_image, like_pixels, lit, names_of, refuse_gradient, resized

Factor = Annotated[float, Range(0, unsigned=False)]
#: what saturation is mixed with in 1.9.1
_BLUE = (0.0, 0.0, 0.114)


def _draw(data: torch.Tensor, low: float, high: float) -> torch.Tensor:
    """Return a number evenly distributed between ``low`` and ``high``; on ``meta`` none is drawn."""
    if data.is_meta:
        return torch.empty((), device=data.device)
    return torch.rand((), generator=generator(data.device), device=data.device) * (high - low) + low


class _Draw:
    """What is drawn from the generator of an image's device."""

    def __init__(self, data: torch.Tensor) -> None:
        self._data = data

    def uniform(self, low: float, high: float) -> float:
        """Return a number evenly distributed between limits."""
        return _draw(self._data, low, high).item()

    def below(self, count: int) -> int:
        """Return an integer from 0 to ``count`` - 1."""
        return min(int(self.uniform(0, count)), count - 1)


def _real(data: torch.Tensor) -> torch.Tensor:
    return data if data.is_floating_point() else data.to(torch.float32)


def _grey(data: torch.Tensor, shares: tuple[float, ...] = colors.GREY) -> torch.Tensor:
    """Return the brightness of each pixel, ``(H, W, 1)``."""
    if data.shape[2] == 1:
        return _real(data)
    return (data * constant(shares, torch.float32, data.device)).sum(2, keepdim=True)


def _brightness(data: torch.Tensor, factor: torch.Tensor) -> torch.Tensor:
    return like_pixels(colors.brightness(data, factor, _grey), data)


def _contrast(data: torch.Tensor, factor: torch.Tensor) -> torch.Tensor:
    return like_pixels(colors.contrast(data, factor, _grey), data)


def _saturation(data: torch.Tensor, factor: torch.Tensor) -> torch.Tensor:
    if data.shape[2] == 1:
        return data.clone()
    grey = partial(_grey, shares=_BLUE) if quirks.image_saturation else _grey
    return like_pixels(colors.saturation(data, factor, grey), data)


def _hue(data: torch.Tensor, turns: torch.Tensor) -> torch.Tensor:
    """Return an image with its hues turned, 1 being all around; each pixel's extremes stay."""
    if data.shape[2] == 1:
        return data.clone()
    pixels = _real(data)
    red, green, blue = pixels.unbind(2)
    top, low = pixels.amax(2), pixels.amin(2)
    span = top - low
    scale = torch.where(span > 0, span, 1)
    # in sixths of a turn, from red over green (2) to blue (4)
    hue = torch.where(
        top == red,
        (green - blue) / scale,
        torch.where(top == green, 2 + (blue - red) / scale, 4 + (red - green) / scale),
    )
    hue = (hue + 6 * turns).remainder(6)
    shares = ((hue - 3).abs() - 1, 2 - (hue - 2).abs(), 2 - (hue - 4).abs())
    return like_pixels(torch.stack([low + span * share.clamp(0, 1) for share in shares], 2), data)


@op("_image_random_brightness", **names_of("_image_random_brightness"), stochastic=True)
def random_brightness(data, *, min_factor: Factor, max_factor: Factor):
    """Multiply all pixels of an image by a random factor.

    The factor is evenly distributed from ``min_factor`` to ``max_factor``.

    Parameters
    ----------
    data
        An image ``(H, W, C)`` with 1 or 3 channels.
    min_factor
        The least factor there may be, 0 or more.
    max_factor
        The greatest one.

    Returns
    -------
    An image of the shape and the type of ``data``; whole numbers are cut off, and uint8 is kept from 0 to 255.

    Examples
    --------
    >>> image = nd.array([[[10, 20, 30]]])
    >>> print(nd.image.random_brightness(image, min_factor=2, max_factor=2).asnumpy())
    [[[20. 40. 60.]]]
    """
    is_image(data)
    return _brightness(data, _draw(data, min_factor, max_factor))


@op("_image_random_contrast", **names_of("_image_random_contrast"), stochastic=True)
def random_contrast(data, *, min_factor: Factor, max_factor: Factor):
    """Mix an image and the mean of its brightness: ``factor * data + (1 - factor) * mean``, with a random factor.

    The factor is evenly distributed from ``min_factor`` to ``max_factor``.

    Parameters
    ----------
    data
        An image ``(H, W, C)`` with 1 or 3 channels.
    min_factor
        The least factor there may be, 0 or more.
    max_factor
        The greatest one.

    Returns
    -------
    An image of the shape and the type of ``data``; whole numbers are cut off, and uint8 is kept from 0 to 255.

    Examples
    --------
    >>> image = nd.array([[[100, 100, 100], [0, 0, 0]]])
    >>> print(nd.image.random_contrast(image, min_factor=0.5, max_factor=0.5).asnumpy())
    [[[75. 75. 75.]
      [25. 25. 25.]]]
    """
    is_image(data)
    return _contrast(data, _draw(data, min_factor, max_factor))


@op("_image_random_saturation", **names_of("_image_random_saturation"), stochastic=True)
def random_saturation(data, *, min_factor: Factor, max_factor: Factor):
    """Mix an image and its brightness, pixel by pixel: ``factor * data + (1 - factor) * grey``, with a random factor.

    The factor is evenly distributed from ``min_factor`` to ``max_factor``.

    Parameters
    ----------
    data
        An image ``(H, W, C)`` with 1 or 3 channels.
    min_factor
        The least factor there may be, 0 or more.
    max_factor
        The greatest one.

    Returns
    -------
    An image of the shape and the type of ``data``; whole numbers are cut off, and uint8 is kept from 0 to 255.

    Examples
    --------
    >>> image = nd.array([[[10, 20, 30]]])
    >>> print(nd.image.random_saturation(image, min_factor=1, max_factor=1).asnumpy())
    [[[10. 20. 30.]]]
    """
    is_image(data)
    return _saturation(data, _draw(data, min_factor, max_factor))


@op("_image_random_hue", **names_of("_image_random_hue"), stochastic=True)
def random_hue(data, *, min_factor: Factor, max_factor: Factor):
    """Turn all hues of an image by a random factor, a part of a full turn; images of one channel stay.

    The factor is evenly distributed from ``min_factor`` to ``max_factor``.

    Parameters
    ----------
    data
        An image ``(H, W, C)`` with 1 or 3 channels.
    min_factor
        The least factor there may be, 0 or more.
    max_factor
        The greatest one.

    Returns
    -------
    An image of the shape and the type of ``data``; whole numbers are cut off, and uint8 is kept from 0 to 255.

    Examples
    --------
    >>> image = nd.array([[[30, 0, 0]]])
    >>> print(nd.image.random_hue(image, min_factor=0.5, max_factor=0.5).asnumpy())
    [[[ 0. 30. 30.]]]
    """
    is_image(data)
    return _hue(data, _draw(data, min_factor, max_factor))


@op("_image_random_color_jitter", **names_of("_image_random_color_jitter"), stochastic=True)
def random_color_jitter(data, *, brightness: Factor, contrast: Factor, saturation: Factor, hue: Factor):
    """Change brightness, contrast, saturation and hue of an image by random factors, in random order.

    Parameters
    ----------
    data
        An image ``(H, W, C)`` with 1 or 3 channels.
    brightness, contrast, saturation
        How far the factor of each may lie from 1: 0.4 draws from 0.6 to 1.4; 0: it stays.
    hue
        By which part of a full turn hues may change, to both sides; 0: they stay.

    Returns
    -------
    An image of the shape and the type of ``data``.

    See Also
    --------
    random_brightness, random_contrast, random_saturation, random_hue : the single changes.
    gluon.data.vision.transforms.RandomColorJitter : as a layer.

    Examples
    --------
    >>> image = nd.full((2, 2, 3), 100)
    >>> result = nd.image.random_color_jitter(image, brightness=0.2, contrast=0, saturation=0, hue=0)
    >>> bool(result.min() >= 80) and bool(result.max() <= 120)
    True
    """
    is_image(data)
    if data.is_meta:
        return torch.empty_like(data)
    steps = (
        (_brightness, 1.0, brightness),
        (_contrast, 1.0, contrast),
        (_saturation, 1.0, saturation),
        (_hue, 0.0, hue),
    )
    result = data.clone()
    for i in torch.randperm(4, generator=generator(torch.device("cpu"))).tolist():
        change, middle, reach = steps[i]
        if reach > 0:
            result = change(result, _draw(data, middle - reach, middle + reach))
    return result


@op("_image_random_lighting", **names_of("_image_random_lighting"), stochastic=True)
def random_lighting(data, *, alpha_std: float = 0.05):
    """Add a random colour to all pixels, along the directions in which the colours of photographs vary most.

    Parameters
    ----------
    data
        An image ``(H, W, C)`` of 0 to 255; one channel: it stays as it is.
    alpha_std
        The standard deviation of the three numbers that ``adjust_lighting`` then takes.

    Returns
    -------
    An image of the shape and the type of ``data``.

    See Also
    --------
    adjust_lighting : with numbers of one's own.

    Examples
    --------
    >>> image = nd.full((2, 2, 3), 100)
    >>> print(nd.image.random_lighting(image, alpha_std=0.0)[0, 0].asnumpy())
    [100. 100. 100.]
    """
    is_image(data)
    if data.is_meta:
        return torch.empty_like(data)
    return lit(data, torch.randn(3, generator=generator(data.device), device=data.device) * alpha_std)


def _flipped(data: torch.Tensor, axis: int) -> torch.Tensor:
    is_image(data)
    if on_cpu(data):  # where asking the coin waits for nobody
        coin = torch.rand((), generator=generator(data.device)).item()
        return data.flip(axis) if coin < 0.5 else data.clone()
    return torch.where(_draw(data, 0, 1) < 0.5, data.flip(axis), data)


@op("_image_random_flip_left_right", **names_of("_image_random_flip_left_right"), stochastic=True)
def random_flip_left_right(data):
    """Mirror an image along its width, or, as often, not.

    Parameters
    ----------
    data
        An image ``(H, W, C)`` with 1 or 3 channels.

    Returns
    -------
    An image like ``data``.

    Examples
    --------
    >>> image = nd.arange(12).reshape((2, 2, 3))
    >>> result = nd.image.random_flip_left_right(image)
    >>> bool((result == image).min() == 1) or bool((result == nd.image.flip_left_right(image)).min() == 1)
    True
    """
    return _flipped(data, 1)


@op("_image_random_flip_top_bottom", **names_of("_image_random_flip_top_bottom"), stochastic=True)
def random_flip_top_bottom(data):
    """Mirror an image along its height, or, as often, not.

    Parameters
    ----------
    data
        An image ``(H, W, C)`` with 1 or 3 channels.

    Returns
    -------
    An image like ``data``.

    Examples
    --------
    >>> image = nd.arange(12).reshape((2, 2, 3))
    >>> result = nd.image.random_flip_top_bottom(image)
    >>> bool((result == image).min() == 1) or bool((result == nd.image.flip_top_bottom(image)).min() == 1)
    True
    """
    return _flipped(data, 0)


# -- parts, of MXNet 2 ------------------------------------------------------------------------------------------


def _check_size(data: torch.Tensor, width: int, height: int) -> None:
    are_images(data)
    if width < 1 or height < 1:
        raise MXNetError(f"width and height must be greater than 0, got {width} and {height}")


def _check_limits(name: str, limits: Floats, least: float, most: float) -> None:
    if len(limits) != 2 or not least <= limits[0] <= limits[1] <= most:
        raise MXNetError(f"{name}: expected two numbers in order, from {least} to {most}, got {limits}")


def _within(data: torch.Tensor, width: int, height: int) -> tuple[int, int]:
    """Return the largest (width, height) of these proportions within an image, at least a pixel."""
    w, h = fitted(width, height, data.shape[-2], data.shape[-3])
    return max(w, 1), max(h, 1)


def _cut(data: torch.Tensor, box: tuple[int, int, int, int], width: int, height: int, interp: int) -> torch.Tensor:
    x, y, columns, rows = box
    part = data.narrow(-3, y, rows).narrow(-2, x, columns)
    return part.clone() if (columns, rows) == (width, height) else resized(part, height, width, interp)


@op("_image_random_crop", **names_of("_image_random_crop"), stochastic=True, own=True, host_sync="host")
def random_crop(
    data, *, xrange: Floats = (0.0, 1.0), yrange: Floats = (0.0, 1.0), width: int, height: int, interp: int = 1
):
    """Return a part of images at a random position. It has no gradient.

    From images that are smaller the largest part with these proportions is taken and resized.

    Parameters
    ----------
    data
        Images ``(H, W, C)`` or ``(N, H, W, C)``.
    xrange, yrange
        Two numbers from 0 to 1, which limit the position: 0 is the left or upper end, 1 the right or lower one.
    width, height
        The size of the part, in pixels.
    interp
        How colours between pixels are found: 0 the nearest pixel's, 1 bilinear, 2 cubic, 3 means of areas, 4 Lanczos, 5
        bilinear with exact integers. It matters where a part is resized.

    Returns
    -------
    Images ``(height, width, C)`` or ``(N, height, width, C)``, the same part of each.

    See Also
    --------
    crop : at a position of one's own.

    Notes
    -----
    MXNet 2's; 1.9.1 has no such function.

    Examples
    --------
    >>> image = nd.arange(48).reshape((4, 4, 3))
    >>> print(nd.image.random_crop(image, width=2, height=3).shape)
    (3, 2, 3)
    """
    _check_size(data, width, height)
    _check_limits("xrange", xrange, 0, 1)
    _check_limits("yrange", yrange, 0, 1)
    if data.is_meta:
        return data.new_empty((*data.shape[:-3], height, width, data.shape[-1]))
    rows, columns = data.shape[-3:-1]
    w, h = _within(data, width, height)
    draw = _Draw(data)
    x, y = int(draw.uniform(*xrange) * (columns - w)), int(draw.uniform(*yrange) * (rows - h))
    return _cut(data, (x, y, w, h), width, height, interp)


@op("_image_random_resized_crop", **names_of("_image_random_resized_crop"), stochastic=True, own=True, host_sync="host")
def random_resized_crop(
    data,
    *,
    width: int,
    height: int,
    area: Floats = (0.08, 1.0),
    ratio: Floats = (3 / 4, 4 / 3),
    interp: int = 1,
    max_trial: int = 10,
):
    """Return a random part of images, resized to ``width`` and ``height``. It has no gradient.

    Parameters
    ----------
    data
        Images ``(H, W, C)`` or ``(N, H, W, C)``.
    width, height
        The size of the result, in pixels.
    area
        The least and the greatest share of the image's area that the part has.
    ratio
        The least and the greatest width over height of the part, which is evenly distributed in its logarithm.
    interp
        How colours between pixels are found: 0 the nearest pixel's, 1 bilinear, 2 cubic, 3 means of areas, 4 Lanczos, 5
        bilinear with exact integers.
    max_trial
        How many parts are tried that do not fit in the image, before its middle is taken.

    Returns
    -------
    Images ``(height, width, C)`` or ``(N, height, width, C)``, the same part of each.

    See Also
    --------
    gluon.data.vision.transforms.RandomResizedCrop : as a layer.

    Notes
    -----
    MXNet 2's; 1.9.1 has no such function.

    Examples
    --------
    >>> image = nd.zeros((40, 60, 3))
    >>> print(nd.image.random_resized_crop(image, width=32, height=32, area=(0.2, 1.0)).shape)
    (32, 32, 3)
    """
    _check_size(data, width, height)
    if len(area) != 2 or len(ratio) != 2 or min(area) < 0 or min(ratio) <= 0:
        raise MXNetError(f"area and ratio: expected two numbers each, ratios above 0, got {area} and {ratio}")
    if data.is_meta:
        return data.new_empty((*data.shape[:-3], height, width, data.shape[-1]))
    rows, columns = data.shape[-3:-1]
    draw = _Draw(data)
    part = random_size(rows, columns, area, ratio, draw, max_trial)
    if part is None:
        w, h = _within(data, width, height)
        x, y = (columns - w) // 2, (rows - h) // 2
    else:
        w, h = part
        x, y = draw.below(columns - w + 1), draw.below(rows - h + 1)
    return _cut(data, (x, y, w, h), width, height, interp)


refuse_gradient(random_crop)
refuse_gradient(random_resized_crop)
