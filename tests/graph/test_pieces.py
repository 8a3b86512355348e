"""Large graphs in pieces: the values, memory and errors of one function."""

from __future__ import annotations

import gc
import weakref

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.graph import pieces, program
from mxnet.graph.codegen import LoweredModule, NotPlain
from mxnet.graph.pieces import Pieces
from torch import fx


def grown(value, other):
    """Return two results."""
    return value + other, value * 2


def chain(length):
    """Return a graph of cells: two results, of which one is used later, a method and a product."""
    graph = fx.Graph()
    x = value = graph.placeholder("x")
    weight = graph.placeholder("weight")
    middle = []
    for _ in range(length):
        both = graph.call_function(grown, (value, weight))
        first, second = (graph.call_function(lambda v, i: v[i], (both, i)) for i in range(2))
        value = graph.call_method("tanh", (graph.call_function(torch.mul, (first, 0.5)),))
        middle.append(second)
    total = graph.call_function(torch.stack, (tuple(middle),), {"dim": 0})
    graph.output((value, total, x))
    return graph


@pytest.mark.parametrize("length", [1, 3, 40, 300])
def test_pieces_compute_what_one_function_computes(length):
    graph, x, weight = chain(length), torch.arange(3.0), torch.tensor([0.1, 0.2, 0.3])
    ours, one = Pieces(graph)(x, weight), LoweredModule({}, graph)(x, weight)
    assert all(torch.equal(a, b) for a, b in zip(ours, one, strict=True))


def cells(length, shape=(2, 4)):
    cell = mx.rnn.LSTMCell(4, prefix="lstm_")
    outputs, _ = cell.unroll(length, [mx.sym.Variable(f"t{i}") for i in range(length)], merge_outputs=True)
    shapes = {f"t{i}": shape for i in range(length)}
    return mx.sym.MakeLoss(mx.sym.sum(outputs)), {**shapes, "lstm_begin_state_0": (2, 4), "lstm_begin_state_1": (2, 4)}


def executor(length):
    net, shapes = cells(length)
    names = set(net.list_arguments())
    result = net.simple_bind(mx.cpu(), **{name: shape for name, shape in shapes.items() if name in names})
    rng = np.random.RandomState(0)
    for array in result.arg_dict.values():
        array[:] = rng.uniform(-1, 1, array.shape)
    return result


@pytest.mark.parametrize("is_train", [False, True])
def test_an_unrolled_network_answers_the_same_in_pieces(monkeypatch, is_train):
    plain = executor(12)
    plain.forward(is_train=is_train)
    monkeypatch.setattr(program, "LARGE", 10)
    cut = executor(12)
    cut.forward(is_train=is_train)
    np.testing.assert_array_equal(cut.outputs[0].asnumpy(), plain.outputs[0].asnumpy())
    if is_train:
        plain.backward()
        cut.backward()
        for name, grad in plain.grad_dict.items():
            np.testing.assert_allclose(cut.grad_dict[name].asnumpy(), grad.asnumpy(), rtol=1e-6, atol=1e-7)


def test_steps_that_repeat_share_their_code():
    bound = executor(200)
    bound.forward(is_train=False)
    run = bound._program.form(False, bound._ctx.torch_device).find_module().pieces
    functions = {piece.function for piece in run._pieces}
    assert len(run._pieces) > 150
    assert len(functions) < 12


def test_a_value_is_let_go_after_its_last_use():
    graph, seen = fx.Graph(), []

    def first(x):
        result = x + 1
        seen.append(weakref.ref(result))
        return result

    def alive(x):
        gc.collect()
        return torch.tensor(float(seen[0]() is not None))

    value = graph.call_function(first, (graph.placeholder("x"),))
    used = graph.call_function(torch.neg, (value,))
    for _ in range(pieces._LONGEST):  # the next use is in another piece
        used = graph.call_function(torch.neg, (used,))
    used = graph.call_function(torch.add, (used, value))
    graph.output((graph.call_function(alive, (used,)), graph.call_function(alive, (used,))))
    assert [item.item() for item in Pieces(graph)(torch.ones(1))] == [0, 0]


def test_an_error_names_the_node_and_its_inputs(monkeypatch):
    monkeypatch.setattr(program, "LARGE", 10)
    x = value = mx.sym.var("x")
    for i in range(30):
        value = mx.sym.tanh(value, name=f"tanh{i}")
    value = mx.sym.broadcast_add(value, mx.sym.var("other"), name="sum")
    for i in range(30):
        value = mx.sym.exp(value, name=f"exp{i}")
    op = mx.nd.CachedOp(mx.sym.Group([value, x]))
    with pytest.raises(mx.MXNetError, match=r"(?s)node 'sum', operator broadcast_add.*\(2,\) float32.*\(3,\) float32"):
        op(mx.nd.ones((2,)), mx.nd.ones((3,)))


def test_graphs_with_modules_are_left_to_fx():
    graph = fx.Graph()
    graph.output((graph.call_module("act", (graph.placeholder("x"),)),))
    with pytest.raises(NotPlain):
        Pieces(graph)
