"""``mx.contrib.onnx.import_model`` and its kin: files of others, and our own read back."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import mxnet as mx
import numpy as np
import onnx
import onnxruntime
import pytest
import torch
from mxnet.contrib.onnx.onnx2mx.import_onnx import GraphProto
from mxnet.gluon import nn
from onnx import TensorProto, helper
from torch.nn import functional as F

from .conftest import Export, arrays, close
from .test_export import perceptron


def run(path: str | Path, *given: np.ndarray) -> list[np.ndarray]:
    """Read a file and run what is in it on arrays for its inputs, in prediction."""
    net, arguments, states = mx.contrib.onnx.import_model(str(path))
    names = [item for item in net.list_inputs() if item not in arguments and item not in states]
    order = [item for item, _ in mx.contrib.onnx.get_model_metadata(str(path))["input_tensor_data"]]
    inputs = {name: mx.nd.array(x, dtype=x.dtype) for name, x in zip(order, given, strict=True) if name in names}
    executor = net.bind(mx.cpu(), {**arguments, **inputs}, aux_states=states)
    return [item.asnumpy() for item in executor.forward(is_train=False)]


def in_runtime(path: str | Path, *given: np.ndarray) -> list[np.ndarray]:
    """Return what ONNX Runtime gives."""
    session = onnxruntime.InferenceSession(str(path))
    return list(session.run(None, {i.name: x for i, x in zip(session.get_inputs(), given, strict=True)}))


# -- our own files ----------------------------------------------------------------------------------------------------


def test_perceptron_comes_back_with_its_weights(export: Export) -> None:
    net, params = perceptron()
    path = export(net, params, [(2, 4)]).path
    result, arguments, states = mx.contrib.onnx.import_model(path)
    assert result.list_inputs()[0] == "data"
    assert not states
    for name, array in params.items():
        np.testing.assert_array_equal(arguments[name].asnumpy(), array.asnumpy())
    (data,) = arrays((2, 4))
    close(run(path, data), in_runtime(path, data))


def network() -> nn.HybridSequential:
    net = nn.HybridSequential()
    net.add(
        nn.Conv2D(6, 3, strides=2, in_channels=3), nn.BatchNorm(), nn.LeakyReLU(0.1), nn.MaxPool2D(2),
        nn.Conv2D(8, 3, groups=2, padding=1), nn.GELU(), nn.GlobalAvgPool2D(), nn.Flatten(), nn.Dense(4),
    )  # fmt: skip
    return net


def exported(tmp_path: Path, shape: tuple[int, ...]) -> tuple[str, Any]:
    net = network()
    mx.random.seed(2)
    net.initialize(mx.init.Normal(0.5))
    net.hybridize()
    net(mx.nd.zeros(shape))
    net.export(str(tmp_path / "net"))
    path = str(tmp_path / "net.onnx")
    mx.onnx.export_model(str(tmp_path / "net-symbol.json"), str(tmp_path / "net-0000.params"), [shape], "float32", path)
    return path, net


def test_network_comes_back(tmp_path: Path) -> None:
    path, net = exported(tmp_path, (2, 3, 13, 13))
    (data,) = arrays((2, 3, 13, 13))
    close(run(path, data), [net(mx.nd.array(data))])
    assert mx.contrib.onnx.import_model(path)[2]  # the moving statistics are states


def test_network_comes_back_as_a_block_that_trains(tmp_path: Path) -> None:
    path, net = exported(tmp_path, (2, 3, 13, 13))
    block = mx.contrib.onnx.import_to_gluon(path, ctx=mx.cpu())
    data = mx.nd.array(arrays((2, 3, 13, 13))[0])
    close([block(data).asnumpy()], [net(data)])
    trainer = mx.gluon.Trainer(block.collect_params(), "sgd", {"learning_rate": 1e-4})
    with mx.autograd.record():
        loss = (block(data) ** 2).sum()
    loss.backward()
    trainer.step(1)
    assert float((block(data) ** 2).sum().asscalar()) < float(loss.asscalar())


def test_metadata(export: Export) -> None:
    net, params = perceptron()
    path = export(net, params, [(2, 4)], dynamic=True, dynamic_input_shapes=[("batch", 4)]).path
    assert mx.contrib.onnx.get_model_metadata(path) == {
        "input_tensor_data": [("data", (0, 4))],
        "output_tensor_data": [("softmax", (0, 3))],
    }


# -- files of PyTorch ------------------------------------------------------------------------------------------------


class Residual(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = torch.nn.Sequential(
            torch.nn.Conv2d(3, 8, 3, 2, 1, bias=False), torch.nn.BatchNorm2d(8), torch.nn.ReLU()
        )
        self.second = torch.nn.Sequential(torch.nn.Conv2d(8, 8, 3, 1, 1), torch.nn.BatchNorm2d(8))

    def forward(self, x: Any) -> Any:
        x = self.first(x)
        x = torch.relu(x + self.second(x))
        return torch.flatten(F.adaptive_avg_pool2d(x, 1), 1)


class Dense(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = torch.nn.ModuleList([torch.nn.Conv2d(3 + 4 * i, 4, 3, padding=1) for i in range(3)])

    def forward(self, x: Any) -> Any:
        for layer in self.layers:
            x = torch.cat([x, F.elu(layer(x))], 1)
        return F.avg_pool2d(x, 2)


class Shuffle(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.branch = torch.nn.Sequential(torch.nn.Conv2d(4, 4, 3, 1, 1, groups=4), torch.nn.Hardswish())

    def forward(self, x: Any) -> Any:
        first, second = x.chunk(2, dim=1)
        x = torch.cat([first, self.branch(second)], 1)
        n, c, h, w = x.shape
        return x.view(n, 2, c // 2, h, w).transpose(1, 2).reshape(n, c, h, w)


class Excite(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.down, self.up = torch.nn.Conv2d(6, 2, 1), torch.nn.Conv2d(2, 6, 1)

    def forward(self, x: Any) -> Any:
        return x * F.hardsigmoid(self.up(F.silu(self.down(x.mean((2, 3), keepdim=True)))))


class Unet(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.down, self.deep = torch.nn.Conv2d(3, 4, 3, padding=1), torch.nn.Conv2d(4, 8, 3, 2, 1)
        self.up, self.last = torch.nn.ConvTranspose2d(8, 4, 2, 2), torch.nn.Conv2d(8, 2, 1)

    def forward(self, x: Any) -> Any:
        wide = F.relu(self.down(x))
        deep = F.relu(self.deep(wide))
        result = self.last(torch.cat([wide, self.up(deep)], 1))
        return F.interpolate(result, scale_factor=2, mode="bilinear", align_corners=False), F.interpolate(
            deep, size=(7, 9)
        )


class Recurrent(torch.nn.Module):
    def __init__(self, kind: Any) -> None:
        super().__init__()
        self.net, self.out = kind(5, 6, 2, batch_first=True, bidirectional=True), torch.nn.Linear(12, 3)

    def forward(self, x: Any) -> Any:
        return torch.log_softmax(self.out(self.net(x)[0][:, -1]), -1)


class Attending(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.embed = torch.nn.Embedding(11, 8)
        self.project, self.out = torch.nn.Linear(8, 24), torch.nn.Linear(8, 8)
        self.norm, self.wide = torch.nn.LayerNorm(8), torch.nn.Linear(8, 11)

    def forward(self, tokens: Any) -> Any:
        x = self.embed(tokens)
        n, t, c = x.shape
        q, k, v = self.project(x).view(n, t, 3, 2, c // 2).permute(2, 0, 3, 1, 4)
        scores = q @ k.transpose(-1, -2) / (c // 2) ** 0.5
        mask = torch.ones(t, t).triu(1).bool()
        mixed = torch.softmax(scores.masked_fill(mask, -1e4), -1) @ v
        x = self.norm(x + self.out(mixed.transpose(1, 2).reshape(n, t, c)))
        return F.gelu(self.wide(x)).argmax(-1), x.pow(2).sum((1, 2))


def _sequential(*layers: Any) -> torch.nn.Module:
    return torch.nn.Sequential(*layers)


PICTURE = (2, 3, 12, 12)
NETWORKS: dict[str, tuple[Callable[[], torch.nn.Module], tuple[int, ...]]] = {
    "lenet": (
        lambda: _sequential(
            torch.nn.Conv2d(3, 4, 3),
            torch.nn.Tanh(),
            torch.nn.MaxPool2d(2),
            torch.nn.Flatten(),
            torch.nn.Linear(100, 5),
        ),
        PICTURE,
    ),
    "vgg": (
        lambda: _sequential(
            torch.nn.Conv2d(3, 4, 3, padding=1),
            torch.nn.PReLU(),
            torch.nn.MaxPool2d(3, 2, ceil_mode=True),
            torch.nn.AdaptiveAvgPool2d(2),
            torch.nn.Flatten(),
            torch.nn.Dropout(),
            torch.nn.Linear(16, 5),
        ),
        PICTURE,
    ),
    "mobilenet": (
        lambda: _sequential(
            torch.nn.Conv2d(3, 8, 1),
            torch.nn.ReLU6(),
            torch.nn.Conv2d(8, 8, 3, 2, 1, groups=8),
            torch.nn.GroupNorm(2, 8),
        ),
        PICTURE,
    ),
    "resnet": (Residual, PICTURE),
    "densenet": (Dense, PICTURE),
    "shufflenet": (Shuffle, (2, 8, 4, 6)),
    "excitation": (Excite, (2, 6, 4, 4)),
    "unet": (Unet, PICTURE),
    "lstm": (lambda: Recurrent(torch.nn.LSTM), (2, 7, 5)),
    "gru": (lambda: Recurrent(torch.nn.GRU), (2, 7, 5)),
    "transformer": (Attending, (2, 6)),
}


@pytest.mark.parametrize("name", sorted(NETWORKS))
def test_network_of_pytorch(tmp_path: Path, name: str) -> None:
    make, shape = NETWORKS[name]
    torch.manual_seed(1)
    given = arrays(shape)[0] if len(shape) > 2 else np.random.RandomState(1).randint(0, 11, shape)
    path = tmp_path / "net.onnx"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # this way of exporting is the old one, which needs no further package
        torch.onnx.export(make().eval(), (torch.from_numpy(given),), str(path), dynamo=False)
    close(run(path, given), in_runtime(path, given))


# -- what cannot be read -----------------------------------------------------------------------------------------------


def saved(tmp_path: Path, nodes: Sequence[Any], inputs: Sequence[Any] = ("x",), outputs: Sequence[str] = ("y",)) -> str:
    infos = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [2, 3]) for name in inputs]
    result = [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in outputs]
    model = helper.make_model(
        helper.make_graph(nodes, "graph", infos, result), opset_imports=[helper.make_opsetid("", 18)]
    )
    model.ir_version = 8
    path = str(tmp_path / "made.onnx")
    onnx.save(model, path)
    return path


@pytest.mark.parametrize(("names", "expected"), [(("", ""), ["relu0", "flatten0"]), (("a", "b"), ["a", "b"])])
def test_operators_of_nodes_without_a_name_are_numbered(
    tmp_path: Path, names: tuple[str, str], expected: list[str]
) -> None:
    nodes = [helper.make_node("Relu", ["x"], ["r"], names[0]), helper.make_node("Flatten", ["r"], ["y"], names[1])]
    with mx.name.NameManager():
        symbol, _, _ = mx.contrib.onnx.import_model(saved(tmp_path, nodes))
    assert [node.name for node in symbol.get_internals()] == ["x", *expected]


@pytest.mark.parametrize(
    ("node", "message"),
    [
        (helper.make_node("MelWeightMatrix", ["x"] * 5, ["y"], "odd"), "node odd .*: there is no operator here"),
        (helper.make_node("TopK", ["x", "x"], ["y", "z"], "few"), "node few .*k must be a constant"),
        (helper.make_node("Reshape", ["x", "x"], ["y"], "turned"), "node turned .*the new shape must be a constant"),
        (
            helper.make_node("Cast", ["x"], ["y"], "text", to=TensorProto.STRING),
            "node text .*STRING is not one of MXNet's",
        ),
    ],
)
def test_node_that_cannot_be_read_is_named(tmp_path: Path, node: Any, message: str) -> None:
    graph = helper.make_graph(
        [node],
        "graph",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [2, 3])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
    )
    with pytest.raises(mx.MXNetError, match=message):
        GraphProto().from_onnx(graph, 18)


def test_damaged_file_is_named(tmp_path: Path) -> None:
    path = Path(saved(tmp_path, [helper.make_node("Relu", ["x"], ["y"])]))
    whole = path.read_bytes()
    for damaged in (whole[: len(whole) // 2], b"no model at all", b""):
        path.write_bytes(damaged)
        with pytest.raises(mx.MXNetError, match=r"made\.onnx"):
            mx.contrib.onnx.import_model(str(path))


def test_missing_file_is_named(tmp_path: Path) -> None:
    for read in (mx.contrib.onnx.import_model, mx.contrib.onnx.get_model_metadata):
        with pytest.raises(mx.MXNetError, match=r"cannot read .*none\.onnx"):
            read(str(tmp_path / "none.onnx"))


# -- what other readers take ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["int64", "int32", "uint8", "bool", "float16", "float64"])
def test_constants_of_any_type_are_parameters_of_a_block(tmp_path: Path, kind: str) -> None:
    value = np.array([[1, 0, 1], [0, 1, 1]], kind)
    nodes = [helper.make_node("Where", ["x", "c", "c"], ["y"])]
    infos = [
        helper.make_tensor_value_info("x", TensorProto.BOOL, [2, 3]),
        helper.make_tensor_value_info("y", helper.np_dtype_to_tensor_dtype(value.dtype), [2, 3]),
    ]
    graph = helper.make_graph(nodes, "graph", infos[:1], infos[1:], [onnx.numpy_helper.from_array(value, "c")])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
    model.ir_version = 8
    path = str(tmp_path / "made.onnx")
    onnx.save(model, path)
    block = mx.contrib.onnx.import_to_gluon(path, mx.cpu())
    assert np.dtype(block.collect_params()["c"].data().dtype) == kind
    np.testing.assert_array_equal(block(mx.nd.ones((2, 3), dtype="bool")).asnumpy(), value)


FLOATS = helper.make_tensor_value_info("x", TensorProto.FLOAT, [2, 3])
NO_SHAPE = helper.make_tensor_value_info("x", TensorProto.FLOAT, None)


@pytest.mark.parametrize("given", [FLOATS, NO_SHAPE])
@pytest.mark.parametrize("made", [NO_SHAPE, onnx.ValueInfoProto()], ids=["no shape", "no type"])
def test_shapes_and_types_that_a_file_leaves_out(tmp_path: Path, given: Any, made: Any) -> None:
    output = onnx.ValueInfoProto()
    output.CopyFrom(made)
    output.name = "y"
    graph = helper.make_graph([helper.make_node("Relu", ["x"], ["y"])], "graph", [given], [output])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
    model.ir_version = 8
    path = tmp_path / "made.onnx"
    onnx.save(model, path)
    (data,) = arrays((2, 3))
    close(run(path, data), in_runtime(path, data))
    close([mx.contrib.onnx.import_to_gluon(str(path), mx.cpu())(mx.nd.array(data)).asnumpy()], in_runtime(path, data))


def test_an_input_needs_a_type(tmp_path: Path) -> None:
    infos = [onnx.ValueInfoProto(name="x"), onnx.ValueInfoProto(name="y")]
    graph = helper.make_graph([helper.make_node("Relu", ["x"], ["y"])], "graph", infos[:1], infos[1:])
    path = tmp_path / "made.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)]), path)
    with pytest.raises(mx.MXNetError, match=r"made\.onnx.*'type'"):
        mx.contrib.onnx.import_model(str(path))
