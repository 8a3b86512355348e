"""Graphs of unusual size or shape, and use from several threads."""

from __future__ import annotations

import time

import mxnet as mx
import numpy as np
import pytest
from mxnet import nd

from tests.threads import in_threads


def test_20000_operators_in_seconds():
    net, w = mx.sym.var("x"), mx.sym.var("w")
    for i in range(20000):
        net = mx.sym.negative(net) if i % 2 else net + w
    start = time.perf_counter()
    executor = net.simple_bind(mx.cpu(), x=(2,), w=(2,))
    executor.forward(is_train=True, x=np.ones(2))
    executor.backward(nd.ones((2,)))
    assert time.perf_counter() - start < 60  # about five seconds on an idle machine
    assert executor.outputs[0].asnumpy().tolist() == [1, 1]
    assert executor.grad_dict["x"].asnumpy().tolist() == [1, 1]


def recurrent(steps):
    """Return a plain recurrent network whose first state is zeros of a batch size that only the data know."""
    state = mx.sym.zeros((0, 4))
    weight = mx.sym.var("w")
    for x in mx.sym.split(mx.sym.var("data"), num_outputs=steps, axis=1, squeeze_axis=True):
        state = mx.sym.tanh(mx.sym.FullyConnected(state + x, weight, num_hidden=4, no_bias=True))
    return state


@pytest.mark.parametrize("steps", [1, 3])
def test_zeros_of_a_shape_that_the_graph_decides(steps):
    executor = recurrent(steps).simple_bind(mx.cpu(), data=(2, steps, 4))
    rng = np.random.RandomState(0)
    x, w = rng.standard_normal((5, steps, 4)), rng.standard_normal((4, 4))
    expected = np.zeros((5, 4))
    for i in range(steps):
        expected = np.tanh((expected + x[:, i]) @ w.T)
    executor.forward(is_train=True, data=x[:2], w=w)
    np.testing.assert_allclose(executor.outputs[0].asnumpy(), expected[:2], rtol=1e-5, atol=1e-6)
    larger = executor.reshape(data=(5, steps, 4), allow_up_sizing=True)
    np.testing.assert_allclose(larger.forward(data=x)[0].asnumpy(), expected, rtol=1e-5, atol=1e-6)


def test_zeros_of_a_shape_that_nothing_decides():
    with pytest.raises(mx.MXNetError, match="nothing in the graph decides its shape"):
        mx.sym.zeros((0, 3), name="open").bind(mx.cpu(), {})


def test_shapes_that_only_values_decide():
    net = mx.sym.contrib.boolean_mask(mx.sym.var("x"), mx.sym.var("mask"))
    args = {"x": nd.ones((3, 2)), "mask": nd.array([1, 0, 1])}
    executor = net.bind(mx.cpu(), args, {"x": nd.zeros((3, 2))})
    assert 0 in executor.outputs[0].shape
    assert executor.forward(is_train=True)[0].shape == (2, 2)
    executor.backward(nd.ones((2, 2)))
    assert executor.grad_dict["x"].asnumpy().tolist() == [[1, 1], [0, 0], [1, 1]]


def test_random_operators_draw_anew_each_time():
    executor = mx.sym.random.uniform(shape=(3,)).simple_bind(mx.cpu())
    first = executor.forward()[0].asnumpy()
    assert (executor.forward()[0].asnumpy() != first).all()


def test_the_symbol_may_change_after_binding():
    net = mx.sym.FullyConnected(mx.sym.var("x"), num_hidden=2, name="fc")
    executor = net.simple_bind(mx.cpu(), x=(1, 3))
    net._compose(x=mx.sym.var("y"))
    assert executor.forward(x=np.ones((1, 3)))[0].asnumpy().tolist() == [[0, 0]]
    assert list(executor.arg_dict) == ["x", "fc_weight", "fc_bias"]


def test_weights_shared_by_composition_are_one_argument():
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, no_bias=True, name="fc")
    both = net(data=mx.sym.var("a")) + net(data=mx.sym.var("b"))
    executor = both.simple_bind(mx.cpu(), a=(1, 3), b=(1, 3))
    assert sorted(executor.arg_dict) == ["a", "b", "fc_weight"]
    executor.forward(is_train=True, a=np.full((1, 3), 2.0), b=np.full((1, 3), 5.0))
    executor.backward(nd.ones((1, 2)))
    assert executor.grad_dict["fc_weight"].asnumpy().tolist() == [[7] * 3] * 2


def test_executors_of_one_symbol_run_in_many_threads():
    net = mx.sym.FullyConnected(mx.sym.var("x"), num_hidden=8, name="fc")
    net = mx.sym.SoftmaxOutput(mx.sym.Dropout(net), name="softmax")
    first = net.simple_bind(mx.cpu(), x=(4, 8))
    first.arg_dict["fc_weight"][:] = np.eye(8)
    wrong = []

    def work(k):
        x = np.full((4, 8), 0.0)
        x[:, k] = 5
        executor = first.reshape(x=(4, 8))
        executor.arg_dict["x"]._t = executor.arg_dict["x"]._t.clone()
        for _ in range(50):
            if (executor.forward(x=x)[0].asnumpy().argmax(1) != k).any():
                wrong.append(k)

    in_threads(8, work)
    assert wrong == []


def test_inference_with_the_same_inputs_from_many_threads():
    net = mx.sym.tanh(mx.sym.FullyConnected(mx.sym.var("x"), num_hidden=8, name="fc"))
    executor = net.simple_bind(mx.cpu(), x=(4, 8))
    executor.arg_dict["fc_bias"][:] = 1

    def work(_):
        for _ in range(100):
            np.testing.assert_allclose(executor.forward()[0].asnumpy(), np.tanh(1), rtol=1e-6)

    in_threads(4, work)
