"""The graphs that Gluon's recurrent cells and layers make, to the letter; their texts, states and refusals."""

import json
import warnings

import mxnet as mx
from helpers import raised

rnn, contrib = mx.gluon.rnn, mx.gluon.contrib.rnn


def stack(*cells, kind=rnn.SequentialRNNCell):
    result = kind()
    for cell in cells:
        result.add(cell)
    return result


def hybrid(*cells):
    return stack(*cells, kind=rnn.HybridSequentialRNNCell)


def both(left, right, **kwargs):
    return rnn.BidirectionalCell(left, right, **kwargs)


CELLS = {
    "plain": lambda: rnn.RNNCell(3, activation="relu", i2h_bias_initializer="ones"),
    "plain, softrelu": lambda: rnn.RNNCell(3, activation="softrelu", input_size=4, prefix="p_"),
    "lstm": lambda: rnn.LSTMCell(3, i2h_weight_initializer=mx.init.Xavier(), h2h_bias_initializer=mx.init.LSTMBias()),
    "lstm, other activations": lambda: rnn.LSTMCell(3, activation="relu", recurrent_activation="softsign"),
    "gru": lambda: rnn.GRUCell(3, prefix="g"),
    "both ways": lambda: both(rnn.LSTMCell(3, prefix="l"), rnn.GRUCell(3, prefix="r"), output_prefix="o"),
    "both ways, deep": lambda: both(hybrid(rnn.LSTMCell(3), rnn.DropoutCell(0.3)), hybrid(rnn.GRUCell(3))),
    "zoneout": lambda: rnn.ZoneoutCell(rnn.LSTMCell(3), 0.2, 0.1),
    "zoneout of outputs": lambda: rnn.ZoneoutCell(rnn.LSTMCell(3), 0.2),
    "zoneout of states": lambda: rnn.ZoneoutCell(rnn.LSTMCell(3), 0.0, 0.2),
    "residual": lambda: rnn.ResidualCell(rnn.GRUCell(3)),
    "residual both ways": lambda: rnn.ResidualCell(both(rnn.GRUCell(3), rnn.GRUCell(3))),
    "residual zoneout": lambda: rnn.ResidualCell(rnn.ZoneoutCell(rnn.GRUCell(3), 0.1, 0.2)),
    "dropout": lambda: rnn.DropoutCell(0.4, axes=(1,)),
    "no dropout": lambda: rnn.DropoutCell(0),
    "stack": lambda: stack(rnn.RNNCell(3), rnn.DropoutCell(0.2), rnn.LSTMCell(3)),
    "hybrid stack": lambda: hybrid(rnn.RNNCell(3), rnn.DropoutCell(0.2), rnn.ResidualCell(rnn.LSTMCell(3))),
    "nested": lambda: stack(stack(rnn.RNNCell(3)), both(rnn.RNNCell(3), rnn.GRUCell(3)), rnn.GRUCell(2)),
    "one mask": lambda: contrib.VariationalDropoutCell(rnn.LSTMCell(3), 0.1, 0.2, 0.3),
    "one mask, no states": lambda: contrib.VariationalDropoutCell(rnn.GRUCell(3), 0.1, 0.0, 0.3),
    "one mask of states": lambda: contrib.VariationalDropoutCell(rnn.RNNCell(3), drop_states=0.3),
    "projected": lambda: contrib.LSTMPCell(4, 3, h2r_weight_initializer="ones"),
    "line": lambda: contrib.Conv1DRNNCell((3, 6), 4, 3, 3, i2h_pad=1),
    "line lstm": lambda: contrib.Conv1DLSTMCell((0, 6), 4, (3,), (1,), activation="softsign"),
    "line gru": lambda: contrib.Conv1DGRUCell((3, 6), 4, 3, 3, h2h_dilate=2, prefix="c_"),
    "image": lambda: contrib.Conv2DRNNCell((3, 6, 5), 4, (3, 1), (1, 3), i2h_pad=(1, 0), activation="relu"),
    "image lstm": lambda: contrib.Conv2DLSTMCell((6, 5, 3), 4, 3, 3, conv_layout="NHWC"),
    "image gru": lambda: contrib.Conv2DGRUCell((3, 6, 5), 4, 3, 3, i2h_dilate=2),
    "space": lambda: contrib.Conv3DRNNCell((3, 6, 5, 4), 4, 3, 3),
    "space lstm": lambda: contrib.Conv3DLSTMCell((3, 6, 5, 4), 4, 1, 3, i2h_bias_initializer="ones"),
    "space gru": lambda: contrib.Conv3DGRUCell((6, 5, 4, 3), 4, 3, 3, conv_layout="NDHWC", activation="relu"),
    "unfused": lambda: rnn.LSTM(3, 2, bidirectional=True, dropout=0.1, prefix="z_")._unfuse(),
    "unfused plain": lambda: rnn.RNN(3, 2, activation="tanh", prefix="z_")._unfuse(),
}
INPUTS = {"list": lambda: [mx.sym.Variable("a"), mx.sym.Variable("b")], "one": lambda: mx.sym.Variable("data")}
#: MXNet cannot add lists of masked steps
BEYOND = ("residual", "residual both ways", "residual zoneout", "hybrid stack")

LAYERS = {
    "lstm": lambda **k: rnn.LSTM(3, **k),
    "deep lstm": lambda **k: rnn.LSTM(3, 2, dropout=0.2, input_size=4, dtype="float64", **k),
    "lstm both ways": lambda **k: rnn.LSTM(3, 2, bidirectional=True, i2h_bias_initializer=mx.init.LSTMBias(), **k),
    "projected": lambda **k: rnn.LSTM(4, 2, projection_size=3, bidirectional=True, h2r_weight_initializer="ones", **k),
    "clipped": lambda **k: rnn.LSTM(3, state_clip_min=-1, state_clip_max=2.5, state_clip_nan=True, **k),
    "gru": lambda **k: rnn.GRU(3, 3, prefix="g", **k),
    "plain": lambda **k: rnn.RNN(3, **k),
    "plain tanh": lambda **k: rnn.RNN(3, 2, "tanh", bidirectional=True, **k),
}


def flat(symbols):
    return [leaf for each in symbols for leaf in flat(each)] if isinstance(symbols, (list, tuple)) else [symbols]


def graph(call):
    with mx.name.NameManager(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        outputs = call()
    return {"kinds": [type(each).__name__ for each in outputs], "json": mx.sym.Group(flat(outputs)).tojson()}


def unrolled():
    for name, make in CELLS.items():
        for merge in (None, False, True):
            for layout in ("NTC", "TNC"):
                for form, inputs in INPUTS.items():
                    for lengths in (None, "lengths"):
                        if name in BEYOND and merge is False and lengths is not None:
                            continue
                        with mx.name.NameManager():
                            cell, data = make(), inputs()
                        more = {} if lengths is None else {"valid_length": mx.sym.var(lengths)}
                        how = {"layout": layout, "merge_outputs": merge, **more}
                        label = f"{name} {merge} {layout} {form} {lengths}"
                        yield label, graph(lambda cell=cell, data=data, how=how: cell.unroll(2, data, **how))


def steps():
    """Two steps by hand, and the texts and parameters of each cell."""
    for name, make in CELLS.items():
        with mx.name.NameManager():
            cell = make()
        made = {"text": repr(cell), "prefix": cell.prefix, "parameters": list(cell.collect_params())}
        made["files"] = list(cell._collect_params_with_prefix())
        made["info"], made["length"] = cell.state_info(7), len(cell.state_info())
        variables = cell.begin_state(func=mx.sym.var)
        made["states"] = [[each.name, sorted(each.list_attr().items())] for each in variables]
        if "both" not in name and name not in ("nested", "unfused"):
            step = lambda: cell(mx.sym.var("x"), variables)  # noqa: E731
            made["step"], made["again"] = graph(step), graph(step)
        yield name, made


def layers():
    variables = [mx.sym.var("h"), mx.sym.var("c")]
    for name, make in LAYERS.items():
        for layout in ("TNC", "NTC"):
            for lengths in (False, True)[: 2 if "lstm" in name else 1]:  # MXNet has graphs with lengths of LSTMs only
                with mx.name.NameManager():
                    layer = make(layout=layout, use_sequence_length=lengths)
                states = variables[: len(layer.state_info())]
                more = [mx.sym.var("lengths")] if lengths else []
                yield (
                    f"{name} {layout} {lengths}",
                    {
                        "text": repr(layer),
                        "parameters": [
                            [p.name, p.shape, p.init if isinstance(p.init, str) else type(p.init).__name__]
                            for p in layer.collect_params().values()
                        ],
                        "files": list(layer._collect_params_with_prefix()),
                        "info": layer.state_info(5),
                        "with states": graph(lambda: layer(mx.sym.var("x"), states, *more)),
                        "without": json.loads(layer(mx.sym.var("x"), None, *more).tojson())["nodes"],
                    },
                )


def loops():
    """The graph with a loop; dropout under NTC is left out, where MXNet takes the batch's axis for that of time."""
    for layout in ("TNC", "NTC"):
        for lengths in (None, "lengths"):
            for drop in (0.0, 0.3) if layout == "TNC" else (0.0,):
                with mx.name.NameManager():
                    cell, states = rnn.LSTMCell(3), [mx.sym.var("h"), mx.sym.var("c")]
                call = lambda: contrib.rnn_cell.dynamic_unroll(  # noqa: E731
                    cell, mx.sym.var("x"), states, drop, drop, layout, lengths and mx.sym.var(lengths)
                )
                yield f"{layout} {lengths} {drop}", graph(call)


class Net(mx.gluon.HybridBlock):
    """Cells and layers inside of another block."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.layer = rnn.LSTM(3, bidirectional=True)
            self.cell = rnn.ZoneoutCell(rnn.GRUCell(2), 0.1)
            self.pair = rnn.BidirectionalCell(rnn.RNNCell(2), rnn.RNNCell(2))
            self.stack = rnn.HybridSequentialRNNCell()
            with self.stack.name_scope():
                self.stack.add(rnn.ResidualCell(rnn.LSTMCell(4)))
                self.stack.add(contrib.LSTMPCell(4, 3))

    def hybrid_forward(self, F, x):
        for part in (self.cell, self.pair, self.stack):
            x = self.layer(x) if part is self.cell else x
            x, _ = part.unroll(2, x, layout="TNC", merge_outputs=True)
        return x


def nested():
    with mx.name.NameManager():
        net = Net()
    net.initialize()
    net.hybridize()
    net(mx.nd.ones((2, 3, 5)))
    net.export("net")
    with open("net-symbol.json") as file:
        return {"text": repr(net), "parameters": list(net.collect_params()), "graph": file.read()}


def refusals():
    x, cell, data = mx.sym.Variable("x"), rnn.RNNCell(2), mx.nd.ones((2, 3, 4))
    cell.initialize()
    base, lstm = rnn.RNNCell(2), rnn.LSTM(3, input_size=4)
    lstm.initialize()
    rnn.ZoneoutCell(base)
    return {
        "no info": raised(lambda: rnn.RecurrentCell().state_info()),
        "no step": raised(lambda: rnn.HybridRecurrentCell()(x, [])),
        "step both ways": raised(lambda: both(rnn.RNNCell(2), rnn.RNNCell(2))(x, [])),
        "step of a stack both ways": raised(lambda: stack(both(rnn.RNNCell(2), rnn.RNNCell(2)))(x, [])),
        "length": raised(lambda: rnn.RNNCell(2).unroll(3, [x, x])),
        "length of an array": raised(lambda: cell.unroll(5, data)),
        "layout": raised(lambda: cell.unroll(3, data, layout="XX")),
        "group": raised(lambda: rnn.RNNCell(2).unroll(2, mx.sym.Group([x, x]))),
        "nothing": raised(lambda: rnn.RNNCell(2).unroll(2, None)),
        "no states": raised(lambda: cell(data[0], [])),
        "arrays and symbols": raised(lambda: cell.unroll(3, data, begin_state=[x])),
        "modified": raised(base.begin_state),
        "modified again": raised(lambda: rnn.ResidualCell(base)),
        "zoneout both ways": raised(lambda: rnn.ZoneoutCell(both(rnn.RNNCell(2), rnn.RNNCell(2)))),
        "one mask both ways": raised(
            lambda: contrib.VariationalDropoutCell(both(rnn.RNNCell(2), rnn.RNNCell(2)), drop_states=0.1)
        ),
        "dropout of text": raised(lambda: rnn.DropoutCell("a")),
        "even kernel": raised(lambda: contrib.Conv1DRNNCell((3, 5), 4, 3, 2)),
        "kernel of two": raised(lambda: contrib.Conv1DRNNCell((3, 5), 4, (3, 3), 3)),
        "activation": raised(lambda: rnn.RNNCell(2, activation="x").unroll(1, x)),
        "layer's layout": raised(lambda: rnn.LSTM(3, layout="NCT")),
        "layer's activation": raised(lambda: rnn.RNN(3, activation="x")),
        "any child": raised(lambda: hybrid(rnn.SequentialRNNCell())),
        "no cell": raised(lambda: stack(rnn.RNNCell(2))[1]),
        "layer's states": raised(lambda: lstm(data, [mx.nd.ones((1, 2, 3))] * 2)),
        "one state": raised(lambda: lstm(data, mx.nd.ones((1, 3, 3)))),
        "width": raised(lambda: lstm(mx.nd.ones((2, 3, 5)))),
        "axes": raised(lambda: lstm(mx.nd.ones((2, 3)))),
        "not initialized": raised(lambda: rnn.LSTM(3)(data)),
        "no lengths": raised(lambda: initialized(rnn.LSTM(3, use_sequence_length=True))(data)),
    }


def initialized(block):
    block.initialize()
    return block


def run():
    answers = dict(unrolled())
    answers["steps"], answers["layers"] = dict(steps()), dict(layers())
    answers["loops"] = dict(loops())
    answers["nested"], answers["refusals"] = nested(), refusals()
    return answers
