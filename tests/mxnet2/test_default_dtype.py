"""NumPy's data types by default: ``mx.util.np_default_dtype``. Types as MXNet 2.0.0b1 gives them."""

from __future__ import annotations

import threading

import mxnet as mx
import numpy as np
import pytest

FLOATS = {
    "array of a list": lambda: mx.np.array([1, 2]),
    "asarray": lambda: mx.np.asarray([1, 2]),
    "ones": lambda: mx.np.ones(3),
    "zeros": lambda: mx.np.zeros(3),
    "empty": lambda: mx.np.empty(3),
    "full": lambda: mx.np.full((2,), 1.5),
    "eye": lambda: mx.np.eye(3),
    "identity": lambda: mx.np.identity(3),
    "linspace": lambda: mx.np.linspace(0, 1, 3),
    "logspace": lambda: mx.np.logspace(0, 1, 3),
    "hanning": lambda: mx.np.hanning(3),
    "mean of integers": lambda: mx.np.mean(_integers()),
    "mean of floats": lambda: mx.np.ones((2, 3), dtype="float32").mean(axis=1),
    "quotient": lambda: _integers() / _integers(),
    "quotient by a number": lambda: mx.np.true_divide(_integers(), 2),
    "quotient of a number": lambda: 4.0 / _integers(),
    "uniform": lambda: mx.np.random.uniform(size=3),
    "normal": lambda: mx.np.random.normal(0, 1, 3),
    "gamma": lambda: mx.np.random.gamma(2.0, size=3),
    "beta": lambda: mx.np.random.beta(1.0, 1.0, 3),
    "chisquare": lambda: mx.np.random.chisquare(2, 3),
}
#: what stays as it is
OTHERS = {
    "laplace": lambda: mx.np.random.laplace(0, 1, 3),
    "exponential": lambda: mx.np.random.exponential(1.0, 3),
    "bernoulli": lambda: mx.npx.random.bernoulli(0.5, size=3),
    "ones_like": lambda: mx.np.ones_like(mx.np.ones(2, dtype="float32")),
    "float32 asked for": lambda: mx.np.ones(2, dtype=np.float32),
    "quotient of floats": lambda: mx.np.ones(2, dtype="float32") / 2,
    "root": lambda: mx.np.sqrt(mx.np.ones(2, dtype="float32")),
}


def _integers():
    return mx.np.array([1, 2], dtype="int32")


@pytest.mark.parametrize("make", [pytest.param(make, id=name) for name, make in FLOATS.items()])
def test_floats(np_arrays, make):
    assert make().dtype == np.float32
    with mx.util.np_default_dtype():
        assert make().dtype == np.float64
    assert make().dtype == np.float32


@pytest.mark.parametrize("make", [pytest.param(make, id=name) for name, make in OTHERS.items()])
def test_what_keeps_its_type(np_arrays, make):
    with mx.util.np_default_dtype():
        assert make().dtype == np.float32


def test_integers(v2):
    with mx.util.np_default_dtype():
        assert mx.np.arange(3).dtype == np.int64
        assert mx.np.array(np.array([1, 2], "int8")).dtype == np.int8
    assert mx.np.arange(3).dtype == np.float32
    assert mx.np.indices((2,)).dtype == mx.np.full((2,), 1).dtype == np.int64


def test_mean_of_a_symbol(np_arrays):
    mean = mx.sym.np.mean(mx.sym.var("x").as_np_ndarray())
    with mx.util.np_default_dtype():
        assert mean.infer_type(x="float32")[1] == [np.float64]
    assert mean.infer_type(x="float32")[1] == [np.float32]


def test_gradient_of_a_mean(np_arrays):
    x = mx.np.array([1.0, 3.0], dtype="float32")
    x.attach_grad()
    with mx.util.np_default_dtype(), mx.autograd.record():
        y = x.mean()
    y.backward()
    assert x.grad.dtype == np.float32
    np.testing.assert_array_equal(x.grad.asnumpy(), [0.5, 0.5])


def test_the_switch():
    before = mx.npx.is_np_default_dtype()
    assert not before
    assert mx.npx.set_np_default_dtype() is False
    seen = []
    thread = threading.Thread(target=lambda: seen.append(mx.npx.is_np_default_dtype()))
    thread.start()
    thread.join()
    assert seen == [True]  # it is that of all threads
    mx.npx.set_np()
    assert not mx.npx.is_np_default_dtype()
    mx.npx.set_np(dtype=True)
    assert mx.npx.is_np_default_dtype()
    mx.npx.reset_np()
    assert not mx.npx.is_np_default_dtype()


def test_decorator():
    @mx.util.use_np_default_dtype
    def inside():
        return mx.npx.is_np_default_dtype()

    assert inside()
    assert not mx.npx.is_np_default_dtype()
    with pytest.raises(TypeError, match="use_np_default_dtype"):
        mx.util.use_np_default_dtype(3)
