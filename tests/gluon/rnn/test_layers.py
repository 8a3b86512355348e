"""Gluon's fused recurrent layers: the same as their cells, states, lengths, types, files."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon import nn, rnn

N, T, C, H = 2, 3, 4, 5
LAYERS = {
    "plain": lambda **k: rnn.RNN(H, 2, **k),
    "plain tanh": lambda **k: rnn.RNN(H, 1, "tanh", bidirectional=True, **k),
    "lstm": lambda **k: rnn.LSTM(H, 2, **k),
    "lstm both ways": lambda **k: rnn.LSTM(H, 2, bidirectional=True, **k),
    "gru": lambda **k: rnn.GRU(H, 3, bidirectional=True, **k),
    "projected": lambda **k: rnn.LSTM(H, 2, projection_size=3, bidirectional=True, **k),
}


def uniform(*shape, seed=0):
    return mx.nd.array(np.random.RandomState(seed).uniform(-1, 1, shape))


def ready(name, **kwargs):
    layer = LAYERS[name](i2h_bias_initializer=mx.init.Uniform(0.5), **kwargs)
    layer.initialize(mx.init.Uniform(0.5))
    return layer


def gradients(block, call, data):
    data.attach_grad()
    with mx.autograd.record():
        outputs = call(data)
        (outputs * uniform(*outputs.shape, seed=5)).sum().backward()
    grads = {name: param.grad().asnumpy() for name, param in block.collect_params().items()}
    return outputs.asnumpy(), data.grad.asnumpy(), grads


@pytest.mark.parametrize("layout", ["TNC", "NTC"])
@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize("name", LAYERS)
def test_same_as_cells(name, hybrid, layout):
    """Outputs and gradients; the cells have the layer's parameters. MXNet has no cells for projected layers."""
    layer = ready(name, layout=layout)
    layer.hybridize(hybrid)
    data = uniform(T, N, C) if layout == "TNC" else uniform(N, T, C)
    outputs, grad, grads = gradients(layer, layer, data)
    cells = layer._unfuse()
    wanted, wanted_grad, wanted_grads = gradients(
        cells, lambda x: cells.unroll(T, x, layout=layout, merge_outputs=True)[0], data
    )
    np.testing.assert_allclose(outputs, wanted, rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(grad, wanted_grad, rtol=1e-4, atol=1e-6)
    assert grads.keys() == wanted_grads.keys()
    for key, each in grads.items():
        np.testing.assert_allclose(each, wanted_grads[key], rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("hybrid", [False, True])
def test_with_and_without_states(hybrid):
    """In any order; MXNet goes on as in the first call once the layer is hybridized."""
    layer, data = ready("lstm"), uniform(T, N, C)
    layer.hybridize(hybrid)
    zeros = layer.begin_state(N)
    alone = layer(data)
    outputs, states = layer(data, zeros)
    again, (h, c) = layer(data, states)
    np.testing.assert_array_equal(layer(data).asnumpy(), alone.asnumpy())
    np.testing.assert_allclose(outputs.asnumpy(), alone.asnumpy(), rtol=1e-6)
    assert (h.shape, c.shape, again.shape) == ((2, N, H), (2, N, H), (T, N, H))
    both, _ = layer(mx.nd.concat(data, data, dim=0), zeros)
    np.testing.assert_allclose(both[T:].asnumpy(), again.asnumpy(), rtol=1e-5, atol=1e-6)


def test_one_state_comes_as_it_is():
    outputs, states = ready("gru")(uniform(T, N, C), mx.nd.ones((6, N, H)))
    assert isinstance(states, list)
    assert (outputs.shape, states[0].shape) == ((T, N, 2 * H), (6, N, H))


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize("name", ["plain", "lstm both ways", "gru"])
def test_sequence_lengths(name, hybrid):
    """Each sequence gives what it gives alone, then zeros. MXNet does so on GPUs only."""
    layer, data, lengths = ready(name, use_sequence_length=True), uniform(T, N, C), [1, 3]
    layer.hybridize(hybrid)
    outputs, states = layer(data, layer.begin_state(N), mx.nd.array(lengths))
    for i, length in enumerate(lengths):
        part = data[:length, i : i + 1]
        alone, last = layer(part, layer.begin_state(1), mx.nd.array([length]))
        np.testing.assert_allclose(outputs[:length, i : i + 1].asnumpy(), alone.asnumpy(), rtol=1e-5, atol=1e-6)
        assert not outputs.asnumpy()[length:, i].any()
        np.testing.assert_allclose(states[0][:, i : i + 1].asnumpy(), last[0].asnumpy(), rtol=1e-5, atol=1e-6)


def test_clipped_memory():
    layer = rnn.LSTM(H, state_clip_min=-0.01, state_clip_max=0.02)
    layer.initialize(mx.init.Uniform(1))
    _, (_, memory) = layer(uniform(T, N, C), layer.begin_state(N))
    assert memory.asnumpy().min() >= np.float32(-0.01)
    assert memory.asnumpy().max() <= np.float32(0.02)


def test_dropout_between_layers_in_training_only():
    layer, data = rnn.GRU(H, 2, dropout=0.5), uniform(T, N, C)
    layer.initialize(mx.init.Uniform(1))
    np.testing.assert_array_equal(layer(data).asnumpy(), layer(data).asnumpy())
    with mx.autograd.train_mode():
        assert (layer(data).asnumpy() != layer(data).asnumpy()).any()


@pytest.mark.parametrize("dtype", ["float16", "float64"])
@pytest.mark.parametrize("hybrid", [False, True])
def test_a_layer_computes_in_its_dtype_and_can_be_cast(dtype, hybrid):
    layer = rnn.LSTM(H, dtype=dtype)
    layer.initialize()
    layer.hybridize(hybrid)
    data = uniform(T, N, C)
    assert layer(data.astype(dtype)).dtype == np.dtype(dtype)
    layer.cast("float32")
    assert layer(data).dtype == np.float32
    assert layer.begin_state(N)[0].dtype == np.float32


def test_parameters_of_files_are_those_of_cells(tmp_path):
    layer, data = ready("lstm both ways"), uniform(T, N, C)
    wanted = layer(data)
    layer.save_parameters(str(tmp_path / "layer.params"))
    names = mx.nd.load(str(tmp_path / "layer.params")).keys()
    assert "_unfused.1.r_cell.h2h_bias" in names
    other = LAYERS["lstm both ways"]()
    other.load_parameters(str(tmp_path / "layer.params"))
    np.testing.assert_array_equal(other(data).asnumpy(), wanted.asnumpy())


def test_exported_layer_is_imported(tmp_path):
    net, data = nn.HybridSequential(), uniform(N, T, C)
    net.add(rnn.LSTM(H, 2, layout="NTC", bidirectional=True), nn.Dense(3))
    net.initialize(mx.init.Uniform(0.5))
    net.hybridize()
    wanted = net(data)
    net.export(str(tmp_path / "net"))
    other = mx.gluon.SymbolBlock.imports(str(tmp_path / "net-symbol.json"), ["data"], str(tmp_path / "net-0000.params"))
    np.testing.assert_allclose(other(data).asnumpy(), wanted.asnumpy(), rtol=1e-5)
    np.testing.assert_allclose(other(data[:1]).asnumpy(), wanted[:1].asnumpy(), rtol=1e-5)


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize("bidirectional", [False, True])
def test_input_size_is_found(hybrid, bidirectional):
    layer = rnn.GRU(H, 2, bidirectional=bidirectional)
    layer.initialize()
    layer.hybridize(hybrid)
    layer(uniform(T, N, C))
    assert layer.l0_i2h_weight.shape == (3 * H, C)
    assert repr(layer).startswith(f"GRU({C} -> {H}, TNC")


@pytest.mark.parametrize(
    ("states", "kind", "text"),
    [
        ([(1, N, H)], mx.base.MXNetError, "expected 2 states, got 1"),
        ([(1, N, H), (1, N + 1, H)], ValueError, r"expected a state of shape \(1, 2, 5\), got \(1, 3, 5\)"),
    ],
)
def test_wrong_states(states, kind, text):
    layer = rnn.LSTM(H, input_size=C)
    layer.initialize()
    with pytest.raises(kind, match=text):
        layer(uniform(T, N, C), [mx.nd.zeros(shape) for shape in states])


def test_data_without_batch_is_explained():
    layer = rnn.LSTM(H, input_size=C)
    layer.initialize()
    with pytest.raises(mx.base.MXNetError, match=r"data: expected \(T, N, C\)"):
        layer(uniform(T, C))
