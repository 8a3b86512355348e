"""Hybrid blocks that define ``forward`` alone, which 1.9.1 runs at every call."""

from __future__ import annotations

import json
import random

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, gluon, nd

X = np.arange(6, dtype="float32").reshape(2, 3)


class Stateful(gluon.HybridBlock):
    """Does with its state what its function says."""

    def __init__(self, function):
        super().__init__()
        self.function = function
        self.count = 0
        self.state = nd.zeros((2, 3))
        self.weight = self.params.get("weight", shape=(3,), init="ones")

    def forward(self, *args):
        self.count += 1
        return self.function(self, *args)


def _net(function):
    net = Stateful(function)
    net.initialize()
    net.hybridize()
    return net


def _kept(net, x):
    net.state = net.state + x
    return net.state


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (lambda net, x: x * net.count, [X, X * 2, X * 3]),
        (_kept, [X, X * 2, X * 3]),
        (lambda net, x: x + nd.array([net.count]), [X + 1, X + 2, X + 3]),
        (lambda net, x: x * 2 if autograd.is_recording() else x, [X, X, X]),
        (lambda net, x: nd.array(x.asnumpy() * 2), [X * 2] * 3),
        (lambda net, x: x if x.sum().asscalar() > 20 else -x, [-X] * 3),
    ],
    ids=["count", "keeps", "makes an array", "mode", "asnumpy", "branch"],
)
def test_forward_runs_at_every_call(function, expected):
    net = _net(function)
    for value in expected:
        np.testing.assert_array_equal(net(nd.array(X)).asnumpy(), value)
    assert net.count == len(expected)


def test_python_random_numbers_are_drawn_at_every_call():
    net = _net(lambda net, x: x * random.random())
    assert net(nd.ones(1)).asscalar() != net(nd.ones(1)).asscalar()


@pytest.mark.parametrize(
    "value", [{"a": 1}, None, (1, "s"), "text"], ids=["dict", "none", "tuple of a number and a text", "text"]
)
def test_any_result(value):
    assert _net(lambda net, x: value)(nd.array(X)) == value


def test_the_same_array_comes_back():
    x = nd.array(X)
    assert _net(lambda net, x: x)(x) is x


def test_a_type_error_of_the_program_is_raised_once():
    def fail(net, x):
        raise TypeError("of the program")

    net = _net(fail)
    with pytest.raises(TypeError, match="of the program"):
        net(nd.array(X))
    assert net.count == 1


def test_paused_recording_inside():
    def function(net, x):
        with autograd.pause():
            y = x * net.weight.data()
        return y * net.weight.data()

    net = _net(function)
    with autograd.record():
        loss = net(nd.array(X)).sum()
    loss.backward()
    np.testing.assert_array_equal(net.weight.grad().asnumpy(), X.sum(0))


def test_gradients_computed_inside():
    def function(net, x):
        weight = nd.ones(3)
        weight.attach_grad()
        with autograd.record():
            loss = (x * weight * weight).sum()
        loss.backward()
        return weight.grad

    np.testing.assert_array_equal(_net(function)(nd.array(X)).asnumpy(), 2 * X.sum(0))


def test_kept_arrays_have_gradients():
    def function(net, x):
        net.state = x * 2
        return net.state + 1

    net = _net(function)
    x = nd.array(X)
    x.attach_grad()
    with autograd.record():
        net(x)
        loss = net.state.sum()
    loss.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), np.full((2, 3), 2))


def test_arrays_are_made_in_the_current_context():
    made = _net(lambda net, x: nd.ones(1))(nd.array(X, ctx=mx.cpu(1)))
    assert made.context == mx.cpu(0)


class Exponential(gluon.HybridBlock):
    """Has only methods that symbols have, too."""

    def forward(self, x):
        return x.exp() * 2


def test_inside_of_a_sequence_it_takes_symbols(tmp_path):
    net = gluon.nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(gluon.nn.Dense(2, prefix="dense_"), Exponential())
    net.initialize()
    net.hybridize()
    net(nd.array(X))
    net.export(str(tmp_path / "net"))
    names = [node["name"] for node in json.loads((tmp_path / "net-symbol.json").read_text())["nodes"]]
    assert names == ["data", "net_dense_weight", "net_dense_bias", "net_dense_fwd", "net_exp0", "net__mulscalar0"]


def test_inside_of_a_sequence_values_are_refused_as_symbols_do():
    net = gluon.nn.HybridSequential()
    net.add(Stateful(lambda net, x: nd.array(x.asnumpy())))
    net.initialize()
    net.hybridize()
    for _ in range(2):
        with pytest.raises(mx.base.NotImplementedForSymbol, match="asnumpy"):
            net(nd.array(X))


def test_inside_of_a_sequence_it_may_take_no_symbols():
    net = gluon.nn.HybridSequential()
    net.add(Stateful(lambda net, x: nd.relu(x - 1) * net.weight.data()), gluon.nn.BatchNorm(), gluon.nn.Dropout(0.5))
    net.hybridize()
    with pytest.raises(RuntimeError, match="initialize"):
        net(nd.array(X))
    net.initialize()
    np.testing.assert_allclose(net(nd.array(X)).asnumpy(), np.maximum(X - 1, 0), rtol=1e-4)
    with autograd.record():
        y = net(nd.ones((100, 3)))
    assert y.shape == (100, 3)
    assert net[1].running_mean.data().asnumpy().tolist() == [0, 0, 0]


def test_exports_what_it_does_now(tmp_path):
    net = _net(lambda net, x, factor: x * net.weight.data() * factor)
    net(nd.array(X), 2)
    for value in (1.0, 3.0):
        net.weight.set_data(nd.full(3, value))
        net.export(str(tmp_path / "net"))
        again = gluon.SymbolBlock.imports(
            str(tmp_path / "net-symbol.json"), ["data"], str(tmp_path / "net-0000.params")
        )
        np.testing.assert_array_equal(again(nd.array(X)).asnumpy(), X * value * 2)


def test_optimize_for_makes_its_graph():
    net = _net(lambda net, x: x * net.weight.data())
    net.optimize_for(nd.array(X), backend="onednn")
    runs = net.count
    np.testing.assert_array_equal(net(nd.array(X)).asnumpy(), X)
    assert net.count == runs
