"""Equal expressions are computed once, and what only copies is left out of inference."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, gluon, nd
from mxnet.executor.program import SymbolProgram
from mxnet.gluon import nn
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


# -- nodes that only copy are left out of inference, and nobody can tell -----------------------------------------------


X = np.arange(6, dtype="float32").reshape(2, 3) - 2.0


def _run(symbol):
    """Return the output of an executor's inference and what is left of the graph."""
    executor = symbol.bind(mx.cpu(), {"x": mx.nd.array(X)})
    (output,) = executor.forward(is_train=False)
    form = executor.handle.program.form(False)
    module = getattr(form.run, "changed", form.module)
    calls = [node.node.op.name for node in module.graph.nodes if node.op == "call_function" and node.node is not None]
    return output, calls


def _between(make):
    return mx.sym.relu(make(mx.sym.sin(mx.sym.var("x"))))


COPIES = {
    "Dropout": lambda x: mx.sym.Dropout(x, p=0.5),
    "Dropout of nothing": lambda x: mx.sym.Dropout(x, p=0, mode="always"),
    "identity": mx.sym.identity,
    "BlockGrad": mx.sym.BlockGrad,
    "make_loss": mx.sym.make_loss,
    "MakeLoss": mx.sym.MakeLoss,
}


@pytest.mark.parametrize("name", COPIES)
def test_copies_are_left_out(name):
    output, calls = _run(_between(COPIES[name]))
    np.testing.assert_allclose(output.asnumpy(), np.maximum(np.sin(X), 0), rtol=1e-6)
    assert calls == ["sin", "relu"]


def test_dropout_that_always_drops_stays():
    output, calls = _run(_between(lambda x: mx.sym.Dropout(mx.sym.ones_like(x), p=0.5, mode="always")))
    assert calls == ["sin", "ones_like", "Dropout", "relu"]
    assert set(output.asnumpy().ravel()) <= {0.0, 2.0}


OUTPUTS = {
    "Dropout": lambda x: mx.sym.Dropout(x),
    "reshaped Dropout": lambda x: mx.sym.reshape(mx.sym.Dropout(x), shape=(-1,)),
    "Dropout of Dropout": lambda x: mx.sym.Dropout(mx.sym.Dropout(x)),
    "identity of Dropout": lambda x: mx.sym.identity(mx.sym.Dropout(x)),
    "twice": lambda x: mx.sym.Group([mx.sym.Dropout(x), mx.sym.Dropout(x, p=0.3)]),
    "with what it copies": lambda x: (lambda y: mx.sym.Group([y, mx.sym.Dropout(y)]))(mx.sym.sin(x)),
}


@pytest.mark.parametrize("way", ["executor", "cached"])
@pytest.mark.parametrize("name", OUTPUTS)
def test_outputs_share_no_memory(name, way):
    symbol = OUTPUTS[name](mx.sym.var("x"))
    x = mx.nd.array(X)
    if way == "executor":
        outputs = symbol.bind(mx.cpu(), {"x": x}).forward(is_train=False)
    else:
        outputs = mx.nd.CachedOp(symbol)(x)
        outputs = outputs if isinstance(outputs, list) else [outputs]
    expected = [output.asnumpy() for output in outputs]
    for i, item in enumerate(outputs):
        item[:] = 100 + i
        np.testing.assert_array_equal(x.asnumpy(), X)
        for other, value in list(zip(outputs, expected, strict=True))[i + 1 :]:
            np.testing.assert_array_equal(other.asnumpy(), value)


def test_outputs_keep_their_names_and_monitors_see_all_nodes():
    symbol = mx.sym.relu(mx.sym.Dropout(mx.sym.sin(mx.sym.var("x"), name="a"), name="b"), name="c")
    executor = symbol.bind(mx.cpu(), {"x": mx.nd.array(X)})
    executor.forward(is_train=False)
    seen = []
    executor.set_monitor_callback(lambda name, array: seen.append(str(name)))
    executor.forward(is_train=False)
    assert seen == ["a_output", "b_output", "b_mask", "c_output"]
    assert list(executor.output_dict) == ["c_output"]


def test_gradients_after_an_inference_are_those_of_the_graph_as_written():
    x = mx.sym.var("x")
    symbol = mx.sym.BlockGrad(mx.sym.sin(x)) * mx.sym.Dropout(x, p=0.5) * mx.sym.identity(x)
    arrays, grads = {"x": mx.nd.array(X)}, {"x": mx.nd.zeros(X.shape)}
    executor = symbol.bind(mx.cpu(), arrays, grads)
    executor.forward(is_train=False)
    executor.backward(mx.nd.ones(X.shape), is_train=False)
    np.testing.assert_allclose(grads["x"].asnumpy(), 2 * X * np.sin(X), rtol=1e-5)


def test_gradients_recorded_in_prediction_mode():
    net = nn.HybridSequential()
    net.add(nn.Dropout(0.5), nn.HybridLambda(lambda F, x: F.BlockGrad(F.sin(x)) * x))
    net.hybridize()
    x = mx.nd.array(X)
    net(x)
    x.attach_grad()
    with mx.autograd.record(train_mode=False):
        y = net(x)
    y.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), np.sin(X), rtol=1e-6)


def test_inference_draws_nothing():
    mx.random.seed(1)
    first = mx.nd.random.uniform(shape=(3,)).asnumpy()
    mx.random.seed(1)
    _run(_between(COPIES["Dropout"]))
    np.testing.assert_array_equal(mx.nd.random.uniform(shape=(3,)).asnumpy(), first)


def test_a_graph_that_writes_to_arrays_is_left_alone():
    state = mx.sym.var("state")
    attached = mx.sym.IdentityAttachKLSparseReg(mx.sym.sigmoid(mx.sym.var("x")), moving_avg=state)
    symbol = mx.sym.Group([attached, mx.sym.sin(mx.sym.identity(state))])
    arrays = {"x": mx.nd.array(X)}, {"state": mx.nd.ones(3)}
    executor = symbol.bind(mx.cpu(), arrays[0], aux_states=arrays[1])
    np.testing.assert_allclose(executor.forward(is_train=False)[1].asnumpy(), np.sin([1, 1, 1]), rtol=1e-6)
    form = executor.handle.program.form(False)
    assert not hasattr(form.run, "changed")
