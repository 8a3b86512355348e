"""The networks of Oxford's Visual Geometry Group (Simonyan and Zisserman 2015)."""

from collections.abc import Sequence
from typing import Any

from ....core.context import takes_device
from ....initializer import Xavier
from ... import nn
from .common import CPU, DEFAULT_ROOT, Classifier, row, variant, with_weights

__all__ = [
    "VGG", "get_vgg", "vgg11", "vgg11_bn", "vgg13", "vgg13_bn", "vgg16", "vgg16_bn", "vgg19", "vgg19_bn",
]  # fmt: skip

_WIDTHS = [64, 128, 256, 512, 512]
#: By the number of layers with weights: how many convolutions each stage has, and of how many channels.
vgg_spec = {
    11: ([1, 1, 2, 2, 2], _WIDTHS),
    13: ([2, 2, 2, 2, 2], _WIDTHS),
    16: ([2, 2, 3, 3, 3], _WIDTHS),
    19: ([2, 2, 4, 4, 4], _WIDTHS),
}


class VGG(Classifier):
    """Stages of ``layers`` 3 by 3 convolutions of ``filters`` channels, each halving the image, and dense layers."""

    def __init__(
        self,
        layers: Sequence[int],
        filters: Sequence[int],
        classes: int = 1000,
        batch_norm: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        assert len(layers) == len(filters), f"{len(layers)} stages, but channels for {len(filters)}"
        normal: dict[str, Any] = {"weight_initializer": "normal", "bias_initializer": "zeros"}
        with self.name_scope():
            self.features = self._make_features(layers, filters, batch_norm)
            for _ in range(2):
                self.features.add(nn.Dense(4096, activation="relu", **normal), nn.Dropout(rate=0.5))
            self.output = nn.Dense(classes, **normal)

    def _make_features(self, layers: Sequence[int], filters: Sequence[int], batch_norm: bool) -> nn.HybridSequential:
        init = Xavier(rnd_type="gaussian", factor_type="out", magnitude=2)
        features = row()
        for count, channels in zip(layers, filters, strict=True):
            for _ in range(count):
                features.add(nn.Conv2D(channels, 3, padding=1, weight_initializer=init, bias_initializer="zeros"))
                if batch_norm:
                    features.add(nn.BatchNorm())
                features.add(nn.Activation("relu"))
            features.add(nn.MaxPool2D(strides=2))
        return features


@takes_device
def get_vgg(num_layers: int, pretrained: bool = False, ctx: Any = CPU, root: str = DEFAULT_ROOT, **kwargs: Any) -> VGG:
    """Return the VGG network of 11, 13, 16 or 19 layers, with ``batch_norm=True`` the normalized one.

    ``pretrained`` reads its weights from the directory ``root`` onto ``ctx``.
    """
    name = f"vgg{num_layers}_bn" if kwargs.get("batch_norm") else f"vgg{num_layers}"
    return with_weights(VGG(*vgg_spec[num_layers], **kwargs), name, pretrained, ctx, root)


vgg11, vgg13, vgg16, vgg19 = (variant(f"vgg{num_layers}", get_vgg, num_layers) for num_layers in vgg_spec)
vgg11_bn, vgg13_bn, vgg16_bn, vgg19_bn = (
    variant(f"vgg{num_layers}_bn", get_vgg, num_layers, batch_norm=True) for num_layers in vgg_spec
)
