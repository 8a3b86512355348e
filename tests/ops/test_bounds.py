"""Gradients of clip, maximum and minimum at their bounds, beside them, and of what is no number: those of 1.9.1."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

INF, NAN = np.inf, np.nan
#: function, bounds as numbers that every type holds, whether the gradient passes: below, at and above each bound, at
#: both infinities, and of NaN
CASES = [
    ("clip", -1.0, 1.5, [0, 1, 1, 1, 1, 0, 0, 0, 1]),
    ("clip", 1.0, 1.0, [0, 1, 0, 0, 1, 0, 0, 0, 1]),
    ("clip", 0.0, INF, [0, 1, 1, 1, 1, 1, 0, 1, 1]),
    ("clip", -INF, 0.0, [1, 1, 1, 1, 1, 0, 1, 0, 1]),
    ("clip", 2.0, 1.0, [0, 0, 0, 0, 0, 0, 0, 0, 1]),
    ("maximum", -1.0, 1.5, [0, 1, 1, 1, 1, 1, 0, 1, 0]),
    ("minimum", -1.0, 1.5, [1, 1, 1, 1, 1, 0, 1, 0, 0]),
]


@pytest.mark.parametrize("recorded", ["eagerly", "in a graph"])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize(("name", "low", "high", "passes"), CASES)
def test_gradients_at_bounds(name, low, high, passes, dtype, recorded):
    def call(F, x):
        if name == "clip":
            return F.clip(x, low, high)
        return F.maximum(x, low) if name == "maximum" else F.minimum(x, high)

    kind = np.dtype(dtype).type
    beside = [np.nextafter(kind(bound), kind(end)) for bound in (low, high) for end in (-INF, INF)]
    data = np.array([beside[0], low, beside[1], beside[2], high, beside[3], -INF, INF, NAN], dtype)
    x, grad = mx.nd.array(data, dtype=dtype), mx.nd.zeros(9, dtype=dtype)
    head = mx.nd.full(9, 3, dtype=dtype)
    if recorded == "eagerly":
        x.attach_grad()
        with mx.autograd.record():
            out = call(mx.nd, x)
        out.backward(head)
        grad = x.grad
    else:
        executor = call(mx.sym, mx.sym.Variable("x")).bind(mx.cpu(), {"x": x}, {"x": grad})
        (out,) = executor.forward(is_train=True)
        executor.backward(head)
    np.testing.assert_array_equal(grad.asnumpy(), 3 * np.array(passes, dtype))
    assert np.isnan(out.asnumpy()[-1])
