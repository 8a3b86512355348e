"""Random numbers that MXNet 2 has beside those of 1.9.1: counts of successes and of classes."""

from __future__ import annotations

import inspect

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd

P = [[0.25, 0.75], [1.0, 0.0]]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_binomial_of_numbers(dtype):
    drawn = mx.nd.random.binomial(8, 0.25, shape=(4000,), dtype=dtype).asnumpy()
    assert drawn.dtype == dtype
    assert set(np.unique(drawn)) <= set(range(9))
    np.testing.assert_allclose([drawn.mean(), drawn.var()], [2.0, 1.5], atol=0.2)


def test_binomial_of_arrays_and_symbols():
    drawn = mx.nd.random.binomial(mx.nd.array([10, 20]), mx.nd.array([1.0, 0.0]), shape=3).asnumpy()
    np.testing.assert_array_equal(drawn, [[10] * 3, [0] * 3])
    symbol = mx.sym.random.binomial(5, 1.0, shape=(2,))
    np.testing.assert_array_equal(symbol._bind(mx.cpu(), {}).forward()[0].asnumpy(), [5, 5])


@pytest.mark.parametrize(("n", "p"), [(-1, 0.5), (1, 1.5), (1, -0.1)])
def test_binomials_that_are_none(n, p):
    with pytest.raises(mx.MXNetError, match="0 <= p <= 1"):
        mx.nd.random.binomial(n, p)
    with pytest.raises(mx.MXNetError, match="0 <= p <= 1"):
        mx.nd.random.binomial(mx.nd.array([n]), mx.nd.array([p]))


def test_categorical_draws_classes():
    data = mx.nd.array([0.0, 1.0])
    data.attach_grad()
    with autograd.record():
        drawn, likelihood = mx.nd.random.categorical(data, shape=4, get_prob=True, dtype="uint8")
        likelihood.sum().backward()
    assert drawn.dtype == np.uint8
    np.testing.assert_array_equal(drawn.asnumpy(), [1, 1, 1, 1])
    np.testing.assert_array_equal(data.grad.asnumpy(), [0, 4])
    assert len(mx.sym.random.categorical(mx.sym.Variable("data")).list_outputs()) == 2


def test_multinomial_follows_the_interface():
    rows = mx.nd.array(P)
    assert mx.nd.random.multinomial(rows, shape=3).shape == (2, 3)
    assert mx.nd.random.multinomial(rows, 3).dtype == np.int32
    assert next(iter(inspect.signature(mx.nd.random.multinomial).parameters)) == "data"
    mx.util.use_v2()
    try:
        mx.npx.reset_np()
        counts = mx.nd.random.multinomial(n=mx.nd.array([4, 6]), p=mx.nd.array(P), shape=3)
        n, p = mx.sym.Variable("n"), mx.sym.Variable("p")
        symbol = mx.sym.random.multinomial(n, p)
        assert symbol.infer_shape(p=(2, 3))[1] == [(2, 3)]
    finally:
        mx.util.use_v2(False)
    assert (counts.shape, counts.dtype) == ((2, 3, 2), np.float32)
    np.testing.assert_array_equal(counts.asnumpy().sum(-1), [[4] * 3, [6] * 3])
    np.testing.assert_array_equal(counts.asnumpy()[1, :, 0], [6] * 3)


def test_counts_of_numpy_arrays(v2):
    counts = mx.npx.random.multinomial(mx.np.array([40.0, 2.0]), mx.np.array(P), shape=(2, 5), dtype="float64")
    assert (type(counts), counts.shape, counts.dtype) == (mx.np.ndarray, (2, 2, 5, 2), np.float64)
    assert mx.npx.random.multinomial(mx.np.array([40.0, 2.0]), mx.np.array(P)).shape == (2, 2)


@pytest.mark.parametrize(
    ("n", "p", "message"), [([1.0], P, "does not fit"), ([-1.0, 1.0], P, "n >= 0"), ([1.0], [[-1.0, 2.0]], "p >= 0")]
)
def test_counts_that_are_none(v2, n, p, message):
    with pytest.raises(mx.MXNetError, match=message):
        mx.npx.random.multinomial(mx.np.array(n), mx.np.array(p))


@pytest.mark.parametrize("draw", [mx.np.random.rand, mx.np.random.randn])
def test_device_of_draws(v2, draw):
    assert draw(2, 3, device=mx.cpu()).shape == (2, 3)
