"""Augmenters: objects that change an image, alone or in a sequence, with a JSON form."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from .. import ndarray as nd
from ..core.shared_methods import Shared
from .interfaces import either


def _plain(value: Any) -> Any:
    """Return what JSON can hold of an argument: arrays become lists."""
    if isinstance(value, nd.NDArray):
        value = value.asnumpy()
    return value.tolist() if isinstance(value, np.ndarray) else value


class Described(metaclass=Shared):
    """An object with a JSON form: a name and arguments."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        own = vars(cls).get("__call__")
        if own is not None and cls.__module__.startswith(f"{__package__}."):  # one of ours, written for classic arrays
            cls.__call__ = either(own)  # type: ignore[method-assign]

    def __init__(self, **kwargs: Any) -> None:
        self._kwargs = {name: _plain(value) for name, value in kwargs.items()}

    def dumps(self) -> Any:
        """Return the name, in small letters, and the arguments: as JSON, or, of several augmenters, in a list."""
        return json.dumps([type(self).__name__.lower(), self._kwargs])


class Augmenter(Described):
    """A change of an image, an NDArray ``(height, width, channels)``: calling it with one returns the changed one.

    The image that is given may be changed in place. ``kwargs`` are the arguments that :meth:`dumps` writes.
    """

    def __call__(self, src: nd.NDArray) -> nd.NDArray:
        """Return the changed image."""
        raise NotImplementedError(f"{type(self).__name__} does not say how it changes an image: define __call__")


class SequentialAug(Augmenter):
    """Apply augmenters one after the other."""

    def __init__(self, ts: Sequence[Augmenter]) -> None:
        super().__init__()
        self.ts = ts

    def dumps(self) -> Any:
        """Return the name and what each augmenter's ``dumps`` gives."""
        return [type(self).__name__.lower(), [item.dumps() for item in self.ts]]

    def __call__(self, src: nd.NDArray) -> nd.NDArray:
        """Return the image after all changes."""
        return _applied(self.ts, src)


class RandomOrderAug(Augmenter):
    """Apply augmenters in a random order, drawn from Python's generator; the list ``ts`` is left in that order."""

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
    """Make the pixels another type, float32 unless given."""

    def __init__(self, typ: str = "float32") -> None:
        super().__init__(type=typ)
        self.typ = typ

    def __call__(self, src: nd.NDArray) -> nd.NDArray:
        """Return an image of the type."""
        result: nd.NDArray = src.astype(self.typ)
        return result
