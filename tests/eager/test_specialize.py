"""Attributes are read once for each set of them, and every set keeps its own meaning."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet.core.params import NULL
from mxnet.eager.specialize import plan_of, planner
from mxnet.registry.op import get


def test_a_set_of_attributes_is_read_once():
    plan = planner(get("sum"))
    assert plan(1, NULL, NULL) is plan(1, NULL, NULL)
    assert plan(1, NULL, NULL) is plan_of(get("sum"), {"axis": 1, "keepdims": NULL})


def test_equal_values_of_different_types_are_different_sets():
    x = mx.nd.ones((2, 3))
    assert mx.nd.sum(x, axis=1).shape == (2,)
    with pytest.raises(mx.MXNetError, match="axis"):
        mx.nd.sum(x, axis=1.0)


def test_an_error_comes_every_time():
    for _ in range(2):
        with pytest.raises(mx.MXNetError, match="exclude"):
            mx.nd.sum(mx.nd.ones((2,)), exclude="perhaps")


def test_lists_and_arrays_are_read_at_each_call():
    x = mx.nd.array(np.arange(6).reshape(1, 2, 3))
    axes = [0, 1]
    assert mx.nd.sum(x, axis=axes).shape == (3,)
    axes.append(2)
    assert mx.nd.sum(x, axis=axes).asscalar() == 15
    limit = np.array(2.0)
    assert mx.nd.clip(x, 0, limit).max().asscalar() == 2
    limit[...] = 4
    assert mx.nd.clip(x, 0, limit).max().asscalar() == 4


def test_training_is_read_at_each_call():
    x = mx.nd.ones((100,))
    with mx.autograd.train_mode():
        assert (mx.nd.Dropout(x, p=0.5) == 0).sum().asscalar() > 0
    assert (mx.nd.Dropout(x, p=0.5) == 0).sum().asscalar() == 0


def test_an_input_too_few_is_named():
    with pytest.raises(mx.MXNetError, match="bias"):
        mx.nd.FullyConnected(mx.nd.ones((2, 3)), mx.nd.ones((4, 3)), num_hidden=4)


def test_an_operator_without_attributes_takes_any():
    x, y = mx.nd.array([1, 5]), mx.nd.array([3, 2])
    assert mx.nd.broadcast_maximum(x, y, axis=1).asnumpy().tolist() == [3, 5]
