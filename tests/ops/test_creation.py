"""Operators without inputs: arrays filled in place, and shapes and lengths that a graph completes."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet.base import MXNetError


def test_set_value_fills_an_array() -> None:
    array = mx.nd.zeros((2, 3))
    mx.nd._internal._set_value(src=2.5, out=array)
    np.testing.assert_array_equal(array.asnumpy(), np.full((2, 3), 2.5))


def test_set_value_needs_an_array() -> None:
    with pytest.raises(mx.MXNetError):
        mx.nd._internal._set_value(src=2.5)


@pytest.mark.parametrize("shape", [0, (2, 0)])
@pytest.mark.parametrize("name", ["uniform", "normal", "gamma", "exponential", "poisson", "negative_binomial"])
def test_random_numbers_of_an_open_shape(name: str, shape: int | tuple[int, ...]) -> None:
    with pytest.raises(MXNetError, match="not fully known"):
        getattr(mx.nd.random, name)(shape=shape)


def test_random_integers_of_an_open_shape() -> None:
    with pytest.raises(MXNetError, match="not fully known"):
        mx.nd.random.randint(0, 5, shape=(2, 0))


def test_graph_completes_a_shape() -> None:
    graph = mx.sym.zeros((0, 3)) + mx.sym.Variable("x")
    assert graph.eval(x=mx.nd.ones((4, 3)))[0].shape == (4, 3)


def test_graph_completes_a_range() -> None:
    graph = mx.sym.arange(2, infer_range=True) + mx.sym.Variable("x")
    np.testing.assert_array_equal(graph.eval(x=mx.nd.zeros((4,)))[0].asnumpy(), [2, 3, 4, 5])


def test_context_attribute_says_where() -> None:
    assert mx.nd._internal._ones(shape=(2,), ctx="cpu(1)").context == mx.cpu(1)


@pytest.mark.parametrize(
    ("dtype", "start", "step", "expected"),
    [
        ("int32", 2.5, 4.7, [2, 6, 10, 14, 18, 22]),
        ("int32", -2.5, -1.7, [-2, -3, -4, -5, -6, -7]),
        ("int64", -2.5, -0.7, [-2] * 6),
        ("uint8", 2.5, 300.7, [2, 46, 90, 134, 178, 222]),
    ],
)
def test_ranges_of_whole_numbers_have_whole_steps(dtype, start, step, expected):
    """The numbers are 1.9.1's."""
    x = mx.nd.zeros(6, dtype=dtype)
    assert mx.nd.contrib.arange_like(x, start=start, step=step).asnumpy().tolist() == expected
    assert mx.nd.contrib.arange_like(x, axis=0, start=start, step=step).asnumpy().tolist() == expected


def test_a_range_as_long_as_needed_has_whole_steps():
    """The numbers are 1.9.1's."""
    result = mx.sym._internal._arange(start=2.5, step=1.5, infer_range=True, dtype="int32") + mx.sym.var("x")
    (out,) = result.bind(mx.cpu(), {"x": mx.nd.zeros(6, dtype="int32")}).forward()
    assert out.asnumpy().tolist() == [2, 3, 4, 5, 6, 7]
