"""The usual augmentations for classification, in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from .. import ndarray as nd
from ..core.pixels.colors import EIGENVALUES, EIGENVECTORS, MEAN, STD
from ..registry.manual import completed
from ..registry.parameter_texts import OF_IMAGES
from .augmenter import Augmenter, CastAug
from .color_augmenters import ColorJitterAug, ColorNormalizeAug, HueJitterAug, LightingAug, RandomGrayAug
from .shape_augmenters import CenterCropAug, HorizontalFlipAug, RandomCropAug, RandomSizedCropAug, ResizeAug


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
    size = (data_shape[2], data_shape[1])
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


def changes_of_color(
    jitter: tuple[float, float, float], hue: float, pca_noise: float, rand_gray: float
) -> Iterator[Augmenter]:
    """Give the augmenter that makes images float32 and those of colours; ``jitter`` as in :class:`ColorJitterAug`."""
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
