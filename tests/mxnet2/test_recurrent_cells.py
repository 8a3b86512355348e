"""Recurrent cells of MXNet 2: their widths from an input, activations, loops."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon import rnn


def _stack(*cells):
    stack = rnn.HybridSequentialRNNCell()
    for cell in cells:
        stack.add(cell)
    return stack


def _both(size):
    return rnn.BidirectionalCell(rnn.LSTMCell(size), rnn.LSTMCell(size))


@pytest.mark.parametrize(
    ("cell", "name", "width"),
    [
        (lambda: rnn.LSTMCell(3), "i2h_weight", 5),
        (lambda: rnn.ResidualCell(rnn.GRUCell(5)), "base_cell.i2h_weight", 5),
        (lambda: _stack(rnn.RNNCell(3), rnn.RNNCell(4)), "1.i2h_weight", 3),
        (lambda: _stack(rnn.LSTMPCell(7, 2), rnn.RNNCell(2)), "1.i2h_weight", 2),
        (lambda: _stack(_both(3), _both(3)), "1.l_cell.i2h_weight", 6),
        (
            lambda: rnn.BidirectionalCell(_stack(rnn.RNNCell(3), rnn.RNNCell(2)), rnn.RNNCell(3)),
            "l_cell.1.i2h_weight",
            3,
        ),
        (lambda: _stack(rnn.RNNCell(5), rnn.DropoutCell(0.5), _both(3)), "2.r_cell.i2h_weight", 5),
    ],
)
def test_input_widths_follow_from_an_input(v2, cell, name, width):
    cell = cell()
    cell.infer_shape(0, mx.np.ones((2, 5)), False)
    assert cell.collect_params()[name].shape[1] == width


def test_input_channels_follow_from_an_input(v2):
    cell = rnn.Conv1DLSTMCell((-1, 7), 10, (3,), (3,))
    cell.infer_shape(0, mx.np.ones((8, 5, 7)), False)
    assert cell.i2h_weight.shape == (40, 5, 3)


def test_gru_cells_have_activations(v2):
    cell = rnn.GRUCell(1, activation="relu", recurrent_activation="tanh", input_size=1)
    cell.initialize()
    for param, value in zip(cell.collect_params().values(), (np.full((3, 1), 2.0), np.zeros((3, 1))), strict=False):
        param.set_data(mx.np.array(value))
    out, _ = cell(mx.np.ones((1, 1)), [mx.np.zeros((1, 1))])
    np.testing.assert_allclose(out.asnumpy(), [[(1 - np.tanh(2)) * 2]], rtol=1e-5)


def test_dynamic_unroll_takes_numpy_arrays(v2):
    cell = rnn.RNNCell(3, input_size=2)
    cell.initialize()
    x, state = mx.np.ones((4, 2, 2)), [mx.np.zeros((2, 3))]
    outputs, _ = rnn.rnn_cell.dynamic_unroll(cell, x, state, valid_length=mx.np.array([1, 4]))
    steps, _ = cell.unroll(4, x, state, layout="TNC", merge_outputs=True)
    np.testing.assert_allclose(outputs.asnumpy()[:, 1], steps.asnumpy()[:, 1], rtol=1e-5)
    assert not outputs.asnumpy()[1:, 0].any()
