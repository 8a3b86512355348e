"""Layers under NumPy semantics: what is tried, and what Apache MXNet 1.9.1 makes of it.

``.reference/bin/python -m tests.gluon.numpy_layers`` writes tests/data/numpy_layers.json: for each case that 1.9.1
runs, the nodes of its graph, and outputs and gradients of a run.
"""

from __future__ import annotations

import json
from pathlib import Path

import mxnet as mx
import numpy as np
from mxnet.gluon import contrib, loss, nn, rnn

ANSWERS = Path(__file__).parents[1] / "data" / "numpy_layers.json"


def _filled(container, *parts):
    container.add(*parts)
    return container


def _stack():
    cells = rnn.HybridSequentialRNNCell()
    cells.add(rnn.LSTMCell(3))
    cells.add(rnn.GRUCell(2))
    return cells


_IMAGE, _ROW = (2, 3, 6, 6), (2, 4)
#: name -> (what makes the layer, the shapes of its inputs)
LAYERS = {
    "Dense": (lambda: nn.Dense(3), [_ROW]),
    "Dense relu": (lambda: nn.Dense(3, activation="relu", flatten=False), [(2, 5, 4)]),
    "Dense without bias": (lambda: nn.Dense(3, use_bias=False), [_ROW]),
    "Dropout": (lambda: nn.Dropout(0.5), [_ROW]),
    "Dropout of nothing": (lambda: nn.Dropout(0.0), [_ROW]),
    "Flatten": (lambda: nn.Flatten(), [(2, 3, 4)]),
    "Embedding": (lambda: nn.Embedding(5, 3), [_ROW]),
    "BatchNorm": (lambda: nn.BatchNorm(), [_IMAGE]),
    "LayerNorm": (lambda: nn.LayerNorm(), [_ROW]),
    "GroupNorm": (lambda: nn.GroupNorm(2), [(2, 4, 3)]),
    "InstanceNorm": (lambda: nn.InstanceNorm(), [(2, 3, 4)]),
    "Activation": (lambda: nn.Activation("tanh"), [_ROW]),
    "LeakyReLU": (lambda: nn.LeakyReLU(0.1), [_ROW]),
    "PReLU": (lambda: nn.PReLU(), [_ROW]),
    "ELU": (lambda: nn.ELU(), [_ROW]),
    "SELU": (lambda: nn.SELU(), [_ROW]),
    "GELU": (lambda: nn.GELU(), [_ROW]),
    "Swish": (lambda: nn.Swish(), [_ROW]),
    "Conv1D": (lambda: nn.Conv1D(2, 3), [(2, 3, 8)]),
    "Conv2D": (lambda: nn.Conv2D(2, 3, strides=2, padding=1, activation="relu"), [_IMAGE]),
    "Conv3D": (lambda: nn.Conv3D(2, 3), [(1, 2, 4, 4, 4)]),
    "Conv2DTranspose": (lambda: nn.Conv2DTranspose(2, 3), [_IMAGE]),
    "MaxPool2D": (lambda: nn.MaxPool2D(), [_IMAGE]),
    "AvgPool2D": (lambda: nn.AvgPool2D(), [_IMAGE]),
    "GlobalAvgPool2D": (lambda: nn.GlobalAvgPool2D(), [_IMAGE]),
    "ReflectionPad2D": (lambda: nn.ReflectionPad2D(1), [_IMAGE]),
    "HybridLambda by name": (lambda: nn.HybridLambda("tanh"), [_ROW]),
    "HybridSequential": (lambda: _filled(nn.HybridSequential(), nn.Dense(3), nn.Dense(2)), [_ROW]),
    "HybridConcurrent": (lambda: _filled(contrib.nn.HybridConcurrent(), nn.Dense(3), nn.Dense(2)), [_ROW]),
    "PixelShuffle2D": (lambda: contrib.nn.PixelShuffle2D(2), [(2, 4, 3, 3)]),
    "RNN": (lambda: rnn.RNN(3), [(4, 2, 5)]),
    "LSTM": (lambda: rnn.LSTM(3, 2), [(4, 2, 5)]),
    "GRU both ways": (lambda: rnn.GRU(3, bidirectional=True), [(4, 2, 5)]),
    "LSTM NTC": (lambda: rnn.LSTM(3, layout="NTC"), [(2, 4, 5)]),
    "L1Loss": (lambda: loss.L1Loss(), [_ROW, _ROW]),
    "L2Loss weighted": (lambda: loss.L2Loss(weight=0.5), [_ROW, _ROW, (2, 1)]),
    "HuberLoss": (lambda: loss.HuberLoss(), [_ROW, _ROW]),
    "HingeLoss": (lambda: loss.HingeLoss(), [_ROW, _ROW]),
    "SquaredHingeLoss": (lambda: loss.SquaredHingeLoss(), [_ROW, _ROW]),
    "LogisticLoss": (lambda: loss.LogisticLoss(), [_ROW, _ROW]),
    "SigmoidBCELoss": (lambda: loss.SigmoidBCELoss(), [_ROW, _ROW]),
    "SigmoidBCELoss pos_weight": (lambda: loss.SigmoidBCELoss(), [_ROW, _ROW, _ROW, (1, 4)]),
    "SigmoidBCELoss of probabilities": (lambda: loss.SigmoidBCELoss(from_sigmoid=True), [_ROW, _ROW]),
    "SoftmaxCELoss": (lambda: loss.SoftmaxCELoss(), [_ROW, (2,)]),
    "SoftmaxCELoss of axes": (lambda: loss.SoftmaxCELoss(), [(2, 3, 4), (2, 3)]),
    "SoftmaxCELoss dense": (lambda: loss.SoftmaxCELoss(sparse_label=False, weight=0.5), [_ROW, _ROW, (2, 1)]),
    "KLDivLoss": (lambda: loss.KLDivLoss(from_logits=False), [_ROW, _ROW]),
    "CTCLoss": (lambda: loss.CTCLoss(), [(2, 5, 4), (2, 2)]),
    "TripletLoss": (lambda: loss.TripletLoss(), [_ROW, _ROW, _ROW]),
    "PoissonNLLLoss": (lambda: loss.PoissonNLLLoss(), [_ROW, _ROW]),
    "CosineEmbeddingLoss": (lambda: loss.CosineEmbeddingLoss(), [_ROW, _ROW, (2,)]),
    "SDMLLoss": (lambda: loss.SDMLLoss(), [(3, 4), (3, 4)]),
}
#: the same, of cells, whose states come besides
CELLS = {
    "RNNCell": lambda: rnn.RNNCell(3),
    "LSTMCell": lambda: rnn.LSTMCell(3),
    "GRUCell": lambda: rnn.GRUCell(3),
    "LSTMPCell": lambda: contrib.rnn.LSTMPCell(3, 2),
    "HybridSequentialRNNCell": _stack,
    "ResidualCell": lambda: rnn.ResidualCell(rnn.GRUCell(4)),
    "ZoneoutCell": lambda: rnn.ZoneoutCell(rnn.GRUCell(4), 0.2, 0.2),
    "VariationalDropoutCell": lambda: contrib.rnn.VariationalDropoutCell(rnn.GRUCell(4), 0.5, 0.5),
    "BidirectionalCell": lambda: rnn.BidirectionalCell(rnn.LSTMCell(3), rnn.LSTMCell(3)),
}


def values(shape: tuple[int, ...], seed: int, scale: float = 1.0) -> np.ndarray:
    """Return numbers between 0.1 and 0.9, the same on every machine."""
    turns = np.arange(int(np.prod(shape))) * 1.7 + seed
    return ((np.abs(np.sin(turns)) * 0.8 + 0.1) * scale).astype(np.float32).reshape(shape)


def graph(name: str) -> list[list[object]]:
    """Return the nodes of a layer's graph: operator, name, attributes, inputs."""
    make, shapes = LAYERS[name]
    with mx.name.NameManager():
        out = make()(*(mx.sym.var(f"data{i}").as_np_ndarray() for i in range(len(shapes))))
    assert type(out).__name__ == "_Symbol"
    nodes = json.loads(out.tojson())["nodes"]
    return [[node["op"], node["name"], node.get("attrs", {}), node["inputs"]] for node in nodes]


def set_values(net: object) -> list[object]:
    """Give a layer's trained parameters the test's values; return them."""
    trained = [param for param in net.collect_params().values() if param.grad_req != "null"]
    for i, param in enumerate(trained):
        param.set_data(mx.np.array(values(param.shape, 10 + i, 0.2)))
    return trained


def run(net: object, shapes: list[tuple[int, ...]]) -> dict[str, list[float]]:
    """Return output and gradients of a layer: of its inputs, and of its parameters."""
    inputs = [mx.np.array(values(shape, i)) for i, shape in enumerate(shapes)]
    net.initialize()
    net(*inputs)
    trained = set_values(net)
    for each in inputs:
        each.attach_grad()
    with mx.autograd.record(train_mode=False):
        out = net(*inputs)
    out.backward()
    arrays = [out, *(each.grad for each in inputs), *(param.grad() for param in trained)]
    assert all(isinstance(each, mx.np.ndarray) for each in arrays)
    return {"shape": list(out.shape), "values": [[float(v) for v in each.asnumpy().ravel()[:24]] for each in arrays]}


def main() -> None:
    """Record what 1.9.1 answers."""
    answers: dict[str, dict[str, object]] = {}
    for name, (make, shapes) in LAYERS.items():
        try:
            answers[name] = {"graph": graph(name)}
            answers[name] |= run(make(), shapes)
        except (TypeError, ValueError, AttributeError, mx.MXNetError) as error:
            print(name, "is refused:", str(error).splitlines()[0][:100])
    ANSWERS.write_text(json.dumps(answers, indent=None, sort_keys=True) + "\n")


if __name__ == "__main__":
    mx.npx.set_np()
    main()
