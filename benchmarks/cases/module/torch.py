"""Module's cases written by hand in PyTorch."""

from __future__ import annotations

from itertools import pairwise

import torch
from cases.sizes import batch, images
from cases.torch_training import step
from torch import nn
from torch.nn import functional

ENTRIES = 1_000_000


def _step(network, shape, classes):
    labels = torch.randint(0, classes, shape[:1])
    return step(network, (torch.rand(shape),), labels, lr=0.01, weight_decay=1e-4)


def mlp_step():
    network = nn.Sequential(nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 64), nn.ReLU(), nn.Linear(64, 10))
    return _step(network, (batch(64), 784), 10)


def lenet():
    return nn.Sequential(
        nn.Conv2d(1, 20, 5),
        nn.Tanh(),
        nn.MaxPool2d(2),
        nn.Conv2d(20, 50, 5),
        nn.Tanh(),
        nn.MaxPool2d(2),
        nn.Flatten(),
        nn.Linear(800, 500),
        nn.Tanh(),
        nn.Linear(500, 10),
    )


def lenet_step():
    return _step(lenet(), (batch(64), 1, 28, 28), 10)


class Unit(nn.Module):
    """A residual unit with pre-activation."""

    def __init__(self, width_in, width, stride):
        super().__init__()
        self.bn1, self.bn2 = nn.BatchNorm2d(width_in), nn.BatchNorm2d(width)
        self.conv1 = nn.Conv2d(width_in, width, 3, stride, 1, bias=False)
        self.conv2 = nn.Conv2d(width, width, 3, 1, 1, bias=False)
        self.shortcut = nn.Conv2d(width_in, width, 1, stride, bias=False) if width_in != width else None

    def forward(self, x):
        first = functional.relu(self.bn1(x))
        aside = x if self.shortcut is None else self.shortcut(first)
        return self.conv2(functional.relu(self.bn2(self.conv1(first)))) + aside


def resnet18():
    widths = [64, 64, 64, 128, 128, 256, 256, 512, 512]
    units = [Unit(a, b, 2 if a != b else 1) for a, b in pairwise(widths)]
    return nn.Sequential(
        nn.Conv2d(3, 64, 7, 2, 3, bias=False),
        nn.BatchNorm2d(64),
        nn.ReLU(),
        nn.MaxPool2d(3, 2, 1),
        *units,
        nn.BatchNorm2d(512),
        nn.ReLU(),
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
        nn.Linear(512, 1000),
    )


def resnet18_step():
    return _step(resnet18(), images(8), 1000)


class Factors(nn.Module):
    """A factorization of a matrix."""

    def __init__(self, width=64):
        super().__init__()
        self.users, self.items = nn.Embedding(ENTRIES, width), nn.Embedding(ENTRIES, width)

    def forward(self, users, items):
        return (self.users(users) * self.items(items)).sum(1)


def _factors(**options):
    inputs = [torch.randint(0, ENTRIES, (batch(1024),)) for _ in range(2)]
    return step(Factors(), inputs, torch.rand(batch(1024)), functional.mse_loss, lr=0.1, **options)


def mf_step():
    return _factors(momentum=0.0)


def mf_momentum_step():
    return _factors()
