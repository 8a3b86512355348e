"""What monitor callbacks receive from remx: strings and arrays."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest


@pytest.fixture
def executor():
    return mx.sym.tanh(mx.sym.var("x") * 2, name="t").simple_bind(mx.cpu(), x=(2,))


def test_names_are_strings_and_values_arrays(executor):
    seen = {}
    executor.set_monitor_callback(lambda name, array: seen.update({name: array.asnumpy()}), monitor_all=True)
    executor.forward(is_train=True, x=np.array([1.0, 2.0]))
    assert list(seen) == ["x", "_mulscalar0_input0", "_mulscalar0_output", "t_input0", "t_output"]
    np.testing.assert_allclose(seen["t_output"], np.tanh([2, 4]), rtol=1e-6)


def test_gradients_are_those_of_an_unwatched_run(executor):
    executor.set_monitor_callback(lambda name, array: None)
    executor.forward(is_train=True, x=np.array([0.0, 1.0]))
    executor.backward(mx.nd.ones((2,)))
    np.testing.assert_allclose(executor.grad_arrays[0].asnumpy(), 2 * (1 - np.tanh([0, 2]) ** 2), rtol=1e-5)


def test_none_ends_it(executor):
    names = []
    executor.set_monitor_callback(lambda name, array: names.append(name))
    executor.set_monitor_callback(None)
    executor.forward()
    assert names == []


def test_a_callbacks_own_error_comes_through(executor):
    def broken(name, array):
        raise ZeroDivisionError(name)

    executor.set_monitor_callback(broken)
    with pytest.raises(ZeroDivisionError, match="_mulscalar0_output"):
        executor.forward()


def test_gradients_that_each_use_of_a_value_gives_back():
    x = mx.sym.var("x")
    seen = {}
    executor = mx.sym.Group(
        [mx.sym.MakeLoss(x * 3, name="a"), mx.sym.MakeLoss(mx.sym.square(x, name="b"))]
    ).simple_bind(mx.cpu(), x=(2,))
    executor.set_monitor_callback(lambda name, array: seen.update({name: array.asnumpy()}))
    executor.forward(is_train=True, x=np.array([1.0, 2.0]))
    executor.backward()
    assert seen["_mulscalar0_backward_output"].tolist() == [3, 3]
    assert seen["b_backward_output"].tolist() == [2, 4]
    assert executor.grad_arrays[0].asnumpy().tolist() == [5, 7]
