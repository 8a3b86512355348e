"""Batch normalization moves its statistics at the end of a backward pass: all layers, each once for each call."""

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet import autograd, gluon, nd
from mxnet.kernels import moving_statistics, node_hooks

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


class _TwoOutputs(gluon.HybridBlock):
    def __init__(self):
        super().__init__()
        with self.name_scope():
            self.first, self.second, self.third = (gluon.nn.BatchNorm(in_channels=2, momentum=0.5) for _ in range(3))

    def hybrid_forward(self, F, x):
        y = self.first(x)
        return self.second(y * 2), self.third(y + 3)


def _means(net):
    return [float(layer.running_mean.data().asnumpy().mean()) for layer in (net.first, net.second, net.third)]


def test_a_graph_moves_all_its_layers_once_a_pass_whatever_output_it_begins_at():
    net, x = _TwoOutputs(), nd.array(X + 1)
    net.initialize()
    net.hybridize()
    with autograd.record():
        first, _ = net(x)
    first.backward(retain_graph=True)
    mean = float(X.mean() + 1)
    np.testing.assert_allclose(_means(net), [mean / 2, 0, 1.5], rtol=1e-5, atol=1e-6)
    first.backward()
    np.testing.assert_allclose(_means(net), [mean * 0.75, 0, 2.25], rtol=1e-5, atol=1e-6)
    with autograd.record():
        outputs = net(x)
    autograd.backward(outputs)
    np.testing.assert_allclose(_means(net), [mean * 0.875, 0, 2.625], rtol=1e-5, atol=1e-6)


def test_layers_of_a_graph_move_where_pytorch_does_not_tell_passes(monkeypatch):
    monkeypatch.setattr(node_hooks, "_tells_passes", lambda: False)
    monkeypatch.setattr(moving_statistics.torch_compat, "backward_task", lambda: None)
    net, x = _TwoOutputs(), nd.array(X + 1)
    net.initialize()
    net.hybridize()
    with autograd.record():
        outputs = net(x)
    autograd.backward(outputs)
    mean = float(X.mean() + 1)
    np.testing.assert_allclose(_means(net), [mean / 2, 0, 1.5], rtol=1e-5, atol=1e-6)


def test_a_graph_whose_pass_is_not_in_training_normalizes_its_gradient_by_the_moving_statistics():
    results = []
    for hybridize in (False, True):
        layer, x = _layer(momentum=0.5), nd.array(X)
        if hybridize:
            layer.hybridize()
        x.attach_grad()
        with autograd.record():
            y = layer(x)
        y.backward(nd.array(X), retain_graph=True, train_mode=False)
        assert (layer.running_mean.data().asnumpy() == 0).all()
        results.append(x.grad.asnumpy().copy())
        y.backward(nd.array(X))
        results.append(x.grad.asnumpy())
        results.append(layer.running_mean.data().asnumpy())
    for result, expected in zip(results[3:], results[:3], strict=True):
        np.testing.assert_allclose(result, expected, rtol=1e-6)
    np.testing.assert_allclose(results[0], X / np.sqrt(1 + 1e-5), rtol=1e-5)
    np.testing.assert_allclose(results[2], X.mean((0, 2)) / 2, rtol=1e-5)
