"""Nodes that only copy are left out of inference, and nobody can tell."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon import nn

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
