"""Backward runs: head gradients, repeated runs, arguments that nothing flows to (the same under MXNet 1.9.1)."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet import nd


def value(array):
    return float(array.asnumpy().ravel()[0])


@pytest.fixture
def dense():
    symbol = mx.sym.FullyConnected(mx.sym.var("x"), mx.sym.var("w"), num_hidden=3, no_bias=True, name="fc")
    args = {"x": nd.ones((2, 4)), "w": nd.ones((3, 4))}
    executor = symbol.bind(mx.cpu(), args, {"x": nd.full((2, 4), 7), "w": nd.full((3, 4), 7)})
    executor.forward(is_train=True)
    return executor


HEADS = {
    "one array": nd.ones((2, 3)),
    "list": [nd.ones((2, 3))],
    "tuple": (nd.ones((2, 3)),),
    "surplus": [nd.ones((2, 3)), nd.ones((9,))],
    "another type": nd.ones((2, 3), dtype="float64"),
    "integers": nd.ones((2, 3), dtype="int32"),
    "another context": nd.ones((2, 3), ctx=mx.cpu(1)),
}


@pytest.mark.parametrize("case", HEADS)
def test_head_gradients(dense, case):
    dense.backward(HEADS[case])
    assert value(dense.grad_dict["x"]) == 3
    assert value(dense.grad_dict["w"]) == 2


BAD_HEADS = {
    "missing": (None, mx.MXNetError),
    "empty list": ([], mx.MXNetError),
    "shape": (nd.ones((3, 3)), mx.MXNetError),
    "shape of the same size": (nd.ones((3, 2)), mx.MXNetError),
    "NumPy array": (np.ones((2, 3)), TypeError),
    "list of NumPy array": ([np.ones((2, 3))], TypeError),
}


@pytest.mark.parametrize("case", BAD_HEADS)
def test_bad_head_gradients(dense, case):
    heads, error = BAD_HEADS[case]
    with pytest.raises(error):
        dense.backward(heads)


def test_after_a_bad_head_gradient_a_good_one_works(dense):
    with pytest.raises(mx.MXNetError):
        dense.backward()
    dense.backward(nd.ones((2, 3)))
    assert value(dense.grad_dict["x"]) == 3


def test_twice_after_one_forward(dense):
    dense.backward(nd.ones((2, 3)))
    dense.backward(nd.full((2, 3), 2))
    assert value(dense.grad_dict["x"]) == 6


def test_gradient_arrays_are_written_in_place(dense):
    before = dense.grad_arrays[0]
    dense.backward(nd.ones((2, 3)))
    assert dense.grad_arrays[0] is before
    assert value(before) == 3


def test_the_pass_reads_weights_as_they_are_then(dense):
    dense.arg_dict["w"][:] = 5
    dense.backward(nd.ones((2, 3)))
    assert value(dense.grad_dict["x"]) == 15


def test_without_forward_or_after_inference():
    symbol = mx.sym.FullyConnected(mx.sym.var("x"), mx.sym.var("w"), num_hidden=3, no_bias=True)
    executor = symbol.bind(mx.cpu(), [nd.ones((2, 4)), nd.ones((3, 4))], [nd.zeros((2, 4)), nd.zeros((3, 4))])
    executor.backward(nd.ones((2, 3)))
    assert value(executor.grad_arrays[0]) == 3
    executor.forward(is_train=False)
    executor.backward(nd.full((2, 3), 2))
    assert value(executor.grad_arrays[0]) == 6


@pytest.mark.parametrize("trained_before", [False, True])
def test_a_prediction_is_differentiated_as_such(trained_before):
    """1.9.1's Dropout gives ones, too, and its moving statistics stay."""
    x = mx.sym.BatchNorm(mx.sym.var("x"), fix_gamma=False, eps=0, name="bn")
    executor = mx.sym.Dropout(x, p=0.5).simple_bind(mx.cpu(), x=(20, 2))
    executor.arg_dict["x"][:], executor.arg_dict["bn_gamma"][:] = nd.random.uniform(shape=(20, 2)), 3
    executor.aux_dict["bn_moving_var"][:] = 4
    if trained_before:
        executor.forward(is_train=True)
        executor.backward(nd.ones((20, 2)))
    mean, variance = (executor.aux_dict[f"bn_moving_{name}"].asnumpy() for name in ("mean", "var"))
    executor.forward(is_train=False)
    executor.backward(nd.ones((20, 2)))
    expected = np.broadcast_to(3 / np.sqrt(variance), (20, 2))
    np.testing.assert_allclose(executor.grad_dict["x"].asnumpy(), expected, rtol=1e-5)
    np.testing.assert_array_equal(executor.aux_dict["bn_moving_mean"].asnumpy(), mean)


def test_without_gradients_it_does_nothing():
    executor = (mx.sym.var("x") * 2).bind(mx.cpu(), [nd.ones((2,))])
    executor.forward(is_train=True)
    executor.backward()
    executor.backward(nd.ones((2,)))


# -- losses and outputs without gradient ------------------------------------------------------------------------


def test_a_loss_starts_by_itself_and_ignores_what_is_given():
    executor = mx.sym.MakeLoss(mx.sym.var("x") * 3).bind(mx.cpu(), [nd.ones((2,))], [nd.zeros((2,))])
    for heads in (None, [nd.full((7,), 9)]):
        executor.forward(is_train=True)
        executor.backward(heads)
        assert executor.grad_arrays[0].asnumpy().tolist() == [3, 3]


FREE = {
    "BlockGrad": mx.sym.BlockGrad,
    "argmax": lambda x: mx.sym.argmax(x, axis=1),
    "floor": mx.sym.floor,
    "comparison": lambda x: x > 1,
    "zeros_like": mx.sym.zeros_like,
    "after BlockGrad": lambda x: mx.sym.relu(mx.sym.BlockGrad(x)) * 2,
    "rounding": mx.sym.rint,
    "positions": mx.sym.topk,
    "mask": lambda x: mx.sym.topk(x, ret_typ="mask"),
}


@pytest.mark.parametrize("case", FREE)
def test_outputs_that_nothing_flows_back_from_need_no_gradient(case):
    executor = FREE[case](mx.sym.var("x")).simple_bind(mx.cpu(), x=(2, 4))
    executor.grad_dict["x"][:] = 7
    executor.forward(is_train=True)
    executor.backward()
    assert executor.grad_dict["x"].asnumpy().tolist() == [[0] * 4] * 2


def test_what_follows_a_loss_needs_no_gradient():
    executor = mx.sym.relu(mx.sym.MakeLoss(mx.sym.var("x"))).bind(mx.cpu(), [nd.ones((2,))], [nd.zeros((2,))])
    executor.forward(is_train=True)
    executor.backward()


@pytest.mark.parametrize(
    "make", [mx.sym.sign, lambda x: x * mx.sym.BlockGrad(x), lambda x: mx.sym.topk(x, ret_typ="value")]
)
def test_other_outputs_need_one(make):
    executor = make(mx.sym.var("x")).simple_bind(mx.cpu(), x=(2, 4))
    executor.forward(is_train=True)
    with pytest.raises(mx.MXNetError):
        executor.backward()


def test_outputs_of_arguments_without_gradients_need_none():
    w = mx.sym.var("w")
    group = mx.sym.Group([mx.sym.FullyConnected(mx.sym.var("x"), num_hidden=2), mx.sym.MakeLoss(w * w)])
    executor = group.simple_bind(mx.cpu(), x=(2, 4), w=(3,), grad_req={"w": "write"})
    executor.arg_dict["w"][:] = 2
    executor.forward(is_train=True)
    executor.backward()
    assert executor.grad_dict["w"].asnumpy().tolist() == [4, 4, 4]


def test_a_variable_as_output_passes_its_gradient_on():
    executor = mx.sym.var("v", shape=(2, 3)).simple_bind(mx.cpu())
    executor.forward(is_train=True)
    executor.backward(nd.full((2, 3), 5))
    assert executor.grad_arrays[0].asnumpy().tolist() == [[5] * 3] * 2


def test_labels_and_states():
    x, label = mx.sym.var("x"), mx.sym.var("label")
    net = mx.sym.SoftmaxOutput(mx.sym.BatchNorm(x, name="bn", fix_gamma=False), label, name="softmax")
    executor = net.simple_bind(mx.cpu(), x=(4, 2), label=(4,), grad_req={"x": "write"})
    executor.arg_dict["bn_gamma"][:] = 1
    executor.aux_dict["bn_moving_var"][:] = 1
    executor.forward(is_train=True, x=np.arange(8.0).reshape(4, 2))
    assert executor.aux_dict["bn_moving_mean"].asnumpy().tolist() == [0, 0]
    executor.backward()
    executor.forward(is_train=False)  # in MXNet the states are not there before the next run
    executor.outputs[0].wait_to_read()
    np.testing.assert_allclose(executor.aux_dict["bn_moving_mean"].asnumpy(), [0.3, 0.4], rtol=1e-6)


@pytest.mark.parametrize("inner_loss", [False, True])
def test_operators_that_stop_gradients(inner_loss):
    """A loss before one starts where the backward pass comes to it; without one, nothing is kept for what it gives."""
    x, weights = mx.sym.Variable("x"), mx.sym.Variable("weights")
    scores = x * 2
    stopped = mx.sym.BlockGrad(mx.sym.SoftmaxOutput(scores, mx.sym.Variable("label")) if inner_loss else scores)
    bound = mx.sym.make_loss((stopped - weights) * weights).simple_bind(mx.cpu(), x=(1, 3), weights=(1, 3))
    data, w = np.array([[1.0, 2, 3]], "float32"), np.array([[3.0, 1, 2]], "float32")
    bound.arg_dict["x"][:], bound.arg_dict["weights"][:] = data, w
    bound.forward(is_train=True)
    bound.backward()
    value = np.exp(2 * data) / np.exp(2 * data).sum() if inner_loss else 2 * data
    np.testing.assert_allclose(bound.grad_dict["weights"].asnumpy(), value - 2 * w, rtol=1e-5)
    expected = 2 * (value - [[1, 0, 0]]) if inner_loss else np.zeros((1, 3))
    np.testing.assert_allclose(bound.grad_dict["x"].asnumpy(), expected, rtol=1e-5, atol=1e-6)
