"""Outputs, states and gradients of Gluon's recurrent cells and layers: eager, hybridized, with lengths, unfused."""

import warnings

import mxnet as mx
import numpy as np
from blocks import measured, ready

RTOL = 1e-4
ATOL = 1e-5

rnn, contrib = mx.gluon.rnn, mx.gluon.contrib.rnn
T, N, C = 3, 4, 5
ROUND = np.random.RandomState(7)
DATA = ROUND.uniform(-1, 1, (T, N, C)).astype("float32")
LENGTHS = np.array([1, 3, 2, 3], "float32")


def stack(*cells):
    result = rnn.HybridSequentialRNNCell()
    for cell in cells:
        result.add(cell)
    return result


CELLS = {
    "plain": lambda: rnn.RNNCell(3, activation="relu"),
    "lstm": lambda: rnn.LSTMCell(3),
    "lstm, other activations": lambda: rnn.LSTMCell(3, activation="softsign", recurrent_activation="relu"),
    "gru": lambda: rnn.GRUCell(3),
    "both ways": lambda: rnn.BidirectionalCell(rnn.LSTMCell(3), rnn.GRUCell(2)),
    "residual": lambda: rnn.ResidualCell(rnn.GRUCell(C)),
    "zoneout": lambda: rnn.ZoneoutCell(rnn.LSTMCell(3), 0.2, 0.3),
    "one mask": lambda: contrib.VariationalDropoutCell(rnn.LSTMCell(3), 0.2, 0.3, 0.4),
    "dropout": lambda: stack(rnn.DropoutCell(0.5), rnn.RNNCell(2)),
    "stack": lambda: stack(rnn.RNNCell(3), rnn.ResidualCell(rnn.LSTMCell(3)), rnn.GRUCell(2)),
    "deep": lambda: stack(rnn.BidirectionalCell(rnn.LSTMCell(2), rnn.LSTMCell(2)), rnn.GRUCell(3)),
    "projected": lambda: contrib.LSTMPCell(4, 3),
}
#: these draw random numbers in training, so that only inference can be compared
RANDOM = ("zoneout", "one mask", "dropout")
#: MXNet traces what should be carried over from step to step
STEPWISE = ("zoneout", "one mask")
#: MXNet cannot add lists of masked steps
ADDED = ("residual",)

LAYERS = {
    "plain": lambda **k: rnn.RNN(3, 2, **k),
    "plain tanh": lambda **k: rnn.RNN(3, 1, "tanh", bidirectional=True, **k),
    "lstm": lambda **k: rnn.LSTM(3, **k),
    "deep lstm": lambda **k: rnn.LSTM(3, 3, bidirectional=True, **k),
    "gru": lambda **k: rnn.GRU(3, 2, **k),
    "gru both ways": lambda **k: rnn.GRU(2, 2, bidirectional=True, **k),
}


def cells():
    for name, make in CELLS.items():
        for layout, data in (("TNC", DATA), ("NTC", DATA.swapaxes(0, 1))):
            for lengths in (None, mx.nd.array(LENGTHS)):
                if name == "deep" and layout == "NTC" and lengths is not None:
                    continue  # MXNet mixes up the axes
                for merge in (True, False) if name not in ADDED or lengths is None else (True,):

                    def call(cell, x):
                        return cell.unroll(T, x, layout=layout, merge_outputs=merge, valid_length=lengths)

                    block = ready(make, call, data)
                    training = name not in RANDOM
                    label = f"{name} {layout} {lengths is not None} {merge}"
                    yield label, measured(block, lambda x: call(block, x), data, training)
                    if name not in STEPWISE:
                        block.hybridize()
                        yield f"{label} hybrid", measured(block, lambda x: call(block, x), data, training)


def layers():
    for name, make in LAYERS.items():
        for layout, data in (("TNC", DATA), ("NTC", DATA.swapaxes(0, 1))):
            layer = ready(lambda: make(layout=layout), lambda b, x: b(x), data)
            states = [
                mx.nd.array(np.random.RandomState(3).uniform(-1, 1, info["shape"])) for info in layer.state_info(N)
            ]
            cells = layer._unfuse()
            yield f"{name} {layout} cells", measured(cells, lambda x: cells.unroll(T, x, layout=layout), data, True)
            for kind in ("eager", "hybrid"):
                yield f"{name} {layout} {kind}", measured(layer, layer, data, True)
                layer.hybridize()  # MXNet keeps whether the first call asked for states
                yield f"{name} {layout} {kind} with states", measured(layer, lambda x: layer(x, states), data, True)
                layer.hybridize()


def projected():
    """MXNet has this in inference only."""
    layer = ready(lambda: rnn.LSTM(4, 2, projection_size=3, bidirectional=True), lambda b, x: b(x), DATA)
    layer.hybridize()
    return {"outputs": layer(mx.nd.array(DATA)).asnumpy(), "parameters": [p.shape for p in layer.params.values()]}


def run():
    warnings.simplefilter("ignore")
    return {
        "cells": dict(cells()),
        "layers": dict(layers()),
        "projected": projected(),
    }
