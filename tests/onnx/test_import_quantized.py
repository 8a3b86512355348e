"""Quantized ONNX files that are imported: the results are those of ONNX Runtime."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import mxnet as mx
import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import helper, numpy_helper

from tests.contrib.quantization import networks
from tests.ops.sample import OpSample

from .conftest import Export, arrays, close
from .test_import import run
from .test_operators import prepared
from .test_quantized import mobilenet, quantized, samples

RANDOM = np.random.RandomState(3)


def in_runtime(path: str | Path, *given: np.ndarray) -> list[np.ndarray]:
    """Return what ONNX Runtime gives, each node computed as it is written: kernels of bytes round otherwise."""
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(str(path), options)
    return list(session.run(None, {i.name: x for i, x in zip(session.get_inputs(), given, strict=True)}))


def equal(found: list[np.ndarray], wanted: list[np.ndarray]) -> None:
    for got, want in zip(found, wanted, strict=True):
        assert got.dtype == want.dtype
        np.testing.assert_array_equal(got, want)


# -- single nodes ------------------------------------------------------------------------------------------------------


def model(tmp_path: Path, op_type: str, x: np.ndarray, kind: str, constants: list[Any], **attributes: Any) -> str:
    """Write one node, which takes ``x`` and gives ``kind``; return the path. ``constants``: scale, number for zero."""
    number = helper.np_dtype_to_tensor_dtype
    names = [name for name, value in zip(("scale", "zero"), constants, strict=False) if value is not None]
    graph = helper.make_graph(
        [helper.make_node(op_type, ["x", *names], ["y"], "node", **attributes)],
        "graph",
        [helper.make_tensor_value_info("x", number(x.dtype), x.shape)],
        [helper.make_tensor_value_info("y", number(np.dtype(kind)), x.shape)],
        [numpy_helper.from_array(v, n) for n, v in zip(names, [v for v in constants if v is not None], strict=True)],
    )
    path = tmp_path / "node.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10), path)
    return str(path)


def spread(*shape: int, most: float = 200) -> np.ndarray:
    """Return multiples of 1 / 2: some halfway between two integers, some out of the range of int8."""
    return (RANDOM.randint(-2 * most, 2 * most, shape) / 2).astype("float32")


SCALES = {"one": np.float32(1), "odd": np.float32(0.37), "channels": np.array([1, 0.5, 0.013], "float32")}


@pytest.mark.parametrize("zero", [None, 0, 5])
@pytest.mark.parametrize("kind", ["int8", "uint8"])
@pytest.mark.parametrize("scale", SCALES)
def test_quantize(tmp_path: Path, scale: str, kind: str, zero: int | None) -> None:
    one, x = np.asarray(SCALES[scale]), spread(2, 3, 40)
    kind = "uint8" if zero is None else kind
    path = model(tmp_path, "QuantizeLinear", x, kind, [one, None if zero is None else np.full(one.shape, zero, kind)])
    result = run(path, x)
    equal(result, in_runtime(path, x))
    if scale == "one" and not zero:  # halves to even, cut off at the ends
        limits = np.iinfo(kind)
        np.testing.assert_array_equal(result[0], np.clip(np.rint(x), limits.min, limits.max).astype(kind))


@pytest.mark.parametrize("axis", [0, -1])
def test_quantize_along_an_axis(tmp_path: Path, axis: int) -> None:
    x, zeros = spread(3, 2, 3), np.array([3, -5, 0], "int8")
    path = model(tmp_path, "QuantizeLinear", x, "int8", [SCALES["channels"], zeros], axis=axis)
    equal(run(path, x), in_runtime(path, x))


def test_quantize_numbers_that_are_infinite(tmp_path: Path) -> None:
    x = np.array([np.inf, -np.inf, 3e38, -3e38], "float32")
    path = model(tmp_path, "QuantizeLinear", x, "int8", [np.float32(1e-5), np.int8(3)])
    equal(run(path, x), in_runtime(path, x))
    np.testing.assert_array_equal(run(path, x)[0], [127, -128, 127, -128])


def test_quantize_float16_divides_in_float32(tmp_path: Path) -> None:
    x = RANDOM.uniform(-1, 1, 5000).astype("float16")
    path = model(tmp_path, "QuantizeLinear", x, "int8", [np.float16(0.0123), np.int8(0)])
    equal(run(path, x), in_runtime(path, x))


@pytest.mark.parametrize("zero", [None, 0, 5])
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("kind", ["int8", "uint8", "int32"])
def test_dequantize(tmp_path: Path, kind: str, scale: str, zero: Any) -> None:
    one = np.asarray(SCALES[scale])
    x = RANDOM.randint(0, 2**7 if kind != "int32" else 2**30, (2, 3, 40)).astype(kind)
    x[0] = -x[0] if kind != "uint8" else 255 - x[0]
    zeros = None if zero is None else np.full(one.shape, 0 if kind == "int32" else zero, kind)
    path = model(tmp_path, "DequantizeLinear", x, "float32", [one, zeros])
    equal(run(path, x), in_runtime(path, x))


@pytest.mark.parametrize("axis", [0, -1])
def test_dequantize_along_an_axis(tmp_path: Path, axis: int) -> None:
    x, zeros = RANDOM.randint(-128, 128, (3, 2, 3)).astype("int8"), np.array([3, -5, 0], "int8")
    path = model(tmp_path, "DequantizeLinear", x, "float32", [SCALES["channels"], zeros], axis=axis)
    equal(run(path, x), in_runtime(path, x))


def test_dequantize_float16(tmp_path: Path) -> None:
    x = RANDOM.randint(-128, 128, 200).astype("int8")
    path = model(tmp_path, "DequantizeLinear", x, "float16", [np.float16(0.0123), np.int8(9)])
    equal(run(path, x), in_runtime(path, x))


def test_numbers_that_mxnet_has_not_are_refused(tmp_path: Path) -> None:
    path = model(tmp_path, "QuantizeLinear", spread(2), "uint16", [np.float32(1), np.uint16(0)])
    with pytest.raises(mx.MXNetError, match=r"node node \(QuantizeLinear\) cannot be read: .*uint16.*int8 or uint8"):
        mx.contrib.onnx.import_model(path)


# -- our own files -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("family", "sample", "dtype"), samples())
def test_operator_comes_back(export: Export, family: str, sample: OpSample, dtype: str) -> None:
    graph, values, _ = prepared(sample, dtype)
    names = graph.list_inputs()
    new = export(graph, {}, [values[n].shape for n in names], [values[n].dtype for n in names])
    given = [values[name] for name in new.inputs]
    with mx.util.np_shape():
        result = run(new.path, *given)
    for got, want in zip(result, in_runtime(new.path, *given), strict=True):
        if want.dtype.itemsize == 1:
            equal([got], [want])
        else:
            close([got], [want], 1e-6)


@pytest.mark.parametrize("granularity", ["tensor-wise", "channel-wise"])
@pytest.mark.parametrize("name", networks.networks())
def test_fused_network_comes_back(export: Export, name: str, granularity: str) -> None:
    graph = networks.networks()[name]
    symbol, arguments, states = networks.quantized(name, graph, granularity)
    path = export(symbol, {**arguments, **states}, [networks.SHAPE]).path
    data = networks.values(name, graph)[0]
    close(run(path, data), in_runtime(path, data), 1e-6)


@pytest.mark.parametrize("name", networks.networks())
def test_network_of_single_layers_comes_back(export: Export, name: str) -> None:
    symbol, params, data = quantized(name, quantize_mode="full", quantized_dtype="auto")
    path = export(symbol, params, [data.shape]).path
    close(run(path, data), in_runtime(path, data), 1e-6)


def test_network_of_gluon_comes_back(export: Export, tmp_path: Path) -> None:
    path = mobilenet(export, tmp_path)[1].path
    block = mx.contrib.onnx.import_to_gluon(path, ctx=mx.cpu())
    for images in arrays((2, 3, 64, 64), (3, 3, 64, 64), seed=2):
        expected = in_runtime(path, images)
        np.testing.assert_allclose(
            block(mx.nd.array(images)).asnumpy(), expected[0], atol=0.02 * np.abs(expected[0]).max()
        )


# -- files of ONNX Runtime ---------------------------------------------------------------------------------------------


def test_file_of_the_quantizer_of_onnx_runtime(export: Export, tmp_path: Path) -> None:
    graph = networks.networks()["residual"]
    data, arguments, states = networks.values("residual", graph)
    params = {name: mx.nd.array(item) for name, item in {**arguments, **states}.items()}
    plain, path = export(graph, params, [data.shape]).path, str(tmp_path / "quantized.onnx")
    runtime = importlib.import_module("onnxruntime.quantization")

    class Reader(runtime.CalibrationDataReader):  # type: ignore[misc, name-defined]
        left = iter([{"data": data - 1}])

        def get_next(self) -> Any:
            return next(self.left, None)

    runtime.quantize_static(plain, path, Reader(), per_channel=True, activation_type=runtime.QuantType.QUInt8)
    zeros = [numpy_helper.to_array(item) for item in onnx.load(path).graph.initializer if "zero_point" in item.name]
    assert any(zero.any() for zero in zeros)
    result, expected = run(path, data - 1), in_runtime(path, data - 1)
    close(result, expected, 1e-6)
