"""Gluon's training and optimizers written by hand in PyTorch."""

from __future__ import annotations

import torch
from cases.module.torch import lenet
from cases.sizes import batch, images
from cases.torch_training import classes, step
from torch import nn
from torch.nn import functional


def _step(network, shape, count):
    return step(network, (torch.rand(shape),), classes(shape[0], count))


def gluon_mlp_step():
    network = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 10))
    return _step(network, (batch(32), 64), 10)


class Unit(nn.Module):
    """A residual unit: basic (two convolutions of 3x3) or a bottleneck, with the biases that Gluon's has."""

    def __init__(self, width_in, width, stride, bottleneck):
        super().__init__()
        inner = width // 4 if bottleneck else width
        plan = [(1, stride), (3, 1), (1, 1)] if bottleneck else [(3, stride), (3, 1)]
        widths = [width_in, *([inner] * (len(plan) - 1)), width]
        layers = []
        for i, (kernel, pace) in enumerate(plan):
            layers += [nn.Conv2d(widths[i], widths[i + 1], kernel, pace, kernel // 2, bias=kernel == 1)]
            layers += [nn.BatchNorm2d(widths[i + 1]), nn.ReLU()]
        self.body = nn.Sequential(*layers[:-1])
        self.shortcut = None
        if stride != 1 or width_in != width:
            self.shortcut = nn.Sequential(nn.Conv2d(width_in, width, 1, stride, bias=False), nn.BatchNorm2d(width))

    def forward(self, x):
        return functional.relu(self.body(x) + (x if self.shortcut is None else self.shortcut(x)))


def resnet(counts, bottleneck, width=64):
    layers = [nn.Conv2d(3, width, 7, 2, 3, bias=False), nn.BatchNorm2d(width), nn.ReLU(), nn.MaxPool2d(3, 2, 1)]
    first = width * 4 if bottleneck else width
    for stage, count in enumerate(counts):
        wider = first * 2**stage
        for i in range(count):
            layers.append(Unit(width, wider, 2 if i == 0 and stage else 1, bottleneck))
            width = wider
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(width, 1000))


def mobilenet(first=32):
    layers, width = [], 3
    plan = [(1, 2), (2, 1), (4, 2), (4, 1), (8, 2), (8, 1), (16, 2), *[(16, 1)] * 5, (32, 2), (32, 1)]
    for times, stride in plan:
        wider = times * first
        if width != 3:
            layers += [
                nn.Conv2d(width, width, 3, stride, 1, groups=width, bias=False),
                nn.BatchNorm2d(width),
                nn.ReLU(),
            ]
        kernel, pace = (3, stride) if width == 3 else (1, 1)
        layers += [nn.Conv2d(width, wider, kernel, pace, kernel // 2, bias=False), nn.BatchNorm2d(wider), nn.ReLU()]
        width = wider
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(width, 1000))


def resnet50():
    return resnet((3, 4, 6, 3), True)


def gluon_lenet_step():
    return _step(lenet(), (batch(64), 1, 28, 28), 10)


def gluon_resnet50_step():
    return _step(resnet50(), images(4), 1000)


def gluon_mobilenet_step():
    return _step(mobilenet(), images(4), 1000)


gluon_resnet50_bfloat16_step, gluon_mobilenet_bfloat16_step = gluon_resnet50_step, gluon_mobilenet_step


def resnet50_memory():
    return _step(resnet50(), images(8), 1000)


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
