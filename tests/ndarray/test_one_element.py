"""Numbers that programs make of arrays with one element: ``float``, ``int`` and ``'%f' %`` of what is returned."""

from __future__ import annotations

import operator
from typing import Any

import mxnet as mx
import numpy as np
import pytest
from mxnet import nd

SHAPES = [(1,), (1, 1), (1, 1, 1)]


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int8", "uint8", "int32", "int64", "bool"])
@pytest.mark.parametrize("shape", SHAPES)
def test_asscalar_is_a_number(shape: Any, dtype: str) -> None:
    value = nd.ones(shape).astype(dtype).asscalar()
    assert isinstance(value, np.generic)
    assert value.dtype == dtype
    assert (float(value), int(value), f"{value:d}" if dtype[0] in "iu" else "%d" % value) == (1.0, 1, "1")  # noqa: UP031


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("array", [nd.array, mx.np.array], ids=["nd", "np"])
def test_arrays_are_numbers_themselves(array: Any, shape: Any) -> None:
    x = array(np.full(shape, 2.5))
    assert (float(x), int(x), "%.1f" % x) == (2.5, 2, "2.5")  # noqa: UP031


@pytest.mark.parametrize("stype", ["csr", "row_sparse"])
def test_sparse_arrays_are_their_element(stype: str) -> None:
    x = nd.array([[3.0]]).tostype(stype)
    assert (float(x), int(x)) == (3.0, 3)
    assert float(nd.zeros((1, 1)).tostype(stype)) == 0
    with pytest.raises(TypeError, match="one element"):
        float(nd.zeros((2, 1)).tostype(stype))


@pytest.mark.parametrize(
    "result",
    [
        np.array([0.5]), np.array([[0.5]]), np.array(0.5), np.float32(0.5), 0.5, (np.array([1.5]), 3),
        (1.5, np.array([3])), nd.array([0.5]), mx.np.array([0.5]),
    ],
    ids=str,
)  # fmt: skip
def test_values_of_a_metric(result: Any) -> None:
    metric = mx.metric.CustomMetric(lambda label, pred: result, name="m")
    for _ in range(2):
        metric.update([nd.zeros(3)], [nd.zeros(3)])
    values = [metric.get()[1], metric.get_global()[1], metric.get_name_value()[0][1]]
    assert ["%.2f" % value for value in values] == ["0.50"] * 3  # noqa: UP031


def test_a_metric_of_several_values_stays_an_array() -> None:
    metric = mx.metric.CustomMetric(lambda label, pred: np.array([1.0, 2.0]), name="m")
    metric.update([nd.zeros(3)], [nd.zeros(3)])
    assert metric.get()[1].tolist() == [1, 2]


def test_the_global_norm() -> None:
    norm = mx.gluon.utils.clip_global_norm([nd.full((4,), 3)], 1.0)
    assert "%.1f" % norm == "6.0"  # noqa: UP031


def test_an_index_is_an_integer_without_axes_in_numpy() -> None:
    with mx.util.np_shape():
        assert operator.index(mx.np.array(3, dtype="int32")) == 3
    for shape in SHAPES:
        with pytest.raises(TypeError, match="without axes"):
            operator.index(mx.np.ones(shape, dtype="int32"))
        assert operator.index(nd.ones(shape, dtype="int32")) == 1
