"""NumPy's functions on arrays of ``mx.np`` are those of ``mx.np``, or NumPy's own, and give such arrays."""

from __future__ import annotations

from typing import Any

import mxnet as mx
import numpy as np
import pytest

from tests import old_numpy

X = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.5]])


pytestmark = pytest.mark.usefixtures("numpy_interface")


def _agree(found: Any, wanted: Any) -> None:
    if isinstance(wanted, (list, tuple)):
        assert isinstance(found, tuple) is isinstance(wanted, tuple)
        assert len(found) == len(wanted)
        for one, other in zip(found, wanted, strict=True):
            _agree(one, other)
    elif isinstance(wanted, np.ndarray):
        assert type(found) is mx.np.ndarray
        np.testing.assert_allclose(found.asnumpy(), wanted, rtol=1e-6)
    else:
        np.testing.assert_allclose(np.asarray(found), wanted, rtol=1e-6)


@pytest.mark.parametrize(
    "call",
    [
        lambda x: np.broadcast_arrays(x, x[:1]), lambda x: np.meshgrid(x[0], x[1]), lambda x: np.atleast_1d(x, x[0]),
        lambda x: np.atleast_2d(x[0]), lambda x: np.unique(x, return_counts=True), lambda x: np.split(x, 3, axis=1),
        lambda x: np.quantile(x, 0.3, method="lower"), lambda x: np.percentile(x, 30, axis=0, method="nearest"),
        pytest.param(lambda x: np.reshape(x, shape=(3, 2)), marks=old_numpy.since("2.1", "calls it `newshape`")),
        lambda x: np.linalg.svd(x[:, :2]), lambda x: np.nanmedian(x, axis=0),
        lambda x: np.logaddexp(x, x), lambda x: np.modf(x), lambda x: np.linalg.slogdet(x[:, :2]),
    ],
)  # fmt: skip
def test_numpy_functions(call: Any) -> None:
    _agree(call(mx.np.array(X)), call(X))


def test_named_tuples_keep_their_names() -> None:
    assert type(np.linalg.svd(mx.np.array(X)).S) is mx.np.ndarray


def test_a_function_that_numpy_computes_writes_out() -> None:
    out = mx.np.zeros((2, 3), dtype="float64")
    assert np.logaddexp(mx.np.array(X), mx.np.array(X), out=out) is out
    np.testing.assert_allclose(out.asnumpy(), np.logaddexp(X, X))


def test_gradients() -> None:
    x = mx.np.array(X)
    x.attach_grad()
    with mx.autograd.record():
        y = np.sum(np.multiply(x, x)) + np.ptp(x)
    y.backward()
    wanted = 2 * X
    wanted[1, 2] += 1
    wanted[0, 0] -= 1
    np.testing.assert_allclose(x.grad.asnumpy(), wanted)


def test_what_has_no_gradient_is_refused_while_recording() -> None:
    x = mx.np.array(X)
    with mx.autograd.record(), pytest.raises(ValueError, match="no gradient"):
        np.unwrap(x)


@pytest.mark.parametrize(
    "call",
    [
        lambda x: np.broadcast_arrays(x, 1.0), lambda x: np.broadcast_arrays(x, [1.0]), lambda x: np.add.reduce(x),
        lambda x: np.concatenate([x, [[1.0, 2, 3]]]), lambda x: np.unique(x, equal_nan=True),
        lambda x: np.percentile(x, [25, 50]), lambda x: np.multiply.outer(x[0], x[1]),
        lambda x: np.take(x, np.array([0, 1]), axis=1),
    ],
)  # fmt: skip
def test_numbers_lists_and_options_that_only_numpy_takes(call: Any) -> None:
    result = call(mx.np.array(X))
    for one, other in zip(*((item if isinstance(item, tuple) else (item,)) for item in (result, call(X))), strict=True):
        np.testing.assert_allclose(np.asarray(one), other, rtol=1e-6)


@pytest.mark.parametrize(
    "call",
    [
        lambda x, y: np.broadcast_arrays(x, y), lambda x, y: np.concatenate([x, y]), lambda x, y: np.where(y > 2, x, y),
        lambda x, y: np.vstack([y, x]),
    ],
)  # fmt: skip
def test_functions_of_arrays_of_both_libraries_give_numpys(call: Any) -> None:
    result = call(mx.np.array(X), X)
    expected = call(X, X)
    for one, other in zip(
        *((item if isinstance(item, tuple) else (item,)) for item in (result, expected)), strict=True
    ):
        assert type(one) is np.ndarray
        np.testing.assert_allclose(one, other)


def test_wrong_calls_raise_the_error_of_ours() -> None:
    with pytest.raises(TypeError, match="not supported"):
        np.add(mx.np.array(X), "text")
    with pytest.raises(AssertionError):
        np.dot(mx.np.array(X), object())


def test_iteration() -> None:
    assert [row.asnumpy().tolist() for row in mx.np.array(X)] == X.tolist()
    assert iter(mx.np.array(X)) is not None
    with pytest.raises(TypeError, match="0-d"):
        iter(mx.np.array(1.0))
