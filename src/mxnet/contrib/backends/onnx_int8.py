"""Quantized ONNX files, written by ONNX Runtime's quantizer, for all runtimes."""

import importlib
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...core import torch_compat
from ...core.errors import MXNetError
from ...core.lazy_imports import require
from ...gluon.backends import Source
from ..quantization.model import up_to
from ..quantization.net import batches_of
from .int8 import check_examples

#: operators that are always quantized
_PRODUCTS = ("Conv", "Gemm", "MatMul")
#: operators that are quantized before one of those; ONNX Runtime can quantize more, which makes nothing faster
_BETWEEN = ["Add", "Relu", "Clip", "MaxPool", "AveragePool", "GlobalAveragePool", "Flatten", "Reshape", "Transpose"]
#: ONNX Runtime's calibration methods, by ``calib_mode``
_CALIBRATIONS = {"naive": "MinMax", "entropy": "Entropy"}
#: the options of :func:`quantize`, with their defaults
_DEFAULTS = {"calib_mode": "naive", "calib_data": None, "num_calib_examples": None, "excluded_sym_names": ()}


def take_options(options: dict[str, Any]) -> dict[str, Any]:
    """Remove the options of :func:`quantize` from those of a backend and return them.

    Raises MXNetError for an unknown ``calib_mode``.
    """
    taken = {name: options.pop(name, default) for name, default in _DEFAULTS.items()}
    if taken["calib_mode"] not in _CALIBRATIONS:
        raise MXNetError(f"calib_mode: expected {' or '.join(_CALIBRATIONS)}, got {taken['calib_mode']!r}")
    return taken


def quantize(file: str, source: Source, options: Mapping[str, Any]) -> str:
    """Write a quantized copy of a float32 ONNX file beside it; return its name.

    Weights are int8 with a range for each channel, other values uint8 with one range each. Ranges are calibrated with
    the source's examples, or ``calib_data`` (a ``DataIter`` or a ``DataLoader``; ``num_calib_examples`` of them). Nodes
    of MXNet's graph listed in ``excluded_sym_names`` stay in float32, and so does what follows the last product.
    """
    onnx = require("onnx")
    quantization = require("onnxruntime.quantization")
    prepared, result = f"{file}.prepared.onnx", f"{file}.int8.onnx"
    importlib.import_module("onnxruntime.quantization.shape_inference").quant_pre_process(
        file, prepared, skip_symbolic_shape=True
    )
    nodes = onnx.load(prepared).graph.node
    excluded = _behind_products(nodes) | _written_for(nodes, options["excluded_sym_names"])
    quantization.quantize_static(
        prepared,
        result,
        _reader(quantization, source, options),
        quant_format=quantization.QuantFormat.QDQ,
        op_types_to_quantize=[*_PRODUCTS, *_BETWEEN],
        per_channel=True,
        reduce_range=not torch_compat.multiplies_bytes(),  # without VNNI, sums of two products saturate at 32767
        activation_type=quantization.QuantType.QUInt8,
        weight_type=quantization.QuantType.QInt8,
        nodes_to_exclude=sorted(excluded),
        calibrate_method=getattr(quantization.CalibrationMethod, _CALIBRATIONS[options["calib_mode"]]),
        extra_options={"OpTypesToExcludeOutputQuantization": ["Gemm", "MatMul"]},
    )
    os.remove(prepared)
    return result


def _reader(quantization: Any, source: Source, options: Mapping[str, Any]) -> Any:
    """Return ONNX Runtime's reader of calibration data, one batch at a time."""

    class Reader(quantization.CalibrationDataReader):  # type: ignore[misc]
        def __init__(self) -> None:
            self.left = _examples(source, options["calib_data"], options["num_calib_examples"])

        def get_next(self) -> Mapping[str, Any] | None:
            return next(self.left, None)

    return Reader()


def _examples(source: Source, calib_data: Any, most: int | None) -> Iterator[Mapping[str, Any]]:
    if calib_data is None:
        check_examples(source.examples)
        batches: Iterable[Mapping[str, Any]] = [source.examples]
    else:
        batches = (dict(zip(source.examples, batch, strict=False)) for batch in batches_of(calib_data))
    for _, batch in up_to(batches, most):
        yield {name: item.asnumpy() for name, item in batch.items()}


def _behind_products(nodes: Any) -> set[str]:
    """Return the names of the nodes that neither are a product nor lead to one."""
    expected: set[str] = set()
    behind = set()
    for node in reversed(nodes):  # in the order of computation
        if node.op_type in _PRODUCTS or not expected.isdisjoint(node.output):
            expected.update(node.input)
        else:
            behind.add(node.name)
    return behind


def _written_for(nodes: Any, names: Any) -> set[str]:
    """Return the names of the ONNX nodes written for nodes of MXNet's graph. Raises MXNetError for unknown names."""
    result: set[str] = set()
    for name in names or ():
        pattern = re.compile(rf"{re.escape(name)}(_[a-z0-9]+(_\d+)?)?")  # as the writer of ONNX names nodes
        mine = {node.name for node in nodes if pattern.fullmatch(node.name)}
        if not mine:
            raise MXNetError(f"excluded_sym_names: there is no layer {name} to be quantized")
        result |= mine
    return result
