"""The networks whose prediction is timed, in Gluon."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import mxnet as mx
import numpy as np
from mxnet.gluon import nn, rnn
from mxnet.gluon.model_zoo import vision

WORDS, STEPS, WIDTH = 10_000, 35, 200  # of the language model
LENGTH, UNITS, HEADS, LAYERS = 128, 768, 12, 12  # of the encoder


class Detector(mx.gluon.HybridBlock):
    """A single-shot detector on ResNet-18 for images of 300: scores of 21 classes and offsets of 2,264 boxes.

    Which of overlapping boxes stay is not part of it: PyTorch alone has no such function.
    """

    def __init__(self, classes: int = 20) -> None:
        super().__init__()
        self._classes = classes
        with self.name_scope():
            body = vision.resnet18_v1().features
            self.stages, self.scores, self.offsets = (nn.HybridSequential() for _ in range(3))
            first, second = nn.HybridSequential(), nn.HybridSequential()
            first.add(*[body[i] for i in range(7)])
            second.add(body[7])
            self.stages.add(first, second)
            for width in (512, 256, 256):
                extra = nn.HybridSequential()
                extra.add(nn.Conv2D(width // 2, 1), nn.BatchNorm(), nn.Activation("relu"))
                extra.add(nn.Conv2D(width, 3, 2, 1), nn.BatchNorm(), nn.Activation("relu"))
                self.stages.add(extra)
            for boxes in (4, 6, 6, 6, 4):
                self.scores.add(nn.Conv2D(boxes * (classes + 1), 3, 1, 1))
                self.offsets.add(nn.Conv2D(boxes * 4, 3, 1, 1))

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return scores (N, boxes, classes + 1) and offsets (N, boxes * 4)."""
        scores, offsets = [], []
        for stage, score, offset in zip(self.stages, self.scores, self.offsets, strict=True):
            x = stage(x)
            for found, layer in ((scores, score), (offsets, offset)):
                found.append(F.flatten(F.transpose(layer(x), axes=(0, 2, 3, 1))))
        scores = F.reshape(F.concat(*scores, dim=1), shape=(0, -1, self._classes + 1))
        return F.softmax(scores, axis=-1), F.concat(*offsets, dim=1)


class LanguageModel(mx.gluon.HybridBlock):
    """Embedding, LSTM of two layers, decoder."""

    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.embedding = nn.Embedding(WORDS, WIDTH)
            self.lstm = rnn.LSTM(WIDTH, 2, input_size=WIDTH)
            self.decoder = nn.Dense(WORDS, flatten=False, in_units=WIDTH)

    def hybrid_forward(self, F: Any, words: Any, hidden: Any, cell: Any) -> Any:
        """Return the scores of the next words and the last states."""
        outputs, (hidden, cell) = self.lstm(self.embedding(words), [hidden, cell])
        return self.decoder(outputs), hidden, cell


class Layer(mx.gluon.HybridBlock):
    """A layer of an encoder as BERT has it."""

    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.query, self.key, self.value, self.mixed, self.back = (
                nn.Dense(UNITS, flatten=False, in_units=width) for width in (UNITS, UNITS, UNITS, UNITS, 4 * UNITS)
            )
            self.wide = nn.Dense(4 * UNITS, flatten=False, in_units=UNITS)
            self.first, self.second = nn.LayerNorm(in_channels=UNITS), nn.LayerNorm(in_channels=UNITS)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the layer's answer, of the shape of x."""

        def split(y: Any) -> Any:
            y = F.transpose(F.reshape(y, shape=(-1, LENGTH, HEADS, UNITS // HEADS)), axes=(0, 2, 1, 3))
            return F.reshape(y, shape=(-1, LENGTH, UNITS // HEADS))

        scores = F.batch_dot(split(self.query(x)) / (UNITS // HEADS) ** 0.5, split(self.key(x)), transpose_b=True)
        mixed = F.batch_dot(F.softmax(scores, axis=-1), split(self.value(x)))
        mixed = F.transpose(F.reshape(mixed, shape=(-1, HEADS, LENGTH, UNITS // HEADS)), axes=(0, 2, 1, 3))
        x = self.first(x + self.mixed(F.reshape(mixed, shape=(-1, LENGTH, UNITS))))
        return self.second(x + self.back(F.LeakyReLU(self.wide(x), act_type="gelu")))


def encoder() -> Any:
    """Return an encoder of BERT's base size."""
    net = nn.HybridSequential()
    net.add(*[Layer() for _ in range(LAYERS)])
    return net


def images(size: int) -> Callable[[int], list[Any]]:
    """Return what makes batches of images."""
    return lambda batch: [np.random.RandomState(batch).randn(batch, 3, size, size)]


def words(batch: int) -> list[Any]:
    """Return words and states."""
    states = [np.zeros((2, batch, WIDTH))] * 2
    return [np.random.RandomState(batch).randint(0, WORDS, (STEPS, batch)), *states]


def tokens(batch: int) -> list[Any]:
    """Return embedded words."""
    return [np.random.RandomState(batch).randn(batch, LENGTH, UNITS)]


#: by name: what makes the network, what makes its inputs, its name in ``torch.py``
NETWORKS: dict[str, tuple[Callable[[], Any], Callable[[int], list[Any]], str]] = {
    "ResNet-18": (vision.resnet18_v1, images(224), "resnet18"),
    "ResNet-50": (vision.resnet50_v1, images(224), "resnet50"),
    "MobileNet": (vision.mobilenet1_0, images(224), "mobilenet"),
    "DenseNet-121": (vision.densenet121, images(224), "densenet121"),
    "SSD on ResNet-18, images of 300": (Detector, images(300), "Detector"),
    "LSTM language model, 2 x 200, 35 words": (LanguageModel, words, "LanguageModel"),
    "Encoder of BERT's base size, 128 words": (encoder, tokens, "encoder"),
}


def _blocks(net: Any) -> Iterator[Any]:
    yield net
    for each in net._children.values():
        yield from _blocks(each)


def made(factory: Callable[[], Any], inputs: list[Any]) -> Any:
    """Return a network with the same weights as ever, whose values neither grow nor fade from layer to layer.

    ``inputs`` are arrays of NumPy: normalizations get the statistics that their batch has.
    """
    mx.random.seed(0)
    net = factory()
    net.initialize(mx.init.Xavier("gaussian", "in", 2))
    x = [mx.nd.array(each) for each in inputs]
    net(*x)
    layers = [each for each in _blocks(net) if isinstance(each, nn.BatchNorm)]
    for each in layers:
        each._kwargs["momentum"] = 0.0
    if layers:
        with mx.autograd.record():
            results = net(*x)
        mx.autograd.backward(results)  # statistics move in the backward pass
    for each in layers:
        each._kwargs["momentum"] = 0.9
    return net
