"""Loops and conditions in hybridized blocks that define ``forward``: nodes of the graph, with graphs inside."""

from __future__ import annotations

import json

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, gluon
from mxnet.gluon import nn

X = np.array([[1.0, -2.0], [0.5, 3.0], [-1.0, -1.0]], "float32")


class Block(gluon.HybridBlock):
    """Calls a function of itself and the inputs."""

    def __init__(self, function):
        super().__init__()
        self.function = function
        self.dense = nn.Dense(2, in_units=2)
        self.norm = nn.BatchNorm(in_channels=2)
        self.drop = nn.Dropout(0.5)
        self.weight = gluon.Parameter(shape=(2,), init="ones")

    def forward(self, *args):
        return self.function(self, *args)


def _sum_of_slices(net, x):
    def step(row, state):
        h = mx.np.tanh(net.dense(row.reshape(1, 2)).reshape(2) + state * net.weight.data())
        return h, h + state

    outputs, last = mx.npx.foreach(step, x, mx.np.ones(2))
    return outputs + last


def _doubles_below(net, x):
    def double(i, value):
        return value, (i + 1, value * net.weight.data() * 2)

    outputs, (count, last) = mx.npx.while_loop(
        lambda i, value: mx.np.abs(value).sum() < 20, double, (mx.np.zeros((1,)), x), max_iterations=6
    )
    return outputs.sum(axis=0) + last + count


def _by_sign(net, x):
    return mx.npx.cond(lambda x: x.sum() > 0, lambda x: x * net.weight.data(), lambda x: net.dense(x) - 1, x)


def _nested(net, x):
    shift = mx.np.sin(x).sum(axis=0)

    def step(row, state):
        row = mx.npx.cond(row.sum() > 0, lambda: row * 2 + shift, lambda: row * net.weight.data())
        _, (last,) = mx.npx.while_loop(
            lambda value: mx.np.abs(value).sum() < 5, lambda value: ([], (value * 1.5 + 0.1,)), (row,), 4
        )
        return last, state + last

    outputs, last = mx.npx.foreach(step, x * 1.0, mx.np.zeros(2))
    return outputs + last


FUNCTIONS = [_sum_of_slices, _doubles_below, _by_sign, _nested]
INPUTS = [X, -X, X * 0.1]


def _net(function):
    net = Block(function)
    net.initialize(mx.init.Constant(0.3))
    return net


def _answers(net, value):
    x = mx.np.array(value)
    x.attach_grad()
    with autograd.record():
        y = net(x)
        loss = (y * y).sum()
    loss.backward()
    return [item.asnumpy() for item in (y, x.grad, net.weight.grad(), net.dense.weight.grad())]


@pytest.mark.filterwarnings("ignore:Gradient of Parameter")
@pytest.mark.parametrize("function", FUNCTIONS)
def test_values_and_gradients_are_those_of_the_eager_block(v2, function):
    net = _net(function)
    eager = [_answers(net, value) for value in INPUTS]
    net.hybridize()
    graph = [_answers(net, value) for value in INPUTS]
    for first, second in zip(eager, graph, strict=True):
        for a, b in zip(first[:2], second[:2], strict=True):
            np.testing.assert_allclose(b, a, rtol=1e-5, atol=1e-6)
    for a, b in zip(eager[0][2:], graph[0][2:], strict=True):
        np.testing.assert_allclose(b, a, rtol=1e-5, atol=1e-6)


@pytest.mark.filterwarnings("ignore:Parameter .* is not found in the graph")
@pytest.mark.parametrize("function", FUNCTIONS)
def test_exported_graphs_give_the_same(v2, function, tmp_path):
    net = _net(function)
    net.hybridize()
    expected = [net(mx.np.array(value)).asnumpy() for value in INPUTS]
    files = net.export(str(tmp_path / "net"))
    loaded = gluon.SymbolBlock.imports(files[0], ["data"], files[1])
    for value, answer in zip(INPUTS, expected, strict=True):
        np.testing.assert_allclose(loaded(mx.np.array(value)).asnumpy(), answer, rtol=1e-6)


@pytest.mark.parametrize(
    ("function", "ops"),
    [(_sum_of_slices, ["_foreach"]), (_doubles_below, ["_while_loop"]), (_by_sign, ["_cond"]), (_nested, ["_foreach"])],
)
def test_a_loop_is_one_node(v2, function, ops, tmp_path):
    net = _net(function)
    net.hybridize()
    net(mx.np.array(X))
    text = (tmp_path / "net").with_suffix(".json")
    net._cached_graph[1].save(str(text))
    nodes = json.loads(text.read_text())["nodes"]
    assert [node["op"] for node in nodes if node["op"] in ("_foreach", "_while_loop", "_cond")] == ops


def test_loops_work_for_other_lengths(v2):
    net = _net(_sum_of_slices)
    net.hybridize()
    net(mx.np.array(X))
    longer = np.concatenate([X, X])
    graph = net(mx.np.array(longer)).asnumpy()
    net.hybridize(False)
    np.testing.assert_allclose(graph, net(mx.np.array(longer)).asnumpy(), rtol=1e-5)


def test_masks_from_outside_are_drawn_once_and_those_inside_in_every_turn(v2):
    def draw(net, x):
        outside = net.drop(mx.np.ones((50,)) * x[0, 0])

        def step(row, state):
            return (outside, net.drop(mx.np.ones((50,)) * row[0])), state + row

        outputs, _ = mx.npx.foreach(step, x, mx.np.zeros(2))
        return outputs

    net = Block(draw)
    net.initialize()
    net.hybridize()
    with autograd.record():
        outside, inside = (item.asnumpy() for item in net(mx.np.ones((3, 2))))
    assert (outside == outside[0]).all()
    assert not (inside == inside[0]).all()
    assert set(np.unique(inside)) == {0.0, 2.0}


def test_moving_statistics_move_once_for_each_turn(v2):
    def normalize(net, x):
        return mx.npx.foreach(lambda part, state: (net.norm(part), state + 1), x, mx.np.zeros(1))[0]

    x = mx.np.array(np.random.RandomState(0).uniform(size=(2, 3, 2)).astype("float32"))
    means = []
    for hybridize in (False, True):
        net = Block(normalize)
        net.initialize()
        net.hybridize(hybridize)
        with autograd.record():
            loss = net(x).sum()
        loss.backward()
        means.append(net.norm.running_mean.data().asnumpy())
    np.testing.assert_allclose(means[1], means[0], rtol=1e-6)
    assert means[0].all()


@pytest.mark.parametrize("value", [X, X[:0]])
def test_loops_without_a_turn(v2, value):
    def run(net, x):
        outputs, (last,) = mx.npx.while_loop(
            lambda value: value.sum() > 100, lambda value: (value, (value + 1,)), (x,), max_iterations=2
        )
        rows, state = mx.npx.foreach(lambda row, state: (row * 2, state + row), x, mx.np.zeros(2))
        return outputs, last, rows, state

    net = _net(run)
    net.hybridize()
    outputs, last, rows, state = (item.asnumpy() for item in net(mx.np.array(value)))
    np.testing.assert_array_equal(outputs, np.zeros((2, *value.shape)))
    np.testing.assert_array_equal(last, value)
    np.testing.assert_array_equal(rows, value * 2)
    np.testing.assert_allclose(state, value.sum(0), rtol=1e-6)


def test_a_graph_inside_a_loop(v2, tmp_path):
    data = mx.sym.var("data").as_np_ndarray()
    inner = gluon.SymbolBlock(mx.sym.np.tanh(data) * 2, [data])

    def run(net, x):
        return mx.npx.foreach(lambda row, state: (inner(row + state), state + 1), x, mx.np.zeros(2))[0]

    net = _net(run)
    net.hybridize()
    expected = np.tanh(X + np.arange(3)[:, None]) * 2
    np.testing.assert_allclose(net(mx.np.array(X)).asnumpy(), expected, rtol=1e-5)


def test_conditions_may_be_truth_values(v2):
    def run(net, x):
        return mx.npx.while_loop(lambda value: True, lambda value: ([], (value * 2,)), (x,), 3)[1][0]

    net = _net(run)
    net.hybridize()
    np.testing.assert_array_equal(net(mx.np.array(X)).asnumpy(), X * 8)


def test_classic_arrays(api):
    def run(net, x):
        outputs, state = mx.nd.contrib.foreach(lambda row, state: (row + state, state + row), x, mx.nd.zeros((2,)))
        return mx.nd.contrib.cond(state.sum() > 0, lambda: outputs, lambda: -outputs)

    with mx.util.np_array(False), mx.util.np_shape(False):
        net = Block(run)
        net.hybridize()
        for sign in (1, -1):
            state = np.cumsum(sign * X, 0)
            answer = net(mx.nd.array(sign * X)).asnumpy()
            np.testing.assert_allclose(answer, state if state[-1].sum() > 0 else -state, rtol=1e-5)


def test_gradients_through_a_graph_that_also_takes_integers_made_of_variables(v2):
    def forward(net, x, count):
        outputs, last = mx.npx.foreach(lambda row, state: (row + state, row + state), x, mx.np.ones(2))
        return outputs.sum(axis=0) + last, count + 1

    net = Block(forward)
    net.initialize()
    net.hybridize()
    x = mx.np.array(X)
    x.attach_grad()
    with autograd.record():
        y, count = net(x, (x * 2).astype("int32").sum())
        y.sum().backward()
    np.testing.assert_allclose(x.grad.asnumpy(), np.repeat([[4.0], [3.0], [2.0]], 2, axis=1))
    assert int(count) == 2
