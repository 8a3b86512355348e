"""Checkpoints for the tests of commands."""

from __future__ import annotations

import mxnet as mx
import numpy as np


def pictures():
    """Return a network of images with the common layers and a loss."""
    data = mx.sym.var("data")
    x = mx.sym.Convolution(data, kernel=(3, 3), num_filter=4, pad=(1, 1), name="conv1")
    x = mx.sym.BatchNorm(x, fix_gamma=False, eps=1e-3, name="bn1")
    x = mx.sym.Activation(x, act_type="relu", name="relu1")
    around = mx.sym.Convolution(x, kernel=(1, 1), num_filter=4, no_bias=True, name="conv2")
    x = mx.sym.Pooling(x + around, kernel=(2, 2), stride=(2, 2), pool_type="max", name="pool1")
    x = mx.sym.Dropout(mx.sym.Flatten(x), p=0.3)
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(x, num_hidden=3, name="fc1"), name="softmax")


def checkpoint(prefix, symbol=None, **shapes):
    """Write a checkpoint with random parameters; return the module that wrote it."""
    symbol = pictures() if symbol is None else symbol
    shapes = shapes or {"data": (2, 3, 8, 8)}
    labels = [(name, (2,)) for name in symbol.list_arguments() if name.endswith("label")]
    module = mx.mod.Module(symbol, data_names=list(shapes), label_names=[name for name, _ in labels])
    module.bind(list(shapes.items()), labels or None)
    random = np.random.RandomState(0)
    module.init_params(mx.init.Xavier())
    arg, aux = module.get_params()
    aux = {name: mx.nd.array(random.uniform(0.5, 1, array.shape)) for name, array in aux.items()}
    module.set_params(arg, aux)
    module.init_optimizer(optimizer="sgd", optimizer_params={"momentum": 0.9})
    module.save_checkpoint(str(prefix), 1, save_optimizer_states=True)
    return module
