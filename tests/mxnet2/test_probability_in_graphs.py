"""Distributions in hybridized blocks: what is computed is part of the graph."""

from __future__ import annotations

import mxnet as mx
import mxnet.gluon.probability as mgp
import numpy as np
import pytest
from mxnet import autograd, gluon
from mxnet.gluon import nn

DETERMINISTIC = {
    "log_prob": lambda x: mgp.Normal(x, 1.0).log_prob(x * 2),
    "cdf": lambda x: mgp.Normal(x, x).cdf(x * 2),
    "icdf": lambda x: mgp.Normal(x, 1.0).icdf(x),
    "entropy": lambda x: mgp.Gamma(x, 1.0).entropy(),
    "mean and variance": lambda x: mgp.Gamma(x, 2.0).mean + mgp.Gamma(x, 2.0).variance,
    "kl": lambda x: mgp.kl_divergence(mgp.Normal(x, 1.0), mgp.Normal(0.0, x)),
    "independent": lambda x: mgp.Independent(mgp.Normal(x, 1.0), 1).log_prob(x),
    "transformed": lambda x: mgp.TransformedDistribution(mgp.Normal(x, 1.0), mgp.ExpTransform()).log_prob(x),
    "broadcast": lambda x: mgp.Normal(x, 1.0).broadcast_to((3, *x.shape)).log_prob(x),
}

DRAWN = {
    "sample": lambda x: mgp.Normal(x, x).sample(),
    "sample of a size": lambda x: mgp.Normal(x, 1.0).sample((3, 1, 4)),
    "sample_n": lambda x: mgp.Normal(x, 1.0).sample_n((3,)),
    "categorical": lambda x: mgp.Categorical(4, logit=x).sample(),
    "relaxed": lambda x: mgp.RelaxedOneHotCategorical(T=1.0, num_events=4, logit=x).sample(),
}


class Net(gluon.HybridBlock):
    """Computes a function, and counts its runs."""

    def __init__(self, function):
        super().__init__()
        self.function = function
        self.runs = 0

    def forward(self, x):
        self.runs += 1
        return self.function(x)


def _hybridized(function):
    net = Net(function)
    net.hybridize()
    return net


@pytest.mark.parametrize("function", DETERMINISTIC.values(), ids=DETERMINISTIC)
def test_functions_are_those_of_eager_calls(v2, function):
    net = _hybridized(function)
    for start in (0.1, 0.3):
        x = mx.np.array([[start, 0.2, 0.4, 0.6]])
        np.testing.assert_allclose(net(x).asnumpy(), function(x).asnumpy(), rtol=1e-5)


@pytest.mark.parametrize("function", DRAWN.values(), ids=DRAWN)
def test_draws_are_those_of_eager_calls(v2, function):
    net = _hybridized(function)
    x = mx.np.array([[0.1, 0.2, 0.4, 0.6]])
    net(x)
    for _ in range(2):
        mx.random.seed(3)
        expected = function(x).asnumpy()
        mx.random.seed(3)
        np.testing.assert_array_equal(net(x).asnumpy(), expected)


class Autoencoder(mgp.StochasticBlock):
    """A variational autoencoder."""

    def __init__(self):
        super().__init__()
        self.encoder, self.decoder = nn.Dense(4), nn.Dense(3)

    @mgp.StochasticBlock.collectLoss
    def forward(self, x):
        h = self.encoder(x)
        q = mgp.Normal(h[:, :2], mx.np.exp(h[:, 2:]))
        self.add_loss(mgp.kl_divergence(q, mgp.Normal(0.0, 1.0)).sum())
        return self.decoder(q.sample())


@pytest.mark.parametrize("hybridize", [False, True])
def test_an_autoencoder_has_the_gradients_of_both_losses(api, hybridize):
    net = Autoencoder()
    net.initialize(mx.init.One())
    if hybridize:
        net.hybridize()
    x = mx.np.array([[0.1, 0.2, 0.3], [0.3, 0.1, 0.0]], dtype="float32")
    for _ in range(2):
        mx.random.seed(1)
        with autograd.record():
            loss = ((net(x) - x) ** 2).sum() + net.losses[0]
        loss.backward()
    gradient = net.encoder.weight.grad().asnumpy()
    assert gradient.shape == (4, 3)
    assert np.abs(gradient).min() > 0
