"""Gluon's cases written by hand in PyTorch."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional


def _step(network, shape, classes):
    x, y = torch.rand(shape), torch.arange(shape[0]) % classes
    optimizer = torch.optim.SGD(network.parameters(), lr=0.001, momentum=0.9)

    def loop(n):
        for _ in range(n):
            optimizer.zero_grad()
            functional.cross_entropy(network(x), y).backward()
            optimizer.step()

    return loop


def _inference(network, shape):
    x = torch.rand(shape)
    network.eval()

    def loop(n):
        with torch.no_grad():
            for _ in range(n):
                network(x)

    return loop


def gluon_mlp_step():
    network = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 10))
    return _step(network, (32, 64), 10)


class Unit(nn.Module):
    """A residual unit: basic (two convolutions of 3x3) or a bottleneck."""

    def __init__(self, width_in, width, stride, bottleneck):
        super().__init__()
        inner = width // 4 if bottleneck else width
        plan = [(1, stride), (3, 1), (1, 1)] if bottleneck else [(3, stride), (3, 1)]
        widths = [width_in, *([inner] * (len(plan) - 1)), width]
        layers = []
        for i, (kernel, step) in enumerate(plan):
            layers += [nn.Conv2d(widths[i], widths[i + 1], kernel, step, kernel // 2, bias=False)]
            layers += [nn.BatchNorm2d(widths[i + 1]), nn.ReLU()]
        self.body = nn.Sequential(*layers[:-1])
        self.shortcut = None
        if stride != 1 or width_in != width:
            self.shortcut = nn.Sequential(nn.Conv2d(width_in, width, 1, stride, bias=False), nn.BatchNorm2d(width))

    def forward(self, x):
        return functional.relu(self.body(x) + (x if self.shortcut is None else self.shortcut(x)))


def _resnet(counts, bottleneck):
    layers = [nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64), nn.ReLU(), nn.MaxPool2d(3, 2, 1)]
    width = 64
    for stage, count in enumerate(counts):
        wider = (256 if bottleneck else 64) * 2**stage
        for i in range(count):
            layers.append(Unit(width, wider, 2 if i == 0 and stage else 1, bottleneck))
            width = wider
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(width, 1000))


def _mobilenet():
    layers, width = [], 3
    plan = [(32, 2, 1), (64, 1, 32), (128, 2, 64), (128, 1, 128), (256, 2, 128), (256, 1, 256), (512, 2, 256)]
    plan += [(512, 1, 512)] * 5 + [(1024, 2, 512), (1024, 1, 1024)]
    for wider, stride, groups in plan:
        if width != 3:
            layers += [
                nn.Conv2d(width, width, 3, stride, 1, groups=groups, bias=False),
                nn.BatchNorm2d(width),
                nn.ReLU(),
            ]
        kernel, step = (3, stride) if width == 3 else (1, 1)
        layers += [nn.Conv2d(width, wider, kernel, step, kernel // 2, bias=False), nn.BatchNorm2d(wider), nn.ReLU()]
        width = wider
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(1024, 1000))


def gluon_resnet50_step():
    return _step(_resnet((3, 4, 6, 3), True), (4, 3, 224, 224), 1000)


def gluon_mobilenet_step():
    return _step(_mobilenet(), (4, 3, 224, 224), 1000)


def gluon_resnet18_inference():
    return _inference(_resnet((2, 2, 2, 2), False), (4, 3, 224, 224))


def gluon_resnet50_inference():
    return _inference(_resnet((3, 4, 6, 3), True), (4, 3, 224, 224))


def gluon_mobilenet_inference():
    return _inference(_mobilenet(), (4, 3, 224, 224))


def gluon_lstm_step():
    network = nn.LSTM(256, 256, 2)
    x = torch.rand(35, 32, 256)
    optimizer = torch.optim.SGD(network.parameters(), lr=0.001)

    def loop(n):
        for _ in range(n):
            optimizer.zero_grad()
            network(x)[0].mean().backward()
            optimizer.step()

    return loop


def sgd_updates():
    weights = [torch.rand(8, 16, requires_grad=True) for _ in range(400)]
    for each in weights:
        each.grad = torch.rand(8, 16)
    optimizer = torch.optim.SGD(weights, lr=0.01, momentum=0.9)
    return lambda n: [optimizer.step() for _ in range(n)]


def adam_updates():
    weights = [torch.rand(8, 16, requires_grad=True) for _ in range(400)]
    for each in weights:
        each.grad = torch.rand(8, 16)
    optimizer = torch.optim.Adam(weights, lr=0.01)
    return lambda n: [optimizer.step() for _ in range(n)]
