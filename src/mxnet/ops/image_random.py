"""Operators that change an image ``(H, W, C)`` at random."""

from __future__ import annotations

from typing import Annotated

import torch

from ..core.compat import quirks
from ..core.constants import constant
from ..core.naming import named
from ..core.params import Range
from ..core.rng import generator
from ..kernels.choice import on_cpu
from ..registry import op
from .image import is_image, like_pixels, lit, names_of

Factor = Annotated[float, Range(0, unsigned=False)]
_GREY = (0.299, 0.587, 0.114)
#: what saturation is mixed with in 1.9.1
_BLUE = (0.0, 0.0, 0.114)


def _draw(data: torch.Tensor, low: float, high: float, shape: tuple[int, ...] = ()) -> torch.Tensor:
    """Return numbers evenly distributed between ``low`` and ``high``; on ``meta`` no numbers are drawn."""
    if data.is_meta:
        return torch.empty(shape, device=data.device)
    return torch.rand(shape, generator=generator(data.device), device=data.device) * (high - low) + low


def _real(data: torch.Tensor) -> torch.Tensor:
    return data if data.is_floating_point() else data.to(torch.float32)


def _grey(data: torch.Tensor, shares: tuple[float, ...] = _GREY) -> torch.Tensor:
    """Return the brightness of each pixel, ``(H, W, 1)``."""
    if data.shape[2] == 1:
        return data
    return (data * constant(shares, torch.float32, data.device)).sum(2, keepdim=True)


def _brightness(data: torch.Tensor, factor: torch.Tensor) -> torch.Tensor:
    return like_pixels(data * factor, data)


def _contrast(data: torch.Tensor, factor: torch.Tensor) -> torch.Tensor:
    return like_pixels(data * factor + (1 - factor) * _grey(_real(data)).mean(), data)


def _saturation(data: torch.Tensor, factor: torch.Tensor) -> torch.Tensor:
    if data.shape[2] == 1:
        return data.clone()
    grey = _grey(data, _BLUE if quirks.image_saturation else _GREY)
    return like_pixels(data * factor + (1 - factor) * grey, data)


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


def _register(name, change, doc):
    name = f"_image_random_{name}"

    @named(name, f"{doc}\n\nThe factor is evenly distributed between ``min_factor`` and ``max_factor``.")
    def fn(data, *, min_factor: Factor, max_factor: Factor):
        is_image(data)
        return change(data, _draw(data, min_factor, max_factor))

    op(name, **names_of(name), stochastic=True)(fn)


_register("brightness", _brightness, "Multiply all pixels of an image by a random factor.")
_register(
    "contrast", _contrast, "Mix an image and the mean of its brightness: ``factor * data + (1 - factor) * mean``."
)
_register(
    "saturation",
    _saturation,
    "Mix an image and its brightness, pixel by pixel: ``factor * data + (1 - factor) * grey``.",
)
_register("hue", _hue, "Turn all hues of an image by a random part of a full turn; images of one channel stay.")


@op("_image_random_color_jitter", **names_of("_image_random_color_jitter"), stochastic=True)
def random_color_jitter(data, *, brightness: Factor, contrast: Factor, saturation: Factor, hue: Factor):
    """Change brightness, contrast, saturation and hue of an image at random, in random order.

    The first three factors lie within their attribute's distance of 1, the turn of hues within ``hue`` of 0.
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
    """Do ``adjust_lighting`` with three normally distributed numbers of standard deviation ``alpha_std``."""
    is_image(data)
    if data.is_meta:
        return torch.empty_like(data)
    return lit(data, torch.randn(3, generator=generator(data.device), device=data.device) * alpha_std)


def _flip(name, axis, doc):
    name = f"_image_random_flip_{name}"

    @named(name, doc)
    def fn(data):
        is_image(data)
        if on_cpu(data):  # where asking the coin waits for nobody
            coin = torch.rand((), generator=generator(data.device)).item()
            return data.flip(axis) if coin < 0.5 else data.clone()
        return torch.where(_draw(data, 0, 1) < 0.5, data.flip(axis), data)

    op(name, **names_of(name), stochastic=True)(fn)


_flip("left_right", 1, "Mirror an image along its width, or, as often, not.")
_flip("top_bottom", 0, "Mirror an image along its height, or, as often, not.")
