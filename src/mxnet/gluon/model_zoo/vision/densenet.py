"""DenseNet: each layer takes the outputs of all layers before it (Huang et al. 2017)."""

from collections.abc import Sequence
from typing import Any

from ....core.context import takes_device
from ... import nn
from ...contrib.nn import HybridConcurrent, Identity
from .common import CPU, DEFAULT_ROOT, Classifier, row, variant, with_weights

__all__ = ["DenseNet", "densenet121", "densenet161", "densenet169", "densenet201"]

#: By the number of layers with weights: channels at first, channels that a layer adds, and layers of each stage.
densenet_spec = {
    121: (64, 32, [6, 12, 24, 16]),
    161: (96, 48, [6, 12, 36, 24]),
    169: (64, 32, [6, 12, 32, 32]),
    201: (64, 32, [6, 12, 48, 32]),
}


def _seen(channels: int, kernel: int) -> list[Any]:
    """Return a convolution after normalization and activation."""
    conv = nn.Conv2D(channels, kernel_size=kernel, padding=kernel // 2, use_bias=False)
    return [nn.BatchNorm(), nn.Activation("relu"), conv]


def _make_dense_layer(growth_rate: int, bn_size: int, dropout: float) -> HybridConcurrent:
    """Return a layer that adds ``growth_rate`` channels to its input's, by way of ``bn_size`` times as many."""
    around = Identity()
    added = row(*_seen(bn_size * growth_rate, 1), *_seen(growth_rate, 3))
    if dropout:
        added.add(nn.Dropout(dropout))
    layer = HybridConcurrent(axis=1, prefix="")
    layer.add(around, added)
    return layer


def _make_dense_block(
    num_layers: int, bn_size: int, growth_rate: int, dropout: float, stage_index: int
) -> nn.HybridSequential:
    """Return a stage of layers."""
    stage = row(prefix=f"stage{stage_index}_")
    with stage.name_scope():
        stage.add(*[_make_dense_layer(growth_rate, bn_size, dropout) for _ in range(num_layers)])
    return stage


def _make_transition(num_output_features: int) -> nn.HybridSequential:
    """Return what stands between stages: a convolution to another number of channels, and pooling to half the size."""
    return row(*_seen(num_output_features, 1), nn.AvgPool2D(pool_size=2, strides=2))


class DenseNet(Classifier):
    """DenseNet with stages of ``block_config`` layers, for images of 224 by 224.

    It begins with ``num_init_features`` channels, and every layer adds ``growth_rate``. Between the stages channels
    and size are halved.
    """

    def __init__(
        self,
        num_init_features: int,
        growth_rate: int,
        block_config: Sequence[int],
        bn_size: int = 4,
        dropout: float = 0,
        classes: int = 1000,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        channels = num_init_features
        with self.name_scope():
            first = nn.Conv2D(channels, kernel_size=7, strides=2, padding=3, use_bias=False)
            self.features = row(first, nn.BatchNorm(), nn.Activation("relu"), nn.MaxPool2D(3, 2, 1))
            for i, num_layers in enumerate(block_config):
                if i:
                    channels //= 2
                    self.features.add(_make_transition(channels))
                self.features.add(_make_dense_block(num_layers, bn_size, growth_rate, dropout, i + 1))
                channels += num_layers * growth_rate
            self.features.add(nn.BatchNorm(), nn.Activation("relu"), nn.AvgPool2D(pool_size=7), nn.Flatten())
            self.output = nn.Dense(classes)


@takes_device
def get_densenet(
    num_layers: int, pretrained: bool = False, ctx: Any = CPU, root: str = DEFAULT_ROOT, **kwargs: Any
) -> DenseNet:
    """Return the DenseNet of 121, 161, 169 or 201 layers.

    ``pretrained`` reads its weights from the directory ``root`` onto ``ctx``.
    """
    net = DenseNet(*densenet_spec[num_layers], **kwargs)
    return with_weights(net, f"densenet{num_layers}", pretrained, ctx, root)


densenet121, densenet161, densenet169, densenet201 = (
    variant(f"densenet{num_layers}", get_densenet, num_layers) for num_layers in densenet_spec
)
