"""Lowering graphs of operators to graphs of calls."""

from __future__ import annotations

import gc
import time
import weakref

import mxnet as mx
import pytest
import torch
from mxnet.graph.call_graph import undifferentiated
from mxnet.graph.codegen import LoweredModule
from mxnet.graph.lower import lower
from mxnet.symbol.node import Entry, Node, topological

CPU = torch.device("cpu")


def lowered(symbol, is_train=False, names=None, place=lambda node: CPU):
    heads = symbol.handle
    result = lower(topological(heads), heads, symbol.list_inputs() if names is None else names, is_train, place)
    module = LoweredModule(result.graph)
    module.lowered = result
    return module


def test_one_input_per_variable_and_one_call_per_node():
    a, b = mx.sym.var("a"), mx.sym.var("b")
    module = lowered(mx.sym.tanh(a * b, name="t"))
    assert [n.op for n in module.graph.nodes] == ["placeholder"] * 2 + ["call_function"] * 2 + ["output"]
    outputs = module.forward(torch.tensor(0.5), torch.tensor(2.0))
    assert outputs == (torch.tanh(torch.tensor(1.0)),)


def test_nodes_are_remembered():
    symbol = mx.sym.tanh(mx.sym.var("a"), name="t")
    names = [n.node.name for n in lowered(symbol).graph.nodes if n.op != "output"]
    assert names == ["a", "t"]


def test_variables_of_one_name_are_one_input():
    module = lowered(mx.sym.var("a") * mx.sym.var("a"))
    assert module.forward(torch.tensor(3.0)) == (torch.tensor(9.0),)


def test_inputs_may_be_more_than_the_graph_needs():
    module = lowered(mx.sym.var("a") * 2, names=["b", "a"])
    assert module.forward(torch.tensor(5.0), torch.tensor(3.0)) == (torch.tensor(6.0),)


def test_a_variable_that_is_no_input():
    with pytest.raises(mx.MXNetError, match="variable 'a' is not among its inputs"):
        lowered(mx.sym.var("a") * 2, names=["b"])


@pytest.mark.parametrize("name", ["in", "class", "0", "a.b", "a-b", "sum", "self", "torch", "Größe", "x_1", "inf"])
def test_any_name_of_a_variable_or_node(name):
    a = mx.sym.var(name)
    module = lowered(mx.sym.exp(a, name=name) + mx.sym.log(a, name=name))
    assert module.forward(torch.tensor(1.0))[0].item() == pytest.approx(2.718281828)


def test_names_that_become_equal():
    names = ["a.b", "a-b", "a_b", "a_b_"]
    total = sum((mx.sym.var(n) * 10**i for i, n in enumerate(names[1:])), mx.sym.var(names[0]) * 0.5)
    module = lowered(total, names=names)
    assert module.forward(*map(torch.tensor, (2.0, 3.0, 4.0, 5.0)))[0].item() == 1 + 3 + 40 + 500


def test_typed_attributes():
    symbol = mx.sym.clip(mx.sym.var("a"), a_min=-1, a_max=float("inf"))
    module = lowered(symbol)
    assert module.forward(torch.tensor([-5.0, 5.0]))[0].tolist() == [-1, 5]


@pytest.mark.parametrize(("is_train", "values"), [(False, {1.0}), (True, {0.0, 2.0})])
def test_training_is_part_of_the_graph(is_train, values):
    module = lowered(mx.sym.Dropout(mx.sym.var("a"), p=0.5), is_train)
    assert set(module.forward(torch.ones(100))[0].tolist()) == values


def test_several_outputs_and_heads():
    parts = mx.sym.split(mx.sym.var("a"), num_outputs=2, axis=0, squeeze_axis=True)
    module = lowered(mx.sym.Group([parts[1], parts[0] * 2, parts[1]]))
    assert [o.item() for o in module.forward(torch.tensor([1.0, 2.0]))] == [2, 2, 2]
    assert sum("getitem" in n.name for n in module.graph.nodes) == 2


def test_one_of_possibly_many_outputs():
    module = lowered(mx.sym.split(mx.sym.var("a"), num_outputs=1, axis=0) * 2)
    assert module.forward(torch.tensor([1.0, 2.0]))[0].tolist() == [2, 4]


def test_a_variable_as_head():
    module = lowered(mx.sym.Group([mx.sym.var("a"), mx.sym.var("b") * 2]))
    assert module.forward(torch.tensor(1.0), torch.tensor(2.0)) == (torch.tensor(1.0), torch.tensor(4.0))


def test_shapes_that_only_the_graph_knows_are_inputs():
    begin = mx.sym.zeros((0, 3))
    module = lowered(mx.sym.Group([begin + mx.sym.var("a"), mx.sym.zeros((2,))]))
    assert len(module.lowered.open) == 1
    assert module.forward(torch.ones(4, 3), (4, 3))[0].shape == (4, 3)


def test_values_move_between_devices_once():
    a = mx.sym.tanh(mx.sym.var("a"), name="here")
    b = mx.sym.Group([mx.sym.exp(a, name="there1"), mx.sym.log(a, name="there2")])
    meta = torch.device("meta")
    module = lowered(b, place=lambda node: meta if node.name.startswith("there") else CPU)
    assert [o.device.type for o in module.forward(torch.ones(2))] == ["meta", "meta"]
    assert sum(n.op == "call_method" for n in module.graph.nodes) == 1


def test_nothing_of_a_module_stays():
    module = lowered(mx.sym.exp(mx.sym.var("a")))
    module.forward(torch.ones(2))
    kept = weakref.ref(module)
    del module
    gc.collect()
    assert kept() is None


def test_a_chain_of_20000_nodes_in_seconds():
    entry = Entry(Node(None, "a"))
    op = mx.sym.negative(mx.sym.var("a")).handle[0].node.op
    for i in range(20000):
        entry = Entry(Node(op, f"n{i}", {}, [entry]))
    start = time.perf_counter()
    module = lowered(mx.sym.Symbol((entry,)))
    assert module.forward(torch.tensor(3.0))[0].item() == 3
    assert time.perf_counter() - start < 20  # about a second on an idle machine


@pytest.mark.parametrize(
    ("symbol", "recorded"),
    [
        (lambda bn, ones: bn * ones, False),
        (lambda bn, ones: ones * 2, True),
        (lambda bn, ones: mx.sym.Group([bn * 2, ones]), True),
        (lambda bn, ones: mx.sym.shape_array(bn).astype("float32") * ones, True),
    ],
    ids=["both ways", "only through zeros", "a head of its own", "shapes are no way"],
)
def test_operators_of_zero_gradient_are_recorded_where_they_alone_lead_to_moving_statistics(symbol, recorded):
    """A backward pass moves them whatever the gradient; otherwise nothing is computed for a gradient of zero."""
    bn = mx.sym.BatchNorm(mx.sym.var("data"), name="bn")
    graph = lowered(symbol(bn, mx.sym.ones_like(bn, name="ones")), is_train=True).graph
    (call,) = [each for each in graph.nodes if each.node and each.node.name == "ones"]
    assert (call.target is not undifferentiated(call.node.op)) == recorded
