"""Attributes are read once for each set of them, and every set keeps its own meaning."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet.core.params import NULL
from mxnet.eager.dispatch import specialize
from mxnet.registry.bound import bind, binder
from mxnet.registry.op import get


def test_a_set_of_attributes_is_read_once():
    bound = binder(get("sum"))
    assert bound(1, NULL, NULL) is bound(1, NULL, NULL)
    assert bound(1, NULL, NULL) is bind(get("sum"), {"axis": 1, "keepdims": NULL})


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


#: by name, a call whose result has the sign of a zero that is an attribute
ZEROS = {
    "scalar": lambda zero: mx.nd._internal._mul_scalar(mx.nd.ones((2,)), scalar=zero),
    "value": lambda zero: mx.nd._internal._full(shape=(2,), value=zero),
    "the larger": lambda zero: mx.nd.maximum(mx.nd.array([-1.0, -2.0]), zero),
    "one of several": lambda zero: mx.nd.one_hot(mx.nd.array([1, 1]), 2, off_value=zero)[:, 0],
}


@pytest.mark.parametrize("call", ZEROS.values(), ids=ZEROS)
def test_minus_zero_is_not_found_for_zero(call):
    for zero, negative in ((0.0, False), (-0.0, True), (0.0, False)):
        assert np.signbit(call(zero).asnumpy()).tolist() == [negative] * 2


def test_operators_without_floats_look_at_no_zeros():
    assert hasattr(specialize(get("FullyConnected")), "cache_info")
    assert not hasattr(specialize(get("clip")), "cache_info")


def test_attributes_may_be_arrays_of_numpy_beside_floats():
    width = np.array([0, 0, 0, 0, 1, 1, 1, 1])
    result = mx.nd.pad(mx.nd.ones((1, 1, 1, 1)), mode="constant", pad_width=tuple(width), constant_value=2.0)
    assert result.asnumpy().sum() == 17
    with pytest.raises(mx.MXNetError, match="a_min"):
        mx.nd.clip(mx.nd.ones((2,)), np.array([0.0, 1.0]), 1.0)
