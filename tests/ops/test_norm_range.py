"""Norms whose squares overflow or vanish, as 1.9.1 computes them."""

import mxnet as mx
import numpy as np
import pytest

ROWS = [[1e20, 3], [1e-30, 1e-30], [3, 4], [0, 0]]
NORMS = [1e20, 1.4142136e-30, 5, 0]
FUNCTIONS = {
    "nd": lambda x: mx.nd.norm(mx.nd.array(x), axis=1).asnumpy(),
    "one at a time": lambda x: np.array([mx.nd.norm(mx.nd.array(row)).asscalar() for row in x]),
    "np": lambda x: mx.np.linalg.norm(mx.np.array(x), axis=1).asnumpy(),
    "sym": lambda x: mx.sym.norm(mx.sym.Variable("x"), axis=1).eval(x=mx.nd.array(x))[0].asnumpy(),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_of_any_size(name):
    np.testing.assert_allclose(FUNCTIONS[name](ROWS), NORMS, rtol=1e-6)


def test_of_any_size_in_float64():
    x = np.array([[1e200, 1e200], [3e-300, 4e-300]])
    assert mx.nd.norm(mx.nd.array(x, dtype="float64"), axis=1).asnumpy() == pytest.approx([2**0.5 * 1e200, 5e-300])


def test_infinities_and_nan():
    x = mx.nd.array([[np.inf, 1e20], [np.nan, 1e20]])
    np.testing.assert_array_equal(mx.nd.norm(x, axis=1).asnumpy(), [np.inf, np.nan])


def test_gradients():
    x = mx.nd.array(ROWS)
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.norm(x, axis=1)
    y.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), [[1, 3e-20], [0.5**0.5, 0.5**0.5], [0.6, 0.8], [0, 0]], rtol=1e-5)
