"""Equal expressions are computed once."""

from __future__ import annotations

import mxnet as mx
import pytest
from mxnet import nd
from mxnet.executor.program import SymbolProgram
from mxnet.symbol.node import topological

a, b, c = mx.sym.var("a"), mx.sym.var("b"), mx.sym.var("c")
normalized = mx.sym.BatchNorm(a, name="n")


def saved(symbol):
    """Return how many operators merging takes away."""
    return operators(symbol.handle) - operators(merged(symbol.handle))


def merged(heads):
    return SymbolProgram(heads, mx.cpu(), None).optimized_heads


def operators(heads):
    return sum(node.op is not None for node in topological(heads))


MERGED = {
    "different": ((a + 1) + (a + 2), 0),
    "equal": ((a + b) + (a + b), 1),
    "equal over equal": (((a + b) + c) + ((a + b) + c), 2),
    "equal attributes": (mx.sym.sum(a, axis=1) * mx.sym.sum(a, axis=1), 1),
    "other attributes": (mx.sym.sum(a, axis=1) * mx.sym.sum(a, axis=0), 0),
    "outputs": (mx.sym.Group([a * b, a * b]), 0),
    "random": (mx.sym.Dropout(a) + mx.sym.Dropout(a), 0),
    "states": (normalized + normalized.__copy__(), 0),
    "copies of a variable": (mx.sym.exp(a.__copy__()) + mx.sym.exp(a), 1),
}


@pytest.mark.parametrize("case", MERGED)
def test_merging(case):
    symbol, expected = MERGED[case]
    assert saved(symbol) == expected


def test_what_is_equal_to_nothing_is_the_same_node():
    heads = ((a + b) * c).handle
    assert merged(heads)[0].node is heads[0].node


def test_the_executor_runs_the_merged_graph(monkeypatch):
    symbol = (a + b) * (a + b)
    args = {"a": nd.full((2,), 3), "b": nd.full((2,), 4)}
    for flag, size in (("0", 5), ("1", 4)):
        monkeypatch.setenv("MXNET_ELIMINATE_COMMON_EXPR", flag)
        executor = symbol.bind(mx.cpu(), args, {"a": nd.zeros((2,))})
        assert executor.forward(is_train=True)[0].asnumpy().tolist() == [49, 49]
        executor.backward(nd.ones((2,)))
        assert executor.grad_dict["a"].asnumpy().tolist() == [14, 14]
        assert len(executor.get_optimized_symbol().get_internals()) == size
