"""The two players: one makes pictures of 8x8 out of noise, one tells them from real ones."""

from __future__ import annotations

from mxnet.gluon import nn

NOISE = 16


def generator(width=48):
    """Return the network from noise (batch, NOISE, 1, 1) to pictures (batch, 1, 8, 8) between -1 and 1."""
    net = nn.HybridSequential(prefix="generator_")
    with net.name_scope():
        net.add(nn.Conv2DTranspose(2 * width, 2, use_bias=False), nn.BatchNorm(), nn.Activation("relu"))  # 2x2
        net.add(nn.Conv2DTranspose(width, 4, 2, 1, use_bias=False), nn.BatchNorm(), nn.Activation("relu"))  # 4x4
        net.add(nn.Conv2DTranspose(1, 4, 2, 1, activation="tanh"))  # 8x8
    return net


def discriminator(width=32):
    """Return the network from pictures to one score each: how real they look."""
    net = nn.HybridSequential(prefix="discriminator_")
    with net.name_scope():
        net.add(nn.Conv2D(width, 4, 2, 1), nn.LeakyReLU(0.2))  # 4x4
        net.add(nn.Conv2D(2 * width, 4, 2, 1, use_bias=False), nn.BatchNorm(), nn.LeakyReLU(0.2))  # 2x2
        net.add(nn.Dropout(0.3), nn.Dense(1))
    return net
