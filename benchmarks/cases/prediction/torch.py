"""Prediction by networks written by hand in PyTorch, eager, with the weights of Gluon's."""

from __future__ import annotations

from cases.prediction import case  # isort: skip (its clock and memory begin before the library is imported)

import re

import numpy as np
import torch
from cases.gluon.torch import mobilenet, resnet, resnet50
from cases.text.torch import LanguageModel as _LanguageModel
from torch import nn
from torch.nn import functional
from torch.utils.flop_counter import FlopCounterMode

__all__ = ["Detector", "LanguageModel", "densenet121", "encoder", "mobilenet", "resnet18", "resnet50"]


def resnet18():
    return resnet((2, 2, 2, 2), False)


class Dense(nn.Module):
    """A layer of DenseNet: its 32 maps go beside its input."""

    def __init__(self, width):
        super().__init__()
        self.body = nn.Sequential(
            *(nn.BatchNorm2d(width), nn.ReLU(), nn.Conv2d(width, 128, 1, bias=False)),
            *(nn.BatchNorm2d(128), nn.ReLU(), nn.Conv2d(128, 32, 3, 1, 1, bias=False)),
        )

    def forward(self, x):
        return torch.cat([x, self.body(x)], 1)


def densenet121():
    layers = [nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64), nn.ReLU(), nn.MaxPool2d(3, 2, 1)]
    width = 64
    for stage, count in enumerate((6, 12, 24, 16)):
        if stage:
            layers += [nn.BatchNorm2d(width), nn.ReLU(), nn.Conv2d(width, width // 2, 1, bias=False), nn.AvgPool2d(2)]
            width //= 2
        for _ in range(count):
            layers.append(Dense(width))
            width += 32
    layers += [nn.BatchNorm2d(width), nn.ReLU(), nn.AvgPool2d(7), nn.Flatten(), nn.Linear(width, 1000)]
    return nn.Sequential(*layers)


class Detector(nn.Module):
    """A single-shot detector on ResNet-18, without the choice among overlapping boxes."""

    def __init__(self, classes=20):
        super().__init__()
        self.classes, body = classes, list(resnet18())
        extras, before = [], 512
        for width in (512, 256, 256):
            narrow = [nn.Conv2d(before, width // 2, 1), nn.BatchNorm2d(width // 2), nn.ReLU()]
            extras.append(
                nn.Sequential(*narrow, nn.Conv2d(width // 2, width, 3, 2, 1), nn.BatchNorm2d(width), nn.ReLU())
            )
            before = width
        self.stages = nn.ModuleList([nn.Sequential(*body[:10]), nn.Sequential(*body[10:12]), *extras])
        plan = list(zip((256, 512, 512, 256, 256), (4, 6, 6, 6, 4), strict=True))
        self.scores = nn.ModuleList([nn.Conv2d(width, boxes * (classes + 1), 3, 1, 1) for width, boxes in plan])
        self.offsets = nn.ModuleList([nn.Conv2d(width, boxes * 4, 3, 1, 1) for width, boxes in plan])

    def forward(self, x):
        scores, offsets = [], []
        for stage, score, offset in zip(self.stages, self.scores, self.offsets, strict=True):
            x = stage(x)
            scores.append(score(x).permute(0, 2, 3, 1).reshape(len(x), -1, self.classes + 1))
            offsets.append(offset(x).permute(0, 2, 3, 1).flatten(1))
        return torch.cat(scores, 1).softmax(-1), torch.cat(offsets, 1)


class LanguageModel(_LanguageModel):
    """Embedding, LSTM, decoder."""

    def forward(self, words, hidden, cell):
        scores, states = super().forward(words.long(), (hidden, cell))
        return scores, *states

    def flops(self, words, *_):  # which PyTorch does not count
        inner = sum(each.numel() for name, each in self.lstm.named_parameters() if "weight" in name)
        return 2 * words.numel() * (inner + self.decoder.weight.numel())


class Layer(nn.Module):
    """A layer of an encoder as BERT has it."""

    def __init__(self, width=768, heads=12):
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value, self.mixed = (nn.Linear(width, width) for _ in range(4))
        self.back, self.wide = nn.Linear(4 * width, width), nn.Linear(width, 4 * width)
        self.first, self.second = nn.LayerNorm(width), nn.LayerNorm(width)

    def forward(self, x):
        query, key, value = (
            layer(x).unflatten(-1, (self.heads, -1)).transpose(1, 2) for layer in (self.query, self.key, self.value)
        )
        mixed = functional.scaled_dot_product_attention(query, key, value).transpose(1, 2).flatten(2)
        x = self.first(x + self.mixed(mixed))
        return self.second(x + self.back(functional.gelu(self.wide(x))))


def encoder():
    return nn.Sequential(*[Layer() for _ in range(12)])


class Answer:
    """A network with the weights of Gluon's, which come in the same order."""

    def __init__(self, wish):
        self.net = globals()[wish["torch"]]().eval()
        own = {name: each for name, each in self.net.state_dict().items() if not name.endswith("num_batches_tracked")}
        with np.load(f"{wish['folder']}/weights.npz") as file:
            given = {name: file[name] for name in file}
        if len(own) != len(given):  # biases before a normalization, which are zeros
            given = {name: each for name, each in given.items() if each.any() or not re.search(r"conv\d+_bias$", name)}
        for each, array in zip(own.values(), given.values(), strict=True):
            if each.shape != array.shape:
                raise ValueError(f"the networks differ: {tuple(each.shape)} here, {array.shape} in Gluon")
            each.copy_(torch.from_numpy(array))

    def prepare(self, batch, arrays):
        """Return what answers, as arrays of NumPy."""
        x = [torch.from_numpy(each) for each in arrays]

        def answer():
            with torch.no_grad():
                found = self.net(*x)
            return [each.numpy() for each in (found if isinstance(found, tuple) else [found])]

        return answer

    def flops(self, arrays):
        """Return how many additions and multiplications the network's convolutions and products take."""
        x = [torch.from_numpy(each) for each in arrays]
        if hasattr(self.net, "flops"):
            return self.net.flops(*x)
        with torch.no_grad(), FlopCounterMode(display=False) as counter:
            self.net(*x)
        return counter.get_total_flops()


def __getattr__(name):
    return case(name, Answer)
