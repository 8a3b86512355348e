"""Numbers are tensors in the functions that take the place of operators, with the results of the operators."""

from __future__ import annotations

import logging

import mxnet as mx
import numpy as np
import pytest
from mxnet.graph.passes import VARIABLE

S = mx.sym
X = np.random.RandomState(0).uniform(-2, 2, (3, 4)).astype("float32")


def network():
    return S.clip(S.Activation(S.var("x") + 1.1, act_type="sigmoid") * 3, -0.5, 2.1)


def run(symbol, setting, monkeypatch, dtype="float32", is_train=False):
    """Return an executor after a run with some passes switched off."""
    monkeypatch.setenv(VARIABLE, setting)
    executor = symbol.bind(mx.cpu(), {"x": mx.nd.array(X, dtype=dtype)}, grad_req="null")
    executor.forward(is_train=is_train)
    return executor


def test_numbers_are_those_of_the_operators_to_the_bit(fast_kernels, monkeypatch):
    executor = run(network(), "", monkeypatch)
    expected = run(network(), "all", monkeypatch).outputs[0].asnumpy()
    for _ in range(20):  # first interpreted, then generated
        np.testing.assert_array_equal(executor.forward(is_train=False)[0].asnumpy(), expected)


@pytest.mark.parametrize("dtype", ["float16", "float64", "int32"])
def test_other_types_give_the_same(fast_kernels, monkeypatch, dtype):
    symbol = S.clip(S.var("x") + 1.7, -0.5, 2.1)
    result = run(symbol, "", monkeypatch, dtype).outputs[0]
    expected = run(symbol, "all", monkeypatch, dtype).outputs[0]
    assert result.dtype == expected.dtype == np.dtype(dtype)
    np.testing.assert_array_equal(result.asnumpy(), expected.asnumpy())


def test_the_type_may_change_on_the_way(fast_kernels, monkeypatch):
    symbol = S.clip(S.Cast(S.var("x") * 10, dtype="int32") + 0.6, -7.5, 7.5)
    result, expected = (run(symbol, setting, monkeypatch).outputs[0].asnumpy() for setting in ("", "all"))
    np.testing.assert_array_equal(result, expected)


def test_zero_keeps_its_sign(fast_kernels, monkeypatch):
    symbol = S.var("x") * 0 * -0.0
    result, expected = (run(symbol, setting, monkeypatch).outputs[0].asnumpy() for setting in ("", "all"))
    np.testing.assert_array_equal(np.signbit(result), np.signbit(expected))


def test_gradients_in_prediction_are_those_of_operators(fast_kernels):
    block = mx.gluon.SymbolBlock(network(), S.var("x"))
    block.hybridize()
    x, grads = mx.nd.array(X), []
    x.attach_grad()
    block(x)
    for net in (block, lambda x: mx.nd.clip(mx.nd.Activation(x + 1.1, act_type="sigmoid") * 3, -0.5, 2.1)):
        with mx.autograd.record(train_mode=False):
            y = net(x)
        y.backward()
        grads.append(x.grad.asnumpy())
    np.testing.assert_allclose(*grads, rtol=1e-6)


def test_errors_name_the_node_and_nothing_runs_twice(fast_kernels, caplog):
    symbol = S.dot(S.var("x") + 1, S.var("y") + 1, name="product")
    op = mx.nd.CachedOp(symbol)
    with caplog.at_level(logging.WARNING), pytest.raises(mx.MXNetError, match="product"):
        op(mx.nd.ones((2, 3)), mx.nd.ones((2, 3)))
    assert not caplog.records
    with pytest.raises(mx.MXNetError, match="product"):
        op(mx.nd.ones((2, 3), dtype="float64"), mx.nd.ones((2, 3), dtype="float64"))
