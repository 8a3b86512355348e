"""Forward runs: outputs, inputs given by keyword (the same under MXNet 1.9.1)."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet import nd


@pytest.fixture
def executor():
    symbol = mx.sym.FullyConnected(mx.sym.var("x"), mx.sym.var("w"), num_hidden=3, no_bias=True, name="fc")
    return symbol.bind(mx.cpu(), [nd.ones((2, 4)), nd.ones((3, 4))])


def first(array):
    return float(array.asnumpy().ravel()[0])


def test_outputs_have_their_shapes_before_the_first_run(executor):
    assert [o.shape for o in executor.outputs] == [(2, 3)]
    assert [o.dtype for o in executor.outputs] == [np.float32]


def test_forward_returns_the_outputs(executor):
    assert executor.forward() is executor.outputs


def test_an_output_taken_before_shows_the_new_values(executor):
    executor.forward()
    taken = executor.outputs[0]
    executor.arg_dict["x"][:] = 2
    executor.forward()
    assert first(taken) == 8


def test_output_dict(executor):
    executor.forward()
    assert list(executor.output_dict) == ["fc_output"]
    assert first(executor.output_dict["fc_output"]) == 4


@pytest.mark.parametrize("value", [nd.full((2, 4), 3), np.full((2, 4), 3.0), nd.full((2, 4), 3, dtype="float64")])
def test_keywords_are_copied_into_the_bound_arrays(executor, value):
    bound = executor.arg_dict["x"]
    assert first(executor.forward(x=value)[0]) == 12
    assert executor.arg_dict["x"] is bound
    assert first(bound) == 3
    assert bound.dtype == np.float32


def test_keyword_from_another_context(executor):
    assert executor.forward(x=nd.ones((2, 4), ctx=mx.cpu(1)))[0].context == mx.cpu(0)


BAD = {
    "name": ({"z": nd.ones((2, 4))}, TypeError, "Unknown argument"),
    "shape": ({"x": nd.ones((5, 4))}, ValueError, "Shape not match"),
    "shape of a NumPy array": ({"x": np.ones((5, 4))}, ValueError, "Shape not match"),
    "shape that would broadcast": ({"x": nd.ones((1, 4))}, ValueError, "Shape not match"),
    "list": ({"x": [[1] * 4] * 2}, ValueError, "only accept keyword argument"),
    "number": ({"x": 3.0}, ValueError, "only accept keyword argument"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_keywords(executor, case):
    kwargs, error, match = BAD[case]
    with pytest.raises(error, match=match):
        executor.forward(**kwargs)


def test_auxiliary_states_are_no_keywords():
    executor = mx.sym.BatchNorm(mx.sym.var("x"), name="bn").simple_bind(mx.cpu(), x=(2, 3))
    with pytest.raises(TypeError, match="Unknown argument"):
        executor.forward(bn_moving_mean=nd.ones((3,)))


def test_is_train_reads_as_a_number(executor):
    assert first(executor.forward(1)[0]) == 4
    with pytest.raises(ValueError):
        executor.forward("a")


def test_training_and_inference_differ():
    x = mx.sym.var("x")
    executor = mx.sym.Dropout(x, p=0.5).bind(mx.cpu(), [nd.ones((100,))])
    assert set(executor.forward(is_train=True)[0].asnumpy()) == {0.0, 2.0}
    assert set(executor.forward(is_train=False)[0].asnumpy()) == {1.0}


def test_several_outputs():
    x = mx.sym.var("x")
    parts = mx.sym.split(x, num_outputs=2, axis=1, name="sp")
    executor = mx.sym.Group([parts[1], x * 2, parts[0]]).bind(mx.cpu(), [nd.array([[1, 2]])])
    assert [o.asnumpy().tolist() for o in executor.forward()] == [[[2.0]], [[2.0, 4.0]], [[1.0]]]
    assert list(executor.output_dict)[::2] == ["sp_output1", "sp_output0"]


def test_a_variable_as_output():
    x = mx.sym.var("x")
    data = nd.ones((2,))
    executor = mx.sym.Group([x, x + 1]).bind(mx.cpu(), [data])
    executor.forward()
    assert list(executor.output_dict) == ["x", "_plusscalar0_output"]
    assert executor.outputs[0].asnumpy().tolist() == [1, 1]


@pytest.mark.parametrize("make", [lambda x: mx.sym.reshape(x, shape=(4, 2)), mx.sym.BlockGrad, mx.sym.identity])
def test_outputs_do_not_follow_arguments(make):
    data = nd.ones((2, 4))
    executor = make(mx.sym.var("x")).bind(mx.cpu(), [data])
    executor.forward()
    data[:] = 9
    assert first(executor.outputs[0]) == 1


def test_one_name_is_one_argument():
    executor = (mx.sym.var("a") * mx.sym.var("b")).bind(mx.cpu(), {"a": nd.full((2,), 3), "b": nd.full((2,), 4)})
    assert executor.forward()[0].asnumpy().tolist() == [12, 12]


def test_outputs_of_one_name_have_no_dict():
    x = mx.sym.var("x")
    executor = mx.sym.Group([x, x]).bind(mx.cpu(), [nd.ones((2,))])
    executor.forward()
    with pytest.raises(ValueError, match="x, x"):
        _ = executor.output_dict
