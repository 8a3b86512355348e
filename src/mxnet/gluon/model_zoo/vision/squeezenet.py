"""SqueezeNet: AlexNet's accuracy with a fiftieth of its weights (Iandola et al. 2016)."""

from typing import Any

from ....core.context import takes_device
from ... import nn
from ...contrib.nn import HybridConcurrent
from .common import CPU, DEFAULT_ROOT, Classifier, row, variant, with_weights

__all__ = ["SqueezeNet", "squeezenet1_0", "squeezenet1_1"]

#: By version: channels and kernel of the first convolution, and the squeezed channels of the modules; 0 is pooling.
_VERSIONS = {
    "1.0": ((96, 7), [0, 16, 16, 32, 0, 32, 48, 48, 64, 0, 64]),
    "1.1": ((64, 3), [0, 16, 16, 0, 32, 32, 0, 48, 48, 64, 64]),
}


def _make_fire_conv(channels: int, kernel_size: int, padding: int = 0) -> nn.HybridSequential:
    return row(nn.Conv2D(channels, kernel_size, padding=padding), nn.Activation("relu"))


def _make_fire(squeeze_channels: int, expand1x1_channels: int, expand3x3_channels: int) -> nn.HybridSequential:
    """Return a module that squeezes its input into a few channels, and expands them by two convolutions."""
    squeeze = _make_fire_conv(squeeze_channels, 1)
    expand = HybridConcurrent(axis=1, prefix="")
    expand.add(_make_fire_conv(expand1x1_channels, 1), _make_fire_conv(expand3x3_channels, 3, 1))
    return row(squeeze, expand)


class SqueezeNet(Classifier):
    """SqueezeNet of the version ``"1.0"`` or ``"1.1"``, for images of 224 by 224."""

    def __init__(self, version: str, classes: int = 1000, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        assert version in _VERSIONS, f"version: expected 1.0 or 1.1, got {version}"
        (channels, kernel), modules = _VERSIONS[version]
        with self.name_scope():
            self.features = row(nn.Conv2D(channels, kernel, strides=2), nn.Activation("relu"))
            for squeezed in modules:
                fire = _make_fire(squeezed, squeezed * 4, squeezed * 4) if squeezed else None
                self.features.add(fire or nn.MaxPool2D(3, 2, ceil_mode=True))
            self.features.add(nn.Dropout(0.5))
            self.output = row(nn.Conv2D(classes, 1), nn.Activation("relu"), nn.AvgPool2D(13), nn.Flatten())


@takes_device
def get_squeezenet(
    version: str, pretrained: bool = False, ctx: Any = CPU, root: str = DEFAULT_ROOT, **kwargs: Any
) -> SqueezeNet:
    """Return SqueezeNet of a version; ``pretrained`` reads its weights from the directory ``root`` onto ``ctx``."""
    return with_weights(SqueezeNet(version, **kwargs), f"squeezenet{version}", pretrained, ctx, root)


squeezenet1_0 = variant("squeezenet1_0", get_squeezenet, "1.0")
squeezenet1_1 = variant("squeezenet1_1", get_squeezenet, "1.1")
