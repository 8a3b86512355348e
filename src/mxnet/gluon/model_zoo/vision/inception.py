"""Inception, the third version (Szegedy et al. 2016)."""

from collections.abc import Sequence
from typing import Any

from ....core.context import takes_device
from ... import nn
from ...contrib.nn import HybridConcurrent
from .common import CPU, DEFAULT_ROOT, Classifier, row, with_weights

__all__ = ["Inception3", "inception_v3"]

#: of a branch: ``"avg"`` or ``"max"`` for pooling first, or None, then channels, kernel, stride and padding of
#: convolutions
Branch = Sequence[Any]


def _make_basic_conv(**kwargs: Any) -> nn.HybridSequential:
    """Return a convolution, whose arguments these are, with normalization and activation."""
    return row(nn.Conv2D(use_bias=False, **kwargs), nn.BatchNorm(epsilon=0.001), nn.Activation("relu"))


def _conv(channels: int, kernel_size: Any, strides: Any = None, padding: Any = None) -> nn.HybridSequential:
    """Return such a convolution; None leaves an argument to the layer."""
    more = {"strides": strides, "padding": padding}
    more = {name: value for name, value in more.items() if value is not None}
    return _make_basic_conv(channels=channels, kernel_size=kernel_size, **more)


def _make_branch(use_pool: str | None, *conv_settings: Sequence[Any]) -> nn.HybridSequential:
    """Return pooling, average or maximum or none, and convolutions after it, in a row."""
    branch = row()
    if use_pool == "avg":
        branch.add(nn.AvgPool2D(pool_size=3, strides=1, padding=1))
    elif use_pool == "max":
        branch.add(nn.MaxPool2D(pool_size=3, strides=2))
    branch.add(*[_conv(*setting) for setting in conv_settings])
    return branch


def _side_by_side(prefix: str, *branches: Branch) -> HybridConcurrent:
    """Return branches that see one input, their results joined along the channels."""
    joined = HybridConcurrent(axis=1, prefix=prefix)
    with joined.name_scope():
        joined.add(*[_make_branch(*branch) for branch in branches])
    return joined


def _same(channels: int, *kernel: int) -> tuple[Any, ...]:
    """Return the settings of a convolution that keeps the size."""
    high, wide = kernel * 2 if len(kernel) == 1 else kernel
    return channels, (high, wide), None, (high // 2, wide // 2)


def _make_A(pool_features: int, prefix: str) -> HybridConcurrent:
    """Return the module for images of 35 by 35: kernels of 1, 5 and 3, and pooling."""
    three = (None, _same(64, 1), _same(96, 3), _same(96, 3))
    return _side_by_side(
        prefix, (None, _same(64, 1)), (None, _same(48, 1), _same(64, 5)), three, ("avg", _same(pool_features, 1))
    )


def _make_B(prefix: str) -> HybridConcurrent:
    """Return the module that brings 35 by 35 to 17 by 17."""
    return _side_by_side(
        prefix, (None, (384, 3, 2, None)), (None, _same(64, 1), _same(96, 3), (96, 3, 2, None)), ("max",)
    )


def _make_C(channels_7x7: int, prefix: str) -> HybridConcurrent:
    """Return the module for images of 17 by 17: kernels of 7 by 7 in two halves."""
    few, wide = channels_7x7, 192
    once = (None, _same(few, 1), _same(few, 1, 7), _same(wide, 7, 1))
    twice = (None, _same(few, 1), _same(few, 7, 1), _same(few, 1, 7), _same(few, 7, 1), _same(wide, 1, 7))
    return _side_by_side(prefix, (None, _same(wide, 1)), once, twice, ("avg", _same(wide, 1)))


def _make_D(prefix: str) -> HybridConcurrent:
    """Return the module that brings 17 by 17 to 8 by 8."""
    seven = (None, _same(192, 1), _same(192, 1, 7), _same(192, 7, 1), (192, 3, 2, None))
    return _side_by_side(prefix, (None, _same(192, 1), (320, 3, 2, None)), seven, ("max",))


def _make_E(prefix: str) -> HybridConcurrent:
    """Return the module for images of 8 by 8: kernels of 3 by 3 in two halves, side by side."""
    joined = HybridConcurrent(axis=1, prefix=prefix)
    with joined.name_scope():
        joined.add(_make_branch(None, _same(320, 1)))
        for steps in ([_same(384, 1)], [_same(448, 1), _same(384, 3)]):
            before = _make_branch(None, *steps)
            joined.add(row(before, _side_by_side("", (None, _same(384, 1, 3)), (None, _same(384, 3, 1)))))
        joined.add(_make_branch("avg", _same(192, 1)))
    return joined


class Inception3(Classifier):
    """Inception V3 for images of 299 by 299."""

    def __init__(self, classes: int = 1000, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = row(_conv(32, 3, 2), _conv(32, 3), _conv(64, 3, None, 1), nn.MaxPool2D(3, 2))
            self.features.add(_conv(80, 1), _conv(192, 3), nn.MaxPool2D(3, 2))
            self.features.add(_make_A(32, "A1_"), _make_A(64, "A2_"), _make_A(64, "A3_"), _make_B("B_"))
            for i, channels in enumerate((128, 160, 160, 192), 1):
                self.features.add(_make_C(channels, f"C{i}_"))
            self.features.add(_make_D("D_"), _make_E("E1_"), _make_E("E2_"))
            self.features.add(nn.AvgPool2D(pool_size=8), nn.Dropout(0.5))
            self.output = nn.Dense(classes)


def make_aux(classes: int) -> nn.HybridSequential:
    """Return the classifier that in training looks at features half way: images of 17 by 17 with 768 channels."""
    narrow = row(nn.AvgPool2D(pool_size=5, strides=3), _conv(128, 1), _conv(768, 5))
    narrow.add(nn.Flatten(), nn.Dense(classes))
    return narrow


@takes_device
def inception_v3(pretrained: bool = False, ctx: Any = CPU, root: str = DEFAULT_ROOT, **kwargs: Any) -> Inception3:
    """Return Inception V3; ``pretrained`` reads its weights from the directory ``root`` onto ``ctx``."""
    return with_weights(Inception3(**kwargs), "inceptionv3", pretrained, ctx, root)
