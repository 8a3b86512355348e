"""Functions of ``mx.np`` that are one operator call it directly, with the results and errors of the way around."""

from __future__ import annotations

from typing import Any

import mxnet as mx
import numpy as np
import pytest
from mxnet.frontend import ARRAY, one_call
from mxnet.frontend.numpy import of_arrays, reductions, search, shape, ufuncs
from mxnet.ndarray.numpy._call import F

X = np.array([[1.0, -2.0], [3.0, 4.0]], "float32")


def _named(functions: list[Any], name: str) -> Any:
    return next(each for each in functions if each.__name__ == name)


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (_named(ufuncs.FUNCTIONS, "add"), (ARRAY, ARRAY, None)),
        (_named(ufuncs.FUNCTIONS, "add"), (ARRAY, 2, None)),
        (_named(ufuncs.FUNCTIONS, "exp"), (ARRAY, None)),
        (reductions.std, (ARRAY, 1)),
        (of_arrays.where, (ARRAY, ARRAY, ARRAY)),
    ],
)
def test_functions_that_are_one_operator_are_found(function: Any, arguments: tuple[Any, ...]) -> None:
    assert one_call(function, F)(*arguments) is not None


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (shape.swapaxes, ("text", 0, 1)),  # no array
        (search.shares_memory, (ARRAY, ARRAY)),  # looks at the result
        (_named(ufuncs.FUNCTIONS, "add"), (ARRAY, 0.0, None)),  # -0.0 is another number
        (_named(ufuncs.FUNCTIONS, "add"), (ARRAY, "text", None)),  # raises
    ],
)
def test_other_calls_are_not(function: Any, arguments: tuple[Any, ...]) -> None:
    assert one_call(function, F)(*arguments) is None


def test_arguments_that_may_change_are_not_kept() -> None:
    with pytest.raises(TypeError, match="not cached"):
        one_call(of_arrays.where, F)(ARRAY, mx.np.ones((2,)), 1)


def test_minus_zero_is_no_zero() -> None:
    x = mx.np.array([1.0, -1.0])
    for _ in range(2):
        np.testing.assert_array_equal(mx.np.divide(x, 0.0).asnumpy(), [np.inf, -np.inf])
        np.testing.assert_array_equal(mx.np.divide(x, -0.0).asnumpy(), [-np.inf, np.inf])


def test_arguments_of_different_types_are_told_apart() -> None:
    x = mx.np.array(X)
    assert mx.np.sum(x, axis=1, keepdims=True).shape == (2, 1)
    assert mx.np.sum(x, axis=1, keepdims=False).shape == (2,)
    assert mx.np.sum(x, axis=0).shape == (2,)
    with pytest.raises(mx.MXNetError):
        mx.np.sum(x, axis=1.0)


@pytest.mark.parametrize("times", [1, 2])
def test_errors_stay_those_of_the_function(times: int) -> None:
    for _ in range(times):
        with pytest.raises(TypeError, match="not supported"):
            mx.np.add(mx.np.array(X), "text")
        with pytest.raises(TypeError, match="not supported"):
            mx.np.add(mx.np.array(X), mx.nd.array(X))
        with pytest.raises(TypeError, match="legacy"):
            mx.np.sum(mx.nd.array(X))
        with pytest.raises(TypeError, match="invalid keyword"):
            mx.np.exp(mx.np.array(X), nothing=1)


def test_out_is_written() -> None:
    x, out = mx.np.array(X), mx.np.zeros((2, 2))
    assert mx.np.add(x, x, out=out) is out
    np.testing.assert_array_equal(out.asnumpy(), X + X)


def test_calls_are_recorded() -> None:
    x = mx.np.array(X)
    x.attach_grad()
    with mx.autograd.record():
        y = mx.np.mean(mx.np.multiply(mx.np.transpose(x), 3))
    y.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), np.full((2, 2), 0.75, "float32"))


def test_the_context_of_the_moment_counts() -> None:
    x = mx.np.array(X)
    mx.np.full_like(x, 2)
    with mx.cpu(1):
        assert mx.np.zeros((2,)).ctx == mx.cpu(1)
