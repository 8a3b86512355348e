"""Functions of ``mx.np`` that sort, look up, delete, insert, pad and rearrange, beside NumPy's."""

from __future__ import annotations

from typing import Any

import mxnet as mx
import numpy as np
import pytest

X = np.arange(24, dtype="float32").reshape(2, 3, 4)
#: in ``n``, the module of functions, and ``x``, an array of shape (2, 3, 4)
EXPRESSIONS = [
    "n.sort(-x, axis=1)", "n.sort(-x, axis=None)", "n.argsort(-x, axis=0)", "n.argsort(-x, axis=None)",
    "n.take(x, n.argmax(x, axis=2))", "n.take(x, n.argmax(x, axis=2), axis=1, mode='clip')",
    "n.take(x, n.argmax(x, axis=2), axis=0, mode='wrap')", "n.delete(x, 1, axis=2)", "n.delete(x, slice(0, 9, 2))",
    "n.delete(x, slice(None, None, None), axis=1)", "n.delete(x, n.argmax(n.sum(x, axis=1), axis=1), axis=2)",
    "n.insert(x, 1, 5, axis=2)", "n.insert(x, slice(0, 2), 7, axis=0)", "n.insert(x, 3, n.ravel(x))",
    "n.insert(x, n.argmax(n.sum(x, axis=1), axis=1), 4, axis=2)", "n.squeeze(n.sum(x, axis=1, keepdims=True))",
    "n.insert(x, n.argmax(n.sum(x, axis=1), axis=1), n.sum(x, axis=(1, 2)))",
    "n.squeeze(n.sum(x, axis=1, keepdims=True), axis=1)", "n.atleast_2d(n.sum(x))", "n.diagflat(n.sum(x, axis=(0, 1)))",
    "n.pad(x, ((1, 1), (0, 2), (2, 0)))",
    "n.pad(x, ((1, 1), (0, 2), (2, 0)), constant_values=3)", "n.pad(x, ((1, 1), (0, 2), (2, 0)), mode='reflect')",
    "n.resize(x, (5, 7))", "n.resize(x, 3)", "n.unique(n.floor(x / 5))", "n.sum(x, axis=(0, 2))",
    "n.sum(x, keepdims=True)", "n.prod(x, axis=1)", "n.max(x, axis=-1)", "n.amax(x)",
    "n.min(x, axis=(1, 2))", "n.amin(x)", "n.all(x, axis=0)", "n.any(x)", "n.cumsum(x, axis=1)",
    "n.cumsum(x)", "n.reshape(x, (4, -1))", "n.transpose(x)",
    "n.transpose(x, axes=(1, 0, 2))", "n.roll(x, 2)", "n.repeat(x, 2)", "n.repeat(x, 3, axis=1)", "n.atleast_3d(x)",
    "n.trace(x, axis1=1, axis2=2)",
]  # fmt: skip
#: what ``mx.np`` alone takes as NumPy does: positional options, and functions that the symbols have not
OF_ARRAYS = [
    "n.sum(x, 1, 'int64')", "n.prod(x, 1, 'float64')", "n.transpose(x, (1, 0, 2))", "n.moveaxis(x, 0, 2)",
    "n.roll(x, (1, 2), (0, 1))", "n.diag(x[0], k=1)", "n.diag(x[0, 0], -1)", "n.diagonal(x, 1, 0, 2)", "n.shape(x)",
    "n.nonzero(x)", "n.unravel_index(n.argmax(x), (2, 3, 4))", "n.unravel_index(5, (2, 3))",
    "n.unique(n.floor(x / 5), True, False, True)", "n.unique(x, return_counts=True, axis=1)",
    "n.may_share_memory(x, x[1])", "n.shares_memory(x, x + 1)", "n.atleast_1d(x, x[0])",
]  # fmt: skip


pytestmark = pytest.mark.usefixtures("numpy_interface")


def _assert_same(found: Any, wanted: Any) -> None:
    assert isinstance(found, (tuple, list)) == isinstance(wanted, (tuple, list))
    several = isinstance(wanted, (tuple, list))
    for got, want in zip(found if several else [found], wanted if several else [wanted], strict=True):
        got = got.asnumpy() if hasattr(got, "asnumpy") else np.asarray(got)
        assert got.shape == np.shape(want)
        np.testing.assert_allclose(got, want, rtol=1e-6)


@pytest.mark.parametrize("expression", [*EXPRESSIONS, *OF_ARRAYS])
def test_arrays(expression: str) -> None:
    found = eval(expression, {"n": mx.np, "x": mx.np.array(X)})
    _assert_same(found, eval(expression, {"n": np, "x": X}))


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_symbols(expression: str) -> None:
    made = eval(expression, {"n": mx.sym.np, "x": mx.sym.var("x").as_np_ndarray()})
    (found,) = made.bind(mx.cpu(), {"x": mx.np.array(X)}).forward()
    _assert_same(found, eval(expression, {"n": np, "x": X}))


def test_products_and_sometrue_are_prod_and_any() -> None:  # NumPy 2 has not got these names
    x = mx.np.array(X)
    _assert_same(mx.np.product(x, axis=1), X.prod(1))
    _assert_same(mx.np.sometrue(x, axis=1, keepdims=True), X.any(1, keepdims=True))


def test_a_number_has_one_place() -> None:
    _assert_same(mx.np.nonzero(mx.np.array(3.0)), (np.array([0]),))


@pytest.mark.parametrize(
    ("expression", "error"),
    [
        ("n.sort(x, order='a')", NotImplementedError), ("n.sort(3)", AssertionError), ("n.take(x, 1)", AssertionError),
        ("n.take(x, n.sum(x))", IndexError), ("n.take(x, n.argmax(x), mode='bad')", NotImplementedError),
        ("n.delete(x, [1])", TypeError), ("n.delete(x, 7, axis=0)", mx.MXNetError), ("n.insert(x, 1, [1])", TypeError),
        ("n.insert(x, 1.5, 1)", TypeError), ("n.insert(x, n.sum(x), 1)", mx.MXNetError), ("n.pad(x)", TypeError),
        ("n.insert(x, n.argmax(x, axis=0), 1)", mx.MXNetError), ("n.insert(x, 9, 1, axis=0)", mx.MXNetError),
        ("n.pad(x, 1.5)", TypeError), ("n.pad(x, ((1, 1), (1, 1)))", mx.MXNetError),
        ("n.pad(x, ((1, 1),), 'edge', end_values=1)", ValueError),
        ("n.pad(x, ((1, 1),), 'foo')", KeyError), ("n.pad(x, ((1, 1),), constant_values=(1, 2, 3))", ValueError),
        ("n.pad(x, ((1, 1),), 'edge', constant_values=1)", ValueError), ("n.sum([1])", AssertionError),
        ("n.shape([1])", AttributeError),
        ("n.repeat(x, (1, 2))", mx.MXNetError),
        ("n.unravel_index(n.argmax(x), (2, 3), order='F')", NotImplementedError),
        ("n.unravel_index(n.argmax(x), (2, 3))", mx.MXNetError), ("n.may_share_memory(x, 1)", AssertionError),
    ],
)  # fmt: skip
def test_errors(expression: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        eval(expression, {"n": mx.np, "x": mx.np.array(X)})


@pytest.mark.parametrize("shape", [20, 24, 60, (2, 3), ()])
def test_gradient_of_resize(shape: Any) -> None:
    x = mx.np.array(X)
    x.attach_grad()
    with mx.autograd.record():
        made = mx.np.resize(x, shape)
    made.backward()
    size = int(np.prod(shape))
    np.testing.assert_array_equal(x.grad.asnumpy().reshape(-1), [size // 24 + (i < size % 24) for i in range(24)])
