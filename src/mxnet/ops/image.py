"""Operators on images ``(H, W, C)`` of any type: to tensors, normalized, mirrored, lit."""

from collections.abc import Callable
from typing import Any

import torch

from ..core.constants import constant, kept_constant
from ..core.errors import MXNetError, MXNetShapeError
from ..core.params import Floats
from ..core.pixels.colors import EIGENVALUES, EIGENVECTORS
from ..core.rng import generator
from ..registry import op
from ..registry.rules import gives


def image_op(name: str, **facts: Any) -> Callable[..., Any]:
    """Return the decorator of an operator of ``mx.nd.image``, which ``mx.npx.image`` has too."""
    return op(f"_image_{name}", aliases=(f"_npx__image_{name}",), **facts)


def is_image(data: torch.Tensor) -> None:
    """Raise :class:`MXNetShapeError` unless this is one image of 1 or 3 channels."""
    if data.dim() != 3:
        raise MXNetShapeError(f"Input image must have shape (height, width, channels), but got {tuple(data.shape)}")
    has_colors(data)


def has_colors(data: torch.Tensor) -> None:
    if data.shape[-1] not in (1, 3):
        raise MXNetShapeError(f"an image must have 1 or 3 channels, the last axis, but got {tuple(data.shape)}")


def are_images(data: torch.Tensor) -> None:
    if data.dim() not in (3, 4):
        raise MXNetShapeError(f"expected an image (H, W, C) or images (N, H, W, C), but got {tuple(data.shape)}")


def like_pixels(values: torch.Tensor, data: torch.Tensor) -> torch.Tensor:
    """Return computed values in the type of ``data``: whole ones cut off, and kept from 0 to 255 for uint8."""
    if data.is_floating_point():
        return values.to(data.dtype)
    if data.dtype is torch.uint8:
        values = values.clamp(0, 255)
    return values.to(torch.int64).to(data.dtype)


def drawn(data: torch.Tensor, low: float, high: float) -> torch.Tensor:
    """Return a number evenly distributed between ``low`` and ``high``; on ``meta`` none is drawn."""
    if data.is_meta:
        return torch.empty((), device=data.device)
    return torch.rand((), generator=generator(data.device), device=data.device) * (high - low) + low


@image_op("to_tensor", types=gives("float32"))
def to_tensor(data):
    """Return images as float32 with the channels first, divided by 255: numbers from 0 to 1.

    Parameters
    ----------
    data
        Images ``(H, W, C)`` or ``(N, H, W, C)``.

    Returns
    -------
    An array ``(C, H, W)`` or ``(N, C, H, W)`` of type float32.

    See Also
    --------
    gluon.data.vision.transforms.ToTensor : as a layer.

    Examples
    --------
    >>> image = nd.array([[[0, 255, 51]]], dtype='uint8')
    >>> print(nd.image.to_tensor(image).asnumpy())
    [[[0. ]]
    <BLANKLINE>
     [[1. ]]
    <BLANKLINE>
     [[0.2]]]
    """
    are_images(data)
    if data.dtype is torch.uint8:  # moved while they are small
        return data.movedim(-1, -3).contiguous().to(torch.float32).div_(255)
    return (data / 255).to(torch.float32).movedim(-1, -3).contiguous()


def _per_channel(name: str, values: Floats, data: torch.Tensor) -> torch.Tensor:
    channels = data.shape[-3]
    if len(values) not in (1, channels):
        raise MXNetError(f"Invalid {name} for {channels} channels: it must have 1 or {channels} elements, got {values}")
    make = constant if 0 in values else kept_constant  # which does not know the sign of 0
    return make(values, torch.float32, data.device).view(-1, 1, 1)


@image_op("normalize")
def normalize(data, *, mean: Floats = (0.0, 0.0, 0.0, 0.0), std: Floats = (1.0, 1.0, 1.0, 1.0)):
    """Return ``(data - mean) / std``, channel by channel.

    Parameters
    ----------
    data
        Tensors ``(C, H, W)`` or ``(N, C, H, W)`` with 1 or 3 channels, as from ``to_tensor``.
    mean
        What is subtracted: one number, or one for each channel.
    std
        What is divided by: one number, or one for each channel.

    Returns
    -------
    An array of the shape and the type of ``data``; integers are cut off, and wrap.

    See Also
    --------
    gluon.data.vision.transforms.Normalize : as a layer.

    Examples
    --------
    >>> image = nd.array([[[0.5, 1]], [[0, 1]], [[0.5, 0]]])
    >>> print(nd.image.normalize(image, mean=(0.5, 0.5, 0.5), std=(0.5, 0.25, 0.5)).asnumpy())
    [[[ 0.  1.]]
    <BLANKLINE>
     [[-2.  2.]]
    <BLANKLINE>
     [[ 0. -1.]]]
    """
    if data.dim() not in (3, 4) or data.shape[-3] not in (1, 3):
        raise MXNetShapeError(f"expected (C, H, W) or (N, C, H, W) with 1 or 3 channels, but got {tuple(data.shape)}")
    centred = data - _per_channel("mean", mean, data)
    deviations = _per_channel("std", std, data)
    result = centred / deviations if centred.requires_grad else centred.div_(deviations)
    if result.dtype is data.dtype:
        return result
    return result.to(data.dtype) if data.is_floating_point() else result.to(torch.int64).to(data.dtype)


@image_op("flip_left_right")
def flip_left_right(data):
    """Return an image mirrored along its width: left and right change places.

    Parameters
    ----------
    data
        An image ``(H, W, C)`` with 1 or 3 channels.

    Returns
    -------
    An image of the shape and the type of ``data``.

    Examples
    --------
    >>> image = nd.arange(4).reshape((2, 2, 1))
    >>> print(nd.image.flip_left_right(image)[:, :, 0].asnumpy())
    [[1. 0.]
     [3. 2.]]
    """
    is_image(data)
    return data.flip(1)


@image_op("flip_top_bottom")
def flip_top_bottom(data):
    """Return an image mirrored along its height: top and bottom change places.

    Parameters
    ----------
    data
        An image ``(H, W, C)`` with 1 or 3 channels.

    Returns
    -------
    An image of the shape and the type of ``data``.

    Examples
    --------
    >>> image = nd.arange(4).reshape((2, 2, 1))
    >>> print(nd.image.flip_top_bottom(image)[:, :, 0].asnumpy())
    [[2. 3.]
     [0. 1.]]
    """
    is_image(data)
    return data.flip(0)


def lit(data: torch.Tensor, alpha: torch.Tensor) -> torch.Tensor:
    """Return an image with ``alpha``, (3,), times its colours' principal components added; grey ones stay."""
    if data.shape[2] == 1:
        return data.clone()
    vectors = constant([value for row in EIGENVECTORS for value in row], torch.float32, data.device).view(3, 3)
    vectors = vectors * constant(EIGENVALUES, torch.float32, data.device)
    return like_pixels(data + vectors @ alpha, data)


@image_op("adjust_lighting")
def adjust_lighting(data, *, alpha: Floats):
    """Add a colour to all pixels, along the directions in which the colours of photographs vary most.

    Parameters
    ----------
    data
        An image ``(H, W, C)`` of 0 to 255; one channel: it stays as it is.
    alpha
        Three numbers: how much of each principal component is added, from the strongest.

    Returns
    -------
    An image of the shape and the type of ``data``.

    See Also
    --------
    random_lighting : with random numbers.

    Notes
    -----
    Source: Krizhevsky et al., "ImageNet classification with deep convolutional neural networks", 2012.

    Examples
    --------
    >>> image = nd.array([[[100, 100, 100]]])
    >>> print(nd.image.adjust_lighting(image, alpha=(0.1, 0, 0)).asnumpy())
    [[[96.852646 96.778885 96.76335 ]]]
    """
    is_image(data)
    if len(alpha) != 3:
        raise MXNetError(f"alpha must have 3 elements, got {alpha}")
    return lit(data, constant(alpha, torch.float32, data.device))
