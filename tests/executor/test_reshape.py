"""Executors for other shapes (the same under MXNet 1.9.1)."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet import nd


def value(array):
    return float(array.asnumpy().ravel()[0])


@pytest.fixture
def large():
    symbol = mx.sym.FullyConnected(mx.sym.var("x"), mx.sym.var("w"), num_hidden=3, no_bias=True, name="fc")
    executor = symbol.simple_bind(mx.cpu(), x=(4, 4))
    executor.arg_dict["x"][:] = 1
    executor.arg_dict["w"][:] = 2
    executor.grad_dict["x"][:] = 7
    executor.grad_dict["w"][:] = 7
    executor.forward(is_train=True)
    return executor


@pytest.mark.parametrize("shape", [(2, 4), (4, 4), (2, 2, 2)])
def test_smaller_inputs_lie_on_the_larger_ones(large, shape):
    small = large.reshape(x=shape)
    assert small.arg_dict["x"].shape == shape
    assert small.outputs[0].shape == (shape[0], 3)
    small.arg_dict["x"][:] = 5
    small.arg_dict["w"][:] = 6
    small.grad_dict["x"][:] = 8
    assert [value(large.arg_dict["x"]), value(large.arg_dict["w"]), value(large.grad_dict["x"])] == [5, 6, 8]


def test_the_values_stay(large):
    small = large.reshape(x=(2, 4))
    assert [value(small.arg_dict["x"]), value(small.arg_dict["w"]), value(small.grad_dict["w"])] == [1, 2, 7]
    assert small.forward()[0].asnumpy().tolist() == [[8] * 3] * 2


def test_outputs_are_one_memory(large):
    large.forward()
    small = large.reshape(x=(2, 4))
    small.arg_dict["w"][:] = 10
    small.forward()
    assert large.outputs[0].asnumpy()[:, 0].tolist() == [40, 40, 8, 8]


def test_larger_inputs_are_new_where_permitted(large):
    with pytest.raises(mx.MXNetError, match="allow_up_sizing"):
        large.reshape(x=(6, 4))
    larger = large.reshape(x=(6, 4), allow_up_sizing=True)
    larger.arg_dict["x"][:] = 3
    assert value(large.arg_dict["x"]) == 1
    assert larger.forward()[0].asnumpy().tolist() == [[24] * 3] * 6
    larger.arg_dict["w"][:] = 4
    assert value(large.arg_dict["w"]) == 4


def test_other_shapes_change_where_permitted(large):
    for kwargs in ({}, {"allow_up_sizing": True}):
        with pytest.raises(mx.MXNetError, match="partial_shaping"):
            large.reshape(x=(4, 2), **kwargs)
    assert large.reshape(x=(4, 2), partial_shaping=True).arg_dict["w"].shape == (3, 2)
    assert large.reshape(x=(4, 2), w=(3, 2)).arg_dict["w"].shape == (3, 2)


@pytest.mark.parametrize("shapes", [{}, {"q": (4, 2)}, {"x": [2, 4]}, {"x": (2, 4), "w": (3, 5)}])
def test_refused(large, shapes):
    with pytest.raises(mx.MXNetError):
        large.reshape(**shapes)


def test_the_first_executor_goes_on_working(large):
    small = large.reshape(x=(2, 4))
    small.forward(is_train=True)
    small.backward(nd.ones((2, 3)))
    large.forward(is_train=True)
    large.backward(nd.ones((4, 3)))
    assert [value(large.grad_dict["x"]), value(large.grad_dict["w"])] == [6, 4]


def test_gradient_requests_stay():
    executor = (mx.sym.var("x") * 2).simple_bind(mx.cpu(), x=(4,), grad_req="add")
    small = executor.reshape(x=(2,))
    for _ in range(2):
        small.forward(is_train=True)
        small.backward(nd.ones((2,)))
    assert executor.grad_dict["x"].asnumpy().tolist() == [4, 4, 0, 0]


def test_without_gradients():
    executor = (mx.sym.var("x") * 2).bind(mx.cpu(), [nd.ones((4,))])
    assert executor.reshape(x=(2,)).grad_arrays == [None]


def test_types_stay():
    executor = (mx.sym.var("x") * 2).simple_bind(mx.cpu(), x=(4,), type_dict={"x": "float64"})
    small = executor.reshape(x=(2,))
    assert (small.arg_dict["x"].dtype, small.outputs[0].dtype) == (np.float64, np.float64)


def test_auxiliary_states_are_the_same_memory():
    executor = mx.sym.BatchNorm(mx.sym.var("x"), name="bn").simple_bind(mx.cpu(), x=(2, 3))
    executor.reshape(x=(1, 3)).aux_arrays[0][:] = 4
    assert executor.aux_arrays[0].asnumpy().tolist() == [4, 4, 4]
