"""Networks as people have them, written for ONNX: what ONNX Runtime gives is what we give in prediction."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon import nn, rnn

from .conftest import Export, Exported, arrays, close

Shape = tuple[int, ...]


def exported(export: Export, net: Any, folder: Path, *shapes: Shape, **kwargs: Any) -> Exported:
    """Initialize a Gluon network, run it on arrays of these shapes, and export its files."""
    mx.random.seed(1)
    net.initialize(mx.init.Normal(0.3))
    net.hybridize()
    make = mx.np.array if mx.util.is_np_array() else mx.nd.array
    net(*map(make, arrays(*shapes)))
    net.export(str(folder / "net"))
    return export(str(folder / "net-symbol.json"), str(folder / "net-0000.params"), list(shapes), **kwargs)


def same(made: Exported, net: Any, *given: np.ndarray, rtol: float = 1e-4) -> None:
    """Assert that a Gluon network and its export agree."""
    make = mx.np.array if mx.util.is_np_array() else mx.nd.array
    expected = net(*map(make, given))
    listed = list(expected) if isinstance(expected, (list, tuple)) else [expected]
    flat = [item for one in listed for item in (one if isinstance(one, (list, tuple)) else [one])]
    close(made(dict(zip(made.inputs, given, strict=True))), flat, rtol)


@pytest.mark.parametrize("name", ["mobilenetv2_0.25", "resnet18_v2"])
def test_network_of_the_zoo(export: Export, tmp_path: Path, name: str) -> None:
    net = mx.gluon.model_zoo.vision.get_model(name, classes=10)
    result = exported(export, net, tmp_path, (1, 3, 64, 64), dynamic=True, dynamic_input_shapes=[("n", 3, 64, 64)])
    same(result, net, *arrays((2, 3, 64, 64)))


def test_all_kinds_of_layers(export: Export, tmp_path: Path) -> None:
    net = nn.HybridSequential()
    net.add(
        nn.Conv2D(8, 3, padding=1, in_channels=3), nn.GroupNorm(2), nn.GELU(), nn.Conv2DTranspose(4, 3, strides=2),
        nn.InstanceNorm(), nn.PReLU(), nn.AvgPool2D(3, 2, 1, ceil_mode=True), nn.BatchNorm(), nn.Swish(),
        nn.ReflectionPad2D(1), nn.GlobalMaxPool2D(), nn.Flatten(), nn.Dense(6, activation="softrelu"), nn.LayerNorm(),
        nn.Dropout(0.5), nn.ELU(), nn.SELU(),
    )  # fmt: skip
    same(exported(export, net, tmp_path, (2, 3, 9, 9)), net, *arrays((2, 3, 9, 9)))


@pytest.mark.parametrize("bidirectional", [False, True])
@pytest.mark.parametrize("kind", [rnn.LSTM, rnn.GRU, rnn.RNN])
def test_fused_recurrent_layer(export: Export, tmp_path: Path, kind: Any, bidirectional: bool) -> None:
    net = nn.HybridSequential()
    net.add(kind(5, num_layers=2, layout="NTC", bidirectional=bidirectional, input_size=3))
    open_shape = [("batch", "time", 3)]
    result = exported(export, net, tmp_path, (2, 4, 3), dynamic=True, dynamic_input_shapes=open_shape)
    assert {node.op_type for node in result.graph.node} & {"LSTM", "GRU", "RNN"}
    same(result, net, *arrays((3, 7, 3)))


@pytest.mark.parametrize("kind", [rnn.LSTMCell, rnn.GRUCell, rnn.RNNCell])
def test_unrolled_cell(export: Export, kind: Any) -> None:
    cell = kind(4, input_size=3, prefix="cell_")
    outputs, _ = cell.unroll(3, mx.sym.var("data"), layout="NTC", merge_outputs=True)
    shapes, _, _ = outputs.infer_shape(data=(2, 3, 3))
    names = outputs.list_arguments()
    given = dict(zip(names, arrays(*shapes), strict=True))
    weights = {name: mx.nd.array(item) for name, item in given.items() if name != "data"}
    result = export(outputs, weights, [(2, 3, 3)])
    expected = outputs.bind(mx.cpu(), {**weights, "data": mx.nd.array(given["data"])}).forward()
    close(result({"data": given["data"]}), expected)


class Encoder(mx.gluon.HybridBlock):
    """A layer of self-attention as BERT has it, with lengths of the sequences."""

    def __init__(self, units: int, heads: int) -> None:
        super().__init__()
        self._heads = heads
        with self.name_scope():
            self.embed = nn.Embedding(20, units)
            self.project = nn.Dense(3 * units, flatten=False, in_units=units)
            self.out = nn.Dense(units, flatten=False, in_units=units)
            self.norm = nn.LayerNorm(in_channels=units)
            self.wide = nn.Dense(4 * units, flatten=False, in_units=units)
            self.gelu = nn.GELU()
            self.narrow = nn.Dense(units, flatten=False, in_units=4 * units)

    def hybrid_forward(self, F: Any, tokens: Any, lengths: Any) -> Any:
        x = F.transpose(self.embed(tokens), axes=(1, 0, 2))
        joined = self.project(x)
        scores = F.contrib.interleaved_matmul_selfatt_qk(joined, heads=self._heads)
        steps = F.contrib.arange_like(tokens, axis=1)
        mask = F.broadcast_lesser(F.reshape(steps, shape=(1, -1)), F.reshape(lengths, shape=(-1, 1)))
        mask = F.repeat(F.expand_dims(mask, axis=1), repeats=self._heads, axis=0)
        weights = F.softmax(F.broadcast_add(scores, (1 - mask) * -1e9), axis=-1)
        mixed = F.contrib.interleaved_matmul_selfatt_valatt(joined, weights, heads=self._heads)
        x = self.norm(x + self.out(mixed))
        x = x + self.narrow(self.gelu(self.wide(x)))
        return F.slice_axis(F.transpose(x, axes=(1, 0, 2)), axis=1, begin=0, end=1)


def test_encoder_of_sequences(export: Export, tmp_path: Path) -> None:
    net = Encoder(8, 2)
    names = [("batch", "time"), ("batch",)]
    result = exported(export, net, tmp_path, (2, 5), (2,), dynamic=True, dynamic_input_shapes=names)
    tokens = np.random.RandomState(1).randint(0, 20, (3, 7)).astype("float32")
    same(result, net, tokens, np.array([7, 2, 4], "float32"))


class Decoder(mx.gluon.HybridBlock):
    """A step of decoding: attention of one query to what has been encoded, and a cell."""

    def __init__(self, units: int) -> None:
        super().__init__()
        with self.name_scope():
            self.query = nn.Dense(units, in_units=units)
            self.cell = rnn.GRUCell(units, input_size=2 * units)
            self.score = nn.Dense(11, in_units=units)

    def hybrid_forward(self, F: Any, token: Any, state: Any, memory: Any) -> Any:
        query = F.expand_dims(self.query(state), axis=1)
        weights = F.softmax(F.batch_dot(query, memory, transpose_b=True))
        context = F.reshape(F.batch_dot(weights, memory), shape=(0, -1))
        out, (new,) = self.cell(F.concat(token, context, dim=1), [state])
        return F.log_softmax(self.score(out)), new, F.topk(self.score(out), k=3, ret_typ="both")[0]


def test_step_of_a_decoder(export: Export, tmp_path: Path) -> None:
    net = Decoder(6)
    names = [("batch", 6), ("batch", 6), ("batch", "time", 6)]
    shapes = ((2, 6), (2, 6), (2, 4, 6))
    result = exported(export, net, tmp_path, *shapes, dynamic=True, dynamic_input_shapes=names)
    same(result, net, *arrays((3, 6), (3, 6), (3, 9, 6), seed=2))


class Detector(mx.gluon.HybridBlock):
    """The head of a single-shot detector, with suppression."""

    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.features = nn.Conv2D(8, 3, strides=2, padding=1, in_channels=3)
            self.classes = nn.Conv2D(3 * 4, 3, padding=1, in_channels=8)
            self.boxes = nn.Conv2D(3 * 4, 3, padding=1, in_channels=8)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        x = F.relu(self.features(x))
        anchors = F.contrib.MultiBoxPrior(x, sizes=(0.3, 0.5), ratios=(1, 2))
        scores = F.reshape(F.transpose(self.classes(x), axes=(0, 2, 3, 1)), shape=(0, -1, 4))
        scores = F.softmax(F.transpose(scores, axes=(0, 2, 1)), axis=1)
        moves = F.Flatten(F.transpose(self.boxes(x), axes=(0, 2, 3, 1)))
        result = F.contrib.MultiBoxDetection(scores, moves, anchors, nms_threshold=0.4, nms_topk=20, threshold=0.2)
        return result, F.contrib.box_nms(result, overlap_thresh=0.3, id_index=0, score_index=1, coord_start=2, topk=9)


def test_detector(export: Export, tmp_path: Path) -> None:
    net = Detector()
    same(exported(export, net, tmp_path, (2, 3, 16, 16)), net, *arrays((2, 3, 16, 16)))


def test_network_of_the_numpy_interface(export: Export, tmp_path: Path) -> None:
    class Net(mx.gluon.HybridBlock):
        def __init__(self) -> None:
            super().__init__()
            with self.name_scope():
                self.dense = nn.Dense(6, flatten=False, in_units=4)

        def hybrid_forward(self, F: Any, x: Any) -> Any:
            y = F.np.matmul(self.dense(x), F.np.transpose(self.dense(x), axes=(0, 2, 1)))
            return F.np.mean(y, axis=-1) + F.npx.softmax(F.np.sum(y, axis=1)) ** 2, F.np.std(y)

    mx.npx.set_np()
    try:
        net = Net()
        names = [("batch", "time", 4)]
        result = exported(export, net, tmp_path, (2, 3, 4), dynamic=True, dynamic_input_shapes=names)
        same(result, net, *arrays((3, 5, 4)))
    finally:
        mx.npx.reset_np()


# -- loops and conditions ------------------------------------------------------------------------------------------


def of_symbol(export: Export, net: mx.sym.Symbol, **given: np.ndarray) -> None:
    """Assert that a graph of given arrays and its export agree."""
    names = net.list_arguments()
    result = export(net, None, [given[n].shape for n in names], [given[n].dtype for n in names])
    arguments = {name: mx.nd.array(item, dtype=item.dtype) for name, item in given.items()}
    close(result(given), net.bind(mx.cpu(), arguments).forward())


def test_foreach(export: Export) -> None:
    scale = mx.sym.var("scale")

    def step(x: Any, states: Any) -> Any:
        new = mx.sym.tanh(x * scale + states[0])
        return [new * 2, mx.sym.sum(x, axis=1)], [new]

    outputs, states = mx.sym.contrib.foreach(step, mx.sym.var("data"), [mx.sym.var("state")])
    data, state, factor = arrays((4, 2, 3), (2, 3), (2, 3))
    of_symbol(export, mx.sym.Group([*outputs, *states]), data=data, state=state, scale=factor)


@pytest.mark.parametrize("start", [0, 3, 100])
def test_while_loop(export: Export, start: int) -> None:
    limit = mx.sym.var("limit")
    outputs, states = mx.sym.contrib.while_loop(
        lambda i, s: i < limit,
        lambda i, s: ([s + i], [i + 1, s * 2]),
        [mx.sym.var("i"), mx.sym.var("s")],
        max_iterations=6,
    )
    net = mx.sym.Group([*(outputs if isinstance(outputs, list) else [outputs]), *states])
    i, s, top = np.array([start], "float32"), np.array([1], "float32"), np.array([5], "float32")
    of_symbol(export, net, i=i, s=s, limit=top)


@pytest.mark.parametrize("number", [1, -1])
def test_cond(export: Export, number: int) -> None:
    a, b = mx.sym.var("a"), mx.sym.var("b")
    net = mx.sym.contrib.cond(mx.sym.sum(a) > 0, lambda: a + b, lambda: mx.sym.relu(a) - b)
    (other,) = arrays((2, 3))
    of_symbol(export, net, a=np.full((2, 3), number, "float32"), b=other)
