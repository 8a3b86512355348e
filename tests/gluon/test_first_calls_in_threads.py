"""First calls of a network from several threads: parameters are initialized once, and computing takes no lock."""

from __future__ import annotations

import threading
import time
from collections import Counter

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon import nn, rnn
from mxnet.gluon.parameter import initializing

from tests.threads import in_threads

THREADS = 4


@mx.init.register
class Slow(mx.init.Normal):
    """Gives other threads the time to initialize the same parameter."""

    def __init__(self):
        super().__init__(1)
        self.calls = Counter()

    def _init_weight(self, name, array):
        self.calls[name] += 1
        time.sleep(0.02)
        super()._init_weight(name, array)


def layers():
    net = nn.HybridSequential()
    net.add(nn.Dense(8, activation="relu"), nn.Dense(8), nn.Dense(4))
    return net


class Plain(mx.gluon.Block):
    def __init__(self):
        super().__init__()
        with self.name_scope():
            self.first, self.second = nn.Dense(8), nn.Dense(4)

    def forward(self, x):
        return self.second(self.first(x))


def convolutions():
    net = nn.HybridSequential()
    net.add(nn.Conv1D(4, 1), nn.BatchNorm(), nn.Dense(4))
    return net


def cast(net):
    net.cast("float64")
    return net


def hybridized(net):
    net.hybridize()
    return net


def partly_hybridized():
    net = nn.Sequential()
    net.add(hybridized(layers()), nn.Dense(4))
    return net


def symbol_block():
    data = mx.sym.var("data")
    hidden = mx.sym.FullyConnected(data, num_hidden=8, name="first")
    return mx.gluon.SymbolBlock(mx.sym.FullyConnected(hidden, num_hidden=4, name="second"), data)


NETWORKS = {
    "eager": layers,
    "hybridized": lambda: hybridized(layers()),
    "partly hybridized": partly_hybridized,
    "plain block": Plain,
    "convolutions": convolutions,
    "cast": lambda: cast(layers()),
    "cast and hybridized": lambda: hybridized(cast(layers())),
    "recurrent": lambda: rnn.GRU(4),
    "hybridized GRU": lambda: hybridized(rnn.GRU(4, 2)),
    "LSTM": lambda: rnn.LSTM(4, 2),
    "hybridized LSTM": lambda: hybridized(rnn.LSTM(4, 2)),
    "symbol block": symbol_block,
}


def together(call):
    """Return the results of ``call(number)`` in threads that start at the same time; raise what one of them raises."""
    return in_threads(THREADS, call)


def network(name):
    init = Slow()
    net = NETWORKS[name]()
    net.initialize(init)
    return net, init, mx.nd.random.normal(shape=(2, 3, 5), dtype="float64" if "cast" in name else "float32")


@pytest.mark.parametrize("name", NETWORKS)
def test_all_threads_compute_with_the_same_weights(name):
    net, init, x = network(name)
    results = together(lambda _: net(x).asnumpy())
    assert set(init.calls.values()) == {1}
    for result in results:
        np.testing.assert_allclose(result, net(x).asnumpy(), rtol=1e-5, atol=1e-6)


def test_threads_pack_weights_again_and_again():
    x = mx.nd.ones((5, 2, 7))
    for _ in range(150):
        net = hybridized(rnn.LSTM(16, 2))
        net.initialize()
        for result in together(lambda _, net=net: net(x).asnumpy()):
            np.testing.assert_allclose(result, net(x).asnumpy(), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", ["eager", "hybridized", "plain block"])
def test_threads_that_train(name):
    net, init, x = network(name)

    def step(_):
        with mx.autograd.record():
            loss = net(x).sum()
        loss.backward()
        return loss.asscalar()

    assert np.allclose(together(step), net(x).sum().asscalar(), rtol=1e-4)
    assert set(init.calls.values()) == {1}
    assert all(param.grad().asnumpy().any() for param in net.collect_params("last|bias").values())


@pytest.mark.parametrize("change", ["initialize", "cast", "load", "set_data", "hybridize", "reset_ctx"])
def test_a_change_waits_for_the_initialization(change, tmp_path):
    net = nn.Dense(4)
    reached, go_on = threading.Event(), threading.Event()

    class Waiting(mx.init.Xavier):
        def _init_weight(self, name, array):
            reached.set()
            assert go_on.wait(60)
            super()._init_weight(name, array)

    other = nn.Dense(4, in_units=3)
    other.initialize()
    other.save_parameters(str(tmp_path / "w.params"))
    changes = {
        "initialize": lambda: net.initialize(mx.init.One(), force_reinit=True),
        "cast": lambda: net.cast("float64"),
        "load": lambda: net.load_parameters(str(tmp_path / "w.params")),
        "set_data": lambda: net.weight.set_data(mx.nd.ones((4, 3))),
        "hybridize": net.hybridize,
        "reset_ctx": lambda: net.collect_params().reset_ctx(mx.cpu(1)),
    }
    net.initialize(Waiting())
    first = threading.Thread(target=lambda: net(mx.nd.ones((2, 3))))
    first.start()
    assert reached.wait(60)
    second = threading.Thread(target=changes[change])
    second.start()
    second.join(0.1)
    assert second.is_alive()
    go_on.set()
    first.join(60)
    second.join(60)
    weight = net.weight.data(mx.cpu(1) if change == "reset_ctx" else None)
    expected = {"load": other.weight.data().asnumpy(), "initialize": np.ones((4, 3)), "set_data": np.ones((4, 3))}
    np.testing.assert_array_equal(weight.asnumpy(), expected.get(change, weight.asnumpy()))
    assert weight.dtype == (np.float64 if change == "cast" else np.float32)
    x = mx.nd.ones((2, 3), dtype=weight.dtype, ctx=weight.context)
    np.testing.assert_allclose(net(x).asnumpy()[0], weight.asnumpy().sum(1) + net.bias.data(x.context).asnumpy(), 1e-5)


def test_values_that_another_thread_has_just_made_are_asked_for_again():
    net = nn.Dense(4, in_units=3)
    net.initialize()
    with pytest.raises(mx.gluon.parameter.DeferredInitializationError):
        net.weight._check_and_get(None, None)  # what was read before


@pytest.mark.parametrize("name", NETWORKS)
def test_computing_takes_no_lock(name):
    net, _, x = network(name)
    expected = net(x).asnumpy()
    with initializing:
        for result in together(lambda _: net(x).asnumpy()):
            np.testing.assert_allclose(result, expected, rtol=1e-5, atol=1e-6)


def test_threads_that_ask_for_a_variable_get_the_same():
    param = mx.gluon.Parameter("w", shape=(2,))
    first, *others = together(lambda _: param.var())
    assert all(other is first for other in others)
