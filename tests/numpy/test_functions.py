"""Functions of ``mx.np`` beside NumPy's: on arrays, and on symbols, whose functions have the same names."""

from __future__ import annotations

from typing import Any

import mxnet as mx
import numpy as np
import pytest

X = np.arange(24, dtype="float32").reshape(2, 3, 4)
#: in ``n``, the module of functions, and ``x``, an array of shape (2, 3, 4)
EXPRESSIONS = [
    "n.expand_dims(x, 1)",
    "n.swapaxes(x, 0, 2)",
    "n.broadcast_to(x, (5, 2, 3, 4))",
    "n.ravel(x)",
    "n.tile(x, (2, 1))",
    "n.flip(x, 0)",
    "n.flip(x, (0, 2))",
    "n.flipud(x)",
    "n.fliplr(x)",
    "n.rot90(x)",
    "n.rot90(x, 3, (1, 2))",
    "n.tril(x, 1)",
    "n.concatenate([x, x], axis=1)",
    "n.concatenate([x, x], axis=None)",
    "n.append(x, x, axis=0)",
    "n.append(x, x)",
    "n.stack([x, x], axis=-1)",
    "n.vstack([x, x])",
    "n.hstack([x, x])",
    "n.dstack([x, x])",
    "n.column_stack([x, x])",
    "n.split(x, 3, axis=1)",
    "n.split(x, [1, 2], axis=2)",
    "n.array_split(x, 3, axis=2)",
    "n.vsplit(x, 2)",
    "n.hsplit(x, [1])",
    "n.dsplit(x, 2)",
    "n.mean(x, axis=(0, 2))",
    "n.std(x, axis=1, keepdims=True)",
    "n.var(x)",
    "n.argmax(x, axis=1)",
    "n.argmin(x)",
    "n.average(x, axis=2)",
    "n.add(x, 2)",
    "n.subtract(1, x)",
    "n.multiply(x, x)",
    "n.true_divide(x, 4)",
    "n.mod(x, 5)",
    "n.power(2, x)",
    "n.maximum(x, 3)",
    "n.hypot(x, x)",
    "n.greater(x, 3)",
    "n.less(3, x)",
    "n.sqrt(x)",
    "n.deg2rad(x)",
    "n.isnan(x)",
    "n.arctan2(x, 2)",
    "n.copysign(2, x)",
    "n.around(x / 3, 1)",
    "n.round(x)",
    "n.nan_to_num(x)",
    "n.clip(x, 2, None)",
    "n.clip(x, None, 3)",
    "n.where(x, x, 2)",
    "n.where(x, -1, x)",
    "n.where(x > 3, x, -x)",
    "n.where(x, 1, 2)",
    "n.zeros_like(x)",
    "n.ones_like(x)",
    "n.full_like(x, 3)",
]
#: what makes arrays of nothing
CREATIONS = [
    "n.zeros(3)", "n.ones((2, 0))", "n.full((2,), 2.5)", "n.full(2, True)", "n.arange(3)", "n.arange(1, 3, 0.5)",
    "n.arange(3, 0)", "n.eye(3)", "n.eye(2, 3, 1)", "n.identity(2)", "n.linspace(0, 1, 5)", "n.logspace(0, 2, 3)",
    "n.linspace(0, 1, 4, endpoint=False)", "n.indices((2, 3))", "n.hanning(5)", "n.hamming(5)", "n.blackman(5)",
]  # fmt: skip


pytestmark = pytest.mark.usefixtures("numpy_interface")


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _wanted(expression: str) -> list[np.ndarray]:
    return [np.asarray(each) for each in _listed(eval(expression, {"n": np, "x": X}))]


def _assert_same(found: list[Any], wanted: list[np.ndarray]) -> None:
    assert len(found) == len(wanted)
    for got, want in zip(found, wanted, strict=True):
        assert got.shape == want.shape
        np.testing.assert_allclose(got.asnumpy(), want, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_functions_of_arrays_agree_with_numpy(expression: str) -> None:
    found = eval(expression, {"n": mx.np, "x": mx.np.array(X)})
    assert all(isinstance(each, mx.np.ndarray) for each in _listed(found))
    _assert_same(_listed(found), _wanted(expression))


@pytest.mark.parametrize("expression", CREATIONS)
def test_creation(expression: str) -> None:
    found = eval(expression, {"n": mx.np})
    assert isinstance(found, mx.np.ndarray)
    _assert_same([found], _wanted(expression))
    (executed,) = eval(expression, {"n": mx.sym.np}).bind(mx.cpu(), {}).forward()
    _assert_same([executed], _wanted(expression))


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_symbols(expression: str) -> None:
    made = eval(expression, {"n": mx.sym.np, "x": mx.sym.var("x").as_np_ndarray()})
    if isinstance(made, list):
        made = mx.sym.Group(made)
    executor = made.bind(mx.cpu(), {"x": mx.np.array(X)})
    _assert_same(executor.forward(), _wanted(expression))


@pytest.mark.parametrize(
    ("expression", "error"),
    [
        ("n.split(x, 5)", ValueError), ("n.vsplit(n.mean(x), 1)", ValueError), ("n.split(x, 1.5)", ValueError),
        ("n.ravel(x, order='F')", NotImplementedError), ("n.rot90(x, 1, (0, 0))", mx.MXNetError),
        ("n.add(x, 'a')", TypeError), ("n.add(x, x, where=x)", ValueError), ("n.sqrt([1])", TypeError),
        ("n.mean(x, axis=3)", mx.MXNetError), ("n.concatenate([x, n.ravel(x)])", mx.MXNetError),
    ],
)  # fmt: skip
def test_invalid_arguments_are_refused(expression: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        eval(expression, {"n": mx.np, "x": mx.np.array(X)})


def test_out_receives_the_result() -> None:
    x = mx.np.array(X)
    out = mx.np.array(np.zeros((2, 3, 4)), dtype="float32")
    assert mx.np.add(x, x, out=out) is out
    np.testing.assert_array_equal(out.asnumpy(), 2 * X)


def test_numbers_are_numpys() -> None:
    assert mx.np.add(2, 3) == 5
    assert mx.np.sqrt(4) == 2


def test_legacy_arrays_are_refused() -> None:
    with pytest.raises(TypeError, match="numpy operator"):
        mx.np.mean(mx.nd.ones(3))
    with pytest.raises(TypeError, match="legacy operator"):
        mx.nd.exp(mx.np.array(X))


def test_nan_to_num_writes_where_it_is_told():
    x, out = mx.np.array([np.nan, 1, np.inf]), mx.np.zeros(3)
    assert mx.np.nan_to_num(x, posinf=5, out=out) is out
    assert out.tolist() == [0, 1, 5]
    assert np.isnan(x.asnumpy()[0])


@pytest.mark.parametrize("order", [3, 0, 0.5])
def test_a_matrix_has_no_norm_of_other_orders(order):
    with pytest.raises(ValueError, match="Invalid norm order for matrices"):
        mx.np.linalg.norm(mx.np.ones((2, 3)), ord=order)
