"""MobileNet (Howard et al. 2017) and MobileNetV2 (Sandler et al. 2018): depthwise separable convolutions."""

from typing import Any

from ....core.context import takes_device
from ... import nn
from ...block import HybridBlock
from .common import CPU, DEFAULT_ROOT, Classifier, row, variant, with_weights

__all__ = [
    "MobileNet", "MobileNetV2", "get_mobilenet", "get_mobilenet_v2", "mobilenet0_5", "mobilenet0_25", "mobilenet0_75",
    "mobilenet1_0", "mobilenet_v2_0_5", "mobilenet_v2_0_25", "mobilenet_v2_0_75", "mobilenet_v2_1_0",
]  # fmt: skip

#: Of each separable convolution: the channels it begins with, those it ends with, and its stride.
_SEPARABLE = [
    (32, 64, 1), (64, 128, 2), (128, 128, 1), (128, 256, 2), (256, 256, 1), (256, 512, 2),
    *[(512, 512, 1)] * 5, (512, 1024, 2), (1024, 1024, 1),
]  # fmt: skip
#: Of each stage of bottlenecks: how many times wider they are inside, their channels, their number, the first's stride.
_BOTTLENECKS = [
    (1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1),
]  # fmt: skip


class RELU6(HybridBlock):
    """A rectifier that ends at 6."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the elements from 0 to 6."""
        return F.clip(x, 0, 6, name="relu6")


def _add_conv(
    out: nn.HybridSequential,
    channels: int = 1,
    kernel: int = 1,
    stride: int = 1,
    pad: int = 0,
    num_group: int = 1,
    active: bool = True,
    relu6: bool = False,
) -> None:
    """Add a convolution, its normalization and, if ``active``, an activation to a network."""
    out.add(nn.Conv2D(channels, kernel, stride, pad, groups=num_group, use_bias=False), nn.BatchNorm(scale=True))
    if active:
        out.add(RELU6() if relu6 else nn.Activation("relu"))


def _add_conv_dw(out: nn.HybridSequential, dw_channels: int, channels: int, stride: int, relu6: bool = False) -> None:
    """Add a separable convolution: of each channel alone, 3 by 3, then of all, 1 by 1."""
    _add_conv(out, dw_channels, 3, stride, 1, num_group=dw_channels, relu6=relu6)
    _add_conv(out, channels, relu6=relu6)


class LinearBottleneck(HybridBlock):
    """Inverted residual: 1x1 expansion, depthwise 3x3, linear 1x1 projection; a shortcut where the shapes are equal."""

    def __init__(self, in_channels: int, channels: int, t: int, stride: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.use_shortcut = stride == 1 and in_channels == channels
        wide = in_channels * t
        with self.name_scope():
            self.out = row(prefix=None)
            _add_conv(self.out, wide, relu6=True)
            _add_conv(self.out, wide, 3, stride, 1, num_group=wide, relu6=True)
            _add_conv(self.out, channels, active=False)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return what the three convolutions make of ``x``, plus ``x`` where both have one shape."""
        out = self.out(x)
        return F.elemwise_add(out, x) if self.use_shortcut else out


class MobileNet(Classifier):
    """MobileNet whose layers have ``multiplier`` times the usual channels."""

    def __init__(self, multiplier: float = 1.0, classes: int = 1000, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = row()
            _add_conv(self.features, int(32 * multiplier), 3, 2, 1)
            for begin, end, stride in _SEPARABLE:
                _add_conv_dw(self.features, int(begin * multiplier), int(end * multiplier), stride)
            self.features.add(nn.GlobalAvgPool2D(), nn.Flatten())
            self.output = nn.Dense(classes)


class MobileNetV2(Classifier):
    """MobileNetV2 whose layers have ``multiplier`` times the usual channels."""

    def __init__(self, multiplier: float = 1.0, classes: int = 1000, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        before = int(32 * multiplier)
        with self.name_scope():
            self.features = row(prefix="features_")
            with self.features.name_scope():
                _add_conv(self.features, before, 3, 2, 1, relu6=True)
                for wider, channels, count, first_stride in _BOTTLENECKS:
                    after = int(channels * multiplier)
                    for stride in (first_stride, *[1] * (count - 1)):
                        self.features.add(LinearBottleneck(before, after, wider, stride))
                        before = after
                last = int(1280 * multiplier) if multiplier > 1.0 else 1280
                _add_conv(self.features, last, relu6=True)
                self.features.add(nn.GlobalAvgPool2D())
            self.output = row(prefix="output_")
            with self.output.name_scope():
                self.output.add(nn.Conv2D(classes, 1, use_bias=False, prefix="pred_"), nn.Flatten())


def _multiplier_name(multiplier: float) -> str:
    """Return how a multiplier is written in a name: 0.25, 0.5, 0.75, 1.0."""
    text = f"{multiplier:.2f}"
    return text[:-1] if text in ("1.00", "0.50") else text


@takes_device
def get_mobilenet(
    multiplier: float, pretrained: bool = False, ctx: Any = CPU, root: str = DEFAULT_ROOT, **kwargs: Any
) -> MobileNet:
    """Return MobileNet of a width; ``pretrained`` reads its weights from the directory ``root`` onto ``ctx``."""
    name = f"mobilenet{_multiplier_name(multiplier)}"
    return with_weights(MobileNet(multiplier, **kwargs), name, pretrained, ctx, root)


@takes_device
def get_mobilenet_v2(
    multiplier: float, pretrained: bool = False, ctx: Any = CPU, root: str = DEFAULT_ROOT, **kwargs: Any
) -> MobileNetV2:
    """Return MobileNetV2 of a width; ``pretrained`` reads its weights from the directory ``root`` onto ``ctx``."""
    name = f"mobilenetv2_{_multiplier_name(multiplier)}"
    return with_weights(MobileNetV2(multiplier, **kwargs), name, pretrained, ctx, root)


_WORDS = {"1_0": 1.0, "0_75": 0.75, "0_5": 0.5, "0_25": 0.25}
mobilenet1_0, mobilenet0_75, mobilenet0_5, mobilenet0_25 = (
    variant(f"mobilenet{word}", get_mobilenet, multiplier) for word, multiplier in _WORDS.items()
)
mobilenet_v2_1_0, mobilenet_v2_0_75, mobilenet_v2_0_5, mobilenet_v2_0_25 = (
    variant(f"mobilenet_v2_{word}", get_mobilenet_v2, multiplier) for word, multiplier in _WORDS.items()
)
