"""Recurrent layers that take their weights one by one give the results and gradients of those that take a vector."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.gluon import rnn
from mxnet.graph.lower import lower
from mxnet.graph.passes import VARIABLE, weights
from mxnet.symbol.node import topological

S = mx.sym
LAYERS = {
    "LSTM": lambda: rnn.LSTM(4, 2, bidirectional=True, input_size=3),
    "GRU": lambda: rnn.GRU(4, 2, input_size=3),
    "RNN": lambda: rnn.RNN(4, input_size=3, layout="NTC"),
    "projected": lambda: rnn.LSTM(4, 2, projection_size=2, input_size=3),
    "clipped": lambda: rnn.LSTM(4, input_size=3, state_clip_min=-0.1, state_clip_max=0.1),
    "of unknown width": lambda: rnn.LSTM(4),
}


def changes(symbol: mx.sym.Symbol, is_train: bool = True) -> int:
    heads = symbol.handle
    inputs = symbol.list_inputs()
    return weights.separate_weights(
        lower(topological(heads), heads, inputs, is_train, lambda node: torch.device("cpu"))
    )


def results(layer: mx.gluon.HybridBlock) -> list[np.ndarray]:
    """Return what a layer computes in two steps, and all gradients of the second."""
    data = mx.nd.array(np.random.RandomState(0).randn(5, 2, 3))
    data.attach_grad()
    for _ in range(2):
        with mx.autograd.record():
            out = layer(data)
        out.backward(data.mean() * mx.nd.arange(out.size).reshape(out.shape))
    grads = [parameter.grad() for parameter in layer.collect_params().values()]
    return [array.asnumpy() for array in (out, layer(data), data.grad, *grads)]


@pytest.mark.parametrize("name", LAYERS)
def test_numbers_and_gradients_are_those_of_eager_calls(name: str) -> None:
    layer = LAYERS[name]()
    layer.initialize(mx.init.Uniform(0.5))
    expected = results(layer)
    layer.hybridize()
    for one, other in zip(results(layer), expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("is_train", [True, False])
@pytest.mark.parametrize("name", LAYERS)
def test_the_layers_of_gluon_take_weights_one_by_one(name: str, is_train: bool) -> None:
    assert changes(LAYERS[name]()(S.var("data")), is_train) == 1


def test_a_parameter_of_its_own_stays_a_vector() -> None:
    assert changes(S.RNN(*map(S.var, "dpsc"), mode="lstm", state_size=4, num_layers=1)) == 0


@pytest.mark.parametrize("without", ["", "separate_weights"])
def test_layers_share_their_weights(monkeypatch: pytest.MonkeyPatch, without: str) -> None:
    monkeypatch.setenv(VARIABLE, without)
    shapes = {"w": (4, 4), "u": (4, 4), "b": (4, 1), "c": (4, 1)}
    pieces = {name: S.reshape(S.var(name), (-1,)) for name in shapes}
    joined = S._internal._rnn_param_concat(*map(pieces.get, "wuwubcbc"), dim=0)
    out = S.RNN(S.var("data"), joined, S.zeros((2, 1, 4)), mode="rnn_relu", state_size=4, num_layers=2)
    arrays = {name: mx.nd.ones(shape) for name, shape in (shapes | {"data": (1, 1, 4)}).items()}
    executor = out.bind(mx.cpu(), arrays, {"w": mx.nd.zeros((4, 4))})
    assert (executor.forward(is_train=True)[0].asnumpy() == 4 * (4 + 2) + 2).all()
    executor.backward(mx.nd.ones((1, 1, 4)))
    assert (executor.grad_dict["w"].asnumpy() == 6 + 4).all()  # of the upper layer, and of the lower one through it


@pytest.mark.parametrize("without", ["", "separate_weights"])
def test_pieces_of_any_lengths(monkeypatch: pytest.MonkeyPatch, without: str) -> None:
    monkeypatch.setenv(VARIABLE, without)
    values = np.random.RandomState(1).randn(4 * (3 + 4) + 2 * 4).astype("float32")
    joined = S._internal._rnn_param_concat(S.var("a"), S.reshape(S.var("b"), (-1,)), dim=0)
    out = S.RNN(S.var("data"), joined, S.var("state"), mode="rnn_tanh", state_size=4, num_layers=1)
    symbol = S.Group([out, joined * 2])
    assert changes(symbol) == 1
    arrays = {
        "data": mx.nd.array(np.random.RandomState(2).randn(3, 2, 3)),
        "state": mx.nd.zeros((1, 2, 4)),
        "a": mx.nd.array(values[:10]),
        "b": mx.nd.array(values[10:].reshape(2, 13)),
    }
    grads = {name: mx.nd.zeros(array.shape) for name, array in arrays.items()}
    executor = symbol.bind(mx.cpu(), arrays, grads)
    first, second = executor.forward(is_train=True)
    vector = mx.nd.array(values)
    vector.attach_grad()
    with mx.autograd.record():
        expected = mx.nd.RNN(arrays["data"], vector, arrays["state"], mode="rnn_tanh", state_size=4, num_layers=1)
        loss = expected.sum() + (vector * 2).sum()
    loss.backward()
    executor.backward([mx.nd.ones(first.shape), mx.nd.ones(second.shape)])
    np.testing.assert_allclose(first.asnumpy(), expected.asnumpy(), rtol=1e-5)
    actual = np.concatenate([grads["a"].asnumpy(), grads["b"].asnumpy().ravel()])
    np.testing.assert_allclose(actual, vector.grad.asnumpy(), rtol=1e-5)
