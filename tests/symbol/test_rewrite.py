"""Rebuilding a graph with a rule."""

import mxnet as mx
import pytest
from mxnet.registry.op import get
from mxnet.symbol.node import Entry
from mxnet.symbol.rewrite import rewrite


def _graph():
    x = mx.sym.var("x")
    return mx.sym.Group([mx.sym.exp(mx.sym.identity(x, name="copy"), name="e"), mx.sym.abs(x, name="a")])


def test_a_rule_replaces_nodes_and_shares_what_it_rebuilt():
    def rule(node, new):
        op = get("sqrt") if node.op is get("exp") else None
        return node.replace(op=op, inputs=map(new, node.inputs))

    old = _graph()
    heads = rewrite(old._heads, rule)
    first, second = mx.sym.Symbol(heads[:1]), mx.sym.Symbol(heads[1:])
    assert (first.attr_dict(), first.list_arguments(), second.list_arguments()) == ({}, ["x"], ["x"])
    assert [n.op.name for n in (heads[0].node, heads[0].node.inputs[0].node)] == ["sqrt", "_copy"]
    assert heads[0].node.inputs[0].node.inputs[0].node is heads[1].node.inputs[0].node
    assert old._heads[0].node.op is get("exp")


def test_entries_stand_for_the_outputs_of_a_node_that_is_left_out():
    heads = rewrite(
        _graph()._heads,
        lambda node, new: [new(node.inputs[0])] if node.name == "copy" else node.replace(inputs=map(new, node.inputs)),
    )
    assert [node.name for node, _ in heads[0].node.inputs] == ["x"]


def test_a_node_that_is_left_out_must_not_be_used():
    with pytest.raises(AssertionError, match=r"copy.*left out but is used"):
        rewrite(
            _graph()._heads,
            lambda node, new: None if node.name == "copy" else node.replace(inputs=map(new, node.inputs)),
        )


def test_replace_keeps_what_is_not_given():
    node = mx.sym.FullyConnected(mx.sym.var("x"), num_hidden=3, name="fc", attr={"__note__": "1"})._heads[0].node
    same = node.replace()
    assert same is not node
    assert (same.op, same.name, same.attrs, same.inputs) == (node.op, node.name, node.attrs, node.inputs)
    assert same.attrs is not node.attrs
    longer = node.replace(inputs=[*node.inputs, Entry(node)])
    assert longer.versions == (*node.versions, 0)
    assert node.replace(name="other", attrs={}).attrs == {}
