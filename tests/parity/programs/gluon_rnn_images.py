"""Outputs, states and gradients of Gluon's convolutional cells, eager and hybridized."""

import os

os.environ["MXNET_MKLDNN_ENABLED"] = "0"  # with it, MXNet cannot read gradients that several convolutions share

import mxnet as mx
import numpy as np
from blocks import measured, ready

RTOL = 1e-4
ATOL = 1e-5

rnn = mx.gluon.contrib.rnn
N, T = 2, 3
CELLS = {
    "line": (lambda: rnn.Conv1DRNNCell((2, 6), 3, 3, 3, i2h_pad=1), (2, 6)),
    "line lstm": (lambda: rnn.Conv1DLSTMCell((0, 6), 3, 3, 3, activation="softsign"), (2, 6)),
    "line gru": (lambda: rnn.Conv1DGRUCell((2, 6), 3, 2, 3, h2h_dilate=2), (2, 6)),
    "image": (lambda: rnn.Conv2DRNNCell((2, 5, 6), 3, (3, 1), (1, 3), activation="relu"), (2, 5, 6)),
    "image lstm": (lambda: rnn.Conv2DLSTMCell((2, 5, 6), 3, 3, 3), (2, 5, 6)),
    "image gru": (lambda: rnn.Conv2DGRUCell((2, 5, 6), 3, 3, 3, i2h_dilate=2), (2, 5, 6)),
    "space lstm": (lambda: rnn.Conv3DLSTMCell((2, 3, 4, 3), 2, 3, 3), (2, 3, 4, 3)),
}


def unrolled(cell, data):
    return cell.unroll(T, data, merge_outputs=True)


def cells():
    for name, (make, shape) in CELLS.items():
        data = np.random.RandomState(2).uniform(-1, 1, (N, T, *shape)).astype("float32")
        cell = ready(make, unrolled, data)
        yield name, measured(cell, lambda x: unrolled(cell, x), data)
        cell.hybridize()
        yield f"{name} hybrid", measured(cell, lambda x: unrolled(cell, x), data)


def run():
    return dict(cells())
