"""Hybrid blocks that define ``forward``: their graphs are what it does with arrays."""

from __future__ import annotations

import json

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, gluon
from mxnet.gluon import nn


class Net(gluon.HybridBlock):
    """Has parameters of all kinds, and counts the runs of its function."""

    def __init__(self):
        super().__init__()
        self.runs = 0
        self.scale = gluon.Parameter(shape=(2,), init="ones")
        self.shift = gluon.Parameter("shift", shape=(2,), init="zeros")
        self.fixed = gluon.Constant([1.0, 2.0])
        self.hidden = nn.Dense(2)
        self.norm = nn.BatchNorm()

    def forward(self, x):
        self.runs += 1
        return self.norm(self.hidden(x)) * self.scale.data() + self.shift.data() * self.fixed.data()


X = np.array([[1.0, 2.0, 0.5], [0.0, -1.0, 3.0], [2.0, 2.0, -1.0], [0.5, 0.0, 0.0]], "float32")


def _net():
    net = Net()
    net.initialize(mx.init.Xavier(rnd_type="uniform"))
    return net


def _gradients(net, x):
    with autograd.record():
        y = net(x)
        loss = (y * y).sum()
    loss.backward()
    return y.asnumpy(), [p.grad().asnumpy() for p in net.collect_params().values() if p.grad_req != "null"]


def test_runs_once_and_gives_the_same(api):
    net = _net()
    x = mx.np.array(X)
    expected = net(x)
    net.runs = 0
    net.hybridize()
    np.testing.assert_allclose(net(x).asnumpy(), expected.asnumpy(), rtol=1e-5)
    net(mx.np.array(X[:2]))
    assert net.runs == (2 if api == 1 else 1)  # 1.9.1 runs it at every call


def test_gradients_and_states_are_those_of_the_eager_block(api):
    net = _net()
    x = mx.np.array(X)
    net(x)
    eager = _gradients(net, x)
    after_eager = net.norm.running_mean.data().asnumpy()
    net.norm.running_mean.set_data(mx.np.zeros(2))
    net.hybridize()
    graph = _gradients(net, x)
    np.testing.assert_allclose(graph[0], eager[0], rtol=1e-5)
    for a, b in zip(graph[1], eager[1], strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(net.norm.running_mean.data().asnumpy(), after_eager, rtol=1e-5)  # moved once


def test_trains(api):
    net = nn.HybridSequential()
    net.add(Net(), nn.Dense(1))
    net.initialize()
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.05})
    x, target = mx.np.array(X), mx.np.array(X.sum(1, keepdims=True))
    losses = []
    for _ in range(30):
        with autograd.record():
            loss = ((net(x) - target) ** 2).mean()
        loss.backward()
        trainer.step(1)
        losses.append(float(loss))
    assert losses[-1] < losses[0] / 4


def test_exports_and_imports(api, tmp_path):
    net = _net()
    net.hybridize()
    x = mx.np.array(X)
    expected = net(x).asnumpy()
    net.export(str(tmp_path / "net"))
    again = gluon.SymbolBlock.imports(str(tmp_path / "net-symbol.json"), ["data"], str(tmp_path / "net-0000.params"))
    np.testing.assert_allclose(again(x).asnumpy(), expected, rtol=1e-6)


def test_graph_names_parameters_by_their_places(v2, tmp_path):
    net = _net()
    net.hybridize()
    net(mx.np.array(X))
    net.export(str(tmp_path / "net"))
    nodes = json.loads((tmp_path / "net-symbol.json").read_text())["nodes"]
    variables = {node["name"] for node in nodes if node["op"] == "null"}
    assert variables == {"data", *net.collect_params()}


def test_saves_by_the_attributes_names(api, tmp_path):
    net = _net()
    x = mx.np.array(X)
    expected = net(x).asnumpy()
    net.save_parameters(str(tmp_path / "p"))
    assert {"scale", "shift", "fixed", "hidden.weight"} <= set(mx.nd.load(str(tmp_path / "p")))
    again = Net()
    again.load_parameters(str(tmp_path / "p"))
    np.testing.assert_allclose(again(x).asnumpy(), expected, rtol=1e-6)


def test_converts_to_torch(np_arrays):
    import torch

    net = _net()
    expected = net(mx.np.array(X)).asnumpy()
    net.hybridize()
    net(mx.np.array(X))
    np.testing.assert_allclose(net.to_torch().eval()(torch.tensor(X)).detach().numpy(), expected, rtol=1e-5)


def test_optimize_for(np_arrays):
    net = _net()
    x = mx.np.array(X)
    expected = net(x).asnumpy()
    net.optimize_for(x, backend="onednn")
    np.testing.assert_allclose(net(x).asnumpy(), expected, rtol=1e-5)


class Classic(gluon.HybridBlock):
    """Is written for arrays and symbols, as in 1.9.1."""

    def __init__(self, inner=None, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.factor = self.params.get("factor", shape=(1,), init="ones")
            if inner is not None:
                self.inner = inner

    def hybrid_forward(self, F, x, factor):
        y = F.np.multiply(x, factor)
        return self.inner(y) if "inner" in self._children else y


@pytest.mark.parametrize("order", ["classic outside", "classic inside"])
def test_mixed_trees(api, order):
    if order == "classic outside":
        net = Classic(Net())
    else:
        net = nn.HybridSequential()
        net.add(Net(), Classic())
    net.initialize()
    x = mx.np.array(X)
    expected = net(x).asnumpy()
    net.hybridize()
    np.testing.assert_allclose(net(x).asnumpy(), expected, rtol=1e-5)


class ByValue(gluon.HybridBlock):
    """Asks for a value."""

    def forward(self, x):
        return x if float(x.sum()) > 0 else -x


def test_asking_for_a_value_names_the_line(v2):
    net = ByValue()
    net.hybridize()
    with pytest.raises(
        mx.MXNetError, match=r"test_forward_blocks.py:\d+: `return x if float\(x.sum\(\)\) > 0 else -x`"
    ):
        net(mx.np.ones(2))


def test_without_the_switch_such_a_block_runs_eagerly(np_arrays):
    net = ByValue()
    net.hybridize()
    np.testing.assert_array_equal(net(-mx.np.ones(2)).asnumpy(), [1, 1])
    np.testing.assert_array_equal(net(mx.np.ones(2)).asnumpy(), [1, 1])


class ByShape(gluon.HybridBlock):
    """Depends on the length of its input."""

    def forward(self, x):
        return x.sum() / x.shape[0] if x.shape[0] > 2 else x.sum()


def test_shapes_that_are_looked_at_have_their_own_graphs(api):
    net = ByShape()
    net.hybridize()
    for length, expected in ((4, 1.0), (2, 2.0), (8, 1.0), (4, 1.0)):
        assert float(net(mx.np.ones(length))) == expected


class ByMode(gluon.HybridBlock):
    """Depends on the training mode."""

    def forward(self, x):
        return x * 2 if autograd.is_training() else x


def test_modes_that_are_looked_at_have_their_own_graphs(api):
    net = ByMode()
    net.hybridize()
    x = mx.np.ones(1)
    assert float(net(x)) == 1
    with autograd.record():
        assert float(net(x)) == 2
    assert float(net(x)) == 1


class Options(gluon.HybridBlock):
    """Takes nested arguments, None, and values that are no arrays."""

    def forward(self, x, states=None, twice=False):
        y = x if states is None else x + states[0] * states[1]
        return (y * 2, [y]) if twice else y


def test_arguments_of_other_structures(api):
    net = Options()
    net.hybridize()
    one, two = mx.np.ones(2), mx.np.ones(2) * 2
    assert net(one).tolist() == [1, 1]
    assert net(one, [two, two]).tolist() == [5, 5]
    if api == 2:
        with pytest.raises(ValueError, match="list of NDArray"):
            net(one, None, True)
        return
    doubled, rest = net(one, None, True)
    assert (doubled.tolist(), rest[0].tolist()) == ([2, 2], [1, 1])
    assert net(two).tolist() == [2, 2]


class Indexing(gluon.HybridBlock):
    """Indexes with arrays, numbers, steps and masks."""

    def forward(self, x, i):
        return x[i], x[0], x[:, ::-1], x[..., None, 1], x[mx.np.array([1, 0], dtype="int32"), i], x[[1, 1]]


def test_indices_are_part_of_the_graph(api):
    net = Indexing()
    first, second = np.arange(6.0).reshape(2, 3), np.arange(6.0)[::-1].reshape(2, 3).copy()
    net.hybridize()
    for values, at in ((first, [0, 1]), (second, [1, 1])):
        x, i = mx.np.array(values), mx.np.array(at, dtype="int32")
        at = np.array(at)
        expected = (values[at], values[0], values[:, ::-1], values[..., None, 1], values[[1, 0], at], values[[1, 1]])
        for a, b in zip(net(x, i), expected, strict=True):
            np.testing.assert_array_equal(a.asnumpy(), b)


class Random(gluon.HybridBlock):
    """Draws numbers, and makes arrays."""

    def forward(self, x):
        return x + mx.np.random.uniform(size=(2,)) * mx.np.ones(2) + mx.np.arange(2)


def test_random_numbers_are_drawn_in_each_call(api):
    net = Random()
    net.hybridize()
    x = mx.np.zeros(2)
    assert net(x).tolist() != net(x).tolist()


class Waiting(gluon.HybridBlock):
    """Learns the shape of its parameter from the input."""

    def __init__(self):
        super().__init__()
        self.weight = gluon.Parameter(shape=(0,), init="ones", allow_deferred_init=True)

    def infer_shape(self, x):
        self.weight.shape = (x.shape[-1],)

    def forward(self, x):
        return x * self.weight.data()


@pytest.mark.parametrize("hybridize", [True, False])
def test_shapes_of_parameters_come_from_infer_shape(api, hybridize):
    net = Waiting()
    net.initialize()
    if hybridize:
        net.hybridize()
    assert net(mx.np.ones((2, 3))).shape == (2, 3)
    assert net.weight.shape == (3,)


def test_arithmetic_in_place_is_refused(v2):
    class InPlace(gluon.HybridBlock):
        def forward(self, x):
            x += 1
            return x

    net = InPlace()
    net.hybridize()
    with pytest.raises(mx.MXNetError, match="Inplace"):
        net(mx.np.ones(1))


def test_detached_values_have_no_gradient_in_graphs(api):
    class Stopped(gluon.HybridBlock):
        def forward(self, x):
            return x * x.detach()

    net = Stopped()
    net.hybridize()
    x = mx.np.array([3.0])
    x.attach_grad()
    with autograd.record():
        y = net(x)
    y.backward()
    assert x.grad.tolist() == [3.0]


def test_a_classic_block_with_classic_arrays_is_as_it_was():
    net = Classic.__new__(Classic)
    gluon.HybridBlock.__init__(net)
    dense = nn.Dense(2, in_units=3)
    dense.initialize()
    dense.hybridize()
    dense(mx.nd.ones((1, 3)))
    assert dense._cached_graph[1].list_inputs() == ["data", dense.weight.name, dense.bias.name]
