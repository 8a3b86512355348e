"""The same work written by hand in PyTorch, as a PyTorch user would write it."""

from __future__ import annotations

from itertools import pairwise

import torch
from gluon_torch_cases import *  # noqa: F403 - the cases of Gluon and optimizers
from torch import nn
from torch.nn import functional


def add():
    a, b = torch.ones(4, 4), torch.ones(4, 4)

    def loop(n):
        for _ in range(n):
            a + b

    return loop


def chain():
    x, w = torch.full((16, 16), 0.5, requires_grad=True), torch.full((16, 16), 0.9)
    ones = torch.ones(16, 16)

    def loop(n):
        for _ in range(n):
            x.grad = None
            y = x
            for _ in range(5):
                y = torch.tanh((y * w + w) - 0.5)
            y.backward(ones)

    return loop


def _training_step(network, shape, classes):
    torch.manual_seed(0)
    pictures, labels = torch.rand(shape), torch.randint(0, classes, shape[:1])
    optimizer = torch.optim.SGD(network.parameters(), lr=0.01 / shape[0], momentum=0.9, weight_decay=1e-4)

    def loop(n):
        for _ in range(n):
            optimizer.zero_grad()
            functional.cross_entropy(network(pictures), labels, reduction="sum").backward()
            optimizer.step()

    return loop


def lenet_step():
    network = nn.Sequential(
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
    return _training_step(network, (64, 1, 28, 28), 10)


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


def resnet18_step():
    widths = [64, 64, 64, 128, 128, 256, 256, 512, 512]
    units = [Unit(a, b, 2 if a != b else 1) for a, b in pairwise(widths)]
    network = nn.Sequential(
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
    return _training_step(network, (8, 3, 224, 224), 1000)
