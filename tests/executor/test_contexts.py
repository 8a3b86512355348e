"""Graphs over several contexts: ``group2ctx`` (the same under MXNet 1.9.1)."""

from __future__ import annotations

import mxnet as mx
import pytest
from mxnet import nd


@pytest.fixture
def symbol():
    with mx.AttrScope(ctx_group="a"):
        inner = mx.sym.FullyConnected(mx.sym.var("x"), num_hidden=4, name="fc1")
    with mx.AttrScope(ctx_group="b"):
        return mx.sym.FullyConnected(inner, num_hidden=2, name="fc2")


CONTEXTS = {"a": mx.cpu(1), "b": mx.cpu(2)}


def test_arrays_live_where_their_group_does(symbol):
    executor = symbol.simple_bind(mx.cpu(0), group2ctx=CONTEXTS, x=(2, 3))
    expected = {"x": 1, "fc1_weight": 1, "fc1_bias": 1, "fc2_weight": 2, "fc2_bias": 2}
    assert {name: a.context.device_id for name, a in executor.arg_dict.items()} == expected
    assert {name: a.context.device_id for name, a in executor.grad_dict.items()} == expected
    assert executor.forward()[0].context == mx.cpu(2)


def test_bound_arrays_may_live_in_several_contexts(symbol):
    shapes = {"x": (2, 3), "fc1_weight": (4, 3), "fc1_bias": (4,), "fc2_weight": (2, 4), "fc2_bias": (2,)}
    args = {name: nd.ones(s, ctx=mx.cpu(1 if name < "fc2" or name == "x" else 2)) for name, s in shapes.items()}
    executor = symbol.bind(mx.cpu(0), args, group2ctx=CONTEXTS)
    assert executor.forward()[0].asnumpy().tolist() == [[17, 17]] * 2


def test_a_group_without_context(symbol):
    with pytest.raises(RuntimeError):
        symbol.simple_bind(mx.cpu(0), group2ctx={"b": mx.cpu(1)}, x=(2, 3))


def test_groups_alone_change_nothing(symbol):
    executor = symbol.simple_bind(mx.cpu(0), x=(2, 3))
    assert {a.context for a in executor.arg_arrays} == {mx.cpu(0)}
