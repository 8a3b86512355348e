"""Equal expressions are computed once."""

from __future__ import annotations

import mxnet as mx
import pytest
from mxnet import autograd, gluon, nd
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


class Twice(gluon.HybridBlock):
    """The sum of a loss and an equal one."""

    def __init__(self, loss):
        super().__init__()
        self.loss = loss

    def hybrid_forward(self, F, x):
        return self.loss(F, x) + self.loss(F, x)


LOSSES = {
    "MakeLoss": lambda F, x: F.MakeLoss(x * 2),
    "make_loss": lambda F, x: F.make_loss(x * 2),
    "MAERegressionOutput": lambda F, x: F.MAERegressionOutput(x * 2, F.zeros_like(x)),
    "SVMOutput": lambda F, x: F.SVMOutput(x * 2, F.zeros_like(F.sum(x, axis=1)), use_linear=True),
}


@pytest.mark.parametrize("loss", LOSSES)
def test_equal_losses_add_their_gradients(loss):
    expected = [[-4, 4], [-4, 4]] if loss == "SVMOutput" else [[4, 4], [4, 4]] if "ake" in loss else [[2, 2], [2, 2]]
    x, function = mx.sym.Variable("x"), LOSSES[loss]
    executor = (function(mx.sym, x) + function(mx.sym, x)).simple_bind(mx.cpu(), x=(2, 2))
    executor.arg_dict["x"][:] = 0.25
    executor.forward(is_train=True)
    executor.backward()
    assert executor.grad_dict["x"].asnumpy().tolist() == expected
    net, data = Twice(function), nd.full((2, 2), 0.25)
    net.hybridize()
    data.attach_grad()
    with autograd.record():
        result = net(data)
    result.backward()
    assert data.grad.asnumpy().tolist() == expected
