"""Loops that several cases share, in public MXNet API."""

from __future__ import annotations

import mxnet as mx
import numpy as np


def hybrid(net):
    """Return the network with weights, hybridized for arrays of fixed sizes."""
    net.initialize(mx.init.Xavier())
    net.hybridize(static_alloc=True, static_shape=True)
    return net


def gluon_step(net, x, y, loss=None, optimizer=("sgd", {"learning_rate": 0.001, "momentum": 0.9})):
    """Return a loop of training steps; ``x``: the network's inputs, a tuple."""
    loss = loss or mx.gluon.loss.SoftmaxCrossEntropyLoss()
    loss.hybridize()
    net(*x)
    trainer = mx.gluon.Trainer(net.collect_params(), *optimizer)

    def loop(n):
        for _ in range(n):
            with mx.autograd.record():
                losses = loss(net(*x), y)
            losses.backward()
            trainer.step(y.shape[0])

    return loop


def classes(size, count):
    """Return labels of a batch."""
    return mx.nd.array(np.arange(size) % count)


def bound_module(symbol, data, labels, optimizer=("sgd", {"learning_rate": 0.01, "momentum": 0.9, "wd": 1e-4})):
    """Return a Module that is ready to train; data, labels: ``[(name, shape)]``."""
    module = mx.mod.Module(symbol, [d[0] for d in data], [d[0] for d in labels], context=mx.current_context())
    module.bind(data, labels)
    module.init_params(mx.init.Xavier())
    module.init_optimizer(optimizer=optimizer[0], optimizer_params=optimizer[1])
    return module


def module_step(module, batches):
    """Return a loop of training steps; the batches take turns."""

    def loop(n):
        for i in range(n):
            module.forward_backward(batches[i % len(batches)])
            module.update()

    return loop
