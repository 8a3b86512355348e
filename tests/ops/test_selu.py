"""The gradient of SELU where the result is no number, and where sums of results overflow."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

SCALE, ALPHA = 1.0507009873554805, 1.6732632423543772


@pytest.mark.parametrize("special", [np.nan, np.inf, 3e38, 1.0])
def test_the_gradient_of_selu(special: float) -> None:
    x = mx.nd.array([special, special, -1.0, 2.0])
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.LeakyReLU(x, act_type="selu")
    y.backward()
    value = y.asnumpy()
    expected = np.where(np.isnan(value), np.nan, np.where(value > 0, SCALE, SCALE * (ALPHA + value)))
    np.testing.assert_allclose(x.grad.asnumpy(), expected, rtol=1e-6)
