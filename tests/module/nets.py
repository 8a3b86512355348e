"""Small networks and batches that the tests of this folder share."""

from __future__ import annotations

import mxnet as mx
import numpy as np

FEATURES, CLASSES = 3, 4


def linear(name="fc", **kwargs):
    """FullyConnected without a loss: its head gradient has to be given."""
    return mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=CLASSES, name=name, **kwargs)


def classifier():
    """A linear classifier with SoftmaxOutput."""
    return mx.sym.SoftmaxOutput(linear(), name="softmax")


def normalised():
    """A classifier with BatchNorm, which has auxiliary states."""
    net = mx.sym.BatchNorm(linear(), fix_gamma=False, name="bn")
    return mx.sym.SoftmaxOutput(net, name="softmax")


def weighted_sum():
    """``sum(conv(data))`` as a loss: the network of the variable-size document."""
    net = mx.sym.Convolution(mx.sym.Variable("data"), kernel=(3, 3), num_filter=1, no_bias=True, name="conv1")
    return mx.sym.MakeLoss(mx.sym.sum(net))


def weights(fill=None):
    """Fixed values for the parameters of ``linear``."""
    weight = np.arange(FEATURES * CLASSES, dtype=np.float32).reshape(CLASSES, FEATURES) / 10
    bias = np.array([0.1, -0.2, 0.3, 0], dtype=np.float32)
    if fill is not None:
        weight[:], bias[:] = fill, fill
    return {"fc_weight": mx.nd.array(weight), "fc_bias": mx.nd.array(bias)}


def batch(rows=6, features=FEATURES, label=True, seed=3):
    """A batch of normal data with labels 0, 1, 2, 3, 0, ..."""
    data = np.random.RandomState(seed).normal(size=(rows, features)).astype(np.float32)
    labels = [mx.nd.array(np.arange(rows) % CLASSES)] if label else None
    return mx.io.DataBatch([mx.nd.array(data)], labels)


def iterator(rows=5, size=2):
    """An iterator over counted data, padded at the end."""
    data = np.arange(rows * FEATURES, dtype=np.float32).reshape(rows, FEATURES) / 10
    return mx.io.NDArrayIter(data, (np.arange(rows) % CLASSES).astype(np.float32), size)


def bound(net=None, rows=6, contexts=None, module=None, **bind):
    """A module with fixed weights on a batch of ``rows``."""
    net = classifier() if net is None else net
    labels = [("softmax_label", (rows,))] if "softmax_label" in net.list_arguments() else None
    if module is None:
        module = mx.mod.Module(net, label_names=["softmax_label"] if labels else None, context=contexts or mx.cpu())
    module.bind([("data", (rows, FEATURES))], labels, **bind)
    given = {name: value for name, value in weights().items() if name in net.list_arguments()}
    module.init_params(mx.init.One(), arg_params=given, aux_params={}, allow_missing=True)
    return module


def trainable(*args, optimizer_params=(("learning_rate", 0.5), ("momentum", 0.9)), kvstore="local", **kwargs):
    """``bound`` with SGD."""
    module = bound(*args, **kwargs)
    module.init_optimizer(kvstore=kvstore, optimizer_params=optimizer_params)
    return module


def step(module, data_batch=None):
    """One training step."""
    module.forward_backward(data_batch or batch())
    module.update()


def params_of(module):
    """All parameters and auxiliary states as numpy arrays."""
    arg_params, aux_params = module.get_params()
    return {name: value.asnumpy() for name, value in {**arg_params, **aux_params}.items()}
