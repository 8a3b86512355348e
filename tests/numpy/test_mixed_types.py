"""Arithmetic of arrays of different types, and of arrays of NumPy's, which 1.9.1 refuses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd

DTYPES = ("bool", "int8", "uint8", "int32", "int64", "float16", "float32", "float64")
PAIRS = [(a, b) for a in DTYPES for b in DTYPES if a != b]
COMPARISONS = ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal")
A, B = [[1, 0], [3, 1]], [[1, 1], [0, 2]]


@pytest.fixture(autouse=True)
def _numpy() -> Iterator[None]:
    with mx.util.np_shape(True), mx.util.np_array(True):
        yield


def promoted(first: str, second: str) -> str:
    """Return the type of a sum in 1.9.1: NumPy's, except that floats keep their width beside integers."""
    if {first, second} == {"int8", "uint8"}:
        return "int32"
    return max(first, second, key=DTYPES.index)


@pytest.mark.parametrize("name", COMPARISONS)
@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_comparisons(name: str, first: str, second: str) -> None:
    x, y = np.array(A, first), np.array(B, second)
    result = getattr(mx.np, name)(mx.np.array(x, dtype=first), mx.np.array(y, dtype=second))
    assert result.dtype == np.bool_
    np.testing.assert_array_equal(result.asnumpy(), getattr(np, name)(x, y))


def test_comparisons_are_exact_between_large_integers_and_floats() -> None:
    x = mx.np.array([2**53 - 1, 16777217], dtype="int64")
    assert (x == mx.np.array([2.0**53, 16777216.0], dtype="float32")).asnumpy().tolist() == [False, False]


@pytest.mark.parametrize("name", ["maximum", "minimum", "arctan2", "hypot", "copysign"])
@pytest.mark.parametrize(("first", "second"), [pair for pair in PAIRS if "float" in "".join(pair)])
def test_functions_of_two_arrays(name: str, first: str, second: str) -> None:
    x, y = np.array([0.5, 1, 3]).astype(first), np.array([2, 1, 1.5]).astype(second)
    result = getattr(mx.np, name)(mx.np.array(x, dtype=first), mx.np.array(y, dtype=second))
    dtype = promoted(first, second)
    assert result.dtype == dtype
    expected = getattr(np, name)(x.astype(dtype), y.astype(dtype))
    np.testing.assert_allclose(result.asnumpy(), expected, rtol=2e-3 if dtype == "float16" else 1e-6)


@pytest.mark.parametrize("name", ["bitwise_and", "bitwise_or", "bitwise_xor", "lcm"])
@pytest.mark.parametrize(("first", "second"), [pair for pair in PAIRS if "float" not in "".join(pair)])
def test_functions_of_integers(name: str, first: str, second: str) -> None:
    x, y = np.array([1, 2, 5], first), np.array([3, 4, 7], second)
    result = getattr(mx.np, name)(mx.np.array(x, dtype=first), mx.np.array(y, dtype=second))
    assert result.dtype == promoted(first, second)
    np.testing.assert_array_equal(result.asnumpy(), getattr(np, name)(x.astype("int64"), y.astype("int64")))


@pytest.mark.parametrize(
    "call",
    [
        lambda n, x, y: n.dot(x, y), lambda n, x, y: n.matmul(x, y), lambda n, x, y: n.inner(x, y),
        lambda n, x, y: n.outer(x, y), lambda n, x, y: n.tensordot(x, y), lambda n, x, y: n.vdot(x, y),
        lambda n, x, y: n.einsum("ij,jk->ik", x, y), lambda n, x, y: n.concatenate([x, y]),
        lambda n, x, y: n.stack([x, y]), lambda n, x, y: n.vstack([x, y]), lambda n, x, y: n.hstack([x, y]),
        lambda n, x, y: n.dstack([x, y]), lambda n, x, y: n.column_stack([x, y]), lambda n, x, y: n.append(x, y),
        lambda n, x, y: n.where(x > 0, x, y),
    ],
)  # fmt: skip
@pytest.mark.parametrize(("first", "second"), [("int64", "float32"), ("float64", "float32"), ("int8", "uint8")])
def test_products_and_joins(call: Any, first: str, second: str) -> None:
    result = call(mx.np, mx.np.array(A, dtype=first), mx.np.array(B, dtype=second))
    assert result.dtype == promoted(first, second)
    np.testing.assert_allclose(result.asnumpy(), call(np, np.array(A), np.array(B)))


def grad_of(call: Any, x: Any, y: Any) -> tuple[Any, Any]:
    x.attach_grad()
    y.attach_grad()
    with autograd.record():
        result = call(x, y).sum()
    result.backward()
    return x.grad, y.grad


@pytest.mark.parametrize(
    "call",
    [
        mx.np.dot, mx.np.matmul, mx.np.maximum, mx.np.arctan2, lambda x, y: mx.np.stack([x, y]),
        lambda x, y: mx.np.where(x > 1, x, y), lambda x, y: mx.np.concatenate([x, y]),
    ],
)  # fmt: skip
def test_gradients_have_the_types_of_their_arrays(call: Any) -> None:
    x, y = mx.np.array([[1.0, 2], [3, 5]]), mx.np.array([[2.0, 1], [1, 2]], dtype="float64")
    dx, dy = grad_of(call, x, y)
    ex, ey = grad_of(call, x.astype("float64"), y)
    assert (dx.dtype, dy.dtype) == (np.float32, np.float64)
    np.testing.assert_allclose(dx.asnumpy(), ex.asnumpy(), rtol=1e-6)
    np.testing.assert_allclose(dy.asnumpy(), ey.asnumpy(), rtol=1e-6)


def test_graphs_deduce_unknown_types_and_take_known_ones() -> None:
    a, b = (mx.sym.var(name).as_np_ndarray() for name in "ab")
    for graph, mixed in ((mx.sym.np.dot(a, b), np.float64), (a == b, np.bool_)):
        assert graph.infer_type(a="float64")[0] == [np.float64, np.float64]
        assert graph.infer_type(a="float64", b="float32")[1] == [mixed]


@pytest.mark.parametrize(
    "call",
    [
        lambda x, y: x + y, lambda x, y: y + x, lambda x, y: x - y, lambda x, y: y / x, lambda x, y: x == y,
        lambda x, y: y > x, lambda x, y: np.multiply(x, y), lambda x, y: np.maximum(y, x),
    ],
)  # fmt: skip
def test_arrays_of_numpy_are_operands(call: Any) -> None:
    x, y = mx.np.array([1.0, 2.0]), np.array([3.0, 2.0])
    result = call(x, y)
    assert type(result) is mx.np.ndarray
    np.testing.assert_allclose(result.asnumpy(), call(x.asnumpy(), y))


def test_an_operand_of_numpy_is_a_constant_of_the_gradient() -> None:
    x = mx.np.array([1.0, 2.0])
    x.attach_grad()
    with autograd.record():
        y = (x * np.array([3.0, 4.0], "float32")).sum()
    y.backward()
    assert x.grad.asnumpy().tolist() == [3, 4]


@pytest.mark.parametrize("operand", [np.array(["a", "b"]), np.array([None, 1]), [1, 2], "ab"])
def test_other_operands_are_refused(operand: Any) -> None:
    with pytest.raises(TypeError, match="not supported"):
        mx.np.array([1.0, 2.0]) + operand
