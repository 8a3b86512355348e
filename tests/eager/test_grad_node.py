"""Nodes of the tape: what they say of a recorded call, and what is left after a backward pass."""

from __future__ import annotations

import weakref

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.eager.grad_node import GradNode, GradSlot, grad_node


def _variable(values, dtype="float32"):
    result = mx.nd.array(values, dtype=dtype)
    result.attach_grad()
    return result


@pytest.mark.parametrize(
    ("compute", "op", "attributes"),
    [
        (lambda x: x + x, "broadcast_add", {}),
        (lambda x: x * 2, "_mul_scalar", 2),
        (lambda x: mx.nd.exp(x), "exp", {}),
        (lambda x: x.sum(axis=1), "sum", {"axis": 1}),
        (lambda x: mx.nd.concat(x, x, dim=0), "Concat", {"dim": 0}),
        (lambda x: x[0], "_getitem", {"key": 0, "ndim": 2}),
        (lambda x: x.astype("float64"), "Cast", {"dtype": "float64"}),
    ],
)
def test_a_node_has_the_operator_its_attributes_and_inputs(compute, op, attributes):
    x = _variable([[1.0, 2]])
    with mx.autograd.record():
        node = compute(x)._slot
    assert (node.op, node.attributes, node.index, node.handle) == (op, attributes, 0, None)
    assert set(node.inputs) == {x._slot}


def test_the_outputs_of_a_call_share_its_inputs():
    x = _variable([[1.0, 2]])
    with mx.autograd.record():
        first, second = (item._slot for item in mx.nd.split(x, num_outputs=2))
    assert (first.index, second.index) == (0, 1)
    assert first.inputs is second.inputs


def test_nodes_of_integers_have_a_handle():
    x = _variable([1, 2], dtype="int32")
    with mx.autograd.record():
        y = mx.nd.square(x)
    assert y._slot.handle.shape == y.shape
    y.backward()
    assert x.grad.asnumpy().tolist() == [2, 4]


def test_a_freed_node_is_false_and_holds_nothing():
    x = _variable([1.0, 2])
    with mx.autograd.record():
        y = mx.nd.exp(x)
    node = y._slot
    assert node
    y.backward()
    assert y._slot is node
    assert not node
    assert isinstance(node, GradNode)
    assert (node.op, node.attributes, node.inputs, node.handle) == (None, None, (), None)


def test_freeing_lets_go_of_what_was_kept():
    class Attributes:
        pass

    held = Attributes()
    seen = weakref.ref(held)
    node = grad_node("exp", held, ())
    node.free()
    del held
    assert seen() is None


def test_an_array_whose_graph_is_gone_is_a_constant():
    x = _variable([1.0, 2])
    with mx.autograd.record():
        y = mx.nd.exp(x)
    y.backward()
    with mx.autograd.record():
        assert (y + y)._slot is None
        z = (y * x).sum()
    z.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), np.exp([1, 2]), rtol=1e-6)


def test_long_chains_are_dropped_without_recursion():
    x = _variable([1.0])
    with mx.autograd.record():
        y = x
        for _ in range(20000):
            y = y + 1
    del y
    assert x.grad.asscalar() == 0


@pytest.mark.parametrize("compute", [lambda x: x < 2, lambda x: mx.nd.lesser(x, x * 2)])
def test_calls_whose_gradient_is_zero_are_on_the_tape_alone(compute):
    x = _variable([[1.0, 3]])
    with mx.autograd.record():
        result = compute(x)
        total = (result * x).sum()
    assert result._slot
    assert not result._t.requires_grad
    total.backward()
    assert x.grad.asnumpy().tolist() == result.asnumpy().tolist()
    with mx.autograd.record():
        result = compute(x)
    result.backward()
    assert x.grad.asnumpy().tolist() == [[0, 0]]


def test_who_watches_a_variable_before_its_leaf_is_there_hears_of_each_gradient():
    slot, calls = GradSlot(mx.nd.zeros(3), "write"), []
    slot.watch(lambda: calls.append(slot.buffer.asnumpy().tolist()))
    leaf = torch.ones(3)
    slot.attach(leaf)
    for factor in (2, 3):
        (leaf * factor).sum().backward()
    assert calls == [[2, 2, 2], [3, 3, 3]]
