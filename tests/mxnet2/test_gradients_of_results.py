"""``attach_grad`` on recorded results, which stay in their graph in MXNet 2, and ``drop_grad``."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd

from tests.threads import in_a_thread


@pytest.fixture
def x(v2):
    x = mx.np.array([1.0, 2.0])
    x.attach_grad()
    return x


def _values(*arrays):
    return [array.asnumpy().tolist() for array in arrays]


def _square(x, attach, after=False):
    with autograd.record():
        y = x * 2
        if not after:
            attach(y)
        z = (y * y).sum()
    if after:
        attach(y)
    return y, z


ATTACH = {
    "method": lambda y: y.attach_grad(),
    "twice": lambda y: (y.attach_grad(), y.attach_grad()),
    "function": lambda y: autograd.mark_variables([y], [mx.np.zeros(2)]),
}


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("attach", ATTACH.values(), ids=ATTACH)
def test_both_get_their_gradients(x, attach, after):
    y, z = _square(x, attach, after)
    z.backward()
    assert _values(x.grad, y.grad) == [[8, 16], [4, 8]]


def test_a_result_that_is_the_head(x):
    y, _ = _square(x, lambda y: y.attach_grad())
    y.backward()
    assert _values(x.grad, y.grad) == [[2, 2], [1, 1]]


def test_outputs_of_one_call(x):
    with autograd.record():
        first, second = mx.np.split(x * 3, 2)
        second.attach_grad()
        z = (first + second * second).sum()
    z.backward()
    assert _values(x.grad, second.grad) == [[3, 36], [12]]


def test_gradients_add_up(x):
    y, z = _square(x, lambda y: y.attach_grad("add"))
    z.backward(retain_graph=True)
    z.backward()
    assert _values(x.grad, y.grad) == [[8, 16], [8, 16]]


def test_the_graph_ends_with_the_backward_pass(x):
    y, z = _square(x, lambda y: y.attach_grad())
    z.backward()
    with autograd.record():
        again = (y * 3).sum()
    with pytest.raises(mx.MXNetError):
        again.backward()
    assert _values(y.grad) == [[4, 8]]


def test_grad_leaves_it_as_it_is(x):
    y, z = _square(x, lambda y: y.attach_grad())
    assert _values(*autograd.grad(z, [x, y])) == [[8, 16], [4, 8]]
    assert _values(x.grad, y.grad) == [[0, 0], [0, 0]]


def test_dropping_the_gradient_of_a_result(x):
    y, z = _square(x, lambda y: y.attach_grad())
    y.drop_grad()
    assert y.grad is None
    z.backward()
    assert _values(x.grad) == [[8, 16]]


def test_dropping_the_gradient_of_a_variable(x):
    _, z = _square(x, lambda y: None)
    x.drop_grad()
    assert x.grad is None
    with pytest.raises(mx.MXNetError):
        z.backward()


def test_dropping_none():
    x = mx.nd.ones(2)
    x.drop_grad()
    assert x.grad is None


def test_1_9_1_cuts_the_graph():
    x = mx.nd.array([1.0, 2.0])
    x.attach_grad()
    y, z = _square(x, lambda y: y.attach_grad())
    z.backward()
    np.testing.assert_array_equal(y.grad.asnumpy(), [4, 8])
    np.testing.assert_array_equal(x.grad.asnumpy(), [0, 0])


def test_grad_leaves_the_gradients_of_other_graphs_alone(x):
    y, z = _square(x, lambda y: y.attach_grad())

    class Backward(autograd.Function):
        def forward(self, value):
            return value

        def backward(self, grad):
            in_a_thread(z.backward)
            return grad

    other = mx.np.ones(2)
    other.attach_grad()
    with autograd.record():
        result = Backward()(other * 2)
    autograd.grad(result, other)
    assert _values(y.grad) == [[4, 8]]
