"""Gluon's recurrent cells: one step against NumPy, unrolling, lengths, names, states."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon import nn, rnn
from mxnet.gluon.contrib.rnn import LSTMPCell, VariationalDropoutCell
from mxnet.gluon.contrib.rnn.rnn_cell import dynamic_unroll

N, T, C, H = 2, 3, 4, 5


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def uniform(*shape, seed=0):
    return np.random.RandomState(seed).uniform(-1, 1, shape).astype("float32")


def ready(cell, width=C):
    """Initialize a cell with values of any size, biases too."""
    cell.initialize(mx.init.Uniform(0.5))
    cell.unroll(1, mx.nd.zeros((N, 1, width)))
    for i, param in enumerate(cell.collect_params().values()):
        param.set_data(mx.nd.array(uniform(*param.shape, seed=i)))
    return cell


def weights(cell):
    return [getattr(cell, name).data().asnumpy() for name in ("i2h_weight", "h2h_weight", "i2h_bias", "h2h_bias")]


def rnn_step(x, states, w_in, w_hidden, b_in, b_hidden):
    h = np.tanh(x @ w_in.T + b_in + states[0] @ w_hidden.T + b_hidden)
    return h, [h]


def lstm_step(x, states, w_in, w_hidden, b_in, b_hidden):
    i, f, g, o = np.split(x @ w_in.T + b_in + states[0] @ w_hidden.T + b_hidden, 4, axis=1)
    c = sigmoid(f) * states[1] + sigmoid(i) * np.tanh(g)
    h = sigmoid(o) * np.tanh(c)
    return h, [h, c]


def gru_step(x, states, w_in, w_hidden, b_in, b_hidden):
    r_in, z_in, n_in = np.split(x @ w_in.T + b_in, 3, axis=1)
    r_hidden, z_hidden, n_hidden = np.split(states[0] @ w_hidden.T + b_hidden, 3, axis=1)
    r, z = sigmoid(r_in + r_hidden), sigmoid(z_in + z_hidden)
    h = (1 - z) * np.tanh(n_in + r * n_hidden) + z * states[0]
    return h, [h]


STEPS = [(rnn.RNNCell, rnn_step, 1), (rnn.LSTMCell, lstm_step, 2), (rnn.GRUCell, gru_step, 1)]
KINDS = [rnn.RNNCell, rnn.LSTMCell, rnn.GRUCell]


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize(("kind", "expected", "number"), STEPS)
def test_a_step_of_a_cell_agrees_with_numpy(kind, expected, number, hybrid):
    cell = ready(kind(H))
    cell.hybridize(hybrid)
    x, states = uniform(N, C, seed=8), [uniform(N, H, seed=9 + i) for i in range(number)]
    output, new = cell(mx.nd.array(x), [mx.nd.array(each) for each in states])
    wanted, wanted_states = expected(x, states, *weights(cell))
    np.testing.assert_allclose(output.asnumpy(), wanted, rtol=1e-5, atol=1e-6)
    for state, each in zip(new, wanted_states, strict=True):
        np.testing.assert_allclose(state.asnumpy(), each, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("layout", ["NTC", "TNC"])
@pytest.mark.parametrize("merge", [True, False])
def test_unroll_is_steps(layout, merge):
    cell, data = ready(rnn.LSTMCell(H)), uniform(N, T, C)
    given = data if layout == "NTC" else data.swapaxes(0, 1)
    outputs, states = cell.unroll(T, mx.nd.array(given), layout=layout, merge_outputs=merge)
    outputs = outputs.asnumpy() if merge else np.stack([each.asnumpy() for each in outputs], layout.find("T"))
    wanted, now = [], [np.zeros((N, H), "float32")] * 2
    for t in range(T):
        step, now = lstm_step(data[:, t], now, *weights(cell))
        wanted.append(step)
    np.testing.assert_allclose(outputs, np.stack(wanted, layout.find("T")), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(states[1].asnumpy(), now[1], rtol=1e-5, atol=1e-6)


LENGTHS = [1, 3]
CELLS = {
    "lstm": lambda: rnn.LSTMCell(H),
    "both ways": lambda: rnn.BidirectionalCell(rnn.LSTMCell(H), rnn.GRUCell(H)),
    "residual": lambda: rnn.ResidualCell(rnn.GRUCell(C)),
    "one mask": lambda: VariationalDropoutCell(rnn.RNNCell(H), 0.2, 0.2, 0.2),
    "projected": lambda: LSTMPCell(H, 3),
}


@pytest.mark.parametrize("layout", ["NTC", "TNC"])
@pytest.mark.parametrize("merge", [True, False, None])
@pytest.mark.parametrize("name", CELLS)
def test_lengths(name, merge, layout):
    """Each sequence gives what it gives alone, then zeros. MXNet fails for some of these."""
    cell, axis = ready(CELLS[name]()), layout.find("T")
    data = mx.nd.array(uniform(N, T, C) if axis else uniform(T, N, C))
    outputs, states = cell.unroll(T, data, layout=layout, merge_outputs=merge, valid_length=mx.nd.array(LENGTHS))
    if isinstance(outputs, list):
        outputs = mx.nd.stack(*outputs, axis=axis)
    for i, length in enumerate(LENGTHS):
        part = data.slice_axis(1 - axis, i, i + 1).slice_axis(axis, 0, length)
        alone, last = cell.unroll(length, part, layout=layout, merge_outputs=True)
        mine = outputs.slice_axis(1 - axis, i, i + 1)
        np.testing.assert_allclose(mine.slice_axis(axis, 0, length).asnumpy(), alone.asnumpy(), rtol=1e-4, atol=1e-6)
        assert not mine.asnumpy().take(range(length, T), axis).any()
        for state, each in zip(states, last, strict=True):
            np.testing.assert_allclose(state[i : i + 1].asnumpy(), each.asnumpy(), rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("kind", KINDS)
def test_float64(kind):
    """MXNet's states are of another type than the cell."""
    cell = kind(H, input_size=C)
    cell.initialize()
    cell.cast("float64")
    outputs, _ = cell.unroll(T, mx.nd.ones((N, T, C), dtype="float64"), merge_outputs=True)
    assert outputs.dtype == np.float64


def test_activation_may_be_a_block():
    """MXNet fails to unroll this."""
    cell = ready(rnn.RNNCell(H, activation=nn.LeakyReLU(0.1)))
    x = uniform(N, C)
    output, _ = cell(mx.nd.array(x), cell.begin_state(N))
    w_in, _, b_in, b_hidden = weights(cell)
    total = x @ w_in.T + b_in + b_hidden
    np.testing.assert_allclose(output.asnumpy(), np.where(total > 0, total, 0.1 * total), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("hybrid", [False, True])
def test_zoneout_keeps_outputs_of_the_step_before(hybrid):
    """Also of a hybridized cell, where MXNet puts zeros in their place."""
    cell = ready(rnn.ZoneoutCell(rnn.RNNCell(H), zoneout_outputs=0.5))
    cell.hybridize(hybrid)
    base, x = cell.base_cell, mx.nd.array(uniform(N, T, C))
    with mx.autograd.train_mode():
        shown, _ = cell.unroll(T, x, merge_outputs=False)
    base._modified = False
    plain, _ = base.unroll(T, x, merge_outputs=False)
    before = np.zeros((N, H), "float32")
    for step, own in zip(shown, plain, strict=True):
        values, own = step.asnumpy(), own.asnumpy()
        kept = np.isclose(values, before)
        assert (kept | np.isclose(values, own, atol=1e-6)).all()
        assert kept.any()
        before = values


@pytest.mark.parametrize("hybrid", [False, True])
def test_variational_dropout_drops_the_same_at_each_step(hybrid):
    cell = ready(VariationalDropoutCell(rnn.RNNCell(200), drop_states=0.1, drop_outputs=0.5))
    cell.hybridize(hybrid)
    with mx.autograd.train_mode():
        first, _ = cell.unroll(T, mx.nd.ones((N, T, C)), merge_outputs=True)
        second, _ = cell.unroll(T, mx.nd.ones((N, T, C)), merge_outputs=True)
    dropped = first.asnumpy() == 0
    assert (dropped == dropped[:, :1]).all()
    assert 0.3 < dropped.mean() < 0.7
    assert (dropped != (second.asnumpy() == 0)).any()


@pytest.mark.parametrize("layout", ["NTC", "TNC"])
@pytest.mark.parametrize("hybrid", [False, True])
def test_dynamic_unroll(layout, hybrid):
    cell, data = ready(rnn.LSTMCell(H)), mx.nd.array(uniform(T, N, C))
    cell.hybridize(hybrid)
    data = data if layout == "TNC" else data.swapaxes(0, 1)
    lengths, states = mx.nd.array(LENGTHS), cell.begin_state(N)
    outputs, last = dynamic_unroll(cell, data, states, layout=layout, valid_length=lengths)
    wanted, wanted_last = cell.unroll(T, data, states, layout, True, lengths)
    np.testing.assert_allclose(outputs.asnumpy(), wanted.asnumpy(), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(last[1].asnumpy(), wanted_last[1].asnumpy(), rtol=1e-5, atol=1e-6)


def test_dynamic_unroll_drops_the_same_at_each_step():
    """MXNet drops the same of each sequence instead, if the batch comes first."""
    cell = ready(rnn.RNNCell(50))
    with mx.autograd.train_mode():
        outputs, _ = dynamic_unroll(cell, mx.nd.ones((N, T, C)), cell.begin_state(N), 0, 0.5, "NTC")
    dropped = outputs.asnumpy() == 0
    assert (dropped == dropped[:, :1]).all()
    assert (dropped[0] != dropped[1]).any()


def test_names_of_states_count_until_reset():
    cell = rnn.LSTMCell(H, prefix="a_")
    names = [each.name for each in cell.begin_state(func=mx.sym.var) + cell.begin_state(func=mx.sym.var)]
    assert names == [f"a_begin_state_{i}" for i in range(4)]
    cell.reset()
    assert cell.begin_state(func=mx.sym.var)[0].name == "a_begin_state_0"


def test_stack_is_a_sequence_of_cells():
    stack = rnn.SequentialRNNCell()
    cells = [rnn.RNNCell(H), rnn.DropoutCell(0.5), rnn.LSTMCell(H)]
    for cell in cells:
        stack.add(cell)
    assert len(stack) == 3
    assert stack[2] is cells[2]
    assert list(stack) == cells
    with pytest.raises(KeyError):
        stack[3]


def test_helpers_that_programs_import():
    from mxnet.gluon.rnn.rnn_cell import _format_sequence, _get_begin_state, _mask_sequence_variable_length

    steps, axis, space, batch = _format_sequence(T, mx.nd.array(uniform(T, N, C)), "TNC", False)
    assert (len(steps), axis, space, batch) == (T, 0, mx.nd, N)
    states = _get_begin_state(rnn.LSTMCell(H), space, None, steps, batch)
    assert [each.shape for each in states] == [(N, H)] * 2
    masked = _mask_sequence_variable_length(space, steps, T, mx.nd.array(LENGTHS), axis, True)
    assert masked.shape == (T, N, C)
    assert not masked.asnumpy()[1:, 0].any()
