"""Transforms made of others."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from typing import Any

from .....registry.manual import documented
from ....block import Block, HybridBlock
from ....nn import HybridSequential, Sequential
from .images import HybridImageBlock, ImageBlock

__all__ = ["Compose", "HybridCompose", "HybridRandomApply", "RandomApply"]


class _Composed(ImageBlock, shared=True):
    """Transforms of which each is given what stands beside the image."""

    def _transform(self, *args: Any) -> Any:
        return super().__call__(*args)


@documented()
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

    def __init__(self, transforms: Sequence[Any]) -> None:
        super().__init__()
        for hybrid, row in itertools.groupby(transforms, lambda item: isinstance(item, HybridBlock)):
            members = list(row)
            if hybrid and len(members) > 1:
                graph = HybridSequential()
                graph.add(*members)
                graph.hybridize()
                members = [graph]
            self.add(*members)


@documented()
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
        for transform in transforms:
            if not isinstance(transform, HybridBlock):
                raise ValueError(f"HybridCompose: {type(transform).__name__} is no HybridBlock; use Compose")
            self.add(transform)
        self.hybridize()


@documented()
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


@documented()
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
