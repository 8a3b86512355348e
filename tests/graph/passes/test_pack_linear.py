"""Fully connected layers with packed weights give the numbers of the plain graph, also after weights have changed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.core import torch_compat
from mxnet.gluon import nn
from mxnet.kernels import packed_linear
from mxnet.kernels.packed_linear import PackedLinear

UNITS = 520


@pytest.fixture
def packed(monkeypatch, fast_kernels):
    """Collect the weights that are packed."""
    result = []
    pack = torch_compat.chosen("onednn_pack_linear")

    def count(weight):
        result.append(weight)
        return pack(weight)

    monkeypatch.setattr(packed_linear.torch_compat, "onednn_pack_linear", count)
    monkeypatch.setattr(packed_linear, "PACKED_ROWS", range(4, 257))
    return result


def layer(**kwargs):
    net = nn.HybridSequential()
    net.add(nn.Dense(UNITS, in_units=UNITS, **kwargs))
    net.initialize(mx.init.Xavier())
    return net


def data(*shape):
    return mx.nd.array(np.random.RandomState(len(shape)).randn(*shape))


@pytest.mark.parametrize(
    ("shape", "kwargs"),
    [
        ((16, UNITS), {}),
        ((16, UNITS), {"use_bias": False}),
        ((16, 2, UNITS // 2), {}),
        ((2, 8, UNITS), {"flatten": False}),
    ],
)
def test_packing_changes_no_bit(packed, shape, kwargs):
    net, x = layer(**kwargs), data(*shape)
    eager = net(x).asnumpy()
    net.hybridize()
    expected = net(x).asnumpy()
    np.testing.assert_allclose(expected, eager, rtol=1e-4, atol=1e-5)
    for _ in range(3):
        np.testing.assert_array_equal(net(x).asnumpy(), expected, strict=True)
    assert len(packed) == 1


@pytest.mark.parametrize("shape", [(1, UNITS), (300, UNITS)])
def test_one_row_and_many_are_left_alone(packed, shape):
    net, x = layer(), data(*shape)
    expected = net(x).asnumpy()
    net.hybridize()
    for _ in range(3):
        np.testing.assert_array_equal(net(x).asnumpy(), expected)
    assert not packed


def test_a_weight_that_is_written_to_is_packed_again(packed):
    net, x = layer(), data(16, UNITS)
    net.hybridize()
    for _ in range(3):
        net(x)
    weight = net[0].weight
    for write in (
        lambda: weight.set_data(weight.data() * 2),
        lambda: weight.data().__imul__(0.5),
        lambda: weight.data().__setitem__(slice(None), 1.0),
    ):
        write()
        for _ in range(3):
            expected = x.asnumpy() @ weight.data().asnumpy().T + net[0].bias.data().asnumpy()
            np.testing.assert_allclose(net(x).asnumpy(), expected, rtol=1e-3, atol=1e-3)
    assert len(packed) == 4


def test_training_in_between(packed):
    """Weights that change at every step are never packed, and gradients are those of the plain layer."""
    net, x = layer(), data(16, UNITS)
    net.hybridize()
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    for _ in range(3):
        expected = x.asnumpy() @ net[0].weight.data().asnumpy().T + net[0].bias.data().asnumpy()
        np.testing.assert_allclose(net(x).asnumpy(), expected, rtol=1e-3, atol=1e-3)
        with mx.autograd.record():
            loss = net(x).sum()
        loss.backward()
        requested = np.ones((16, UNITS)).T @ x.asnumpy()
        np.testing.assert_allclose(net[0].weight.grad().asnumpy(), requested, rtol=1e-3, atol=1e-3)
        trainer.step(16)
    assert not packed


def test_gradients_of_predictions(packed):
    net, x = layer(), data(16, UNITS)
    net.hybridize()
    for _ in range(3):
        net(x)
    x.attach_grad()
    with mx.autograd.record(train_mode=False):
        loss = net(x).sum()
    loss.backward()
    expected = np.ones((16, UNITS)) @ net[0].weight.data().asnumpy()
    np.testing.assert_allclose(x.grad.asnumpy(), expected, rtol=1e-3, atol=1e-3)


def test_many_threads(packed):
    net, x = layer(), data(16, UNITS)
    net.hybridize()
    expected = net(x).asnumpy()
    with ThreadPoolExecutor(4) as pool:
        for result in pool.map(lambda _: net(x).asnumpy(), range(40)):
            np.testing.assert_array_equal(result, expected)


def test_errors_are_those_of_the_layer(packed):
    out = mx.sym.FullyConnected(mx.sym.var("x"), mx.sym.var("w"), num_hidden=UNITS + 1, no_bias=True)
    with pytest.raises(mx.MXNetError, match="expected"):
        out.eval(x=data(16, UNITS), w=data(UNITS, UNITS))


def test_other_types_and_shapes_take_the_plain_form(packed):
    def plain(data, weight):
        return data @ weight.t()

    packs = PackedLinear(plain, UNITS, False)
    weight = torch.randn(UNITS, UNITS)
    for x, w in (
        (torch.randn(16, UNITS).double(), weight.double()),
        (torch.randn(16, UNITS), weight.t().contiguous().t()),
        (torch.randn(UNITS), weight),
        (torch.randn(0, UNITS), weight),
        (torch.randn(16, UNITS, device="meta"), weight.to("meta")),
    ):
        for _ in range(3):
            assert packs(x, w).shape == (*x.shape[:-1], UNITS)
    assert not packed
