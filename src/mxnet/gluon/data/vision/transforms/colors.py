"""Transforms of the values of pixels."""

import random
from typing import Any

from ..... import numpy as mx_np
from .....core.errors import expect_number
from .....core.pixels.colors import GREY
from ....block import HybridBlock
from .blocks import HybridImageBlock, SwitchedImageBlock

__all__ = [
    "Cast", "Normalize", "RandomBrightness", "RandomColorJitter", "RandomContrast", "RandomGray", "RandomHue",
    "RandomLighting", "RandomSaturation", "ToTensor",
]  # fmt: skip


class Cast(HybridImageBlock):
    """Change the data type, to float32 unless given; of all arrays where several are given.

    Parameters
    ----------
    dtype
        The new type.

    Examples
    --------
    >>> transforms = gluon.data.vision.transforms
    >>> image = nd.ones((4, 6, 3), dtype='uint8') * 255
    >>> transforms.Cast('float32')(image).dtype
    <class 'numpy.float32'>
    """

    def __init__(self, dtype: Any = "float32") -> None:
        super().__init__()
        self._dtype = dtype

    def _transform(self, *args: Any) -> Any:
        cast = super().__call__
        return tuple(map(cast, args)) if len(args) > 1 else cast(*args)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return ``x`` in the type."""
        return F.cast(x, self._dtype)


class ToTensor(HybridImageBlock):
    """Make float32 channels of an image: values from 0 to 1, axes ``(C, H, W)``.

    It takes ``(H, W, C)`` or ``(N, H, W, C)`` with values from 0 to 255; it comes after the transforms of images and
    before ``Normalize``.

    Examples
    --------
    >>> transforms = gluon.data.vision.transforms
    >>> image = nd.ones((4, 6, 3), dtype='uint8') * 255
    >>> tensor = transforms.ToTensor()(image)
    >>> tensor.shape, tensor.max().asscalar() == 1
    ((3, 4, 6), np.True_)
    """

    def __init__(self) -> None:
        super().__init__()

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the tensor."""
        return F.image.to_tensor(x)


class Normalize(HybridImageBlock):
    """Return ``(x - mean) / std``, channel by channel, of ``(C, H, W)`` or ``(N, C, H, W)``: after ``ToTensor``.

    Parameters
    ----------
    mean
        What is subtracted: a number, or one for each channel.
    std
        What it is divided by: a number, or one for each channel.

    Examples
    --------
    >>> transforms = gluon.data.vision.transforms
    >>> image = nd.ones((4, 6, 3), dtype='uint8') * 255
    >>> tensor = transforms.Normalize(mean=0.5, std=0.25)(transforms.ToTensor()(image))
    >>> print(tensor.max().asscalar())
    2.0
    """

    def __init__(self, mean: Any = 0.0, std: Any = 1.0) -> None:
        super().__init__()
        self._mean, self._std = mean, std

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return ``(x - mean) / std``."""
        return F.image.normalize(x, self._mean, self._std)


class _Change(HybridImageBlock, shared=True):
    """An operator that changes an image ``(H, W, C)``, and its attributes."""

    _operator: str

    def _init(self, *args: float) -> None:
        super().__init__()
        self._args = args

    def _init_factor(self, reach: float) -> None:
        expect_number(type(self).__name__, "a number", reach)
        self._init(max(0, 1 - reach), 1 + reach)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the image ``(H, W, C)`` changed."""
        return getattr(F.image, self._operator)(x, *self._args)


class RandomBrightness(_Change):
    """Multiply by a random factor within ``brightness`` of 1.

    Parameters
    ----------
    brightness
        The factor is drawn between ``max(0, 1 - brightness)`` and ``1 + brightness``.

    Examples
    --------
    >>> transforms = gluon.data.vision.transforms
    >>> image = nd.ones((4, 6, 3), dtype='uint8') * 255
    >>> transforms.RandomBrightness(0.2)(image.astype('float32')).shape
    (4, 6, 3)
    """

    _operator = "random_brightness"

    def __init__(self, brightness: float) -> None:
        self._init_factor(brightness)


class RandomContrast(_Change):
    """Move values from their mean, or to it, by a random factor within ``contrast`` of 1.

    Parameters
    ----------
    contrast
        The factor is drawn between ``max(0, 1 - contrast)`` and ``1 + contrast``; below 1 it makes images flatter.

    Examples
    --------
    >>> transforms = gluon.data.vision.transforms
    >>> image = nd.ones((4, 6, 3), dtype='uint8') * 255
    >>> transforms.RandomContrast(0.2)(image.astype('float32')).shape
    (4, 6, 3)
    """

    _operator = "random_contrast"

    def __init__(self, contrast: float) -> None:
        self._init_factor(contrast)


class RandomSaturation(_Change):
    """Move colours from grey, or to it, by a random factor within ``saturation`` of 1.

    Parameters
    ----------
    saturation
        The factor is drawn between ``max(0, 1 - saturation)`` and ``1 + saturation``; 0 makes grey.

    Examples
    --------
    >>> transforms = gluon.data.vision.transforms
    >>> image = nd.ones((4, 6, 3), dtype='uint8') * 255
    >>> transforms.RandomSaturation(0.2)(image.astype('float32')).shape
    (4, 6, 3)
    """

    _operator = "random_saturation"

    def __init__(self, saturation: float) -> None:
        self._init_factor(saturation)


class RandomHue(_Change):
    """Turn hues by a random part of a full turn, at most ``hue``.

    Parameters
    ----------
    hue
        The greatest part of a full turn, in both directions.

    Examples
    --------
    >>> transforms = gluon.data.vision.transforms
    >>> image = nd.ones((4, 6, 3), dtype='uint8') * 255
    >>> transforms.RandomHue(0.2)(image.astype('float32')).shape
    (4, 6, 3)
    """

    _operator = "random_hue"

    def __init__(self, hue: float) -> None:
        self._init_factor(hue)


class RandomColorJitter(_Change):
    """Change brightness, contrast, saturation and hue at random, in random order; each as its own transform does.

    Parameters
    ----------
    brightness
        As of :class:`RandomBrightness`; 0: it stays.
    contrast
        As of :class:`RandomContrast`.
    saturation
        As of :class:`RandomSaturation`.
    hue
        As of :class:`RandomHue`.

    Examples
    --------
    >>> transforms = gluon.data.vision.transforms
    >>> image = nd.ones((4, 6, 3), dtype='uint8') * 255
    >>> transforms.RandomColorJitter(0.2, 0.2, 0.2)(image.astype('float32')).shape
    (4, 6, 3)
    """

    _operator = "random_color_jitter"

    def __init__(self, brightness: float = 0, contrast: float = 0, saturation: float = 0, hue: float = 0) -> None:
        self._init(brightness, contrast, saturation, hue)


class RandomLighting(HybridImageBlock):
    """Add noise along the principal components of ImageNet's colours, of standard deviation ``alpha``.

    Parameters
    ----------
    alpha
        The standard deviation of the noise.

    Examples
    --------
    >>> transforms = gluon.data.vision.transforms
    >>> image = nd.ones((4, 6, 3), dtype='uint8') * 255
    >>> transforms.RandomLighting(0.2)(image.astype('float32')).shape
    (4, 6, 3)
    """

    def __init__(self, alpha: float) -> None:
        super().__init__()
        self._alpha = alpha

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the image ``(H, W, C)`` changed."""
        return F.image.random_lighting(x, self._alpha)


class RandomGray(SwitchedImageBlock):
    """Make images ``(H, W, 3)`` grey, of three equal channels, with probability ``p``. Of MXNet 2.

    Parameters
    ----------
    p
        The probability.

    Examples
    --------
    >>> transforms = gluon.data.vision.transforms
    >>> image = nd.ones((4, 6, 3), dtype='uint8') * 255
    >>> transforms.RandomGray(0.2)(image).shape
    (4, 6, 3)
    """

    def __init__(self, p: float = 0.5) -> None:
        super().__init__()
        self._p = p

    def forward(self, x: Any) -> Any:
        """Return the image, grey or not."""
        if random.random() >= self._p:
            return x
        channels = [x[:, :, i : i + 1].astype("float32") * share for i, share in enumerate(GREY)]
        return (channels[0] + channels[1] + channels[2]).broadcast_to(x.shape).astype(x.dtype)


class HybridRandomGray(RandomGray, HybridBlock):
    """:class:`RandomGray` as a HybridBlock: float32, with 2.0's numbers, each channel a share of the sum of all."""

    def forward(self, x: Any) -> Any:
        """Return the image, changed or not."""
        x = x.astype("float32")
        shares = mx_np.array((0.2989, 0.587, 0.114), dtype="float32")
        chosen = mx_np.random.uniform(0, 1, (1,)) < self._p
        return mx_np.where(chosen, x.sum(-1, keepdims=True) * shares, x)


RandomGray._hybrid = HybridRandomGray
