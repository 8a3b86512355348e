"""The usual changes to images, and to images with boxes."""

import math
import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from .....core.pixels import colors
from .....ndarray import NDArray
from .....registry.manual import OF_IMAGES, completed
from ....block import Block, HybridBlock
from ....data.vision import transforms
from ....nn import HybridSequential, Sequential
from .transforms import bbox

__all__ = ["create_bbox_augment", "create_image_augment"]

#: mean and standard deviation of ImageNet's colours as ToTensor gives them
_MEAN, _STD = (np.array(values) / 255 for values in (colors.MEAN, colors.STD))


def _interpolation(inter_method: int) -> int:
    return random.randint(0, 4) if inter_method == 10 else inter_method


def _changes_of_color(jitter: Sequence[float], pca_noise: float, rand_gray: float) -> list[Block]:
    """Return the transforms of colours; ``jitter`` as in ``RandomColorJitter``."""
    result: list[Block] = [transforms.RandomColorJitter(*jitter)] if any(jitter) else []
    if pca_noise > 0:
        result.append(transforms.RandomLighting(pca_noise))
    if rand_gray > 0:
        result.append(transforms.RandomGray(rand_gray))
    return result


def _to_tensor(mean: Any, std: Any, dtype: Any) -> list[Block]:
    """Return the transforms that make an array of an image, normalized where a mean or deviation is given."""
    result: list[Block] = [transforms.ToTensor()]
    if mean is not None or std is not None:
        values = [
            tuple(default) if value is True else tuple(np.ravel(_plain(neutral if value is None else value)))
            for value, default, neutral in ((mean, _MEAN, 0.0), (std, _STD, 1.0))
        ]
        for name, numbers in zip(("mean", "std"), values, strict=True):
            assert len(numbers) in (1, 3), f"{name}: expected True, None or one or three numbers, got {len(numbers)}"
        result.append(transforms.Normalize(*values))
    return [*result, transforms.Cast(dtype)]


def _plain(values: Any) -> Any:
    return values.asnumpy() if isinstance(values, NDArray) else values


def _row(blocks: Sequence[Block]) -> Any:
    """Return blocks as one, hybrid where all are."""
    row: Any = HybridSequential() if all(isinstance(block, HybridBlock) for block in blocks) else Sequential()
    row.add(*blocks)
    return row


@completed(OF_IMAGES)
def create_image_augment(
    data_shape: tuple[int, int, int],
    resize: int = 0,
    rand_crop: bool = False,
    rand_resize: bool = False,
    rand_mirror: bool = False,
    mean: Any = None,
    std: Any = None,
    brightness: float = 0,
    contrast: float = 0,
    saturation: float = 0,
    hue: float = 0,
    pca_noise: float = 0,
    rand_gray: float = 0,
    inter_method: int = 2,
    dtype: Any = "float32",
) -> Any:
    """Return the usual changes to images ``(H, W, 3)`` as one block, which makes arrays of ``data_shape``.

    In this order: ``resize``; the crop; ``rand_mirror``; brightness, contrast, saturation and hue; ``pca_noise``;
    ``rand_gray``; values from 0 to 1; ``mean`` and ``std``; ``dtype``.

    Parameters
    ----------
    data_shape
        The shape of the result: channels, height and width.
    resize
        The length of the shorter side before the crop; 0: it stays.
    rand_crop
        Whether the part is cut from a random place; False: from the middle.
    rand_resize
        Whether the part has a random area and random proportions; AssertionError without ``rand_crop``.
    mean
        What is subtracted, from values between 0 and 1: one or three numbers; True: ImageNet's; None: nothing.
    std
        What it is divided by: one or three numbers; True: ImageNet's; None: nothing.
    hue
        The greatest part of a full turn by which hues are turned.
    inter_method
        OpenCV's number: 0 nearest, 1 bilinear, 2 cubic, 3 by areas, 4 Lanczos; 10: one of them, drawn now.
    dtype
        The type of the result.

    Returns
    -------
    A HybridSequential; a Sequential where some of its blocks cannot run as graphs, as without
    :func:`mxnet.util.use_v2`.

    Examples
    --------
    >>> augment = gluon.contrib.data.vision.create_image_augment((3, 32, 32), resize=36, rand_mirror=True, mean=True)
    >>> augment(nd.zeros((40, 60, 3), dtype='uint8')).shape
    (3, 32, 32)
    """
    interpolation, size = _interpolation(inter_method), (data_shape[2], data_shape[1])
    blocks: list[Block] = [transforms.Resize(resize, True, interpolation)] if resize > 0 else []
    if rand_resize:
        assert rand_crop, "rand_resize needs rand_crop"
        blocks.append(transforms.RandomResizedCrop(size, interpolation=interpolation))
    else:
        crop = transforms.RandomCrop if rand_crop else transforms.CenterCrop
        blocks.append(crop(size, interpolation=interpolation))
    if rand_mirror:
        blocks.append(transforms.RandomFlipLeftRight())
    blocks.append(transforms.Cast())
    blocks += _changes_of_color((brightness, contrast, saturation, hue), pca_noise, rand_gray)
    return _row(blocks + _to_tensor(mean, std, dtype))


@completed(OF_IMAGES)
def create_bbox_augment(
    data_shape: tuple[int, int, int],
    rand_crop: float = 0,
    rand_pad: float = 0,
    rand_gray: float = 0,
    rand_mirror: bool = False,
    mean: Any = None,
    std: Any = None,
    brightness: float = 0,
    contrast: float = 0,
    saturation: float = 0,
    pca_noise: float = 0,
    hue: float = 0,
    inter_method: int = 2,
    max_aspect_ratio: float = 2,
    area_range: tuple[float, float] = (0.3, 3.0),
    max_attempts: int = 50,
    pad_val: Any = (127, 127, 127),
    dtype: Any = "float32",
) -> Any:
    """Return the usual changes to images with boxes as one block.

    In this order: ``rand_crop``; ``rand_mirror``; ``rand_pad``; the size, whatever the proportions; colours and
    normalization as in :func:`create_image_augment`.

    Parameters
    ----------
    data_shape
        The shape of the result: channels, height and width.
    rand_crop
        The probability with which a part is cut out that shows enough of the boxes.
    rand_pad
        The probability with which the image is put into a larger one.
    mean
        What is subtracted, from values between 0 and 1: one or three numbers; True: ImageNet's; None: nothing.
    std
        What it is divided by: one or three numbers; True: ImageNet's; None: nothing.
    hue
        The greatest part of a full turn by which hues are turned.
    inter_method
        OpenCV's number: 0 nearest, 1 bilinear, 2 cubic, 3 by areas, 4 Lanczos; 10: one of them for each image.
    max_aspect_ratio
        By how much the proportions of a part may differ from the image's, at most.
    area_range
        The least area of a part, and the greatest of the larger image, as shares of the image's.
    max_attempts
        How many parts are tried for each constraint.
    pad_val
        The value of the pixels around the image, or one for each channel.
    dtype
        The type of the result and of its boxes.

    Returns
    -------
    A Sequential of an image and its boxes, left, top, right and bottom in pixels.

    Examples
    --------
    >>> from mxnet.gluon.contrib.data.vision.dataloader import create_bbox_augment
    >>> augment = create_bbox_augment((3, 32, 32), rand_crop=0.5, rand_mirror=True, mean=True, std=True)
    >>> image, boxes = augment(nd.zeros((40, 60, 3), dtype='uint8'), nd.array([[5, 6, 20, 30, 1]]))
    >>> image.shape, boxes.shape
    ((3, 32, 32), (1, 5))
    """
    blocks: list[Block] = []
    least, most = (math.sqrt(area) for area in area_range)
    if rand_crop > 0:
        sizes = min(1.0, least), min(1.0, most)
        crop = bbox.ImageBboxRandomCropWithConstraints(rand_crop, *sizes, max_aspect_ratio, max_trial=max_attempts)
        blocks.append(crop)
    if rand_mirror:
        blocks.append(bbox.ImageBboxRandomFlipLeftRight())
    if rand_pad > 0:
        blocks.append(bbox.bbox.ImageBboxRandomExpand(rand_pad, most, pad_val))
    blocks.append(bbox.ImageBboxResize(data_shape[2], data_shape[1], inter_method))
    changes = _changes_of_color((brightness, contrast, saturation, hue), pca_noise, rand_gray)
    return _row([*blocks, *([transforms.Cast(), *changes] if changes else []), *_to_tensor(mean, std, dtype)])
