"""Single nodes of ONNX and loops that values decide, read by us: what ONNX Runtime gives is what we give."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import mxnet as mx
import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from .conftest import Export, close
from .test_import import in_runtime, run

RANDOM = np.random.RandomState(7)


def draw(*shape: int) -> np.ndarray:
    return RANDOM.uniform(-1, 1, shape).astype("float32")


def model(tmp_path: Path, nodes: list[Any], outputs: list[tuple[str, int]], x: np.ndarray, **constants: Any) -> str:
    """Write a model of these nodes, with the input ``x``, outputs of so many axes, and constants; return its path."""
    graph = helper.make_graph(
        nodes,
        "graph",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, x.shape)],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, [None] * axes) for name, axes in outputs],
        [numpy_helper.from_array(np.asarray(value), name) for name, value in constants.items()],
    )
    result = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
    result.ir_version = 8
    path = tmp_path / "made.onnx"
    onnx.save(result, path)
    return str(path)


# -- recurrent layers that MXNet has not ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "directions", "lengths", "peepholes", "attributes"),
    [
        ("GRU", 1, None, False, {}),
        ("GRU", 2, [4, 2], False, {}),
        ("GRU", 1, [1, 3], False, {"direction": "reverse"}),
        ("GRU", 1, None, False, {"linear_before_reset": 1, "clip": 0.3}),
        ("LSTM", 2, [2, 4], True, {"clip": 0.5}),
        ("LSTM", 1, None, False, {"input_forget": 1}),
        ("LSTM", 1, None, False, {"activations": ["HardSigmoid", "ScaledTanh", "Softsign"],
                                  "activation_alpha": [0.3, 0.9], "activation_beta": [0.4, 1.1]}),
        ("RNN", 2, None, False, {"activations": ["Affine", "Elu"], "activation_alpha": [0.5, 0.7],
                                 "activation_beta": [0.1]}),
    ],
)  # fmt: skip
def test_recurrent_layer_step_by_step(
    tmp_path: Path, kind: str, directions: int, lengths: Any, peepholes: bool, attributes: dict[str, Any]
) -> None:
    gates, size, x = {"LSTM": 4, "GRU": 3, "RNN": 1}[kind], 5, draw(4, 2, 3)
    given = {
        "w": draw(directions, gates * size, 3), "r": draw(directions, gates * size, size),
        "b": draw(directions, 2 * gates * size), "h": draw(directions, 2, size),
    }  # fmt: skip
    names = ["x", "w", "r", "b", "" if lengths is None else "lengths", "h"]
    if lengths is not None:
        given["lengths"] = np.array(lengths, "int32")
    if kind == "LSTM":
        given["c"], names = draw(directions, 2, size), [*names, "c"]
    if peepholes:
        given["p"], names = draw(directions, 3 * size), [*names, "p"]
    outputs = [("y", 4), ("last", 3), ("cell", 3)][: 3 if kind == "LSTM" else 2]
    attributes = {"direction": "bidirectional" if directions == 2 else "forward", **attributes}
    node = helper.make_node(kind, names, [name for name, _ in outputs], "layer", hidden_size=size, **attributes)
    path = model(tmp_path, [node], outputs, x, **given)
    close(run(path, x), in_runtime(path, x))


# -- loops and conditions that values decide --------------------------------------------------------------------------


def doubling(most: str) -> Any:
    """Return a loop that doubles ``x`` until its sum reaches ``limit``."""
    infos = [helper.make_tensor_value_info(n, k, s) for n, k, s in (("i", 7, []), ("on", 9, []), ("v", 1, [3]))]
    ends = [helper.make_tensor_value_info(n, k, s) for n, k, s in (("again", 9, []), ("w", 1, [3]))]
    nodes = [
        helper.make_node("Add", ["v", "v"], ["w"]),
        helper.make_node("ReduceSum", ["w"], ["total"], keepdims=0),
        helper.make_node("Less", ["total", "limit"], ["again"]),
    ]
    body = helper.make_graph(nodes, "body", infos, ends)
    return helper.make_node("Loop", [most, "", "x"], ["y"], "loop", body=body)


@pytest.mark.parametrize("most", ["", "most"])
@pytest.mark.parametrize("start", [0.1, 1.0, 50.0])
def test_loop_that_values_end(tmp_path: Path, most: str, start: float) -> None:
    x = np.full(3, start, "float32")
    constants = {"limit": np.float32(20), **({"most": np.array(4)} if most else {})}
    path = model(tmp_path, [doubling(most)], [("y", 1)], x, **constants)
    with mx.util.np_shape():
        result = run(path, x)
    close(result, in_runtime(path, x))


def test_loop_that_stacks_for_as_long_as_values_say_is_refused(tmp_path: Path) -> None:
    loop = doubling("")
    (body,) = (item.g for item in loop.attribute)
    body.node.append(helper.make_node("Identity", ["w"], ["row"]))
    body.output.append(helper.make_tensor_value_info("row", 1, [3]))
    loop.output.append("rows")
    path = model(tmp_path, [loop], [("rows", 2)], np.ones(3, "float32"), limit=np.float32(20))
    with pytest.raises(mx.MXNetError, match=r"node loop \(Loop\) cannot be read: .*the length of what it stacks"):
        mx.contrib.onnx.import_model(path)


@pytest.mark.parametrize("start", [-1.0, 1.0])
def test_condition_that_values_decide(tmp_path: Path, start: float) -> None:
    branches = {}
    for key, op_type in (("then_branch", "Relu"), ("else_branch", "Abs")):
        ends = [helper.make_tensor_value_info(key, 1, [3])]
        branches[key] = helper.make_graph([helper.make_node(op_type, ["x"], [key])], key, [], ends)
    nodes = [
        helper.make_node("ReduceSum", ["x"], ["total"], keepdims=0),
        helper.make_node("Greater", ["total", "zero"], ["positive"]),
        helper.make_node("If", ["positive"], ["y"], "choice", **branches),
    ]
    x = np.full(3, start, "float32")
    path = model(tmp_path, nodes, [("y", 1)], x, zero=np.float32(0))
    with mx.util.np_shape():
        result = run(path, x)
    close(result, in_runtime(path, x))


def boxes(*shape: int) -> np.ndarray:
    result = RANDOM.uniform(0, 0.5, shape).astype("float32")
    result[..., -2:] += result[..., -4:-2]
    return result


@pytest.mark.parametrize(
    ("net", "given"),
    [
        (
            mx.sym.contrib.box_nms(mx.sym.var("a"), overlap_thresh=0.3, id_index=0, topk=6),
            {"a": np.concatenate([np.floor(3 * abs(draw(2, 9, 2))), boxes(2, 9, 4)], 2)},
        ),
        (
            mx.sym.contrib.MultiBoxDetection(mx.sym.var("a"), mx.sym.var("b"), mx.sym.var("c")),
            {"a": boxes(2, 3, 8), "b": draw(2, 32), "c": boxes(1, 8, 4)},
        ),
        (
            mx.sym.contrib.MultiBoxTarget(mx.sym.var("a"), mx.sym.var("b"), mx.sym.var("c")),
            {"a": boxes(1, 8, 4), "b": np.insert(boxes(2, 2, 4), 0, 1, 2), "c": draw(2, 3, 8)},
        ),
        (
            mx.sym.CTCLoss(mx.sym.var("a"), mx.sym.var("b")),
            {"a": draw(7, 2, 5), "b": np.array([[1, 2, 0], [3, 3, 1]], "float32")},
        ),
    ],
    ids=["box_nms", "MultiBoxDetection", "MultiBoxTarget", "CTCLoss"],
)  # fmt: skip
def test_our_own_detection_comes_back(export: Export, net: mx.sym.Symbol, given: dict[str, np.ndarray]) -> None:
    new = export(net, None, [given[name].shape for name in net.list_inputs()])
    expected = new(given)
    with mx.util.np_shape():
        result = run(new.path, *(given[name] for name in new.inputs))
    close(result, expected)


# -- other nodes ------------------------------------------------------------------------------------------------------

INDEX = np.array([[0, 2, 2, -1], [1, 1, 0, 0]])


@pytest.mark.parametrize("reduction", ["none", "add", "mul", "max", "min"])
def test_elements_that_meet(tmp_path: Path, reduction: str) -> None:
    index = INDEX if reduction != "none" else np.array([[0, 2, 1, -1], [1, 0, 2, 1]])
    x = draw(3, 4)
    node = helper.make_node("ScatterElements", ["x", "at", "new"], ["y"], axis=0, reduction=reduction)
    path = model(tmp_path, [node], [("y", 2)], x, at=index, new=draw(2, 4))
    close(run(path, x), in_runtime(path, x))


@pytest.mark.parametrize("reduction", ["add", "mul", "max", "min"])
def test_rows_that_meet(tmp_path: Path, reduction: str) -> None:
    x = draw(4, 3)
    node = helper.make_node("ScatterND", ["x", "at", "new"], ["y"], reduction=reduction)
    path = model(tmp_path, [node], [("y", 2)], x, at=np.array([[1], [3], [1], [1]]), new=draw(4, 3))
    close(run(path, x), in_runtime(path, x))


@pytest.mark.parametrize(
    ("node", "shape", "axes", "constants"),
    [
        (helper.make_node("DFT", ["x"], ["y"], axis=1), (2, 6, 1), 3, {}),
        (helper.make_node("DFT", ["x"], ["y"], axis=1, onesided=1), (2, 6, 1), 3, {}),
        (helper.make_node("DFT", ["x", "n"], ["y"], axis=1), (2, 6, 2), 3, {"n": np.array(4)}),
        (helper.make_node("DFT", ["x"], ["y"], axis=0, inverse=1), (5, 3, 2), 3, {}),
        (
            helper.make_node("STFT", ["x", "step", "window"], ["y"]),
            (2, 16, 1),
            4,
            {"step": np.array(4), "window": np.hanning(8).astype("float32")},
        ),
        (
            helper.make_node("GridSample", ["x", "grid"], ["y"], mode="nearest"),
            (2, 3, 4, 5),
            4,
            {"grid": draw(2, 3, 6, 2)},
        ),
        (
            helper.make_node("GridSample", ["x", "grid"], ["y"], mode="nearest", align_corners=1),
            (2, 3, 4, 5),
            4,
            {"grid": draw(2, 3, 6, 2)},
        ),
        (
            helper.make_node("MaxUnpool", ["x", "at"], ["y"], kernel_shape=[2, 2], strides=[2, 2]),
            (1, 1, 2, 2),
            4,
            {"at": np.array([[[[5, 7], [13, 15]]]])},
        ),
    ],
)  # fmt: skip
def test_node(tmp_path: Path, node: Any, shape: tuple[int, ...], axes: int, constants: dict[str, Any]) -> None:
    x = draw(*shape)
    path = model(tmp_path, [node], [("y", axes)], x, **constants)
    close(run(path, x), in_runtime(path, x))


def test_half_of_a_transform_comes_back(tmp_path: Path) -> None:
    """NumPy says what is right: ONNX Runtime has no such inverse in this version of ONNX's operators."""
    x = draw(2, 4, 2)
    node = helper.make_node("DFT", ["x", "n"], ["y"], axis=1, onesided=1, inverse=1)
    path = model(tmp_path, [node], [("y", 3)], x, n=np.array(6))
    close(run(path, x), [np.fft.irfft(x[..., 0] + 1j * x[..., 1], 6, axis=1)[..., None].astype("float32")])
