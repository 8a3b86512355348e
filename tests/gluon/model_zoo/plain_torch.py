"""The networks of torchvision, written with PyTorch's functions alone, of a ``state_dict`` with torchvision's names."""

from __future__ import annotations

import torch
import torch.nn.functional as F


class Weights:
    """The layers of a ``state_dict``, by name."""

    def __init__(self, state):
        self.state = state

    def conv(self, x, name, **kwargs):
        return F.conv2d(x, self.state[f"{name}.weight"], self.state.get(f"{name}.bias"), **kwargs)

    def norm(self, x, name, eps=1e-5):
        parts = (self.state[f"{name}.{part}"] for part in ("running_mean", "running_var", "weight", "bias"))
        return F.batch_norm(x, *parts, training=False, eps=eps)

    def dense(self, x, name):
        return F.linear(x, self.state[f"{name}.weight"], self.state[f"{name}.bias"])

    def has(self, name):
        return f"{name}.weight" in self.state


def resnet(w, x):
    x = F.max_pool2d(w.norm(w.conv(x, "conv1", stride=2, padding=3), "bn1").relu(), 3, 2, 1)
    for stage in range(1, 5):
        block = 0
        while w.has(name := f"layer{stage}.{block}.conv1"):
            name, stride = name.removesuffix(".conv1"), 2 if stage > 1 and block == 0 else 1
            y = w.norm(w.conv(x, f"{name}.conv1", stride=stride, padding=1), f"{name}.bn1").relu()
            y = w.norm(w.conv(y, f"{name}.conv2", padding=1), f"{name}.bn2")
            if w.has(f"{name}.downsample.0"):
                x = w.norm(w.conv(x, f"{name}.downsample.0", stride=stride), f"{name}.downsample.1")
            x = (x + y).relu()
            block += 1
    return w.dense(x.mean((2, 3)), "fc")


def alexnet(w, x):
    x = F.max_pool2d(w.conv(x, "features.0", stride=4, padding=2).relu(), 3, 2)
    x = F.max_pool2d(w.conv(x, "features.3", padding=2).relu(), 3, 2)
    for i in (6, 8, 10):
        x = w.conv(x, f"features.{i}", padding=1).relu()
    x = F.adaptive_avg_pool2d(F.max_pool2d(x, 3, 2), 6).flatten(1)
    return w.dense(w.dense(w.dense(x, "classifier.1").relu(), "classifier.4").relu(), "classifier.6")


def vgg(w, x, stages=(1, 1, 2, 1, 1), norm=True):
    i = 0
    for count in stages:
        for _ in range(count):
            x = w.conv(x, f"features.{i}", padding=1)
            x = (w.norm(x, f"features.{i + 1}") if norm else x).relu()
            i += 3 if norm else 2
        x, i = F.max_pool2d(x, 2), i + 1
    x = F.adaptive_avg_pool2d(x, 7).flatten(1)
    return w.dense(w.dense(w.dense(x, "classifier.0").relu(), "classifier.3").relu(), "classifier.6")


def densenet(w, x):
    x = F.max_pool2d(w.norm(w.conv(x, "features.conv0", stride=2, padding=3), "features.norm0").relu(), 3, 2, 1)
    block = 1
    while w.has(f"features.denseblock{block}.denselayer1.conv1"):
        if block > 1:
            name = f"features.transition{block - 1}"
            x = F.avg_pool2d(w.conv(w.norm(x, f"{name}.norm").relu(), f"{name}.conv"), 2)
        layer = 1
        while w.has(f"features.denseblock{block}.denselayer{layer}.conv1"):
            name = f"features.denseblock{block}.denselayer{layer}"
            y = w.conv(w.norm(x, f"{name}.norm1").relu(), f"{name}.conv1")
            x = torch.cat([x, w.conv(w.norm(y, f"{name}.norm2").relu(), f"{name}.conv2", padding=1)], 1)
            layer += 1
        block += 1
    return w.dense(w.norm(x, "features.norm5").relu().mean((2, 3)), "classifier")


def squeezenet(w, x, first=(7, 2), pooled=(3, 4, 5), fires=((3, 4, 5), (7, 8, 9, 10), (12,))):
    x = w.conv(x, "features.0", stride=2).relu()
    for group in fires:
        x = F.max_pool2d(x, 3, 2, ceil_mode=True)
        for i in group:
            y = w.conv(x, f"features.{i}.squeeze").relu()
            parts = w.conv(y, f"features.{i}.expand1x1"), w.conv(y, f"features.{i}.expand3x3", padding=1)
            x = torch.cat([part.relu() for part in parts], 1)
    return w.conv(x, "classifier.1").relu().mean((2, 3))


def inception(w, x, transform_input=True):
    def basic(x, name, **kwargs):
        return w.norm(w.conv(x, f"{name}.conv", **kwargs), f"{name}.bn", 0.001).relu()

    def row(x, name, *parts):
        for part, padding in parts:
            x = basic(x, f"{name}_{part}", padding=padding)
        return x

    def pooled(x, name):
        return basic(F.avg_pool2d(x, 3, 1, 1), f"{name}.branch_pool")

    if transform_input:
        scale, shift = torch.tensor([0.229, 0.224, 0.225]), torch.tensor([0.485, 0.456, 0.406])
        x = x * (scale / 0.5)[:, None, None] + ((shift - 0.5) / 0.5)[:, None, None]
    x = basic(basic(x, "Conv2d_1a_3x3", stride=2), "Conv2d_2a_3x3")
    x = F.max_pool2d(basic(x, "Conv2d_2b_3x3", padding=1), 3, 2)
    x = F.max_pool2d(basic(basic(x, "Conv2d_3b_1x1"), "Conv2d_4a_3x3"), 3, 2)
    for name in ("Mixed_5b", "Mixed_5c", "Mixed_5d"):
        five = row(x, f"{name}.branch5x5", (1, 0), (2, 2))
        three = row(x, f"{name}.branch3x3dbl", (1, 0), (2, 1), (3, 1))
        x = torch.cat([basic(x, f"{name}.branch1x1"), five, three, pooled(x, name)], 1)
    three = basic(row(x, "Mixed_6a.branch3x3dbl", (1, 0), (2, 1)), "Mixed_6a.branch3x3dbl_3", stride=2)
    x = torch.cat([basic(x, "Mixed_6a.branch3x3", stride=2), three, F.max_pool2d(x, 3, 2)], 1)
    flat, tall = (0, 3), (3, 0)
    for name in ("Mixed_6b", "Mixed_6c", "Mixed_6d", "Mixed_6e"):
        seven = row(x, f"{name}.branch7x7", (1, 0), (2, flat), (3, tall))
        twice = row(x, f"{name}.branch7x7dbl", (1, 0), (2, tall), (3, flat), (4, tall), (5, flat))
        x = torch.cat([basic(x, f"{name}.branch1x1"), seven, twice, pooled(x, name)], 1)
    three = basic(basic(x, "Mixed_7a.branch3x3_1"), "Mixed_7a.branch3x3_2", stride=2)
    seven = row(x, "Mixed_7a.branch7x7x3", (1, 0), (2, flat), (3, tall))
    seven = basic(seven, "Mixed_7a.branch7x7x3_4", stride=2)
    x = torch.cat([three, seven, F.max_pool2d(x, 3, 2)], 1)
    for name in ("Mixed_7b", "Mixed_7c"):
        three = basic(x, f"{name}.branch3x3_1")
        twice = row(x, f"{name}.branch3x3dbl", (1, 0), (2, 1))
        halves = [
            basic(y, f"{name}.{part}", padding=padding)
            for y, part, padding in (
                (three, "branch3x3_2a", (0, 1)), (three, "branch3x3_2b", (1, 0)),
                (twice, "branch3x3dbl_3a", (0, 1)), (twice, "branch3x3dbl_3b", (1, 0)),
            )
        ]  # fmt: skip
        x = torch.cat([basic(x, f"{name}.branch1x1"), *halves, pooled(x, name)], 1)
    return w.dense(x.mean((2, 3)), "fc")
