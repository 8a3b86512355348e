"""Inception, the third version (Szegedy et al. 2016)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....core.device_argument import takes_device
from ... import nn
from ...block import HybridBlock
from ...contrib.nn import HybridConcurrent
from .common import CPU, DEFAULT_ROOT, Classifier, row, with_weights

__all__ = ["Inception3", "inception_v3"]

#: Channels and kernel of a convolution; one that is not given a stride pads, so that the size stays.
Step = Sequence[Any]

_AVG, _MAX = ("avg",), ("max",)


def _conv(channels: int, kernel: Any, stride: int | None = None) -> nn.HybridSequential:
    """Return a convolution with normalization and activation. With a stride it does not pad, else it keeps the size."""
    high, wide = kernel if isinstance(kernel, tuple) else (kernel, kernel)
    padding = (high // 2, wide // 2) if stride is None else 0
    conv = nn.Conv2D(channels, (high, wide), stride or 1, padding, use_bias=False)
    return row(conv, nn.BatchNorm(epsilon=0.001), nn.Activation("relu"))


def _make(step: Any) -> HybridBlock:
    """Return the layer of a step: a convolution, pooling, or branches side by side (a list)."""
    if isinstance(step, list):
        return _side_by_side(step)
    if step == _AVG:
        return nn.AvgPool2D(pool_size=3, strides=1, padding=1)
    if step == _MAX:
        return nn.MaxPool2D(pool_size=3, strides=2)
    return _conv(*step)


def _side_by_side(branches: list[Sequence[Any]], prefix: str = "") -> HybridConcurrent:
    """Return branches that see one input, their results joined along the channels."""
    joined = HybridConcurrent(axis=1, prefix=prefix)
    with joined.name_scope():
        for steps in branches:
            joined.add(_branch(steps))
    return joined


def _branch(steps: Sequence[Any]) -> HybridBlock:
    """Return the layers of a branch, in a row; those before a split are a row of their own."""
    if isinstance(steps[-1], list):
        return row(_branch(steps[:-1]), _make(steps[-1]))
    return row(*[_make(step) for step in steps])


def _a(pooled: int) -> list[Sequence[Any]]:
    return [[(64, 1)], [(48, 1), (64, 5)], [(64, 1), (96, 3), (96, 3)], [_AVG, (pooled, 1)]]


def _c(channels: int) -> list[Sequence[Any]]:
    flat, tall, wide = (1, 7), (7, 1), 192
    twice = [(channels, 1), (channels, tall), (channels, flat), (channels, tall), (wide, flat)]
    return [[(wide, 1)], [(channels, 1), (channels, flat), (wide, tall)], twice, [_AVG, (wide, 1)]]


_B: list[Sequence[Any]] = [[(384, 3, 2)], [(64, 1), (96, 3), (96, 3, 2)], [_MAX]]
_D: list[Sequence[Any]] = [[(192, 1), (320, 3, 2)], [(192, 1), (192, (1, 7)), (192, (7, 1)), (192, 3, 2)], [_MAX]]
_SPLIT = [[(384, (1, 3))], [(384, (3, 1))]]
_E: list[Sequence[Any]] = [[(320, 1)], [(384, 1), _SPLIT], [(448, 1), (384, 3), _SPLIT], [_AVG, (192, 1)]]

_STEM: list[Step] = [(32, 3, 2), (32, 3, 1), (64, 3), _MAX, (80, 1), (192, 3, 1), _MAX]
#: The modules by their names.
_MODULES = {
    "A1_": _a(32), "A2_": _a(64), "A3_": _a(64), "B_": _B,
    "C1_": _c(128), "C2_": _c(160), "C3_": _c(160), "C4_": _c(192), "D_": _D,
    "E1_": _E, "E2_": _E,
}  # fmt: skip


class Inception3(Classifier):
    """Inception V3 for images of 299 by 299."""

    def __init__(self, classes: int = 1000, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = row(*[_make(step) for step in _STEM])
            for prefix, branches in _MODULES.items():
                self.features.add(_side_by_side(branches, prefix))
            self.features.add(nn.AvgPool2D(pool_size=8), nn.Dropout(0.5))
            self.output = nn.Dense(classes)


def make_aux(classes: int) -> nn.HybridSequential:
    """Return the classifier that in training looks at features half way: images of 17 by 17 with 768 channels."""
    narrow = row(nn.AvgPool2D(pool_size=5, strides=3), _conv(128, 1), _conv(768, 5, 1))
    narrow.add(nn.Flatten(), nn.Dense(classes))
    return narrow


@takes_device
def inception_v3(pretrained: bool = False, ctx: Any = CPU, root: str = DEFAULT_ROOT, **kwargs: Any) -> Inception3:
    """Return Inception V3; ``pretrained`` reads its weights from the directory ``root`` onto ``ctx``."""
    return with_weights(Inception3(**kwargs), "inceptionv3", pretrained, ctx, root)
