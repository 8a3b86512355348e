"""FusedRNN fills the vector of the RNN operator gate by gate."""

from __future__ import annotations

import mxnet as mx
import pytest

D = mx.init.InitDesc
GATES = {"lstm": 4, "gru": 3, "rnn_tanh": 1, "rnn_relu": 1}


def filled(init, length, fallback=None):
    array = mx.nd.zeros((length,))
    init(D("rnn_parameters", {"__init__": init.dumps()}, fallback), array)
    return array.asnumpy().tolist()


def length(mode, hidden, layers, inputs, directions):
    first, deeper = inputs + hidden + 2, directions * hidden + hidden + 2
    return directions * GATES[mode] * hidden * (first + (layers - 1) * deeper)


@pytest.mark.parametrize("bidirectional", [False, True])
@pytest.mark.parametrize("mode", GATES)
def test_weights_come_first_then_biases(mode, bidirectional):
    total = length(mode, 2, 2, 3, 1 + bidirectional)
    values = filled(mx.init.FusedRNN(mx.init.Uniform(1), 2, 2, mode, bidirectional), total)
    biases = (1 + bidirectional) * 2 * 2 * GATES[mode] * 2
    assert all(values[:-biases])
    assert set(values[-biases:]) == ({0.0, 1.0} if mode == "lstm" else {0.0})


def test_the_network_s_initializer_fills_where_none_is_given():
    values = filled(mx.init.FusedRNN(None, 2, 1, "lstm", forget_bias=3.0), 4 * 2 * (3 + 2 + 2), mx.init.One())
    gate_biases = [0, 0, 3, 3, 0, 0, 0, 0]
    assert values == [1.0] * 40 + gate_biases * 2


def test_a_length_that_fits_no_input_is_an_error():
    init = mx.init.FusedRNN(mx.init.One(), 2, 1, "lstm")
    with pytest.raises(AssertionError, match="Invalid parameters size"):
        init(D("rnn_weight"), mx.nd.zeros((57,)))


@pytest.mark.parametrize(
    ("kwargs", "error", "told"),
    [
        ({"mode": "other"}, KeyError, "mode: expected one of"),
        ({"mode": ["lstm"]}, KeyError, "mode: expected one of"),
        ({"num_hidden": 0}, ValueError, "num_hidden: expected a positive integer, got '0'"),
        ({"num_layers": 1.5}, ValueError, "num_layers: expected a positive integer"),
        ({"forget_bias": "x"}, TypeError, "forget_bias: expected a number"),
        ({"init": 3}, TypeError, "init: expected an initializer"),
    ],
)
def test_what_describes_no_layer_is_named(kwargs, error, told):
    kwargs = {"init": mx.init.One(), "num_hidden": 2, "num_layers": 1, "mode": "lstm", **kwargs}
    with pytest.raises(error, match=told):
        mx.init.FusedRNN(**kwargs)(mx.init.InitDesc("x_weight"), mx.nd.zeros((48,)))
