"""Files of ONNX, alone and with a file of weights beside them; files of safetensors; what ``remx inspect`` says."""

from __future__ import annotations

import contextlib
import io
import json
import random
import struct
import tempfile
from pathlib import Path
from typing import Any

import mxnet as mx
import numpy as np
import onnx.reference  # noqa: F401  (imported before the first file is timed)
from mxnet.contrib.onnx.onnx2mx import _operators  # noqa: F401  (which fills the table)
from mxnet.contrib.onnx.onnx2mx.graph import convert_map
from mxnet.onnx.mx2onnx import convert
from mxnet.tools import inspect
from onnx import TensorProto, helper, numpy_helper

from ..mutate import TEXTS
from ..reader import Files, reader
from .whole import dense, saved


def _exported(symbol: mx.sym.Symbol, shape: tuple[int, ...], largest: int = convert._LARGEST) -> Files:
    """Return a network as files of ONNX, with its weights beside it where they take more than ``largest`` bytes."""
    names = [*symbol.list_arguments(), *symbol.list_auxiliary_states()]
    arguments, _, states = symbol.infer_shape(data=shape)
    found = dict(zip(names, (*arguments, *states), strict=True))
    given = ("data", "softmax_label")
    params = {name: mx.nd.ones(each) for name, each in found.items() if name not in given}
    limits = convert._LARGEST, convert._SMALL
    with tempfile.TemporaryDirectory() as folder:
        convert._LARGEST, convert._SMALL = largest, min(limits[1], largest)
        mx.onnx.export_model(symbol, params, [shape], np.float32, f"{folder}/net.onnx")
        convert._LARGEST, convert._SMALL = limits
        return {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())}


def _networks() -> list[Files]:
    data = mx.sym.var("data")
    image = mx.sym.Pooling(mx.sym.Convolution(data, num_filter=2, kernel=(3, 3), name="cv"), kernel=(2, 2))
    image = mx.sym.reshape(mx.sym.slice(image, begin=(0, 0), end=(2, 1)), shape=(0, -1))
    rnn = mx.sym.RNN(
        data, mx.sym.var("w"), mx.sym.zeros((1, 2, 3)), mx.sym.zeros((1, 2, 3)), state_size=3, num_layers=1, mode="lstm"
    )
    loop, _ = mx.sym.contrib.foreach(lambda x, s: (x + s, x * 2), data, mx.sym.zeros((3,)))
    listed = [(dense(), (2, 4)), (image, (2, 3, 6, 6)), (rnn, (2, 2, 4)), (loop, (2, 3))]
    return [_exported(net, shape) for net, shape in listed]


def _model(nodes: list[Any], constants: dict[str, np.ndarray], given: int = 2) -> bytes:
    infos = [helper.make_tensor_value_info(f"x{i}", TensorProto.FLOAT, [2, 3, 4][: 3 - i]) for i in range(given)]
    outputs = [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n"]) for name in nodes[-1].output[:1]]
    stored = [numpy_helper.from_array(value, name) for name, value in constants.items()]
    made = helper.make_model(
        helper.make_graph(nodes, "graph", infos, outputs, stored), opset_imports=[helper.make_opsetid("", 18)]
    )
    made.ir_version = 8
    return bytes(made.SerializeToString())


def _hostile() -> list[Files]:
    huge = np.array([2**20, 2**20, 2**20])
    cases = [
        _model([helper.make_node("ConstantOfShape", ["n"], ["y"])], {"n": huge}),
        _model([helper.make_node("Expand", ["one", "n"], ["y"])], {"one": np.ones(1, "float32"), "n": huge}),
        _model([helper.make_node("Tile", ["one", "n"], ["y"])], {"one": np.ones((1, 1, 1), "float32"), "n": huge}),
        _model([helper.make_node("Tile", ["x0", "n"], ["y"])], {"n": huge}),
        _model([helper.make_node("Expand", ["x0", "n"], ["y"])], {"n": huge}),
        _model([helper.make_node("Pad", ["x0", "n"], ["y"])], {"n": np.full(6, 2**30)}),
        _model(
            [helper.make_node("Range", ["a", "b", "c"], ["y"])],
            {"a": np.array(0), "b": np.array(2**40), "c": np.array(1)},
        ),
        _model(
            [helper.make_node("OneHot", ["a", "b", "c"], ["y"])],
            {"a": np.zeros(9, "int64"), "b": np.array(2**40), "c": np.zeros(2, "float32")},
        ),
        _model(
            [helper.make_node("Resize", ["x0", "", "", "n"], ["y"])],
            {"n": np.array([2, 2**40, 4])},
        ),
        _model([helper.make_node("Add", [f"v{i}", f"v{i}"], [f"v{i + 1}"]) for i in range(300)], {"v0": np.ones(1)}),
        _model(
            [helper.make_node("Concat", [f"v{i}"] * 9, [f"v{i + 1}"], axis=0) for i in range(30)], {"v0": np.ones(1)}
        ),
        _model([helper.make_node("Einsum", ["x0"], ["y"], equation="a" * 10000)], {}),
        _model([helper.make_node("Relu", ["y"], ["x"]), helper.make_node("Relu", ["x"], ["y"])], {}),
        _model([helper.make_node("Relu", ["x0"], ["x0"])], {}),
        _model([helper.make_node("Relu\0", ["x0"], ["y"], name="\0")], {}),
        _model([helper.make_node("Relu", ["x0"], ["y"], domain="../..")], {}),
        b"\x08" * 1000,
        b"\x3a\xff\xff\xff\xff\x0f",
        b"",
    ]
    return [{"net.onnx": each} for each in cases]


_OPERATORS = sorted(convert_map)
_ATTRIBUTES = (
    *(
        "axis",
        "axes",
        "perm",
        "to",
        "kernel_shape",
        "strides",
        "pads",
        "dilations",
        "group",
        "mode",
        "keepdims",
        "dtype",
    ),
    *(
        "hidden_size",
        "direction",
        "equation",
        "blocksize",
        "epsilon",
        "alpha",
        "k",
        "size",
        "p",
        "num_outputs",
        "layout",
    ),
)


def _any_operator(dice: random.Random) -> Files:
    """Return a model of one operator whose inputs and attributes are as they come."""
    constants = {
        "c0": np.array(dice.choice(([2, 3], [-1], [0, 0, 2**40], [], [1, 1, 1, 1], 3, -5, 2**62)), "int64"),
        "c1": np.full(
            dice.choice(((), (1,), (2, 3), (3, 2, 1, 1), (0, 4))), dice.choice((0, 1, -1, np.nan)), "float32"
        ),
        "c2": np.array(dice.choice(([True, False], True))),
    }
    values = (
        0,
        1,
        -1,
        2,
        3,
        7,
        10**6,
        2**40,
        1.5,
        [1, 1],
        [2, 2],
        [0],
        [-1, -2],
        [],
        [2**40] * 2,
        *TEXTS[:12],
        "NOTSET",
    )
    attributes = {key: dice.choice(values) for key in dice.sample(_ATTRIBUTES, dice.choice((0, 1, 1, 2, 3)))}
    inputs = [dice.choice(("x0", "x0", "x1", "c0", "c1", "c2", "")) for _ in range(dice.choice((1, 1, 2, 2, 3, 4, 6)))]
    outputs = [f"y{i}" for i in range(dice.choice((1, 1, 2, 3)))]
    attributes = {key: value for key, value in attributes.items() if value != []}
    return {
        "net.onnx": _model(
            [helper.make_node(dice.choice(_OPERATORS), inputs, outputs, name="node", **attributes)], constants
        )
    }


@reader("onnx.import_model", _networks, _hostile, _any_operator)
def _import(folder: Path) -> object:
    return mx.contrib.onnx.import_model(str(folder / "net.onnx"))


@reader("onnx.get_model_metadata", _networks, _hostile)
def _metadata(folder: Path) -> object:
    return mx.contrib.onnx.get_model_metadata(str(folder / "net.onnx"))


@reader("onnx, weights beside it", lambda: [_exported(dense(), (2, 4), 16)])
def _beside(folder: Path) -> object:
    return mx.contrib.onnx.import_to_gluon(str(folder / "net.onnx"), mx.cpu())


# -- safetensors ----------------------------------------------------------------------------------------------------


def _safetensors() -> list[Files]:
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/a.safetensors"
        mx.nd.save(path, {"arg:a": mx.nd.ones((2, 3)), "b": mx.nd.zeros((4,), dtype="int8")})
        return [{"a.safetensors": Path(path).read_bytes()}]


def _header(header: Any, body: bytes = b"", length: int | None = None) -> Files:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return {"a.safetensors": struct.pack("<Q", len(text) if length is None else length) + text + body}


def _entry(**changes: Any) -> dict[str, Any]:
    return {"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8], **changes}}


def _hostile_headers() -> list[Files]:
    wrong = (
        *({"dtype": "F31"}, {"dtype": 3}, {"shape": [-1]}, {"shape": [2**62, 2**62]}, {"shape": [1.5]}, {"shape": "2"}),
        *({"shape": [True, 2]}, {"shape": [2**63]}, {"shape": [1] * 40}, {"shape": [0, 2**62], "data_offsets": [0, 0]}),
        *({"data_offsets": [8, 0]}, {"data_offsets": [0, 2**62]}, {"data_offsets": [-8, 0]}, {"data_offsets": [0]}),
        *({"data_offsets": [4, 12]}, {"data_offsets": None}, {"data_offsets": [0, 8, 8]}),
    )
    both = {**_entry(), "b": _entry()["a"]}
    return [
        *(_header(_entry(**each), bytes(8)) for each in wrong),
        _header(both, bytes(8)),
        _header(_entry(), bytes(9)),
        _header(_entry(), bytes(7)),
        _header({"a": 3}),
        _header([1]),
        _header(b"{" * 100_000),
        _header(b'{"a":' * 100_000),
        _header(b'{"a": 1, "a": 2}'),
        _header(b"{\xff}"),
        _header(_entry(), bytes(8), 2**63),
        _header(_entry(), bytes(8), 2**40),
        _header(_entry(), bytes(8), 3),
        _header({"__metadata__": {"mxnet": "list"}, **_entry()}, bytes(8)),
        _header({"__metadata__": 3, **_entry()}, bytes(8)),
    ]


@reader("safetensors", _safetensors, _hostile_headers)
def _load(folder: Path) -> object:
    return mx.nd.load(str(folder / "a.safetensors"))


# -- remx inspect ---------------------------------------------------------------------------------------------------


def _inspected() -> list[Files]:
    found = [*_networks()[:1], *_safetensors(), {"a.params": saved({"a": mx.nd.ones((2,))})}]
    found.append({"a.json": dense().tojson().encode()})
    return [{"a" + Path(name).suffix: content for name, content in files.items()} for files in found]


def _hostile_inspected() -> list[Files]:
    found = [*_hostile(), *_hostile_headers()]
    found += [
        {f"a{suffix}": content}
        for suffix in inspect._READERS
        for content in (b"", b"\0" * 64, b"\xff" * 64, b"{}", b"[" * 9999)
    ]
    found += [
        {"a.idx": b"1\t99999999999999999999999\n"},
        {"a.idx": b"\xff\xfe\t1\n"},
        {"a.idx": "\u0662\t\u0662\n".encode()},
    ]
    return [{"a" + Path(name).suffix: content for name, content in files.items()} for files in found]


@reader("remx inspect", _inspected, _hostile_inspected)
def _inspect(folder: Path) -> None:
    (path,) = folder.glob("a.*")
    report = inspect._READERS[path.suffix](str(path))
    with contextlib.redirect_stdout(io.StringIO()):
        inspect._print_report(str(path), report)
    json.dumps(report, default=str)
