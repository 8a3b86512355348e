"""Operators without inputs: arrays filled in place, and shapes and lengths that a graph completes."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest


def test_set_value_fills_an_array() -> None:
    array = mx.nd.zeros((2, 3))
    mx.nd._internal._set_value(src=2.5, out=array)
    np.testing.assert_array_equal(array.asnumpy(), np.full((2, 3), 2.5))


def test_set_value_needs_an_array() -> None:
    with pytest.raises(mx.MXNetError):
        mx.nd._internal._set_value(src=2.5)


def test_graph_completes_a_shape() -> None:
    graph = mx.sym.zeros((0, 3)) + mx.sym.Variable("x")
    assert graph.eval(x=mx.nd.ones((4, 3)))[0].shape == (4, 3)


def test_graph_completes_a_range() -> None:
    graph = mx.sym.arange(2, infer_range=True) + mx.sym.Variable("x")
    np.testing.assert_array_equal(graph.eval(x=mx.nd.zeros((4,)))[0].asnumpy(), [2, 3, 4, 5])


def test_context_attribute_says_where() -> None:
    assert mx.nd._internal._ones(shape=(2,), ctx="cpu(1)").context == mx.cpu(1)
