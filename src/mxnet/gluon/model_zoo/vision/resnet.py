"""Residual networks: He et al. 2015 (V1), and with normalization before the convolutions, He et al. 2016 (V2)."""

from collections.abc import Sequence
from typing import Any

from ....core.context import takes_device
from ....core.shared_methods import Shared
from ... import nn
from ...block import HybridBlock
from .common import CPU, DEFAULT_ROOT, Classifier, row, variant, with_weights

__all__ = [
    "BasicBlockV1", "BasicBlockV2", "BottleneckV1", "BottleneckV2", "ResNetV1", "ResNetV2", "get_resnet",
    "resnet18_v1", "resnet18_v2", "resnet34_v1", "resnet34_v2", "resnet50_v1", "resnet50_v2", "resnet101_v1",
    "resnet101_v2", "resnet152_v1", "resnet152_v2",
]  # fmt: skip


def _conv3x3(channels: int, stride: int, in_channels: int) -> Any:
    return nn.Conv2D(channels, 3, strides=stride, padding=1, use_bias=False, in_channels=in_channels)


def _projection(channels: int, stride: int, in_channels: int) -> Any:
    """Return the convolution that brings a block's input to the shape of its output."""
    return nn.Conv2D(channels, 1, strides=stride, use_bias=False, in_channels=in_channels)


class _BlockV1(HybridBlock, metaclass=Shared):
    """The base class of V1's blocks: a body plus its shortcut, then the activation."""

    #: In which order the ways are added: graphs are to have their nodes in MXNet's order.
    _around_first = True

    def __init__(
        self, channels: int, stride: int, downsample: bool = False, in_channels: int = 0, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.body = row()
        for i, conv in enumerate(self._convolutions(channels, stride, in_channels)):
            if i:
                self.body.add(nn.Activation("relu"))
            self.body.add(conv(), nn.BatchNorm())
        self.downsample = None
        if downsample:
            self.downsample = row(_projection(channels, stride, in_channels), nn.BatchNorm())

    def _convolutions(self, channels: int, stride: int, in_channels: int) -> list[Any]:
        """Return functions that make the body's convolutions, in the order in which they are numbered."""
        raise NotImplementedError

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the activation of the body plus the shortcut."""
        ways = [self.downsample(x) if self.downsample else x, self.body(x)]
        first, second = ways if self._around_first else reversed(ways)
        return F.Activation(first + second, act_type="relu")


class BasicBlockV1(_BlockV1):
    """Two 3 by 3 convolutions, for networks of 18 and 34 layers."""

    def _convolutions(self, channels: int, stride: int, in_channels: int) -> list[Any]:
        return [lambda: _conv3x3(channels, stride, in_channels), lambda: _conv3x3(channels, 1, channels)]


class BottleneckV1(_BlockV1):
    """A 3 by 3 convolution of a quarter of the channels between two of 1 by 1, for networks of 50 layers and more."""

    _around_first = False

    def _convolutions(self, channels: int, stride: int, in_channels: int) -> list[Any]:
        few = channels // 4
        return [
            lambda: nn.Conv2D(few, kernel_size=1, strides=stride),
            lambda: _conv3x3(few, 1, few),
            lambda: nn.Conv2D(channels, kernel_size=1, strides=1),
        ]


class _BlockV2(HybridBlock, metaclass=Shared):
    """The base class of V2's blocks: normalization and activation before each convolution, ``bn1 conv1 bn2 conv2 ...``.

    A shortcut with a projection begins after the first activation.
    """

    _depth = 2

    def __init__(
        self, channels: int, stride: int, downsample: bool = False, in_channels: int = 0, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        for i, conv in enumerate(self._convolutions(channels, stride, in_channels), 1):
            setattr(self, f"bn{i}", nn.BatchNorm())
            setattr(self, f"conv{i}", conv())
        self.downsample = _projection(channels, stride, in_channels) if downsample else None

    def _convolutions(self, channels: int, stride: int, in_channels: int) -> list[Any]:
        raise NotImplementedError

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the sum of both ways."""
        around, out = x, x
        for i in range(1, self._depth + 1):
            out = F.Activation(getattr(self, f"bn{i}")(out), act_type="relu")
            if i == 1 and self.downsample:
                around = self.downsample(out)
            out = getattr(self, f"conv{i}")(out)
        return out + around


class BasicBlockV2(_BlockV2):
    """Two 3 by 3 convolutions, for networks of 18 and 34 layers."""

    def _convolutions(self, channels: int, stride: int, in_channels: int) -> list[Any]:
        return [lambda: _conv3x3(channels, stride, in_channels), lambda: _conv3x3(channels, 1, channels)]


class BottleneckV2(_BlockV2):
    """A 3 by 3 convolution of a quarter of the channels between two of 1 by 1, for networks of 50 layers and more."""

    _depth = 3

    def _convolutions(self, channels: int, stride: int, in_channels: int) -> list[Any]:
        few = channels // 4
        return [
            lambda: nn.Conv2D(few, kernel_size=1, strides=1, use_bias=False),
            lambda: _conv3x3(few, stride, few),
            lambda: nn.Conv2D(channels, kernel_size=1, strides=1, use_bias=False),
        ]


class _ResNet(Classifier, shared=True):
    """The base class of both versions. With ``thumbnail`` the stem keeps the size, for small images."""

    def __init__(
        self,
        block: type[HybridBlock],
        layers: Sequence[int],
        channels: Sequence[int],
        classes: int = 1000,
        thumbnail: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        assert len(layers) == len(channels) - 1, f"{len(layers)} stages need {len(layers) + 1} widths: {channels}"
        with self.name_scope():
            self.features = row(*self._first())
            self._add_stem(channels[0], thumbnail)
            for i, num_layers in enumerate(layers):
                stage = self._make_layer(block, num_layers, channels[i + 1], 2 if i else 1, i + 1, channels[i])
                self.features.add(stage)
            self.features.add(*self._last())
            self.output = nn.Dense(classes, in_units=channels[-1])

    def _first(self) -> list[HybridBlock]:
        return []

    def _last(self) -> list[HybridBlock]:
        return [nn.GlobalAvgPool2D()]

    def _add_stem(self, channels: int, thumbnail: bool) -> None:
        if thumbnail:
            self.features.add(_conv3x3(channels, 1, 0))
        else:
            self.features.add(nn.Conv2D(channels, 7, strides=2, padding=3, use_bias=False))
            self.features.add(nn.BatchNorm(), nn.Activation("relu"), nn.MaxPool2D(3, 2, 1))

    def _make_layer(
        self, block: Any, layers: int, channels: int, stride: int, stage_index: int, in_channels: int = 0
    ) -> nn.HybridSequential:
        """Return a stage of ``layers`` blocks; the first changes width and size."""
        stage = row(prefix=f"stage{stage_index}_")
        with stage.name_scope():
            stage.add(block(channels, stride, channels != in_channels, in_channels=in_channels, prefix=""))
            for _ in range(1, layers):
                stage.add(block(channels, 1, False, in_channels=channels, prefix=""))
        return stage


class ResNetV1(_ResNet):
    """A residual network of stages of ``layers`` blocks; ``channels``: of the first convolution, and of each stage."""


class ResNetV2(_ResNet):
    """A residual network of V2's blocks, which normalizes its input and its last features too."""

    def _first(self) -> list[HybridBlock]:
        return [nn.BatchNorm(scale=False, center=False)]

    def _last(self) -> list[HybridBlock]:
        return [nn.BatchNorm(), nn.Activation("relu"), nn.GlobalAvgPool2D(), nn.Flatten()]


_NARROW = [64, 64, 128, 256, 512]
_WIDE = [64, 256, 512, 1024, 2048]
#: By the number of layers with weights: the kind of block, blocks of each stage, channels.
resnet_spec: dict[int, tuple[str, list[int], list[int]]] = {
    18: ("basic_block", [2, 2, 2, 2], _NARROW),
    34: ("basic_block", [3, 4, 6, 3], _NARROW),
    50: ("bottle_neck", [3, 4, 6, 3], _WIDE),
    101: ("bottle_neck", [3, 4, 23, 3], _WIDE),
    152: ("bottle_neck", [3, 8, 36, 3], _WIDE),
}
resnet_net_versions: list[type[_ResNet]] = [ResNetV1, ResNetV2]
resnet_block_versions: list[dict[str, type[HybridBlock]]] = [
    {"basic_block": BasicBlockV1, "bottle_neck": BottleneckV1},
    {"basic_block": BasicBlockV2, "bottle_neck": BottleneckV2},
]


@takes_device
def get_resnet(
    version: int, num_layers: int, pretrained: bool = False, ctx: Any = CPU, root: str = DEFAULT_ROOT, **kwargs: Any
) -> _ResNet:
    """Return the residual network of version 1 or 2 and of 18, 34, 50, 101 or 152 layers.

    ``pretrained`` reads its weights from the directory ``root`` onto ``ctx``.
    """
    assert num_layers in resnet_spec, f"num_layers: expected one of {list(resnet_spec)}, got {num_layers}"
    assert version in (1, 2), f"version: expected 1 or 2, got {version}"
    kind, layers, channels = resnet_spec[num_layers]
    block = resnet_block_versions[version - 1][kind]
    net = resnet_net_versions[version - 1](block, layers, channels, **kwargs)
    return with_weights(net, f"resnet{num_layers}_v{version}", pretrained, ctx, root)


resnet18_v1, resnet34_v1, resnet50_v1, resnet101_v1, resnet152_v1 = (
    variant(f"resnet{num_layers}_v1", get_resnet, 1, num_layers) for num_layers in resnet_spec
)
resnet18_v2, resnet34_v2, resnet50_v2, resnet101_v2, resnet152_v2 = (
    variant(f"resnet{num_layers}_v2", get_resnet, 2, num_layers) for num_layers in resnet_spec
)
