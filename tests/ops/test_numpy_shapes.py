"""Results of one element, with NumPy's shapes: some operators give ``()``, the older ones ``(1,)``, as 1.9.1 does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mxnet as mx
import pytest
from mxnet.base import MXNetError

nd = mx.nd


@pytest.mark.parametrize(
    ("call", "shape"),
    [
        (lambda: nd.dot(nd.ones(3), nd.ones(3)), (1,)),
        (lambda: nd.squeeze(nd.ones((1, 1))), (1,)),
        (lambda: nd.linalg.sumlogdiag(nd.ones((2, 2))), (1,)),
        (lambda: nd.linalg.det(nd.ones((2, 2))), ()),
        (lambda: nd.argmax(nd.arange(5), axis=0), (1,)),
        (lambda: nd.sum(nd.arange(5)), (1,)),
        (lambda: nd.take(nd.arange(5), nd.array(2)), ()),
        (lambda: nd.take(nd.arange(5), nd.array(7), mode="wrap"), ()),
        (lambda: nd.take(nd.ones((3, 2)), nd.array(2), axis=1), (3,)),
        (lambda: nd.sum(nd.ones((0, 2)), axis=0), (2,)),
    ],
)
def test_results_of_one_element_have_1_9_1s_shape(call: Callable[[], Any], shape: tuple[int, ...]) -> None:
    with mx.util.np_shape(True):
        assert call().shape == shape


@pytest.mark.parametrize("name", ["max", "min"])
@pytest.mark.parametrize("axis", [0, 1, None])
def test_nothing_has_no_extreme(name: str, axis: int | None) -> None:
    with mx.util.np_shape(True), pytest.raises(MXNetError):
        getattr(nd, name)(nd.ones((0, 2)), axis=axis).wait_to_read()


def test_extreme_of_one_axis_outside_of_numpy_shapes() -> None:
    assert nd.argmax(nd.array([1, 3, 2]), axis=0).shape == (1,)
    assert nd.argmin(nd.array([1, 3, 2]), axis=0).shape == (1,)


@pytest.mark.parametrize("k", [-2, 3])
def test_the_diagonals_beside_the_last_ones_are_empty(k: int) -> None:
    data = mx.nd.ones((2, 3, 4))
    data.attach_grad()
    with mx.autograd.record():
        result = mx.nd.diag(data, k=k)
    result.backward()
    assert result.shape == (4, 0)
    assert not data.grad.asnumpy().any()


@pytest.mark.parametrize(("begin", "end"), [(0, 5), (10, None), (-3, None), (0, 0), (2, 0)])
def test_parts_of_an_empty_axis_are_empty(begin: int, end: int | None) -> None:
    with mx.util.np_shape(True):
        assert nd.slice_axis(nd.ones((3, 0)), axis=1, begin=begin, end=end).shape == (3, 0)
        part = mx.sym.slice_axis(mx.sym.Variable("x"), axis=1, begin=begin, end=end)
        assert part.infer_shape(x=(3, 0))[1] == [(3, 0)]


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda x: mx.nd.LeakyReLU(-x, x, act_type="prelu"), -2.25),
        (lambda x: mx.nd.random_pdf_normal(x, x * 0, x * 0 + 1), 0.12951759),
        (lambda x: mx.nd.sample_uniform(x, x), 1.5),
        (lambda x: mx.nd.sample_poisson(x * 0), 0),
    ],
    ids=["prelu", "pdf", "uniform", "poisson"],
)
def test_arrays_without_axes_beside_each_other(call: Callable[[Any], Any], expected: float) -> None:
    with mx.util.np_shape():
        found = call(mx.nd.array([1.5]).reshape(()))
        assert found.shape == ()
        assert found.asscalar() == pytest.approx(expected, rel=1e-6)
