"""Images of digits, drawn as seven bars and disturbed, and a network that learns them."""

from __future__ import annotations

from typing import Any

import mxnet as mx
import numpy as np

#: the bars of a digit: top, middle, bottom, upper left, upper right, lower left, lower right
BARS = ("1011111", "0000101", "1110110", "1110101", "0101101", "1111001", "1111011", "1000101", "1111111", "1111101")
PLACES = ((0, 0, 2, 8), (6, 0, 2, 8), (12, 0, 2, 8), (0, 0, 8, 2), (0, 6, 8, 2), (6, 0, 8, 2), (6, 6, 8, 2))
SIZE = 20


def digits(number: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return images ``(number, 1, 20, 20)`` of bars at any place, more or less bright, in noise; and their classes."""
    rng = np.random.RandomState(seed)
    classes = rng.randint(0, 10, number)
    images = rng.normal(0, 0.15, (number, 1, SIZE, SIZE)).astype("float32")
    for image, kind in zip(images[:, 0], classes, strict=True):
        top, left = rng.randint(0, SIZE - 14), rng.randint(0, SIZE - 8)
        for on, (y, x, height, width) in zip(BARS[kind], PLACES, strict=True):
            if on == "1":
                image[top + y : top + y + height, left + x : left + x + width] += rng.uniform(0.6, 1.2)
    return images, classes


def trained(images: np.ndarray, classes: np.ndarray, epochs: int) -> Any:
    """Return a network of convolutions with normalization, trained on the images."""
    mx.random.seed(0)
    net = mx.gluon.nn.HybridSequential()
    for filters in (16, 32):
        net.add(
            mx.gluon.nn.Conv2D(filters, 3, padding=1),
            mx.gluon.nn.BatchNorm(),
            mx.gluon.nn.Activation("relu"),
            mx.gluon.nn.MaxPool2D(2),
        )
    net.add(mx.gluon.nn.Flatten(), mx.gluon.nn.Dense(64, activation="relu"), mx.gluon.nn.Dense(10))
    net.initialize(mx.init.Xavier())
    net.hybridize()
    trainer = mx.gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 3e-3})
    loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    for _ in range(epochs):
        for start in range(0, len(images), 64):
            some = slice(start, start + 64)
            with mx.autograd.record():
                lost = loss(net(mx.nd.array(images[some])), mx.nd.array(classes[some]))
            lost.backward()
            trainer.step(len(lost))
    return net
