"""What transforms have in common: single images are changed in one thread; and transforms made of others."""

import itertools
import random
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Self

from .....core.errors import expect, expected, explains_arguments
from .....core.semantics import semantics
from .....core.shared_methods import Shared
from .....core.threads.pool import one_thread
from .....ndarray import NDArray
from ....block import Block, HybridBlock
from ....nn import HybridSequential, Sequential

__all__ = ["Compose", "HybridCompose", "HybridRandomApply", "RandomApply"]

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
        return super().__new__(cls if hybrid is None or semantics.api == 1 else hybrid)


# -- transforms made of others ----------------------------------------------------------------------------------------


class _Composed(ImageBlock, shared=True):
    """Transforms of which each is given what stands beside the image."""

    def _transform(self, *args: Any) -> Any:
        return super().__call__(*args)


def _check_list(transforms: Any) -> None:
    if not isinstance(transforms, Iterable) and not hasattr(transforms, "__getitem__"):
        raise AttributeError(f"{expected('transforms', 'a list', transforms)}: write Compose([ToTensor()])")
    for item in transforms if isinstance(transforms, (list, tuple)) else ():
        expect(callable(item), "transforms", "a list of transforms", item)


class Compose(_Composed, Sequential):
    """Transforms one after the other; neighbours that can run as graphs are put into one.

    >>> transforms = mx.gluon.data.vision.transforms
    >>> prepare = transforms.Compose([transforms.Resize(256), transforms.CenterCrop(224), transforms.ToTensor()])
    >>> prepare(mx.nd.zeros((300, 400, 3), dtype="uint8")).shape
    (3, 224, 224)

    Parameters
    ----------
    transforms
        Blocks, the first first.
    """

    @explains_arguments
    def __init__(self, transforms: Sequence[Any]) -> None:
        super().__init__()
        _check_list(transforms)
        for hybrid, row in itertools.groupby(transforms, lambda item: isinstance(item, HybridBlock)):
            members = list(row)
            if hybrid and len(members) > 1:
                graph = HybridSequential()
                graph.add(*members)
                graph.hybridize()
                members = [graph]
            self.add(*members)


class HybridCompose(_Composed, HybridSequential):
    """Transforms one after the other that all can run as graphs, in one graph. Of MXNet 2.

    Parameters
    ----------
    transforms
        Hybrid blocks, the first first; ValueError for others.

    Examples
    --------
    >>> transforms = gluon.data.vision.transforms
    >>> image = nd.ones((4, 6, 3), dtype='uint8') * 255
    >>> transforms.HybridCompose([transforms.Resize(2), transforms.ToTensor()])(image).shape
    (3, 2, 2)
    """

    def __init__(self, transforms: Sequence[HybridBlock]) -> None:
        super().__init__()
        _check_list(transforms)
        for transform in transforms:
            if not isinstance(transform, HybridBlock):
                raise ValueError(f"HybridCompose: {type(transform).__name__} is no HybridBlock; use Compose")
            self.add(transform)
        self.hybridize()


class RandomApply(ImageBlock, Sequential):
    """A transform that is applied with probability ``p``, drawn from Python's generator.

    Parameters
    ----------
    transforms
        A block, such as a ``Compose``.
    p
        The probability.

    Examples
    --------
    >>> transforms = gluon.data.vision.transforms
    >>> image = nd.ones((4, 6, 3), dtype='uint8') * 255
    >>> transforms.RandomApply(transforms.Cast('uint8'), p=0.3)(image).shape
    (4, 6, 3)
    """

    def __init__(self, transforms: Block, p: float = 0.5) -> None:
        super().__init__()
        self.transforms = transforms
        self.p = p

    def forward(self, x: Any) -> Any:
        """Return ``x``, transformed or not."""
        return self.transforms(x) if random.random() <= self.p else x


class HybridRandomApply(HybridImageBlock, HybridSequential):
    """A transform that is applied with probability ``p``, in a graph: it must keep shape and type. Of MXNet 2.

    Parameters
    ----------
    transforms
        A hybrid block; ValueError for others.
    p
        The probability.

    Examples
    --------
    >>> transforms = gluon.data.vision.transforms
    >>> image = nd.ones((4, 6, 3), dtype='uint8') * 255
    >>> transforms.HybridRandomApply(transforms.RandomFlipLeftRight(), p=0.3)(image).shape
    (4, 6, 3)
    """

    def __init__(self, transforms: HybridBlock, p: float = 0.5) -> None:
        super().__init__()
        if not isinstance(transforms, HybridBlock):
            raise ValueError(f"HybridRandomApply: {type(transforms).__name__} is no HybridBlock; use RandomApply")
        self.transforms = transforms
        self.p = p

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return ``x``, transformed or not."""
        chosen = F.random.uniform(0, 1, shape=(1,)) <= self.p
        return F.contrib.cond(chosen, lambda: self.transforms(x), lambda: F.identity(x))
