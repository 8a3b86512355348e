"""``mx.np.linalg``: on arrays and symbols, what it is composed of, gradients, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import mxnet as mx
import numpy as onp
import pytest
from mxnet import np
from mxnet.base import MXNetError

INF = float("inf")
_RANDOM = onp.random.RandomState(4).uniform(-1, 1, (2, 3, 3))
POSITIVE = onp.asarray(_RANDOM @ onp.swapaxes(_RANDOM, -1, -2) + 2 * onp.eye(3), "float32")


pytestmark = pytest.mark.usefixtures("numpy_interface")


def _both(call: Callable[[Any, Any], Any], value: onp.ndarray) -> Iterator[list[onp.ndarray]]:
    """Yield what a function of a module ``linalg`` and an array gives at once, and in a graph."""
    made = call(np.linalg, np.array(value))
    yield [each.asnumpy() for each in (made if isinstance(made, (list, tuple)) else (made,))]
    composed = call(mx.sym.np.linalg, mx.sym.var("x").as_np_ndarray())
    group = mx.sym.Group(list(composed)) if isinstance(composed, (list, tuple)) else composed
    yield [each.asnumpy() for each in group.bind(mx.cpu(), {"x": np.array(value)}).forward()]


@pytest.mark.parametrize("name", ["cholesky", "det", "slogdet", "eigvalsh", "inv", "pinv"])
def test_is_numpys(name: str) -> None:
    wanted = getattr(onp.linalg, name)(POSITIVE)
    for found in _both(lambda n, x: getattr(n, name)(x), POSITIVE):
        for got, want in zip(found, wanted if isinstance(wanted, tuple) else (wanted,), strict=True):
            onp.testing.assert_allclose(got, want, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("name", ["eig", "eigh", "svd"])
def test_factors_make_the_matrix(name: str) -> None:
    for found in _both(lambda n, x: getattr(n, name)(x), POSITIVE):
        left, middle, right = found if name == "svd" else (found[1], found[0], onp.linalg.inv(found[1]))
        onp.testing.assert_allclose((left * middle[..., None, :]) @ right, POSITIVE, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("shape", [(3, 2), (2, 3)])
def test_svd_of_any_shape(shape: tuple[int, int]) -> None:
    a = _RANDOM.reshape(-1)[:6].reshape(shape)
    u, s, v = np.linalg.svd(np.array(a))
    onp.testing.assert_allclose(s.asnumpy(), onp.linalg.svd(a)[1], rtol=1e-4)
    onp.testing.assert_allclose(((u * s) @ v).asnumpy(), a, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("axis", [None, 1, -1, (1,), (0, 1), (2, 0)])
@pytest.mark.parametrize("ord", [None, "fro", "nuc", 0, 1, -1, 2, -2, 3, INF, -INF])
@pytest.mark.parametrize("keepdims", [False, True])
def test_norm_agrees_with_numpy(axis: Any, ord: Any, keepdims: bool) -> None:
    """The norm is NumPy's; ``fro`` of a vector is the Euclidean one; without ``axis`` the last two axes are taken."""
    matrix = isinstance(axis, tuple) and len(axis) == 2
    over = (1, 2) if axis is None and ord is not None else axis[0] if isinstance(axis, tuple) and not matrix else axis
    if ((matrix or axis is None) and ord in (0, 3)) or (not (matrix or axis is None) and ord == "nuc"):
        with pytest.raises(MXNetError, match="Invalid norm order"):
            np.linalg.norm(np.array(_RANDOM), ord, axis, keepdims)
        return
    wanted = onp.linalg.norm(_RANDOM, 2 if ord == "fro" and isinstance(over, int) else ord, over, keepdims)
    for found in _both(lambda n, x: n.norm(x, ord, axis, keepdims), onp.asarray(_RANDOM, "float32")):
        onp.testing.assert_allclose(found[0], wanted, rtol=1e-3, atol=1e-5)


def test_infinite_norms_by_name() -> None:
    a = np.array(_RANDOM)
    for name, order, function in (("inf", INF, onp.max), ("-inf", -INF, onp.min)):
        assert np.linalg.norm(a, name).item() == pytest.approx(function(onp.abs(_RANDOM)))
        for axis in (1, (0, 1)):
            wanted = onp.linalg.norm(_RANDOM, order, axis)
            onp.testing.assert_allclose(np.linalg.norm(a, name, axis).asnumpy(), wanted, rtol=1e-5)


def test_gradients_of_eigenvalues() -> None:
    """The squares of a symmetric matrix's eigenvalues add up to those of its elements."""
    for name in ("eigvalsh", "eigvals"):
        a = np.array(POSITIVE[0])
        a.attach_grad()
        with mx.autograd.record():
            total = (getattr(np.linalg, name)(a) ** 2).sum()
        total.backward()
        onp.testing.assert_allclose(a.grad.asnumpy(), 2 * POSITIVE[0], rtol=1e-4)


def test_gradient_of_eigenvectors() -> None:
    """Factors whose product is the matrix have the product's gradient, made symmetric."""
    a, weight = np.array(POSITIVE[0]), np.array(_RANDOM[1])
    a.attach_grad()
    with mx.autograd.record():
        values, vectors = np.linalg.eigh(a)
        total = (np.einsum("ik,k,jk->ij", vectors, values, vectors) * weight).sum()
    total.backward()
    onp.testing.assert_allclose(a.grad.asnumpy(), (_RANDOM[1] + _RANDOM[1].T) / 2, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize(
    "call",
    [
        lambda n, a: n.cholesky(a),
        lambda n, a: n.cholesky(np.array([[1.0, 2.0], [2.0, 1.0]])),
        lambda n, a: n.det(a),
        lambda n, a: n.eig(a),
        lambda n, a: n.eig(np.array([[0.0, 1.0], [-1.0, 0.0]])),
        lambda n, a: n.eigh(np.array([[1.0]]), UPLO="A"),
        lambda n, a: n.inv(np.array([[1.0, 1.0], [1.0, 1.0]])),
        lambda n, a: n.pinv(a.astype("int32")),
        lambda n, a: n.pinv(a, np.array([0.1, 0.2])),
        lambda n, a: n.solve(a, a),
        lambda n, a: n.solve(np.array([[1.0, 1.0], [1.0, 1.0]]), a),
        lambda n, a: n.svd(np.array([1.0])),
        lambda n, a: n.tensorinv(a, 0),
        lambda n, a: n.tensorinv(a, 1),
        lambda n, a: n.tensorsolve(a, a),
        lambda n, a: n.norm(a, "foo"),
        lambda n, a: n.norm(a, axis=5),
    ],
)
def test_refuses(call: Callable[[Any, Any], Any]) -> None:
    with pytest.raises(MXNetError):
        call(np.linalg, np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]))


def test_refuses_kinds() -> None:
    a = np.array([[1.0, 2.0]])
    with pytest.raises(NotImplementedError, match="hermitian"):
        np.linalg.pinv(a, hermitian=True)
    for axis in ([0, 1], 1.0, "a"):
        with pytest.raises(TypeError, match="axis"):
            np.linalg.norm(a, axis=axis)
