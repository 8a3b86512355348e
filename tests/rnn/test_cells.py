"""What cells compute, against NumPy; that fused and other cells agree; training through a Module."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

MODES = ("rnn_relu", "rnn_tanh", "lstm", "gru")


def run(outputs, arrays):
    """Evaluate a symbol on arrays by name."""
    return mx.sym.Group(outputs).eval(**arrays) if isinstance(outputs, list) else outputs.eval(**arrays)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def lstm_step(x, h, c, weights):
    gates = x @ weights["i2h_weight"].T + weights["i2h_bias"] + h @ weights["h2h_weight"].T + weights["h2h_bias"]
    enter, forget, new, out = np.split(gates, 4, axis=1)
    c = sigmoid(forget) * c + sigmoid(enter) * np.tanh(new)
    return sigmoid(out) * np.tanh(c), c


def gru_step(x, h, _, weights):
    x = np.split(x @ weights["i2h_weight"].T + weights["i2h_bias"], 3, axis=1)
    r = np.split(h @ weights["h2h_weight"].T + weights["h2h_bias"], 3, axis=1)
    reset, update = sigmoid(x[0] + r[0]), sigmoid(x[1] + r[1])
    return (1 - update) * np.tanh(x[2] + reset * r[2]) + update * h, _


@pytest.mark.parametrize(("kind", "step", "gates"), [(mx.rnn.LSTMCell, lstm_step, 4), (mx.rnn.GRUCell, gru_step, 3)])
def test_steps_are_the_papers_formulas(kind, step, gates):
    rng = np.random.RandomState(0)
    shapes = {"i2h_weight": (3 * gates, 2), "i2h_bias": (3 * gates,), "h2h_weight": (3 * gates, 3)}
    weights = {name: rng.randn(*shape).astype("float32") for name, shape in shapes.items()}
    weights["h2h_bias"] = rng.randn(3 * gates).astype("float32")
    data = rng.randn(4, 5, 2).astype("float32")
    outputs, _ = kind(3, prefix="p_").unroll(5, mx.sym.Variable("data"), merge_outputs=True)
    arrays = {f"p_{name}": mx.nd.array(value) for name, value in weights.items()}
    got = run(outputs, {"data": mx.nd.array(data), **arrays})[0].asnumpy()
    h = c = np.zeros((4, 3))
    for t in range(5):
        h, c = step(data[:, t], h, c, weights)
        np.testing.assert_allclose(got[:, t], h, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("bidirectional", [False, True])
@pytest.mark.parametrize("mode", MODES)
def test_unfused_cells_compute_what_the_fused_one_does(mode, bidirectional):
    fused = mx.rnn.FusedRNNCell(3, num_layers=2, mode=mode, bidirectional=bidirectional, prefix="f_")
    unfused = fused.unfuse()
    data = mx.sym.Variable("data")
    whole, _ = fused.unroll(4, data, layout="TNC", merge_outputs=True)
    steps, _ = unfused.unroll(4, data, layout="TNC", merge_outputs=True)
    arguments = dict(zip(whole.list_arguments(), whole.infer_shape(data=(4, 2, 5))[0], strict=True))
    vector = mx.nd.array(np.random.RandomState(1).randn(*arguments["f_parameters"]) * 0.3)
    x = mx.nd.array(np.random.RandomState(2).randn(4, 2, 5))
    packed = unfused.pack_weights(fused.unpack_weights({"f_parameters": vector}))
    one = run(whole, {"data": x, "f_parameters": vector})[0].asnumpy()
    other = run(steps, {"data": x, **packed})[0].asnumpy()
    np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5)


def test_next_states_of_a_fused_cell_are_the_last_outputs():
    cell = mx.rnn.FusedRNNCell(3, mode="gru", get_next_state=True, prefix="f_")
    outputs, (state,) = cell.unroll(4, mx.sym.Variable("data"), layout="TNC", merge_outputs=True)
    size = 3 * 3 * (2 + 3 + 2)
    arrays = {"data": mx.nd.ones((4, 2, 2)), "f_parameters": mx.nd.array(np.linspace(-1, 1, size))}
    values, last = run([outputs, state], arrays)
    assert last.shape == (1, 2, 3)
    np.testing.assert_array_equal(values[3].asnumpy(), last[0].asnumpy())


def test_fused_cells_say_that_ntc_is_slower():
    with pytest.warns(UserWarning, match="TNC"):
        mx.rnn.FusedRNNCell(3).unroll(2, mx.sym.Variable("data"))


def test_zoneout_keeps_everything_when_predicting():
    plain, _ = mx.rnn.RNNCell(3, prefix="p_").unroll(3, mx.sym.Variable("data"), merge_outputs=True)
    cell = mx.rnn.ZoneoutCell(mx.rnn.RNNCell(3, prefix="p_"), 0.5, 0.5)
    zoned, _ = cell.unroll(3, mx.sym.Variable("data"), merge_outputs=True)
    shapes = dict(zip(plain.list_arguments(), plain.infer_shape(data=(2, 3, 4))[0], strict=True))
    arrays = {name: mx.nd.array(np.random.RandomState(3).randn(*shape)) for name, shape in shapes.items()}
    # where() takes any dropped-out ones that are not 0: outside of training the mask is all ones.
    np.testing.assert_allclose(run(zoned, arrays)[0].asnumpy(), run(plain, arrays)[0].asnumpy(), rtol=1e-6)


def test_a_modifier_of_a_modifier_can_be_unrolled():
    cell = mx.rnn.ZoneoutCell(mx.rnn.ResidualCell(mx.rnn.RNNCell(3, prefix="p_")), 0.1, 0.1)
    outputs, states = cell.unroll(2, mx.sym.Variable("data"), merge_outputs=True)
    assert outputs.infer_shape(data=(2, 2, 3))[1] == [(2, 2, 3)]
    assert len(states) == 1


def test_cells_that_share_parameters_share_variables():
    params = mx.rnn.RNNParams("p_")
    one, other = mx.rnn.LSTMCell(3, prefix="p_", params=params), mx.rnn.LSTMCell(3, prefix="p_", params=params)
    assert one._iW is other._iW
    assert one._hB is other._hB
    assert sorted(params._params) == ["p_h2h_bias", "p_h2h_weight", "p_i2h_bias", "p_i2h_weight"]


def test_images_last_have_gates_along_the_last_axis():
    cell = mx.rnn.ConvGRUCell((1, 5, 6, 3), 4, conv_layout="NHWC")
    assert cell.state_shape == [(0, 5, 6, 4)]
    output, _ = cell(mx.sym.Variable("x"), cell.begin_state())
    splits = [node for node in output.attr_dict().items() if node[0].endswith("_slice")]
    assert {attrs["axis"] for _, attrs in splits} == {"3"}


def test_rnn_unroll_makes_its_inputs():
    with pytest.warns(UserWarning, match="deprecated"):
        outputs, _ = mx.rnn.rnn_unroll(mx.rnn.RNNCell(2), 2, input_prefix="in_")
    assert [name for name in mx.sym.Group(outputs).list_arguments() if name.startswith("in_")] == [
        "in_t0_data",
        "in_t1_data",
    ]


def test_zoneout_over_a_stack_of_cells():
    stack = mx.rnn.SequentialRNNCell()
    stack.add(mx.rnn.RNNCell(3, prefix="a_"))
    cell = mx.rnn.ZoneoutCell(stack, 0.2, 0.1)
    assert [state.name for state in cell.begin_state(func=mx.sym.Variable)] == ["a_begin_state_0"]
    outputs, _ = cell.unroll(2, mx.sym.Variable("data"), merge_outputs=True)
    assert outputs.infer_shape(data=(2, 2, 3))[1] == [(2, 2, 3)]
    stack.add(mx.rnn.BidirectionalCell(mx.rnn.RNNCell(3, prefix="l_"), mx.rnn.RNNCell(3, prefix="r_")))
    with pytest.raises(AssertionError, match="Bidirectional"):
        mx.rnn.ZoneoutCell(stack, 0.2)


def test_fused_cells_know_two_layouts():
    with pytest.raises(AssertionError, match="Unsupported layout CNT"):
        mx.rnn.FusedRNNCell(2).unroll(2, mx.sym.Variable("data"), layout="CNT")
