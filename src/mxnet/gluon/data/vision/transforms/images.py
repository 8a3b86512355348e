"""What transforms have in common: single images are changed in one thread."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from .....core.semantics import semantics
from .....core.shared_methods import Shared
from .....core.threads import one_thread
from .....ndarray import NDArray
from ....block import Block, HybridBlock

#: elements of an array taken for one image; batches are usually larger, and worth several threads
_IMAGE_AT_MOST = 1 << 22


class ImageBlock(Block, metaclass=Shared):
    """A transform. What is given beside the image, such as a label, is returned beside it: of MXNet 2."""

    def __call__(self, *args: Any) -> Any:
        """Run the transform: for arrays no larger than an image in this thread alone."""
        first = args[0] if args else None
        if not isinstance(first, NDArray) or first._t.numel() > _IMAGE_AT_MOST:
            return self._transform(*args)
        with one_thread():
            return self._transform(*args)

    def _transform(self, *args: Any) -> Any:
        """Transform the image alone."""
        result = super().__call__(*args[:1])
        return (result, *args[1:]) if args[1:] else result


class HybridImageBlock(ImageBlock, HybridBlock, shared=True):
    """A transform that can run as a graph."""


class SwitchedImageBlock(ImageBlock, shared=True):
    """A transform that in MXNet 2 (:func:`mxnet.util.use_v2`) is of a class that can run as a graph, ``_hybrid``."""

    _hybrid: ClassVar[type[HybridBlock]]

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        hybrid = vars(cls).get("_hybrid")
        instance: Self = super().__new__(cls if hybrid is None or semantics.api == 1 else hybrid)
        return instance
