"""Small files that ask for a lot: loops without end, and constants that grow."""

from __future__ import annotations

import contextlib
import gc
import math
import time

import mxnet as mx
import numpy as np
import pytest
from mxnet.contrib.onnx.onnx2mx import budget
from onnx import TensorProto, helper, numpy_helper


def info(name, *shape, kind=TensorProto.FLOAT):
    return helper.make_tensor_value_info(name, kind, shape)


def write(path, nodes, outputs, inputs=(), **constants):
    arrays = [numpy_helper.from_array(np.asarray(value), name) for name, value in constants.items()]
    graph = helper.make_graph(nodes, "g", list(inputs), [info(name, *["n"]) for name in outputs], arrays)
    result = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    path.write_bytes(result.SerializeToString())
    return str(path)


def body(*nodes, result, stacked=None):
    """Return a body that hands the condition on, and carries ``x`` to ``result``."""
    outputs = [info("on", kind=TensorProto.BOOL), info(result, 2), *([info(stacked, 2)] if stacked else [])]
    inputs = [info("turn", kind=TensorProto.INT64), info("going", kind=TensorProto.BOOL), info("x", 2)]
    return helper.make_graph([helper.make_node("Identity", ["going"], ["on"]), *nodes], "body", inputs, outputs)


ADD = helper.make_node("Add", ["x", "step"], ["more"])
CONSTANTS = {"yes": np.array(True), "step": np.array([1, 0.5], np.float32)}


def loop(path, turns, stacked=False, constant=False, **more):
    inner = [ADD, helper.make_node("Identity", ["more"], ["part"])] if stacked else [ADD]
    result = body(*inner, result="more", stacked="part" if stacked else None)
    outputs = ["y", "parts"] if stacked else ["y"]
    node = helper.make_node("Loop", ["" if turns is None else "turns", "yes", "begin"], outputs, "walk", body=result)
    given = {} if turns is None else {"turns": np.array(turns)}
    if constant:
        given["begin"] = np.zeros(2, np.float32)
    inputs = [] if constant else [info("begin", 2)]
    return write(path, [node], outputs, inputs, **given, **CONSTANTS, **more)


def evaluated(path, **inputs):
    symbol, arguments, states = mx.contrib.onnx.import_model(path)
    assert not states
    values = {name: mx.np.array(value) for name, value in (arguments | inputs).items()}
    with mx.util.np_shape(True):
        return symbol, [item.asnumpy() for item in symbol.bind(mx.cpu(), values).forward()]


@pytest.mark.parametrize("turns", [0, 7, 300])
@pytest.mark.parametrize("constant", [False, True])
@pytest.mark.parametrize("limit", [50, 10_000])
def test_a_loop_beyond_the_budget_is_kept_and_computes_the_same(tmp_path, monkeypatch, turns, constant, limit):
    monkeypatch.setattr(budget, "_MOST_UNROLLED", limit)
    begin = {} if constant else {"begin": np.zeros(2, np.float32)}
    symbol, (result,) = evaluated(loop(tmp_path / "m.onnx", turns, constant=constant), **begin)
    np.testing.assert_array_equal(result, [turns, turns / 2])
    assert len(symbol.get_internals().list_outputs()) < 1000
    assert ("_while_loop" in symbol.tojson()) == (turns == 300 and limit == 50)


@pytest.mark.parametrize("turns", [100_000, 2**31, 2**62, None])
def test_a_loop_of_very_many_turns_is_read_at_once(tmp_path, turns):
    begin = time.process_time()
    symbol, arguments, _ = mx.contrib.onnx.import_model(loop(tmp_path / "m.onnx", turns))
    assert "_while_loop" in symbol.tojson()
    assert "step" in arguments
    assert time.process_time() - begin < 20


def test_a_loop_that_stacks_beyond_the_budget_is_refused(tmp_path):
    path = loop(tmp_path / "m.onnx", 100_000, stacked=True)
    with pytest.raises(mx.MXNetError, match=r"m\.onnx: node walk \(Loop\) cannot be read: loops come to more than"):
        mx.contrib.onnx.import_model(path)


def test_the_time_of_a_translation_is_that_of_its_nodes(tmp_path):
    """Twice the turns take about twice the time, not four times and more."""
    seconds = {}
    gc.freeze()  # collections then take no longer for what other tests left
    try:
        for turns in (1000, 100, 400, 1600, 1600):
            path = loop(tmp_path / "m.onnx", turns)
            begin = time.process_time()
            mx.contrib.onnx.import_model(path)
            seconds[turns] = min(time.process_time() - begin, seconds.get(turns, math.inf))
    finally:
        gc.unfreeze()
    assert seconds[1600] < 10 * seconds[400]


def test_a_loop_that_takes_too_long_is_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(budget, "_LONGEST", -1.0)
    symbol, (result,) = evaluated(loop(tmp_path / "m.onnx", 5), begin=np.zeros(2, np.float32))
    np.testing.assert_array_equal(result, [5, 2.5])
    assert "_while_loop" in symbol.tojson()


def nested(depth, turns=3):
    """Return a loop in a loop in a loop ..., and the name of its result."""
    node = helper.make_node("Add", ["x" if depth == 0 else f"x{depth}", "step"], ["r0"])
    inner, result = [node], "r0"
    for level in range(depth):
        own = "x" if level == depth - 1 else f"x{level + 1}"
        inner[0].input[0 if level == 0 else 2] = f"i{level}"
        outputs = [info(f"on{level}", kind=TensorProto.BOOL), info(result, 2)]
        inputs = [
            info(f"t{level}", kind=TensorProto.INT64),
            info(f"g{level}", kind=TensorProto.BOOL),
            info(f"i{level}", 2),
        ]
        graph = helper.make_graph(
            [helper.make_node("Identity", [f"g{level}"], [f"on{level}"]), *inner], f"b{level}", inputs, outputs
        )
        result = f"r{level + 1}"
        inner = [helper.make_node("Loop", ["turns", "yes", own], [result], f"l{level}", body=graph)]
    inner[0].input[2] = "begin"
    return inner, result


def test_loops_in_loops_share_the_budget(tmp_path):
    nodes, result = nested(12, 10)
    path = write(tmp_path / "m.onnx", nodes, [result], [info("begin", 2)], turns=np.array(10), **CONSTANTS)
    begin = time.process_time()
    symbol, _, _ = mx.contrib.onnx.import_model(path)
    assert "_while_loop" in symbol.tojson()
    assert time.process_time() - begin < 60


def doubled(path, times, kind):
    nodes = [helper.make_node("Concat", [f"x{i}", f"x{i}"], [f"x{i + 1}"], axis=0) for i in range(times)]
    graph = helper.make_graph(
        nodes, "g", [], [info(f"x{times}", "n", kind=helper.np_dtype_to_tensor_dtype(np.dtype(kind)))],
        [numpy_helper.from_array(np.ones(2, kind), "x0")],
    )  # fmt: skip
    result = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    path.write_bytes(result.SerializeToString())
    return str(path)


def test_constants_that_double_are_folded_up_to_a_size(tmp_path):
    symbol, arguments, _ = mx.contrib.onnx.import_model(doubled(tmp_path / "m.onnx", 10, "float32"))
    assert next(iter(arguments.values())).shape == (2048,)
    symbol, arguments, _ = mx.contrib.onnx.import_model(doubled(tmp_path / "m.onnx", 40, "float32"))
    assert max(item.size for item in arguments.values()) <= 1 << 23
    assert "Concat" in symbol.tojson()
    with pytest.raises(mx.MXNetError, match=r"m\.onnx: .*too (large|many)"):
        mx.contrib.onnx.import_model(doubled(tmp_path / "m.onnx", 40, "int64"))


@pytest.mark.parametrize(
    ("node", "constants"),
    [
        (helper.make_node("EyeLike", ["x"], ["y"]), {}),
        (helper.make_node("Dropout", ["x"], ["z", "y"]), {}),
        (helper.make_node("GatherElements", ["x", "at"], ["y"]), {}),
        (helper.make_node("Pad", ["x", "widths", "value"], ["y"]), {"widths": np.array([2**30, 2**30, 2**30, 2**30])}),
        (helper.make_node("Pad", ["x", "widths"], ["y"], mode="wrap"), {"widths": np.array([2**40, 0, 2**40, 0])}),
        (helper.make_node("Einsum", ["v", "v"], ["y"], equation="i,j->ij"), {"v": np.ones(2_000_000, np.float32)}),
        (helper.make_node("Resize", ["x", "", "", "sizes"], ["y"], mode="linear"), {"sizes": np.array([2**30, 2**30])}),
    ],
    ids=lambda item: item.op_type if hasattr(item, "op_type") else "",
)
def test_no_constant_is_made_beyond_the_budget(tmp_path, node, constants):
    """What it comes to is refused, or left to the network; no memory is taken."""
    inputs = [info("x", 2**20, 2**20), info("value"), info("at", 2**20, 2**20, kind=TensorProto.INT64)]
    path = write(tmp_path / "m.onnx", [node], ["y"], inputs, **constants)
    begin, arguments = time.process_time(), {}
    with contextlib.suppress(mx.MXNetError):
        _, arguments, _ = mx.contrib.onnx.import_model(path)
    assert all(item.size <= 2_000_000 for item in arguments.values())
    assert time.process_time() - begin < 20


def values_decide(depth):
    """Return a body with a loop in a loop ..., each of which goes on while the sum of what it carries is small."""
    x = f"x{depth}"
    nodes = [
        helper.make_node("ReduceSum", [x], [f"sum{depth}"], keepdims=0),
        helper.make_node("Less", [f"sum{depth}", "most"], [f"on{depth}"]),
        helper.make_node("Loop", ["turns", "yes", x], [f"r{depth}"], body=values_decide(depth - 1))
        if depth
        else helper.make_node("Add", [x, "step"], ["r0"]),
    ]
    kinds = {"t": TensorProto.INT64, "g": TensorProto.BOOL}
    inputs = [*(info(f"{name}{depth}", kind=kind) for name, kind in kinds.items()), info(x, 2)]
    outputs = [info(f"on{depth}", kind=TensorProto.BOOL), info(f"r{depth}", 2)]
    return helper.make_graph(nodes, f"b{depth}", inputs, outputs)


def test_loops_in_loops_whose_values_decide_are_each_tried_once(tmp_path):
    """With every level tried, and then translated again, twenty levels come to a million translations."""
    node = helper.make_node("Loop", ["turns", "yes", "begin"], ["y"], body=values_decide(16))
    constants = {"turns": np.array(2), "most": np.float32(9), **CONSTANTS}
    path = write(tmp_path / "m.onnx", [node], ["y"], [info("begin", 2)], **constants)
    begin = time.process_time()
    mx.contrib.onnx.import_model(path)
    assert time.process_time() - begin < 20


def test_a_recurrent_layer_of_very_many_steps_is_refused_at_once(tmp_path):
    node = helper.make_node("LSTM", ["x", "w", "w"], ["y"], hidden_size=2, clip=1.0)
    inputs = [info("x", 100_000, 1, 2)]
    path = write(tmp_path / "m.onnx", [node], ["y"], inputs, w=np.ones((1, 8, 2), np.float32))
    begin = time.process_time()
    with pytest.raises(mx.MXNetError, match="more than 100000 nodes"):
        mx.contrib.onnx.import_model(path)
    assert time.process_time() - begin < 10
