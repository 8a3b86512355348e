"""Changing graphs of calls."""

from __future__ import annotations

import operator

import pytest
from mxnet.graph.call_graph import CallGraph, as_fx, last_uses


def chain():
    graph = CallGraph()
    x = graph.placeholder("x")
    first = graph.call_function(operator.neg, (x,))
    second = graph.call_function(operator.add, (first, (x, first)))
    return graph, x, first, second, graph.output((second,))


def test_values_know_who_uses_them():
    _, x, first, second, output = chain()
    assert [list(value.users) for value in (x, first, second, output)] == [[first, second], [second], [output], []]
    assert second.all_input_nodes == [first, x]


def test_changed_arguments_change_the_users():
    _, x, first, second, _ = chain()
    second.args = (x, 1)
    assert list(first.users) == []
    second.kwargs = {"other": first}
    assert list(first.users) == [second]


def test_replace_all_uses():
    _, x, first, second, _ = chain()
    first.replace_all_uses_with(x)
    assert second.args == (x, (x, x))
    assert list(first.users) == []


def test_calls_are_inserted_and_erased():
    graph, x, first, second, output = chain()
    with graph.inserting_before(first):
        before = graph.call_function(abs, (x,))
    with graph.inserting_after(second):
        after = graph.call_method("copy", (second,))
    last = graph.call_function(abs, (x,))
    assert graph.nodes == [x, before, first, second, after, output, last]
    graph.erase_node(last)
    graph.erase_node(before)
    assert graph.nodes == [x, first, second, after, output]
    assert graph.output_node() is output


def test_a_value_in_use_is_not_erased():
    graph, _, first, _, _ = chain()
    with pytest.raises(AssertionError, match="neg is used"):
        graph.erase_node(first)


@pytest.mark.parametrize(
    ("wanted", "names"),
    [("a", ["a", "a_1", "a_2"]), ("a.b", ["a_b", "a_b_1", "a_b_2"]), ("in", ["_in", "_in_1", "_in_2"])],
)
def test_names_are_unique(wanted, names):
    graph = CallGraph()
    values = [graph.placeholder(wanted) for _ in names]
    assert graph.names() == dict(zip(values, names, strict=True))


def test_a_copy_is_a_graph_of_its_own():
    graph, _, first, second, _ = chain()
    first.node, first.marks = "node", first.marks | {"fused"}
    copy = graph.copy()
    assert [(value.name, str(value.args)) for value in copy.nodes] == [(v.name, str(v.args)) for v in graph.nodes]
    assert copy.nodes[1].node == "node"
    assert copy.nodes[1].marks == {"fused"}
    copy.nodes[2].args = (1, 2)
    assert list(first.users) == [second]


def test_last_uses():
    graph, x, first, second, output = chain()
    unused = graph.call_function(abs, (1,))
    assert last_uses(graph.nodes) == {second: [first, x], output: [second], unused: [unused]}


def test_it_has_the_form_of_fx():
    graph, *_ = chain()
    assert [node.name for node in as_fx(graph).graph.nodes] == [value.name for value in graph.nodes]
