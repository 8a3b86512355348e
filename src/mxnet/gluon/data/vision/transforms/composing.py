"""Transforms made of others."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from typing import Any

from ....block import Block, HybridBlock
from ....nn import HybridSequential, Sequential
from .images import HybridImageBlock, ImageBlock


class Compose(ImageBlock, Sequential):
    """Transforms one after the other; neighbours that can run as graphs are put into one.

    >>> transforms = mx.gluon.data.vision.transforms
    >>> prepare = transforms.Compose([transforms.Resize(256), transforms.CenterCrop(224), transforms.ToTensor()])
    >>> prepare(mx.nd.zeros((300, 400, 3), dtype="uint8")).shape
    (3, 224, 224)
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


class HybridCompose(HybridImageBlock, HybridSequential):
    """Transforms one after the other that all can run as graphs, in one graph. Of MXNet 2."""

    def __init__(self, transforms: Sequence[HybridBlock]) -> None:
        super().__init__()
        for transform in transforms:
            if not isinstance(transform, HybridBlock):
                raise ValueError(f"HybridCompose: {type(transform).__name__} is no HybridBlock; use Compose")
            self.add(transform)
        self.hybridize()


class RandomApply(ImageBlock, Sequential):
    """A transform that is applied with probability ``p``, drawn from Python's generator."""

    def __init__(self, transforms: Block, p: float = 0.5) -> None:
        super().__init__()
        self.transforms = transforms
        self.p = p

    def forward(self, x: Any) -> Any:
        """Return ``x``, transformed or not."""
        return self.transforms(x) if random.random() <= self.p else x


class HybridRandomApply(HybridImageBlock, HybridSequential):
    """A transform that is applied with probability ``p``, in a graph: it must keep shape and type. Of MXNet 2."""

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
