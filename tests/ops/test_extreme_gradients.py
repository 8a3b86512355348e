"""Gradients of activations and functions at extreme inputs: the derivatives, and not what rounding left of results."""

from __future__ import annotations

from collections.abc import Callable

import mxnet as mx
import numpy as np
import pytest

X = np.array([-np.inf, -1e4, -30.0, -17.0, -1.0, -0.0, 0.0, 1.0, 17.0, 30.0, 1e4, np.inf])


def _logistic(x: np.ndarray) -> np.ndarray:
    return np.where(x < 0, np.exp(np.minimum(x, 0)), 1) / (1 + np.exp(-np.abs(x)))


def _act(kind: str) -> Callable[[mx.nd.NDArray], mx.nd.NDArray]:
    return lambda x: mx.nd.Activation(x, act_type=kind)


def _leaky(kind: str) -> Callable[[mx.nd.NDArray], mx.nd.NDArray]:
    return lambda x: mx.nd.LeakyReLU(x, act_type=kind)


def _step(x: np.ndarray) -> np.ndarray:
    return np.where(x > 0, 1.0, 0.0)


#: a function, its derivative in NumPy
GRADIENTS = {
    "relu": (mx.nd.relu, _step),
    "Activation relu": (_act("relu"), _step),
    "sigmoid": (mx.nd.sigmoid, lambda x: _logistic(x) * _logistic(-x)),
    "Activation sigmoid": (_act("sigmoid"), lambda x: _logistic(x) * _logistic(-x)),
    "softrelu": (_act("softrelu"), _logistic),
    "log_sigmoid": (_act("log_sigmoid"), lambda x: _logistic(-x)),
    "softsign": (mx.nd.softsign, lambda x: (1 + np.abs(x)) ** -2.0),
    "Activation softsign": (_act("softsign"), lambda x: (1 + np.abs(x)) ** -2.0),
    "tanh": (mx.nd.tanh, lambda x: 1 - np.tanh(x) ** 2),
    "Activation tanh": (_act("tanh"), lambda x: 1 - np.tanh(x) ** 2),
    "leaky": (_leaky("leaky"), lambda x: np.where(x > 0, 1, 0.25)),
    "elu": (_leaky("elu"), lambda x: np.where(x > 0, 1, 0.25 * np.exp(np.minimum(x, 0)))),
    "hard_sigmoid": (mx.nd.hard_sigmoid, lambda x: np.where(np.abs(x) < 2.5, 0.2, 0)),
    "expm1": (mx.nd.expm1, np.exp),
    "np.expm1": (mx.np.expm1, np.exp),
    "exp": (mx.nd.exp, np.exp),
    "arctan": (mx.nd.arctan, lambda x: 1 / (1 + x * x)),
    "erf": (mx.nd.erf, lambda x: 2 / np.sqrt(np.pi) * np.exp(-x * x)),
    "smooth_l1": (lambda x: mx.nd.smooth_l1(x, scalar=1.0), lambda x: np.clip(x, -1, 1)),
}


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", GRADIENTS)
def test_gradients_at_extremes(name: str, dtype: str) -> None:
    """Above 15, 1 - sigmoid is what float32 leaves of it: 0 or 2 ** -24, the rest to the last digits."""
    function, derivative = GRADIENTS[name]
    x = mx.nd.array(X, dtype=dtype)
    x = x.as_np_ndarray() if name.startswith("np.") else x
    x.attach_grad()
    with mx.autograd.record():
        y = function(x)
    y.backward()
    with np.errstate(over="ignore"):
        expected = derivative(X).astype(dtype)
    atol = 1e-7 if name.endswith(("sigmoid", "tanh")) else 1e-40
    np.testing.assert_allclose(x.grad.asnumpy(), expected, rtol=2e-6, atol=atol)
