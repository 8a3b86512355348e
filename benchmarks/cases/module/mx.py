"""Training steps of `Module`: 1.9.1 and remx run this same text."""

from __future__ import annotations

import mxnet as mx
import numpy as np
from cases import networks
from cases.mx_training import bound_module, module_step
from cases.sizes import batch, images


def _step(symbol, shape, classes):
    module = bound_module(symbol, [("data", shape)], [("softmax_label", shape[:1])])
    rng = np.random.RandomState(0)
    labels = rng.randint(0, classes, shape[0]).astype("float32")
    return module_step(module, [mx.io.DataBatch([mx.nd.array(rng.rand(*shape))], [mx.nd.array(labels)])])


def mlp_step():
    """784-128-64-10, batch 64."""
    return _step(networks.mlp(), (batch(64), 784), 10)


def lenet_step():
    """LeNet, batch 64, 28x28."""
    return _step(networks.lenet(), (batch(64), 1, 28, 28), 10)


def resnet18_step():
    """ResNet-18 (v2), batch 8."""
    return _step(networks.resnet(18), images(8), 1000)


def mf_step():
    """Matrix factorization: dense gradients of two tables of 1,000,000 x 64, batch 1024, SGD."""
    return _factors({"learning_rate": 0.1})


def mf_momentum_step():
    """The same with momentum."""
    return _factors({"learning_rate": 0.1, "momentum": 0.9})


def _factors(options):
    size = batch(1024)
    shapes = [("user", (size,)), ("item", (size,))]
    module = bound_module(networks.factors(), shapes, [("score_label", (size,))], ("sgd", options))
    rng = np.random.RandomState(0)
    inputs = [mx.nd.array(rng.randint(0, networks.ENTRIES, size)) for _ in range(2)]
    return module_step(module, [mx.io.DataBatch(inputs, [mx.nd.array(rng.rand(size))])])
