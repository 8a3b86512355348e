"""Files of ONNX: weights in a second file, and files that are damaged or ask for what is not theirs."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import mxnet as mx
import numpy as np
import onnx
import pytest
from mxnet.onnx.mx2onnx import convert
from onnx import TensorProto, helper, numpy_helper
from remx import cli

from .conftest import Export, arrays, close
from .test_import import in_runtime, run


def network() -> tuple[mx.sym.Symbol, dict[str, mx.nd.NDArray]]:
    """Return a network with a weight above, and one below the size that a file of their own takes."""
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=40, name="fc")
    weight, bias = arrays((40, 30), (40,))
    return mx.sym.relu(net), {"fc_weight": mx.nd.array(weight), "fc_bias": mx.nd.array(bias)}


@pytest.fixture
def apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let one file hold no more than 1000 bytes of weights."""
    monkeypatch.setattr(convert, "_LARGEST", 1000)


# -- more than one file holds -----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("apart")
@pytest.mark.parametrize("inference", [False, True])
def test_large_weights_go_to_a_second_file(export: Export, tmp_path: Path, inference: bool) -> None:
    net, params = network()
    result = export(net, params, [(2, 30)], run_shape_inference=inference)
    assert sorted(item.name for item in tmp_path.iterdir()) == ["model.onnx", "model.onnx.data"]
    assert (tmp_path / "model.onnx.data").stat().st_size == 40 * 30 * 4
    stored = {item.name: item for item in onnx.load(result.path, load_external_data=False).graph.initializer}
    assert stored["fc_weight"].data_location == TensorProto.EXTERNAL
    assert stored["fc_bias"].data_location == TensorProto.DEFAULT
    assert result.inputs == ["data"]
    (data,) = arrays((2, 30))
    expected = np.maximum(data @ params["fc_weight"].asnumpy().T + params["fc_bias"].asnumpy(), 0)
    close(result({"data": data}), [expected])
    close(run(result.path, data), [expected])


@pytest.mark.usefixtures("apart")
def test_arrays_in_a_second_file_begin_at_pages(export: Export) -> None:
    net, params = network()
    net = mx.sym.FullyConnected(net, num_hidden=50, no_bias=True, name="last")
    params["last_weight"] = mx.nd.array(arrays((50, 40))[0])
    result = export(net, params, [(2, 30)])
    places = [
        {array.key: array.value for array in tensor.external_data}["offset"]
        for tensor in onnx.load(result.path, load_external_data=False).graph.initializer
        if tensor.data_location == TensorProto.EXTERNAL
    ]
    assert places == ["0", "8192"]
    (data,) = arrays((2, 30))
    close(run(result.path, data), in_runtime(result.path, data))


@pytest.mark.usefixtures("apart")
def test_failure_leaves_both_files_as_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    net, params = network()
    path = tmp_path / "model.onnx"
    for item in (path, tmp_path / "model.onnx.data"):
        item.write_bytes(b"old")

    class Full(io.BytesIO):
        def write(self, data: Any) -> int:
            raise OSError(28, "No space left on device")

    write = convert.atomic_write

    @contextlib.contextmanager
    def second_fails(target: Any) -> Iterator[Any]:
        with write(target) as stream:
            yield stream if str(target).endswith(".data") else Full()

    monkeypatch.setattr(convert, "atomic_write", second_fails)
    with pytest.raises(mx.MXNetError, match=r"cannot write .*No space left"):
        mx.onnx.export_model(net, params, [(2, 30)], np.float32, str(path))
    assert {item.name: item.read_bytes() for item in tmp_path.iterdir()} == {
        "model.onnx": b"old",
        "model.onnx.data": b"old",
    }


@pytest.mark.usefixtures("apart")
def test_inspect_names_the_second_file(export: Export, capsys: pytest.CaptureFixture[str]) -> None:
    result = export(*network(), [(2, 30)])
    assert cli.main(["inspect", result.path]) == 0
    assert "model.onnx.data" in capsys.readouterr().out


# -- hostile files ----------------------------------------------------------------------------------------------------


def model(weight: TensorProto, *nodes: Any) -> onnx.ModelProto:
    """Return a model of one constant ``w``."""
    infos = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [4]) for name in "xy"]
    listed = nodes or [helper.make_node("Add", ["x", "w"], ["y"], "sum")]
    result = helper.make_model(
        helper.make_graph(listed, "graph", infos[:1], infos[1:], [weight]), opset_imports=[helper.make_opsetid("", 18)]
    )
    result.ir_version = 8
    return result


def elsewhere(location: str, **more: Any) -> TensorProto:
    """Return a constant whose values lie in another file."""
    result = TensorProto(name="w", data_type=TensorProto.FLOAT, dims=[4], data_location=TensorProto.EXTERNAL)
    for key, value in {"location": location, **more}.items():
        result.external_data.add(key=key, value=str(value))
    return result


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder for a model, with a file that belongs to it, one outside, and links to that one."""
    result = tmp_path / "models"
    (result / "deep").mkdir(parents=True)
    values = np.arange(4, dtype="float32").tobytes()
    for path in (result / "w.bin", result / "deep" / "w.bin", tmp_path / "secret.bin"):
        path.write_bytes(values)
    (result / "link.bin").symlink_to(tmp_path / "secret.bin")
    (result / "outside").symlink_to(tmp_path)
    return result


READERS: list[Callable[[str], Any]] = [
    mx.contrib.onnx.import_model,
    lambda path: mx.contrib.onnx.import_to_gluon(path, mx.cpu()),
]


@pytest.mark.parametrize("location", ["w.bin", "deep/w.bin", "./w.bin"])
def test_values_below_the_folder_are_read(folder: Path, location: str) -> None:
    path = folder / "m.onnx"
    path.write_bytes(model(elsewhere(location)).SerializeToString())
    close(run(path, np.ones(4, "float32")), [np.arange(1, 5, dtype="float32")])


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize(
    ("place", "message"),
    [
        ({"location": "../secret.bin"}, "not below the model's folder"),
        ({"location": "deep/../../secret.bin"}, "not below the model's folder"),
        ({"location": "deep/../w.bin"}, "not below the model's folder"),
        ({"location": "{root}/secret.bin"}, "not below the model's folder"),
        ({"location": "link.bin"}, "not below the model's folder"),
        ({"location": "outside/secret.bin"}, "not below the model's folder"),
        ({"location": ""}, "not below the model's folder"),
        ({"location": "w\0.bin"}, "not below the model's folder"),
        ({"location": "."}, "is no file"),
        ({"location": "none.bin"}, "is no file"),
        ({"location": "w.bin", "offset": "4"}, "has 16 bytes, not 20"),
        ({"location": "w.bin", "offset": "-4"}, "offset: expected a number"),
        ({"location": "w.bin", "offset": "9" * 30}, "offset: expected a number"),
        ({"location": "w.bin", "length": "8"}, "takes 16 bytes, the length given is 8"),
        ({"location": "w.bin", "length": "1e1"}, "length: expected a number"),
    ],
)
def test_values_elsewhere_are_refused(
    folder: Path, read: Callable[[str], Any], place: dict[str, str], message: str
) -> None:
    place = {key: value.format(root=folder.parent) for key, value in place.items()}
    path = folder / "m.onnx"
    path.write_bytes(model(elsewhere(**place)).SerializeToString())
    with pytest.raises(mx.MXNetError, match=rf"m\.onnx: the constant 'w': .*{message}"):
        read(str(path))


def raw(dims: list[int], values: bytes, kind: int = TensorProto.FLOAT) -> TensorProto:
    return TensorProto(name="w", data_type=kind, dims=dims, raw_data=values)


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (model(raw([4], bytes(12))), "constant 'w' of shape .* takes 16 bytes, got 12"),
        (model(raw([2**31, 2**31], bytes(16))), "constant 'w' has the shape"),
        (model(raw([-1], bytes(16))), "constant 'w' has the shape"),
        (model(raw([1] * 40, bytes(4))), "constant 'w' has the shape"),
        (
            model(TensorProto(name="w", data_type=1, dims=[3], float_data=[1, 2])),
            "m.onnx: no ONNX model.* too small for the declared shape",
        ),
        (model(raw([4], bytes(16), 99)), "m.onnx: no ONNX model, or a damaged one"),
        (
            model(raw([4], bytes(16)), helper.make_node("Add", ["y", "w"], ["y"], "ring")),
            "no ONNX model.*topologically sorted",
        ),
        (
            model(
                numpy_helper.from_array(np.array([2**20, 2**20]), "w"),
                helper.make_node("ConstantOfShape", ["w"], ["y"], "huge"),
            ),
            r"m\.onnx: node huge \(ConstantOfShape\) cannot be read: it needs a constant of shape",
        ),
    ],
)
def test_damaged_model_is_refused_by_name(tmp_path: Path, made: onnx.ModelProto, message: str) -> None:
    path = tmp_path / "m.onnx"
    path.write_bytes(made.SerializeToString())
    with pytest.raises(mx.MXNetError, match=rf"(?s){message}"):
        mx.contrib.onnx.import_model(str(path))


def loop(name: str, *inner: Any) -> Any:
    """Return a loop over the constant ``w`` that carries ``x`` through."""
    infos = [
        helper.make_tensor_value_info(f"{name}_{what}", kind, shape)
        for what, kind, shape in (("turn", TensorProto.INT64, []), ("going", TensorProto.BOOL, []), ("x", 1, [4]))
    ]
    ends = [
        helper.make_tensor_value_info(f"{name}_{what}", kind, shape)
        for what, kind, shape in (("on", 9, []), ("end", 1, [4]))
    ]
    last = inner[-1].output[0] if inner else f"{name}_x"
    nodes = [
        *inner,
        helper.make_node("Identity", [f"{name}_going"], [f"{name}_on"]),
        helper.make_node("Relu", [last], [f"{name}_end"]),
    ]
    return helper.make_node(
        "Loop", ["w", "", "x"], [f"{name}_out"], name, body=helper.make_graph(nodes, name, infos, ends)
    )


def test_loops_in_loops_are_not_unrolled_without_end(tmp_path: Path) -> None:
    path = tmp_path / "m.onnx"
    outside = loop("outside", loop("inside"))
    result = model(
        numpy_helper.from_array(np.array(9000), "w"), outside, helper.make_node("Relu", ["outside_out"], ["y"])
    )
    path.write_bytes(result.SerializeToString())
    symbol, _, _ = mx.contrib.onnx.import_model(str(path))
    assert len(symbol.get_internals().list_outputs()) < 100


@pytest.mark.parametrize(
    "call",
    [
        lambda: mx.onnx.export_model(mx.sym.Variable("data") + 1, {}, [(1, 2)], "float32", "no.onnx"),
        lambda: mx.contrib.onnx.import_model("no.onnx"),
        lambda: mx.contrib.onnx.get_model_metadata("no.onnx"),
    ],
)
def test_without_the_package_the_error_says_how_to_install_it(call, monkeypatch):
    monkeypatch.setitem(sys.modules, "onnx", None)
    with pytest.raises(ModuleNotFoundError, match="this needs the package onnx: pip install onnx"):
        call()
