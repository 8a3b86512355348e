"""The gradient of SELU: the derivative, and 1.9.1's on request; where the result is no number, and at extremes."""

from __future__ import annotations

from collections.abc import Iterator

import mxnet as mx
import numpy as np
import pytest
from mxnet import util

SCALE, ALPHA = 1.0507009873554805, 1.6732632423543772
X = [-np.inf, -1e4, -30.0, -1.0, -0.0, 0.0, 1.0, 30.0, 1e4, 3e38, np.inf, np.nan]


@pytest.fixture
def as_mxnet() -> Iterator[None]:
    """Differentiate as 1.9.1 does."""
    before = util.set_strict_compat("selu_gradient")
    yield
    util.set_strict_compat(before)


def _gradient(dtype: str) -> np.ndarray:
    x = mx.nd.array(X, dtype=dtype)
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.LeakyReLU(x, act_type="selu")
    y.backward()
    return x.grad.asnumpy()


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_the_gradient_of_selu(dtype: str) -> None:
    """Where the result is no number, there is none to expect."""
    x = np.array(X)
    expected = np.where(x > 0, SCALE, SCALE * ALPHA * np.exp(np.minimum(x, 0)))
    np.testing.assert_allclose(_gradient(dtype)[:-1], expected[:-1], rtol=1e-6)


@pytest.mark.usefixtures("as_mxnet")
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_the_gradient_of_selu_in_mxnet(dtype: str) -> None:
    x = np.array(X)
    value = SCALE * ALPHA * np.expm1(np.minimum(x, 0))
    expected = np.where(np.isnan(x), np.nan, np.where(x > 0, SCALE, SCALE * (ALPHA + value)))
    np.testing.assert_allclose(_gradient(dtype), expected, rtol=1e-6, atol=1e-7)
