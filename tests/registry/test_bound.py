"""An operator with one set of attributes is one object for calls and for nodes of graphs."""

from __future__ import annotations

import mxnet as mx
import pytest
from mxnet.registry.bound import BoundOp, bind
from mxnet.registry.op import get


def node_of(symbol):
    return symbol.handle[0].node


def test_only_attributes_that_differ_from_defaults_are_handed_on():
    bound = bind(get("sum"), {"axis": 1, "keepdims": False})
    assert bound.kwargs == {"axis": (1,)} == node_of(mx.sym.sum(mx.sym.var("x"), axis=1, keepdims=False)).bound.kwargs
    assert bind(get("_mul_scalar"), {"scalar": -0.0}).kwargs == {"scalar": -0.0}
    assert bind(get("LeakyReLU"), {"slope": -0.0}).params.slope == 0


def test_equal_nodes_share_what_they_call():
    x = mx.sym.var("x")
    first, second, other = (node_of(mx.sym.sum(x, axis=axis)) for axis in (1, 1, 0))
    assert first.bound is second.bound
    assert first.bound is not other.bound
    assert isinstance(first.bound, BoundOp)


def test_notes_of_users_are_no_attributes():
    node = node_of(mx.sym.sum(mx.sym.var("x"), axis=1, attr={"__lr_mult__": "2"}))
    assert node.bound.given.keys() == {"axis"}
    assert bind(get("sum"), {"axis": 1, "__lr_mult__": "2"}).given == {"axis": 1}


def test_attributes_that_do_not_fit_together_are_refused_before_inputs_are_seen():
    with pytest.raises(mx.MXNetError, match="kernel"):
        bind(get("Convolution"), {"kernel": (3, 3, 3, 3), "num_filter": 1})
    with pytest.raises(mx.MXNetError, match="stride"):
        bind(get("Convolution"), {"kernel": (3, 3), "stride": (1,), "num_filter": 1})


def test_a_training_call_gets_the_mode():
    bound = bind(get("Dropout"), {"p": 0.3})
    assert [kwargs["is_train"] for kwargs in bound.by_training] == [False, True]
    assert bound.kwargs == {"p": 0.3}
