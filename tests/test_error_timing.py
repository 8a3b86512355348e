"""Errors that values cause come at the call; 1.9.1 defers them to the wait, unless it runs with its NaiveEngine.

What holds in both: a ``try`` around the call and the wait sees the error, once.
"""

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, nd

FAILING = {
    "normal": lambda: nd.random.normal(0, -1, (2, 2)),
    "exponential": lambda: nd.random.exponential(-1, (2,)),
    "gamma": lambda: nd.random.gamma(-1, 1, (2,)),
    "poisson": lambda: nd.random.poisson(-1, (2,)),
    "uniform": lambda: nd.random.uniform(2, 1, (2,)),
    "take": lambda: nd.take(nd.ones(3), nd.array([7]), mode="raise"),
    "potrf": lambda: nd.linalg.potrf(nd.array([[-1.0, 0], [0, -1]])),
    "imresize": lambda: mx.image.imresize(nd.ones((4, 4, 3)), 2, 2, interp=-1),
}


@pytest.mark.parametrize("name", FAILING)
def test_the_call_raises(name):
    with pytest.raises(mx.MXNetError):
        FAILING[name]()


@pytest.mark.parametrize("name", FAILING)
def test_waiting_does_not_raise_again(name):
    kept = nd.ones(2) * 3
    with pytest.raises(mx.MXNetError):
        FAILING[name]().asnumpy()
    mx.nd.waitall()
    assert kept.asnumpy().tolist() == [3, 3]


def test_an_executor_runs_again_after_an_error():
    symbol = mx.sym.take(mx.sym.var("a"), mx.sym.var("i"), mode="raise")
    executor = symbol.simple_bind(mx.cpu(), grad_req={"a": "write", "i": "null"}, a=(3,), i=(2,))
    executor.arg_dict["a"][:] = nd.array([1, 2, 3])
    with pytest.raises(mx.MXNetError):
        executor.forward(is_train=True, i=nd.array([0, 7]))[0].asnumpy()
    executor.forward(is_train=True, i=nd.array([0, 2]))
    executor.backward(nd.ones(2))
    assert executor.outputs[0].asnumpy().tolist() == [1, 3]
    assert executor.grad_dict["a"].asnumpy().tolist() == [1, 0, 1]


def test_recording_ends_with_the_error():
    x = nd.ones(3)
    x.attach_grad()
    with pytest.raises(mx.MXNetError), autograd.record():
        nd.take(x, nd.array([7]), mode="raise").asnumpy()
    assert not autograd.is_recording()
    with autograd.record():
        y = (x * 2).sum()
    y.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), [2, 2, 2])
