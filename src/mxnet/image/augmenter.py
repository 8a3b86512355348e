"""Augmenters: objects that change an image, alone or in a sequence, with a JSON form."""

import json
import random
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from .. import ndarray as nd
from ..core.shared_methods import Shared
from ..registry.manual import complete_docstring, documented
from .codec import either
from .functions import _get_interp_method, center_crop, imresize, random_crop, random_size_crop, resize_short

__all__ = [
    "Augmenter", "CastAug", "CenterCropAug", "ForceResizeAug", "HorizontalFlipAug", "RandomCropAug", "RandomOrderAug",
    "RandomSizedCropAug", "ResizeAug", "SequentialAug",
]  # fmt: skip


def _plain(value: Any) -> Any:
    """Return what JSON can hold of an argument: arrays become lists."""
    if isinstance(value, nd.NDArray):
        value = value.asnumpy()
    return value.tolist() if isinstance(value, np.ndarray) else value


class Described(metaclass=Shared):
    """An object with a JSON form: a name and arguments."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        complete_docstring(cls)
        call = vars(cls).get("__call__")
        if call is not None and cls.__module__.startswith(f"{__package__}."):  # one of ours, written for classic arrays
            cls.__call__ = either(call)  # type: ignore[method-assign]

    def __init__(self, **kwargs: Any) -> None:
        self._kwargs = {name: _plain(value) for name, value in kwargs.items()}

    def dumps(self) -> Any:
        """Return the name, in small letters, and the arguments.

        Returns
        -------
        A text in JSON; of an augmenter that holds others a list.

        Examples
        --------
        >>> mx.image.ResizeAug(224).dumps()
        '["resizeaug", {"size": 224, "interp": 2}]'
        """
        return json.dumps([type(self).__name__.lower(), self._kwargs])


@documented()
class Augmenter(Described):
    """Change an image, an NDArray ``(height, width, channels)``: calling it with one returns the changed one.

    The base of augmenters, which subclasses define ``__call__`` of. The image that is given may be changed in place.

    Parameters
    ----------
    **kwargs
        The arguments that :meth:`dumps` writes.

    Examples
    --------
    >>> class Negative(mx.image.Augmenter):
    ...     def __call__(self, src):
    ...         return 255 - src
    >>> print(Negative()(nd.array([[[0, 100, 255]]])).asnumpy())
    [[[255. 155.   0.]]]
    """

    def __call__(self, src: nd.NDArray) -> nd.NDArray:
        """Return the changed image."""
        raise NotImplementedError(f"{type(self).__name__} does not say how it changes an image: define __call__")


class SequentialAug(Augmenter):
    """Apply augmenters one after the other.

    Parameters
    ----------
    ts
        The augmenters, in their order.

    Examples
    --------
    >>> augment = mx.image.SequentialAug([mx.image.ForceResizeAug((32, 32)), mx.image.CastAug()])
    >>> augment(nd.zeros((40, 60, 3), dtype='uint8')).shape
    (32, 32, 3)
    """

    def __init__(self, ts: Sequence[Augmenter]) -> None:
        super().__init__()
        self.ts = ts

    def dumps(self) -> Any:
        """Return the name and what each augmenter's ``dumps`` gives.

        Returns
        -------
        A list.

        Examples
        --------
        >>> mx.image.SequentialAug([mx.image.CastAug()]).dumps()
        ['sequentialaug', ['["castaug", {"type": "float32"}]']]
        """
        return [type(self).__name__.lower(), [item.dumps() for item in self.ts]]

    def __call__(self, src: nd.NDArray) -> nd.NDArray:
        """Return the image after all changes."""
        return _applied(self.ts, src)


class RandomOrderAug(Augmenter):
    """Apply augmenters in a random order, drawn from Python's generator; the list ``ts`` is left in that order.

    Parameters
    ----------
    ts
        The augmenters; the list is left in the order that was drawn.

    Examples
    --------
    >>> augment = mx.image.RandomOrderAug([mx.image.HorizontalFlipAug(0.5), mx.image.CastAug()])
    >>> augment(nd.zeros((40, 60, 3), dtype='uint8')).dtype
    <class 'numpy.float32'>
    """

    def __init__(self, ts: list[Augmenter]) -> None:
        super().__init__()
        self.ts = ts

    dumps = SequentialAug.dumps

    def __call__(self, src: nd.NDArray) -> nd.NDArray:
        """Return the image after all changes."""
        random.shuffle(self.ts)
        return _applied(self.ts, src)


def _applied(augmenters: Iterable[Augmenter], src: nd.NDArray) -> nd.NDArray:
    for augmenter in augmenters:
        src = augmenter(src)
    return src


class CastAug(Augmenter):
    """Make the pixels another type.

    Parameters
    ----------
    typ
        The data type, of floating point before colours are changed.

    Examples
    --------
    >>> mx.image.CastAug()(nd.zeros((4, 4, 3), dtype='uint8')).dtype
    <class 'numpy.float32'>
    """

    def __init__(self, typ: str = "float32") -> None:
        super().__init__(type=typ)
        self.typ = typ

    def __call__(self, src: nd.NDArray) -> nd.NDArray:
        """Return an image of the type."""
        return src.astype(self.typ)


# -- augmenters that change an image's size and take parts of it. Sizes are (width, height) ----------------------------

Size = tuple[int, int]


class _SizedAug(Augmenter, metaclass=Shared):
    size: Any

    def __init__(self, size: int | Size, interp: int = 2) -> None:
        super().__init__(size=size, interp=interp)
        self.size, self.interp = size, interp


class ResizeAug(_SizedAug):
    """Make the shorter side ``size`` pixels, with the image's proportions.

    Parameters
    ----------
    size : int
        The length of the shorter side in pixels.

    Examples
    --------
    >>> image = nd.zeros((40, 60, 3), dtype='uint8')
    >>> mx.image.ResizeAug(20)(image).shape
    (20, 30, 3)
    """

    def __call__(self, src: nd.NDArray) -> nd.NDArray:
        """Return the resized image."""
        return resize_short(src, self.size, self.interp)


class ForceResizeAug(_SizedAug):
    """Make an image ``size``, whatever its proportions.

    Parameters
    ----------
    size : tuple of two ints
        ``(width, height)`` in pixels.

    Examples
    --------
    >>> image = nd.zeros((40, 60, 3), dtype='uint8')
    >>> mx.image.ForceResizeAug((32, 24))(image).shape
    (24, 32, 3)
    """

    def __call__(self, src: nd.NDArray) -> nd.NDArray:
        """Return the resized image."""
        width, height = self.size
        return imresize(src, width, height, _get_interp_method(self.interp, (*src.shape[:2], height, width)))


class RandomCropAug(_SizedAug):
    """Take a part of ``size`` from a random place.

    From an image that is smaller, the largest part with these proportions is taken and enlarged.

    Parameters
    ----------
    size : tuple of two ints
        ``(width, height)`` in pixels.

    Examples
    --------
    >>> image = nd.zeros((40, 60, 3), dtype='uint8')
    >>> mx.image.RandomCropAug((32, 24))(image).shape
    (24, 32, 3)
    """

    def __call__(self, src: nd.NDArray) -> nd.NDArray:
        """Return the part."""
        return random_crop(src, self.size, self.interp)[0]


class RandomSizedCropAug(Augmenter):
    """Take a part of random area and proportions, and resize it; see :func:`~mxnet.image.random_size_crop`.

    Parameters
    ----------
    size : tuple of two ints
        ``(width, height)`` in pixels.
    area : tuple of two floats, or float
        The least and the greatest area of the part, as shares of the image's; a number: the least.
    ratio
        The least and the greatest width over height of the part, evenly distributed in its logarithm.
    **kwargs
        ``min_area``, an old name of ``area``.

    Examples
    --------
    >>> image = nd.zeros((40, 60, 3), dtype='uint8')
    >>> mx.image.RandomSizedCropAug((32, 32), (0.08, 1.0), (3 / 4, 4 / 3))(image).shape
    (32, 32, 3)
    """

    def __init__(self, size: Size, area: Any, ratio: tuple[float, float], interp: int = 2, **kwargs: Any) -> None:
        super().__init__(size=size, area=area, ratio=ratio, interp=interp)
        self.area = kwargs.pop("min_area", area)
        assert not kwargs, f"RandomSizedCropAug: unknown arguments {', '.join(kwargs)}"
        self.size, self.ratio, self.interp = size, ratio, interp

    def __call__(self, src: nd.NDArray) -> nd.NDArray:
        """Return the part."""
        return random_size_crop(src, self.size, self.area, self.ratio, self.interp)[0]


class CenterCropAug(_SizedAug):
    """Take the middle of ``size``.

    From an image that is smaller, the largest part with these proportions is taken and enlarged.

    Parameters
    ----------
    size : tuple of two ints
        ``(width, height)`` in pixels.

    Examples
    --------
    >>> image = nd.zeros((40, 60, 3), dtype='uint8')
    >>> mx.image.CenterCropAug((32, 24))(image).shape
    (24, 32, 3)
    """

    def __call__(self, src: nd.NDArray) -> nd.NDArray:
        """Return the part."""
        return center_crop(src, self.size, self.interp)[0]


class HorizontalFlipAug(Augmenter):
    """Mirror left and right with probability ``p``, drawn from Python's generator.

    Parameters
    ----------
    p
        The probability.

    Examples
    --------
    >>> image = nd.array([[[1], [2]]])
    >>> print(mx.image.HorizontalFlipAug(p=1)(image)[:, :, 0].asnumpy())
    [[2. 1.]]
    """

    def __init__(self, p: float) -> None:
        super().__init__(p=p)
        self.p = p

    def __call__(self, src: nd.NDArray) -> nd.NDArray:
        """Return the image, mirrored or not."""
        return nd.flip(src, axis=1) if random.random() < self.p else src
