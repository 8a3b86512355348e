"""A small residual network for pictures of 8x8."""

from __future__ import annotations

from mxnet.gluon import nn


class Residual(nn.HybridBlock):
    """Two convolutions beside a shortcut; `strides=2` halves the picture."""

    def __init__(self, channels, strides=1, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.body = nn.HybridSequential()
            self.body.add(nn.Conv2D(channels, 3, strides, padding=1, use_bias=False), nn.BatchNorm())
            self.body.add(nn.Activation("relu"))
            self.body.add(nn.Conv2D(channels, 3, padding=1, use_bias=False), nn.BatchNorm())
            self.shortcut = nn.HybridSequential()
            self.shortcut.add(nn.Conv2D(channels, 1, strides, use_bias=False), nn.BatchNorm())

    def hybrid_forward(self, F, x):
        return F.relu(self.body(x) + self.shortcut(x))


def classifier(classes=10, width=24):
    """Return the network: pictures (batch, 1, 8, 8) to scores (batch, classes)."""
    net = nn.HybridSequential()
    with net.name_scope():
        net.add(nn.Conv2D(width, 3, padding=1, use_bias=False), nn.BatchNorm(), nn.Activation("relu"))
        net.add(Residual(width), Residual(2 * width, strides=2))
        net.add(nn.GlobalAvgPool2D(), nn.Dropout(0.2), nn.Dense(classes))
    return net
