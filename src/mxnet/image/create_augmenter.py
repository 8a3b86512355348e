"""The usual augmentations for classification and for detection, in their order."""

import inspect
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from .. import ndarray as nd
from ..core.errors import expect, expect_number
from ..core.pixels.colors import EIGENVALUES, EIGENVECTORS, MEAN, STD
from ..registry.manual import OF_IMAGES, completed
from .augmenter import (
    Augmenter,
    CastAug,
    CenterCropAug,
    ForceResizeAug,
    HorizontalFlipAug,
    RandomCropAug,
    RandomSizedCropAug,
    ResizeAug,
)
from .color_augmenters import ColorJitterAug, ColorNormalizeAug, HueJitterAug, LightingAug, RandomGrayAug
from .det_augmenters import (
    DetAugmenter,
    DetBorrowAug,
    DetHorizontalFlipAug,
    DetRandomCropAug,
    DetRandomPadAug,
    DetRandomSelectAug,
)


@completed(OF_IMAGES)
def CreateAugmenter(
    data_shape: Sequence[int],
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
) -> list[Augmenter]:
    """Return the usual augmenters for classification, which make images of ``data_shape``, float32.

    In this order: ``resize``; the crop; ``rand_mirror``; float32; ``brightness``, ``contrast`` and ``saturation`` in a
    random order; ``hue``; ``pca_noise``; ``rand_gray``; ``mean`` and ``std``.

    Parameters
    ----------
    rand_crop
        Whether the part of ``data_shape`` is cut from a random place; False: from the middle.
    rand_resize
        Whether the part has a random area, from 8 % of the image's, and proportions from 3:4 to 4:3, as Inception and
        ResNet are trained. Needs ``rand_crop``.

    Returns
    -------
    A list of augmenters.

    Raises
    ------
    AssertionError
        For ``rand_resize`` without ``rand_crop``, and for a mean or deviation that is no array of one or three numbers.

    Examples
    --------
    >>> augmenters = mx.image.CreateAugmenter((3, 32, 32), resize=36, rand_mirror=True, mean=True, std=True)
    >>> [type(augmenter).__name__ for augmenter in augmenters]
    ['ResizeAug', 'CenterCropAug', 'HorizontalFlipAug', 'CastAug', 'ColorNormalizeAug']
    >>> image = nd.zeros((40, 60, 3), dtype='uint8')
    >>> for augmenter in augmenters:
    ...     image = augmenter(image)
    >>> image.shape, image.dtype
    ((32, 32, 3), <class 'numpy.float32'>)
    """
    size = _size(data_shape)
    expect_number("resize", "the length of the shorter side", resize)
    result: list[Augmenter] = [ResizeAug(resize, inter_method)] if resize > 0 else []
    if rand_resize:
        assert rand_crop, "rand_resize needs rand_crop"
        result.append(RandomSizedCropAug(size, 0.08, (3.0 / 4.0, 4.0 / 3.0), inter_method))
    else:
        result.append((RandomCropAug if rand_crop else CenterCropAug)(size, inter_method))
    if rand_mirror:
        result.append(HorizontalFlipAug(0.5))
    result += changes_of_color((brightness, contrast, saturation), hue, pca_noise, rand_gray)
    return [*result, *_normalization(mean, std, nd.array)]


def _size(data_shape: Any) -> tuple[int, int]:
    """Return the width and the height of ``(channels, height, width)``."""
    expect(isinstance(data_shape, (tuple, list)), "data_shape", "(channels, height, width)", data_shape)
    expect(len(data_shape) == 3, "data_shape", "(channels, height, width)", data_shape, IndexError)
    return data_shape[2], data_shape[1]


def changes_of_color(
    jitter: tuple[float, float, float], hue: float, pca_noise: float, rand_gray: float
) -> Iterator[Augmenter]:
    """Give the augmenter that makes images float32 and those of colours; ``jitter`` as in :class:`ColorJitterAug`."""
    for name, value in {"pca_noise": pca_noise, "rand_gray": rand_gray}.items():
        expect_number(name, "a number", value)
    yield CastAug()
    if any(jitter):
        yield ColorJitterAug(*jitter)
    if hue:
        yield HueJitterAug(hue)
    if pca_noise > 0:
        yield LightingAug(pca_noise, np.array(EIGENVALUES), np.array(EIGENVECTORS))
    if rand_gray > 0:
        yield RandomGrayAug(rand_gray)


def _normalization(mean: Any, std: Any, array: Callable[..., Any]) -> Iterator[Augmenter]:
    mean, std = (array(usual) if value is True else value for value, usual in ((mean, MEAN), (std, STD)))
    for name, value in (("mean", mean), ("std", std)):
        assert value is None or (isinstance(value, (np.ndarray, nd.NDArray)) and value.shape[0] in (1, 3)), (
            f"{name}: expected True, None or an array of one or three numbers, got {value!r}"
        )
    if mean is not None or std is not None:
        yield ColorNormalizeAug(mean, std)


@completed(OF_IMAGES)
def CreateMultiRandCropAugmenter(
    min_object_covered: Any = 0.1,
    aspect_ratio_range: Any = (0.75, 1.33),
    area_range: Any = (0.05, 1.0),
    min_eject_coverage: Any = 0.3,
    max_attempts: Any = 50,
    skip_prob: float = 0,
) -> DetRandomSelectAug:
    """Return a choice among several :class:`DetRandomCropAug`, one for each element of the arguments that are lists.

    Arguments that are no lists hold for all.

    Parameters
    ----------
    skip_prob
        The probability with which none is applied.

    Returns
    -------
    A :class:`DetRandomSelectAug`.

    Raises
    ------
    AssertionError
        For lists of different lengths.

    Examples
    --------
    >>> augment = mx.image.CreateMultiRandCropAugmenter(min_object_covered=[0.1, 0.5, 0.9], skip_prob=0.2)
    >>> [part.min_object_covered for part in augment.aug_list]
    [0.1, 0.5, 0.9]
    """
    constraints = min_object_covered, aspect_ratio_range, area_range, min_eject_coverage, max_attempts
    lists = [value if isinstance(value, list) else [value] for value in constraints]
    count = max(map(len, lists))
    for name, values in zip(inspect.signature(DetRandomCropAug).parameters, lists, strict=True):
        assert len(values) in (1, count), f"{name}: expected {count} values as in the other lists, got {len(values)}"
    rows = zip(*(values * (count // len(values)) for values in lists), strict=True)
    return DetRandomSelectAug([DetRandomCropAug(*row) for row in rows], skip_prob)


@completed(OF_IMAGES)
def CreateDetAugmenter(
    data_shape: Sequence[int],
    resize: int = 0,
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
    min_object_covered: Any = 0.1,
    aspect_ratio_range: Any = (0.75, 1.33),
    area_range: Any = (0.05, 3.0),
    min_eject_coverage: Any = 0.3,
    max_attempts: Any = 50,
    pad_val: Any = (127, 127, 127),
) -> list[DetAugmenter]:
    """Return the usual augmenters for detection, which make images of ``data_shape``, float32.

    In this order: ``resize``; ``rand_crop``; ``rand_mirror``; ``rand_pad``; the size, whatever the proportions;
    float32; colours and normalization as in :func:`~mxnet.image.CreateAugmenter`.

    Parameters
    ----------
    rand_crop
        The probability with which a part is cut out (see :class:`DetRandomCropAug`; lists of constraints:
        :func:`CreateMultiRandCropAugmenter`).
    rand_pad
        The probability with which the image is put into a larger one, of up to the largest area of ``area_range``.
    area_range
        The least and the greatest area of a part, or of the larger image, as shares of the image's.
    pad_val : number or tuple of numbers
        The value of the pixels around it, for all channels or for each.

    Returns
    -------
    A list of :class:`DetAugmenter`.

    Examples
    --------
    >>> image, objects = nd.zeros((40, 60, 3)), np.array([[0, 0.1, 0.2, 0.5, 0.6]])
    >>> for augmenter in mx.image.CreateDetAugmenter((3, 32, 32), rand_crop=0.5, rand_mirror=True, mean=True, std=True):
    ...     image, objects = augmenter(image, objects)
    >>> image.shape, objects.shape
    ((32, 32, 3), (1, 5))
    """
    size = _size(data_shape)
    named = {"resize": resize, "rand_crop": rand_crop, "rand_mirror": rand_mirror, "rand_pad": rand_pad}
    for name, value in named.items():
        expect_number(name, "a number", value)
    result: list[DetAugmenter] = [DetBorrowAug(ResizeAug(resize, inter_method))] if resize > 0 else []
    constraints = min_object_covered, aspect_ratio_range, area_range, min_eject_coverage, max_attempts
    if rand_crop > 0:
        result.append(CreateMultiRandCropAugmenter(*constraints, skip_prob=1 - rand_crop))
    if rand_mirror > 0:
        result.append(DetHorizontalFlipAug(0.5))
    if rand_pad > 0:
        pad = DetRandomPadAug(aspect_ratio_range, (1.0, area_range[1]), max_attempts, pad_val)
        result.append(DetRandomSelectAug([pad], 1 - rand_pad))
    plain: list[Augmenter] = [ForceResizeAug(size, inter_method)]
    plain += changes_of_color((brightness, contrast, saturation), hue, pca_noise, rand_gray)
    plain += _normalization(mean, std, np.array)
    return result + [DetBorrowAug(item) for item in plain]
