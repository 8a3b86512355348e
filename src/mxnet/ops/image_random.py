"""Operators that change the colours of an image ``(H, W, C)`` at random, or mirror it."""

from functools import partial
from typing import Annotated

import torch

from ..core.compat import quirks
from ..core.constants import constant
from ..core.params import Range
from ..core.pixels import colors
from ..core.rng import generator
from ..kernels.choice import on_cpu
from .image import drawn, image_op, is_image, like_pixels, lit

Factor = Annotated[float, Range(0, unsigned=False)]
#: what saturation is mixed with in 1.9.1
_BLUE = (0.0, 0.0, 0.114)


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


#: by sixth of a turn, which of the ends and slopes of :func:`_hue` are red, green and blue
_SECTORS = ((1, 3, 0), (2, 1, 0), (0, 1, 3), (0, 2, 1), (3, 0, 1), (1, 0, 2))


def _hue(data: torch.Tensor, turns: torch.Tensor) -> torch.Tensor:
    """Return an image with its hues turned, 1 being all around; each pixel's extremes stay.

    By hue, lightness and saturation, step by step: another formula gives integers off by one.
    """
    if data.shape[2] == 1:
        return data.clone()
    pixels = data.to(torch.promote_types(data.dtype, torch.float32)) / 255
    red, green, blue = pixels.unbind(2)
    top, low = pixels.amax(2), pixels.amin(2)
    span, lightness = top - low, (top + low) * 0.5
    colored = span > torch.finfo(torch.float32).eps
    span = torch.where(colored, span, 1)
    sixth = constant(60.0, pixels.dtype, data.device) / span
    saturation = span / torch.where(lightness < 0.5, top + low, 2 - top - low)
    saturation = torch.where(colored, saturation, 0)
    degrees = torch.where(
        top == red,
        (green - blue) * sixth,
        torch.where(top == green, (blue - red) * sixth + 120, (red - green) * sixth + 240),
    )
    degrees = torch.where(degrees < 0, degrees + 360, degrees)
    hue = ((torch.where(colored, degrees, 0) + turns * 360) * (1 / 60)).remainder(6)
    sector = hue.floor()
    share = hue - sector
    high = torch.where(lightness <= 0.5, lightness * (1 + saturation), lightness + saturation - lightness * saturation)
    low = 2 * lightness - high
    ends = torch.stack((low, high, low + (high - low) * (1 - share), low + (high - low) * share), 2)
    chosen = constant(sum(_SECTORS, ()), torch.int64, data.device).view(6, 3)[sector.long() % 6]
    return like_pixels(torch.where(colored[:, :, None], ends.gather(2, chosen), lightness[:, :, None]) * 255, data)


@image_op("random_brightness", stochastic=True)
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
    return _brightness(data, drawn(data, min_factor, max_factor))


@image_op("random_contrast", stochastic=True, attributes_of=random_brightness)
def random_contrast(data, *, min_factor: Factor, max_factor: Factor):
    """Mix an image and the mean of its brightness: ``factor * data + (1 - factor) * mean``, with a random factor.

    The factor is evenly distributed from ``min_factor`` to ``max_factor``.

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
    return _contrast(data, drawn(data, min_factor, max_factor))


@image_op("random_saturation", stochastic=True, attributes_of=random_brightness)
def random_saturation(data, *, min_factor: Factor, max_factor: Factor):
    """Mix an image and its brightness, pixel by pixel: ``factor * data + (1 - factor) * grey``, with a random factor.

    The factor is evenly distributed from ``min_factor`` to ``max_factor``.

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
    return _saturation(data, drawn(data, min_factor, max_factor))


@image_op("random_hue", stochastic=True, attributes_of=random_brightness)
def random_hue(data, *, min_factor: Factor, max_factor: Factor):
    """Turn all hues of an image by a random factor, a part of a full turn; images of one channel stay.

    The factor is evenly distributed from ``min_factor`` to ``max_factor``.

    Returns
    -------
    An image of the shape and the type of ``data``; whole numbers are cut off, and uint8 is kept from 0 to 255.

    Examples
    --------
    >>> image = nd.array([[[30, 0, 0]]])
    >>> print(nd.image.random_hue(image, min_factor=0.5, max_factor=0.5).round().asnumpy())
    [[[ 0. 30. 30.]]]
    """
    is_image(data)
    return _hue(data, drawn(data, min_factor, max_factor))


@image_op("random_color_jitter", stochastic=True)
def random_color_jitter(data, *, brightness: float, contrast: float, saturation: float, hue: float):
    """Change brightness, contrast, saturation and hue of an image by random factors, in random order.

    Parameters
    ----------
    data
        An image ``(H, W, C)`` with 1 or 3 channels.
    brightness, contrast, saturation
        How far the factor of each may lie from 1: 0.4, or -0.4, draws from 0.6 to 1.4; 0: it stays.
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
        if reach:
            result = change(result, drawn(data, middle - abs(reach), middle + abs(reach)))
    return result


@image_op("random_lighting", stochastic=True)
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
    return torch.where(drawn(data, 0, 1) < 0.5, data.flip(axis), data)


@image_op("random_flip_left_right", stochastic=True)
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


@image_op("random_flip_top_bottom", stochastic=True)
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
