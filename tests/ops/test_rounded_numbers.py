"""Numbers in gradients of float16 and bfloat16 arrays: rounded to their type first, as in the forward pass."""

from operator import attrgetter
from typing import Any

import mxnet as mx
import numpy as np
import pytest

#: an operator, its attributes, and the gradient of 0.5 with the head gradients 1, 1/8 and 23 under MXNet 1.9.1
IN_FLOAT16 = (
    ("_internal._mul_scalar", {"scalar": 0.1}, [0.1, 0.0125, 2.299]),
    ("_internal._mul_scalar", {"scalar": 1e5}, [np.inf, np.inf, np.inf]),
    ("contrib.gradientmultiplier", {"scalar": 0.1}, [0.1, 0.0125, 2.299]),
    ("contrib.gradientmultiplier", {"scalar": 1e5}, [np.inf, np.inf, np.inf]),
    ("hard_sigmoid", {"alpha": 0.1}, [0.1, 0.0125, 2.299]),
)


def _arrays(dtype: str) -> tuple[mx.nd.NDArray, mx.nd.NDArray]:
    return mx.nd.full((3,), 0.5, dtype=dtype), mx.nd.array([1, 0.125, 23], dtype=dtype)


def _imperative(name: str, attrs: dict[str, float], dtype: str) -> np.ndarray:
    x, head = _arrays(dtype)
    x.attach_grad()
    with mx.autograd.record():
        y = attrgetter(name)(mx.nd)(x, **attrs)
    y.backward(head)
    return x.grad.asnumpy()


def _of_graph(name: str, attrs: dict[str, float], dtype: str) -> np.ndarray:
    x, head = _arrays(dtype)
    grad = mx.nd.zeros_like(x)
    executor = attrgetter(name)(mx.sym)(mx.sym.var("x"), **attrs).bind(mx.cpu(), {"x": x}, {"x": grad})
    executor.forward(is_train=True)
    executor.backward([head])
    return grad.asnumpy()


@pytest.mark.parametrize("gradient", [_imperative, _of_graph])
@pytest.mark.parametrize(("name", "attrs", "expected"), IN_FLOAT16)
def test_number_is_rounded_to_float16(gradient: Any, name: str, attrs: dict[str, float], expected: list[float]) -> None:
    np.testing.assert_array_equal(gradient(name, attrs, "float16"), np.array(expected, np.float16))


@pytest.mark.parametrize("gradient", [_imperative, _of_graph])
@pytest.mark.parametrize("name", ["_internal._mul_scalar", "contrib.gradientmultiplier"])
def test_number_beyond_float32_is_infinite(gradient: Any, name: str) -> None:
    np.testing.assert_array_equal(gradient(name, {"scalar": 1e40}, "float32"), np.full(3, np.inf, np.float32))
