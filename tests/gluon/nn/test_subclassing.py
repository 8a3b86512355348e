"""Layers that users derive from Gluon's: other forwards, masked weights, layers as arguments."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd
from mxnet.gluon import Trainer, nn
from numpy.testing import assert_allclose, assert_array_equal


class Passing(nn.Conv2D):
    def forward(self, x, *args):
        return super().forward(x, *args)


class Masked(nn.Conv2D):
    """A convolution whose small weights are held at zero."""

    def hybrid_forward(self, F, x, weight, bias=None):
        wmask, bmask = F.abs(weight) > 0.1, F.abs(bias) > 0.1
        return super().hybrid_forward(F, x, weight * wmask, bias * bmask)


def data():
    return mx.nd.array(np.random.rand(2, 3, 5, 5))


def test_a_forward_that_calls_the_one_above_gives_an_output():
    layer = Passing(4, 3)
    layer.initialize()
    assert layer(data()).shape == (2, 4, 3, 3)
    assert layer.prefix.startswith("conv")


def test_parameters_can_be_walked():
    layer = Passing(4, 3, in_channels=3)
    layer.initialize()
    found = {key[len(layer.prefix) :]: value.data().shape for key, value in layer.params.items()}
    assert found == {"weight": (4, 3, 3, 3), "bias": (4,)}


@pytest.mark.parametrize("hybrid", [False, True])
def test_gradients_reach_weights_through_a_mask(hybrid):
    layer = Masked(4, 3, in_channels=3)
    layer.initialize(mx.init.Uniform(0.3))
    layer.hybridize(hybrid)
    trainer = Trainer(layer.collect_params(), "sgd", {"learning_rate": 0.1})
    before = layer.weight.data().asnumpy()
    with autograd.record():
        out = layer(data())
    out.backward()
    moved = layer.weight.grad().asnumpy() != 0
    assert_array_equal(moved, np.abs(before) > 0.1)
    trainer.step(1, ignore_stale_grad=True)
    assert_array_equal(layer.weight.data().asnumpy() != before, moved)


@pytest.mark.parametrize("hybrid", [False, True])
def test_a_masked_layer_computes_with_the_mask(hybrid):
    given = data()
    layer, plain = Masked(4, 3, in_channels=3), nn.Conv2D(4, 3, in_channels=3)
    layer.initialize(mx.init.Uniform(0.3))
    plain.initialize()
    weight = layer.weight.data()
    plain.weight.set_data(weight * (weight.abs() > 0.1))
    layer.hybridize(hybrid)
    assert_allclose(layer(given).asnumpy(), plain(given).asnumpy(), rtol=1e-5, atol=1e-6)


def test_layers_are_handed_over_as_arguments():
    def build(my_fun=nn.Conv2D, norm=nn.BatchNorm):
        net = nn.HybridSequential()
        net.add(my_fun(4, kernel_size=3, in_channels=3), norm(), nn.Dense(2))
        return net

    net = build(my_fun=Masked)
    net.initialize()
    net.hybridize()
    assert net(data()).shape == (2, 2)
    assert isinstance(net[0], Masked)
