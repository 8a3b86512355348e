"""The graphs that mx.rnn's cells make, to the letter, in every layout and form of inputs and outputs; their weights."""

import warnings

import mxnet as mx
import numpy as np
from helpers import raised

rnn = mx.rnn


def stack(*cells):
    result = rnn.SequentialRNNCell()
    for cell in cells:
        result.add(cell)
    return result


def both(left, right, **kwargs):
    return rnn.BidirectionalCell(left, right, **kwargs)


CELLS = {
    "plain": lambda: rnn.RNNCell(3, activation="relu"),
    "lstm": lambda: rnn.LSTMCell(3, forget_bias=2.0),
    "gru": lambda: rnn.GRUCell(3, prefix="g"),
    "fused": lambda: rnn.FusedRNNCell(3, 2, "lstm", True, dropout=0.1, get_next_state=True, prefix="z"),
    "fused gru": lambda: rnn.FusedRNNCell(3, 2, "gru"),
    "unfused": lambda: rnn.FusedRNNCell(3, 2, "lstm", True, dropout=0.1, forget_bias=3.0, prefix="z").unfuse(),
    "unfused plain": lambda: rnn.FusedRNNCell(3, 2, "rnn_tanh").unfuse(),
    "both ways": lambda: both(rnn.LSTMCell(3, prefix="l"), rnn.GRUCell(3, prefix="r"), output_prefix="o"),
    "both ways, one fused": lambda: both(rnn.FusedRNNCell(3, prefix="l"), rnn.GRUCell(3, prefix="r")),
    "both ways, deep": lambda: both(
        stack(rnn.LSTMCell(3, prefix="l"), rnn.DropoutCell(0.3)),
        stack(rnn.GRUCell(3, prefix="r"), rnn.ZoneoutCell(rnn.RNNCell(3, prefix="q"), 0.2, 0.0)),
    ),
    "zoneout": lambda: rnn.ZoneoutCell(rnn.LSTMCell(3), 0.2, 0.1),
    "zoneout of states": lambda: rnn.ZoneoutCell(rnn.LSTMCell(3), 0.0, 0.2),
    "zoneouts": lambda: stack(
        rnn.ZoneoutCell(rnn.LSTMCell(3, prefix="a"), 0.2), rnn.ZoneoutCell(rnn.GRUCell(3, prefix="b"), 0.2, 0.1)
    ),
    "residual": lambda: rnn.ResidualCell(rnn.GRUCell(3)),
    "residual both ways": lambda: rnn.ResidualCell(both(rnn.GRUCell(3, prefix="l"), rnn.GRUCell(3, prefix="r"))),
    "residual fused": lambda: rnn.ResidualCell(rnn.FusedRNNCell(3)),
    "residual zoneout": lambda: rnn.ResidualCell(rnn.ZoneoutCell(rnn.GRUCell(3), 0.1, 0.2)),
    "dropout": lambda: rnn.DropoutCell(0.4),
    "no dropout": lambda: rnn.DropoutCell(0),
    "mixed stack": lambda: stack(rnn.FusedRNNCell(3, prefix="a"), rnn.DropoutCell(0.2), rnn.LSTMCell(3, prefix="b")),
    "nested": lambda: stack(stack(rnn.RNNCell(3, prefix="a")), both(rnn.RNNCell(3, prefix="c"), rnn.GRUCell(3))),
    "images": lambda: rnn.ConvRNNCell((1, 3, 5, 6), 4),
    "images lstm": lambda: rnn.ConvLSTMCell((1, 3, 5, 6), 4, activation="tanh", i2h_stride=(2, 1)),
    "images gru": lambda: rnn.ConvGRUCell(
        (1, 3, 5, 6), 4, h2h_kernel=(5, 3), h2h_dilate=(2, 1), i2h_bias_initializer="ones"
    ),
    "images last": lambda: rnn.ConvLSTMCell((1, 5, 6, 3), 4, conv_layout="NHWC"),
}
INPUTS = {"list": lambda: [mx.sym.Variable("a"), mx.sym.Variable("b")], "one": lambda: mx.sym.Variable("data")}


def flat(symbols):
    return [leaf for each in symbols for leaf in flat(each)] if isinstance(symbols, (list, tuple)) else [symbols]


def graph(cell, inputs, **how):
    with mx.name.NameManager(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        outputs, states = cell.unroll(2, inputs, **how)
    return {"list": isinstance(outputs, list), "json": mx.sym.Group(flat(outputs) + flat(states)).tojson()}


def graphs():
    for name, make in CELLS.items():
        for merge in (None, False, True):
            for layout in ("NTC", "TNC"):
                for form, inputs in INPUTS.items():
                    yield (
                        f"{name} {merge} {layout} {form}",
                        make(),
                        inputs(),
                        {"layout": layout, "merge_outputs": merge},
                    )


def weights(cell):
    """Unpack and pack arrays of counted values."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        outputs, _ = cell.unroll(2, mx.sym.Variable("data"), merge_outputs=True)
    shapes, _, _ = outputs.infer_shape(data=(2, 2, 4))
    pairs = [pair for pair in zip(outputs.list_arguments(), shapes) if pair[0] != "data"]
    args = {name: mx.nd.array(np.arange(np.prod(shape)).reshape(shape)) for name, shape in pairs}
    args["another"] = mx.nd.ones((2,))
    unpacked = cell.unpack_weights(args)
    packed = cell.pack_weights(unpacked)
    return {
        "unpacked": {name: value.asnumpy() for name, value in sorted(unpacked.items())},
        "packed": {name: value.asnumpy() for name, value in sorted(packed.items())},
    }


def states():
    cell = rnn.LSTMCell(3)
    mixed = both(rnn.RNNCell(2, prefix="l_"), rnn.LSTMCell(2, prefix="r_"))
    return {
        "info": cell.state_info,
        "shape": mixed.state_shape,
        "zeros": [each.attr_dict() for each in cell.begin_state()],
        "variables": [each.attr_dict() for each in cell.begin_state(func=mx.sym.Variable)],
        "names": [each.name for each in mixed.begin_state(func=mx.sym.Variable)],
        "counters": [cell._counter, cell._init_counter],
        "image": rnn.ConvRNNCell((1, 3, 9, 9), 4, i2h_stride=(2, 2), i2h_dilate=(2, 2)).state_shape,
    }


def refusals():
    x = mx.sym.Variable("x")
    base = rnn.RNNCell(2)
    rnn.ZoneoutCell(base)
    return {
        "abstract": raised(lambda: rnn.BaseRNNCell()(x, [])),
        "step of a fused cell": raised(lambda: rnn.FusedRNNCell(2)(x, [])),
        "step both ways": raised(lambda: both(rnn.RNNCell(2), rnn.RNNCell(2))(x, [])),
        "length": raised(lambda: rnn.RNNCell(2).unroll(3, [x, x])),
        "group": raised(lambda: rnn.RNNCell(2).unroll(2, mx.sym.Group([x, x]))),
        "nothing": raised(lambda: rnn.RNNCell(2).unroll(2, None)),
        "modified": raised(base.begin_state),
        "zoneout of a fused cell": raised(lambda: rnn.ZoneoutCell(rnn.FusedRNNCell(2))),
        "dropout of text": raised(lambda: rnn.DropoutCell("a")),
        "even kernel": raised(lambda: rnn.ConvRNNCell((1, 3, 5, 6), 4, h2h_kernel=(2, 2))),
        "mode": raised(lambda: rnn.FusedRNNCell(2, mode="x").unroll(1, x)),
        "missing weights": raised(lambda: rnn.LSTMCell(3).unpack_weights({})),
        "length of parameters": raised(lambda: rnn.FusedRNNCell(3).unpack_weights({"lstm_parameters": mx.nd.ones(11)})),
        "unknown word": raised(lambda: rnn.encode_sentences([["a", "b"]], vocab={"a": 1})),
        "layout of sentences": raised(lambda: rnn.BucketSentenceIter([[1, 2]], 1, layout="XX")),
        "no buckets": raised(lambda: rnn.BucketSentenceIter([[1, 2]], 2)),
    }


def run():
    answers = {label: graph(cell, inputs, **how) for label, cell, inputs, how in graphs()}
    twice = rnn.ZoneoutCell(rnn.LSTMCell(3), 0.2, 0.1)
    answers["again"] = [graph(twice, INPUTS["list"]()) for _ in range(2)]
    answers["weights"] = {
        name: weights(CELLS[name]())
        for name in ("plain", "lstm", "gru", "fused gru", "unfused", "both ways", "zoneout")
    }
    answers["fused weights"] = weights(rnn.FusedRNNCell(3, 2, "lstm", True))
    answers["states"] = states()
    answers["refusals"] = refusals()
    words = [["a", "b"], ["c"]]
    answers["sentences"] = [
        rnn.encode_sentences(words),
        rnn.encode_sentences(words, start_label=5, invalid_label=6),
        rnn.encode_sentences(words, vocab={"a": 1}, unknown_token="U"),
        rnn.encode_sentences(words, invalid_key="K", invalid_label=0),
    ]
    return answers
