"""Gradients of large tables: the rows that were looked up, wherever they go."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet.core import write_tracking
from mxnet.gluon import nn
from mxnet.kernels import embedding_rows
from mxnet.kernels.choice import KERNELS
from mxnet.ops import indexing

pytestmark = pytest.mark.usefixtures("fast_kernels")

LENGTH, SIZE = 64, 8
WORDS = np.array([[3, 5, 3], [63, 70, -2]], "float32")  # some twice, some out of range


@pytest.fixture(autouse=True)
def _small_is_large(monkeypatch):
    monkeypatch.setattr(embedding_rows, "TABLE", 1)
    monkeypatch.setattr(write_tracking, "_APART", 0)


@pytest.fixture
def counted(monkeypatch, fast_kernels):
    """Count the sparse gradients."""
    result = []
    plain = embedding_rows._Rows.apply

    def count(*args):
        result.append(args)
        return plain(*args)

    monkeypatch.setattr(embedding_rows._Rows, "apply", count)
    return result


def expected(factor=2.0):
    """Return the gradient of ``sum(factor * table[words])``."""
    result = np.zeros((LENGTH, SIZE), "float32")
    np.add.at(result, WORDS.astype(int).clip(0, LENGTH - 1), factor)
    return result


def table():
    return mx.nd.array(np.random.RandomState(0).randn(LENGTH, SIZE))


def look_up(weight):
    return mx.nd.Embedding(mx.nd.array(WORDS), weight, input_dim=LENGTH, output_dim=SIZE)


@pytest.mark.parametrize("req", ["write", "add"])
def test_recorded(counted, req):
    weight = table()
    weight.attach_grad(req)
    weight.grad[:] = 1
    with mx.autograd.record():
        loss = (look_up(weight) * 2).sum()
    loss.backward()
    assert len(counted) == 1
    np.testing.assert_array_equal(weight.grad.asnumpy(), expected() + (req == "add"))


def test_with_another_use_of_the_table():
    weight = table()
    weight.attach_grad()
    with mx.autograd.record():
        loss = (look_up(weight) * 2).sum() + (weight * 3).sum() + look_up(weight).sum()
    loss.backward()
    np.testing.assert_array_equal(weight.grad.asnumpy(), expected(3.0) + 3)


def test_what_is_computed_of_a_variable_has_a_dense_gradient(counted):
    weight = table()
    weight.attach_grad()
    with mx.autograd.record():
        loss = look_up(weight * 2).sum()
    loss.backward()
    assert not counted
    np.testing.assert_array_equal(weight.grad.asnumpy(), expected())


def test_gradient_that_is_returned_is_dense():
    weight = table()
    weight.attach_grad()
    with mx.autograd.record():
        loss = (look_up(weight) * 2).sum()
    (grad,) = mx.autograd.grad([loss], [weight])
    np.testing.assert_array_equal(grad.asnumpy(), expected())


def test_can_be_differentiated_twice():
    weight = table()
    weight.attach_grad()
    with mx.autograd.record():
        (slope,) = mx.autograd.grad([(look_up(weight) ** 2).sum()], [weight], create_graph=True, retain_graph=True)
        loss = (slope * slope).sum()
    loss.backward()
    times = expected(1.0)
    np.testing.assert_allclose(weight.grad.asnumpy(), 8 * times**2 * weight.asnumpy(), rtol=1e-5)


@pytest.mark.parametrize("hybrid", [False, True])
def test_training_a_layer(counted, hybrid):
    net = nn.HybridSequential()
    net.add(nn.Embedding(LENGTH, SIZE))
    net.initialize(mx.init.One())
    if hybrid:
        net.hybridize()
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.5})
    for _ in range(2):
        with mx.autograd.record():
            loss = net(mx.nd.array(WORDS)).sum()
        loss.backward()
        trainer.step(1)
    assert len(counted) == 2
    np.testing.assert_array_equal(net[0].weight.data().asnumpy(), 1 - expected(1.0))


def test_networks_for_pytorch_have_dense_gradients(counted):
    import torch

    net = nn.Embedding(LENGTH, SIZE)
    net.initialize()
    net.hybridize()
    net(mx.nd.array(WORDS))
    module = net.to_torch()
    module(torch.tensor(WORDS)).sum().backward()
    assert not counted
    assert not next(module.parameters()).grad.is_sparse


@pytest.mark.parametrize("form", ["plain", "fast"])
def test_either_form_gives_the_rows_alone_to_an_array_that_keeps_rows(monkeypatch, form):
    monkeypatch.setattr(indexing, "rows_of", getattr(KERNELS["rows_of"], form))
    weight = table()
    weight.attach_grad(stype="row_sparse")
    with mx.autograd.record():
        loss = (look_up(weight) * 0).sum()
    loss.backward()
    assert weight.grad.indices.asnumpy().tolist() == [0, 3, 5, 63]
