"""Percentiles, histograms, counts and differences of ``mx.np``, on arrays and symbols."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mxnet as mx
import numpy as onp
import pytest
from mxnet import np
from mxnet.base import MXNetError

X = onp.random.RandomState(5).uniform(-1, 4, (3, 4)).astype("float32")


pytestmark = pytest.mark.usefixtures("numpy_interface")


@pytest.mark.parametrize(
    "call",
    [
        lambda n, x: n.percentile(x, 30, axis=1),
        lambda n, x: n.quantile(x, 0.3, axis=(0,), keepdims=True),
        lambda n, x: n.histogram(x, bins=5, range=(-1, 3)),
        lambda n, x: n.histogram(x, bins=5, range=(1, 1)),
        lambda n, x: n.diff(x, n=2, axis=0),
        lambda n, x: n.ediff1d(x, to_end=2.0, to_begin=1.0),
    ],
)
def test_is_numpys(call: Callable[[Any, Any], Any]) -> None:
    wanted = call(onp, X)
    composed = call(mx.sym.np, mx.sym.var("x").as_np_ndarray())
    group = mx.sym.Group(list(composed)) if isinstance(composed, (list, tuple)) else composed
    for made in (call(np, np.array(X)), group.bind(mx.cpu(), {"x": np.array(X)}).forward()):
        found = made if isinstance(made, (list, tuple)) else [made]
        for got, want in zip(found, wanted if isinstance(wanted, tuple) else (wanted,), strict=True):
            onp.testing.assert_allclose(got.asnumpy(), want, rtol=1e-5)


def test_asked_by_an_array() -> None:
    q = np.array([0.1, 0.5])
    onp.testing.assert_allclose(
        np.quantile(np.array(X), q, axis=1).asnumpy(), onp.quantile(X, [0.1, 0.5], axis=1), rtol=1e-5
    )


@pytest.mark.parametrize(
    "method",
    ["inverted_cdf", "averaged_inverted_cdf", "closest_observation", "interpolated_inverted_cdf", "hazen", "weibull",
     "linear", "median_unbiased", "normal_unbiased", "lower", "higher", "midpoint"],
)  # fmt: skip
def test_every_method_of_quantiles(method: Any) -> None:
    for count in (1, 3, 4, 8):
        x = onp.random.RandomState(count).normal(size=(2, count))
        for share in (0, 0.125, 0.25, 0.3, 0.5, 0.75, 1):
            wanted = onp.quantile(x, share, axis=1, method=method)
            here = np.array(x, dtype="float64")
            onp.testing.assert_allclose(np.quantile(here, share, axis=1, method=method).asnumpy(), wanted)
            made = np.percentile(here, share * 100, axis=1, interpolation=method)
            onp.testing.assert_allclose(made.asnumpy(), wanted)


def test_bincount() -> None:
    x, w = np.array([0, 1, 1, 3], dtype="int32"), np.array([1.0, 2.0, 3.0, 4.0])
    assert np.bincount(x, minlength=6).tolist() == [1, 2, 0, 1, 0, 0]
    assert np.bincount(x, weights=w).tolist() == [1.0, 5.0, 0.0, 4.0]


@pytest.mark.parametrize(
    ("kind", "call"),
    [
        (ValueError, lambda x: np.percentile(x, 101)),
        (ValueError, lambda x: np.quantile(x, np.array([-0.1]))),
        (AssertionError, lambda x: np.percentile(x, [10, 50])),
        (MXNetError, lambda x: np.percentile(x, 30, interpolation="foo")),
        (MXNetError, lambda x: np.percentile(x, 30, axis=5)),
        (MXNetError, lambda x: np.percentile(x, np.array([[10.0]]))),
        (NotImplementedError, lambda x: np.percentile(x, 30, overwrite_input=True)),
        (NotImplementedError, lambda x: np.histogram(x)),
        (NotImplementedError, lambda x: np.histogram(x, bins="auto")),
        (NotImplementedError, lambda x: np.histogram(x, bins=[0, 1])),
        (NotImplementedError, lambda x: np.histogram(x, 5, (0, 1), weights=x)),
        (NotImplementedError, lambda x: np.histogram(x, 5, (0, 1), density=True)),
        (NotImplementedError, lambda x: np.histogram(x, 5, (0, 1), normed=True)),
        (MXNetError, lambda x: np.histogram(x, 5, (2, 1))),
        (MXNetError, lambda x: np.histogram(x, 0, (1, 2))),
        (MXNetError, lambda x: np.histogram(x, np.array([0.0, 1.0], dtype="float64"))),
        (TypeError, lambda x: np.bincount([1, 2])),
        (ValueError, lambda x: np.bincount(x, minlength=-1)),
        (MXNetError, lambda x: np.bincount(np.array([0.5]))),
        (MXNetError, lambda x: np.bincount(np.array([-1], dtype="int32"))),
        (MXNetError, lambda x: np.bincount(np.array([[1]], dtype="int32"))),
        (NotImplementedError, lambda x: np.diff(x, prepend=1)),
        (MXNetError, lambda x: np.diff(x, n=-1)),
        (MXNetError, lambda x: np.diff(x, axis=2)),
        (MXNetError, lambda x: np.ediff1d(x, to_begin=[1, 2])),
    ],
)
def test_refuses(kind: type, call: Callable[[Any], Any]) -> None:
    with pytest.raises(kind):
        call(np.array(X))
