"""The network: characters to vectors, layers of LSTM, and the odds of each next character."""

from __future__ import annotations

import mxnet as mx


def cells(hidden, layers, fused):
    """Return the recurrent layers, one cell for all steps at once (`fused`) or one for each layer and step."""
    together = mx.rnn.FusedRNNCell(hidden, num_layers=layers, mode="lstm", prefix="lstm_")
    return together if fused else together.unfuse()


def symbols(characters, hidden=128, layers=1, embed=32, fused=True):
    """Return the function from a bucket's key, the number of steps, to (symbol, data names, label names).

    Arrays have time as their first axis: the fused cell is faster that way.
    """

    def of_length(steps):
        stack = cells(hidden, layers, fused)
        data, label = mx.sym.Variable("data"), mx.sym.Variable("softmax_label")
        vectors = mx.sym.Embedding(data, input_dim=characters, output_dim=embed, name="embed")
        outputs, _ = stack.unroll(steps, inputs=vectors, merge_outputs=True, layout="TNC")
        odds = mx.sym.FullyConnected(mx.sym.Reshape(outputs, shape=(-1, hidden)), num_hidden=characters, name="odds")
        net = mx.sym.SoftmaxOutput(
            odds,
            mx.sym.Reshape(label, shape=(-1,)),
            ignore_label=-1,
            use_ignore=True,
            normalization="valid",
            name="softmax",
        )
        return net, ("data",), ("softmax_label",)

    return of_length


def one_step(characters, hidden=128, layers=1, embed=32):
    """Return the symbol of one step, its outputs the odds and the new states, and the names of the states."""
    stack = cells(hidden, layers, fused=False)
    vector = mx.sym.Embedding(mx.sym.Variable("data"), input_dim=characters, output_dim=embed, name="embed")
    begin = stack.begin_state(func=mx.sym.Variable)
    output, states = stack(vector, begin)
    odds = mx.sym.FullyConnected(output, num_hidden=characters, name="odds")
    return mx.sym.Group([mx.sym.softmax(odds), *states]), [state.name for state in begin]
