"""What ``Symbol.bind`` accepts and refuses (the same under MXNet 1.9.1)."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet import nd

X, W = (2, 4), (3, 4)


def dense():
    return mx.sym.FullyConnected(mx.sym.var("x"), mx.sym.var("w"), num_hidden=3, no_bias=True, name="fc")


def ones(*shapes, **kwargs):
    return [nd.ones(shape, **kwargs) for shape in shapes]


def bind(args=None, *rest, **kwargs):
    return dense().bind(mx.cpu(), ones(X, W) if args is None else args, *rest, **kwargs)


def norm():
    return mx.sym.BatchNorm(mx.sym.var("x"), name="bn", fix_gamma=False)


@pytest.mark.parametrize("args", [ones(X, W), {"w": nd.ones(W), "x": nd.ones(X)}], ids=["list", "dict"])
def test_arguments_by_position_or_name(args):
    assert bind(args).forward()[0].asnumpy().tolist() == [[4.0] * 3] * 2


def test_the_arrays_bound_are_the_arrays_used():
    args, grads = ones(X, W), ones(X, W)
    executor = bind(args, grads)
    assert executor.arg_arrays[0] is args[0]
    assert executor.grad_arrays[1] is grads[1]
    assert executor.arg_dict["w"] is args[1]
    assert executor.grad_dict["x"] is grads[0]


def test_surplus_names_are_ignored():
    assert list(bind({"x": nd.ones(X), "w": nd.ones(W), "z": nd.ones(X)}).arg_dict) == ["x", "w"]


BAD_ARGS = {
    "list too short": (ones(X), ValueError),
    "list too long": (ones(X, W, W), ValueError),
    "name missing": ({"x": nd.ones(X)}, ValueError),
    "None in list": ([nd.ones(X), None], TypeError),
    "None in dict": ({"x": nd.ones(X), "w": None}, TypeError),
    "list of numbers": ([nd.ones(X), [1.0, 2.0]], TypeError),
    "tuple": (tuple(ones(X, W)), TypeError),
    "number": (3, TypeError),
    "shape": (ones(X, (3, 5)), mx.MXNetError),
    "type": ([nd.ones(X), nd.ones(W, dtype="float64")], mx.MXNetError),
}


@pytest.mark.parametrize("case", BAD_ARGS)
def test_bad_arguments(case):
    args, error = BAD_ARGS[case]
    with pytest.raises(error):
        bind(args)


def test_a_bad_shape_is_explained():
    with pytest.raises(mx.MXNetError) as caught:
        bind(ones(X, (3, 5)))
    text = str(caught.value)
    assert "fc" in text
    assert len(text.splitlines()) < 12


def test_data_types_follow_the_arrays():
    executor = bind(ones(X, W, dtype="float64"))
    assert executor.forward()[0].dtype == np.float64


@pytest.mark.parametrize("ctx", [None, "cpu"])
def test_context_must_be_one(ctx):
    with pytest.raises(TypeError, match="Context type error"):
        dense().bind(ctx, ones(X, W))


def test_arguments_must_be_in_the_context():
    with pytest.raises(mx.MXNetError, match="Input array"):
        dense().bind(mx.cpu(1), ones(X, W))


def test_gradients_must_be_in_the_context():
    with pytest.raises(mx.MXNetError, match="Gradient array"):
        bind(None, [nd.zeros(X, ctx=mx.cpu(1)), nd.zeros(W)])


def test_outputs_are_in_the_context():
    executor = dense().bind(mx.cpu(1), ones(X, W, ctx=mx.cpu(1)))
    assert executor.outputs[0].context == mx.cpu(1)
    assert executor.forward()[0].context == mx.cpu(1)


# -- gradients ----------------------------------------------------------------------------------------------------


def test_without_gradient_arrays_there_are_none():
    assert bind().grad_arrays is None


def test_some_gradients():
    executor = bind(None, {"x": nd.ones(X)})
    assert executor.grad_arrays[1] is None
    assert executor.grad_dict["w"] is None


def test_gradient_list_must_be_complete():
    with pytest.raises(ValueError, match="args_grad"):
        bind(None, ones(X))


BAD_REQS = {
    "unknown": ("foo", ValueError),
    "in list": (["write", "foo"], KeyError),
    "in dict": ({"x": "foo"}, KeyError),
}


@pytest.mark.parametrize("case", BAD_REQS)
def test_bad_gradient_request(case):
    grad_req, error = BAD_REQS[case]
    with pytest.raises(error):
        bind(None, ones(X, W), grad_req=grad_req)


REQS = {
    "write": ("write", [3.0, 2.0]),
    "add": ("add", [106.0, 104.0]),
    "null": ("null", [100.0, 100.0]),
    "list": (["add", "null"], [106.0, 100.0]),
    "dict": ({"x": "write"}, [3.0, 100.0]),
    "dict with more names": ({"w": "add", "q": "write"}, [100.0, 104.0]),
}


@pytest.mark.parametrize("case", REQS)
def test_gradient_requests(case):
    grad_req, expected = REQS[case]
    grads = [nd.full(X, 100), nd.full(W, 100)]
    executor = bind(None, grads, grad_req=grad_req)
    executor.forward(is_train=True)
    for _ in range(2):
        executor.backward(nd.ones((2, 3)))
    assert [float(g.asnumpy().mean()) for g in grads] == expected


# -- auxiliary states ---------------------------------------------------------------------------------------------


def test_auxiliary_states():
    states = ones((4,), (4,))
    executor = norm().bind(mx.cpu(), ones(X, (4,), (4,)), aux_states=states)
    assert executor.aux_arrays[0] is states[0]
    assert list(executor.aux_dict) == ["bn_moving_mean", "bn_moving_var"]


BAD_STATES = {"none": None, "too few": ones((4,)), "name missing": {"bn_moving_mean": nd.ones((4,))}}


@pytest.mark.parametrize("case", BAD_STATES)
def test_bad_auxiliary_states(case):
    with pytest.raises(ValueError, match="aux_states"):
        norm().bind(mx.cpu(), ones(X, (4,), (4,)), aux_states=BAD_STATES[case])


def test_states_given_to_a_graph_without_any():
    with pytest.raises(ValueError, match="aux_states"):
        bind(aux_states=ones(X))
    assert bind(aux_states={"q": nd.ones(X)}).aux_arrays == []


def test_shared_exec_must_be_an_executor():
    with pytest.raises(AttributeError):
        bind(shared_exec=3)
    assert bind(shared_exec=bind()).forward()[0].shape == (2, 3)
