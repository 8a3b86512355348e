"""What is the same for every operator in an imperative call."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.registry.op import get

from tests.threads import in_a_thread


def _variable(values):
    result = mx.nd.array(values)
    result.attach_grad()
    return result


def _calls():
    x = _variable([[1.0, 2], [3, 4]])
    return [
        lambda: mx.nd.exp(x),
        lambda: x.sum(axis=1),
        lambda: mx.nd.broadcast_maximum(x, x),
        lambda: mx.nd.FullyConnected(x, x, num_hidden=2, no_bias=True),
        lambda: mx.nd.concat(x, x, dim=0),
        lambda: mx.nd.transpose(x),
        lambda: x > 2,
        lambda: mx.nd.topk(x),
        lambda: mx.nd.split(x, num_outputs=2)[0],
    ]


@pytest.mark.parametrize("number", range(9))
def test_outside_of_record_nothing_of_a_variable_is_remembered(number):
    result = _calls()[number]()
    assert not result._t.requires_grad
    assert torch.is_grad_enabled()


def test_after_an_error_gradients_are_still_taken():
    x = _variable([1.0, 2])
    with pytest.raises(mx.MXNetError):
        mx.nd.FullyConnected(x, x, num_hidden=2, no_bias=True)
    with pytest.raises(mx.MXNetError):
        mx.nd.broadcast_add(x, _variable([1.0, 2, 3]))
    with pytest.raises(mx.MXNetError, match="int32"):
        mx.nd.broadcast_add(x, mx.nd.array([1, 2], dtype="int32"))
    assert torch.is_grad_enabled()


def test_under_no_grad_it_stays_off():
    with torch.no_grad():
        mx.nd.exp(_variable([1.0]))
        assert not torch.is_grad_enabled()


class _Own(mx.nd.NDArray):
    __slots__ = ()


def test_methods_keep_a_class_of_the_users():
    x = _Own._wrap(torch.ones(2, 2), mx.cpu())
    for result in (x.exp(), x.sum(axis=0), x + x, x[0], -x, x.reshape((4,)), x.T, x.expand_dims(0), abs(x)):
        assert type(result) is _Own
    assert type(mx.nd.ones((2,)).exp()) is mx.nd.NDArray


def test_one_thread_records_and_another_does_not():
    x = _variable([1.0, 2])
    with mx.autograd.record():
        other = in_a_thread(x.exp)
        y = x.exp()
    assert other._slot is None
    y.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), np.exp([1, 2]), rtol=1e-6)


def test_results_are_written_into_an_array_with_its_attributes():
    x, out = mx.nd.array([[1, 2], [3, 4]]), mx.nd.zeros((2,))
    assert mx.nd.sum(x, axis=1, out=out) is out
    assert out.asnumpy().tolist() == [3, 7]
    assert x.sum(axis=[0], out=out) is out
    assert out.asnumpy().tolist() == [4, 6]
    with pytest.raises(mx.MXNetError, match="shape"):
        mx.nd.sum(x, out=out)


def test_an_operators_own_gradient_is_left_out_only_where_nothing_is_recorded():
    for name in ("max", "zeros_like", "_mod", "cbrt"):
        op = get(name)
        assert op.plain is not None
        assert op.plain is not op.call
    x = _variable([[2.0, 2, 1]])
    with mx.autograd.record():
        y = mx.nd.max(x)
    y.backward()
    assert x.grad.asnumpy().tolist() == [[1, 1, 0]]  # all that are greatest


def test_recorded_calls_take_short_ways_with_the_operators_gradient():
    x = _variable([[1.0, 2], [3, 4]])
    with mx.autograd.record():
        y = x.sum() + mx.nd.softmax(x).sum(axis=1)[0] + mx.nd.concat(x, 2 * x, dim=0).sum() + mx.nd.dot(x, x)[0, 1]
    assert y.shape == (1,)
    y.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), np.array([[6.0, 9], [4, 6]]), rtol=1e-6)
