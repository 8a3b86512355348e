"""Batch normalization moves its statistics at the end of a backward pass: all layers, each once for each call."""

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet import autograd, gluon, nd
from mxnet.kernels import moving_statistics

X = np.random.RandomState(3).randn(6, 2, 3).astype("float32")


def _moved(before, batch, momentum):
    return momentum * before + (1 - momentum) * batch


def _layer(**kwargs):
    layer = gluon.nn.BatchNorm(in_channels=2, **kwargs)
    layer.initialize()
    return layer


def test_layers_of_different_rates_move_as_each_says():
    layers = [_layer(momentum=0.9), _layer(momentum=0.5, epsilon=0.1), _layer(momentum=0.9)]
    inputs = [nd.array(X * scale + scale) for scale in (1, 2, 3)]
    with autograd.record():
        loss = sum(layer(x).square().sum() for layer, x in zip(layers, inputs, strict=True))
    assert all((layer.running_mean.data() == 0).asnumpy().all() for layer in layers)
    loss.backward()
    for layer, x, momentum in zip(layers, inputs, (0.9, 0.5, 0.9), strict=True):
        mean, var = x.asnumpy().mean((0, 2)), x.asnumpy().var((0, 2))
        np.testing.assert_allclose(layer.running_mean.data().asnumpy(), _moved(0, mean, momentum), rtol=1e-5, atol=1e-6)
        np.testing.assert_allclose(layer.running_var.data().asnumpy(), _moved(1, var, momentum), rtol=1e-5)


@pytest.mark.parametrize("hybridize", [False, True])
def test_a_layer_that_is_called_twice_moves_twice(hybridize):
    layer = _layer(momentum=0.5)
    if hybridize:
        layer.hybridize()
    with autograd.record():
        loss = (layer(nd.array(X)) + layer(nd.array(X + 4))).sum()
    loss.backward()
    mean = X.mean((0, 2))
    either = [_moved(_moved(0, a, 0.5), b, 0.5) for a, b in ((mean, mean + 4), (mean + 4, mean))]
    result = layer.running_mean.data().asnumpy()
    assert min(np.abs(result - expected).max() for expected in either) < 1e-5


def test_a_backward_pass_that_fails_leaves_nothing():
    class Fails(autograd.Function):
        def forward(self, x):
            return x

        def backward(self, grad):
            raise ValueError("no gradient")

    layer, x = _layer(), nd.array(X)
    x.attach_grad()
    with autograd.record():
        loss = layer(Fails()(x)).square().sum()
    with pytest.raises((ValueError, mx.MXNetError), match="no gradient"):
        loss.backward()
    del loss
    assert not moving_statistics._moves


def test_gradients_that_do_not_reach_the_normalized_data_are_zero():
    arrays = [nd.array(X), nd.ones(2), nd.zeros(2)]
    for array in arrays:
        array.attach_grad()
    with autograd.record():
        _, mean, _ = nd.BatchNorm(*arrays, nd.zeros(2), nd.ones(2), output_mean_var=True, fix_gamma=False)
    mean.backward()
    assert all((array.grad.asnumpy() == 0).all() for array in arrays)


def test_both_ways_agree(monkeypatch):
    """Together at the end, and at once where PyTorch does not tell which backward pass runs."""

    def statistics():
        layer = _layer(momentum=0.7)
        with autograd.record():
            loss = layer(nd.array(X)).square().sum()
        loss.backward()
        return [p.data().asnumpy() for p in (layer.running_mean, layer.running_var)]

    together = statistics()
    monkeypatch.setattr(moving_statistics.torch_compat, "backward_task", lambda: -1)
    for one, other in zip(together, statistics(), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-6)
    assert torch.is_grad_enabled()
