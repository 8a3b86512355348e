"""Engines that read ONNX: ONNX Runtime and OpenVINO. The graph is passed through a file, which ONNX Runtime's quantizer
may quantize for both.
"""

import importlib
import os
import re
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import torch

from ...core import torch_compat
from ...core.errors import MXNetError
from ...core.interruptions import suppressed
from ...core.lazy_imports import require
from ...gluon.backends import KEPT, Engine, Source
from ...onnx import export_model
from ..quantization.model import up_to
from ..quantization.net import batches_of
from .low_precision import check_examples

_PRECISION = "INFERENCE_PRECISION_HINT"
#: OpenVINO's setting for a ``dtype``; with int8, layers that are not quantized have its default precision
_PRECISIONS = {"float32": {_PRECISION: "f32"}, "bfloat16": {_PRECISION: "bf16"}, "int8": {}}


def _write(source: Source, folder: str, any_batch: bool) -> tuple[str, bool]:
    """Write a graph to a file; return its name, and whether the batch size is open: if wished, and if ONNX can."""
    file = os.path.join(folder, "graph.onnx")
    shapes = [item.shape for item in source.examples.values()]
    types = [item.dtype for item in source.examples.values()]

    def write(**options: Any) -> str:
        return export_model(source.op.symbol, dict(source.params), shapes, types, file, **options)

    if any_batch and () not in shapes and len({shape[0] for shape in shapes}) == 1:
        with suppressed(MXNetError):
            return write(dynamic=True, dynamic_input_shapes=[("batch", *shape[1:]) for shape in shapes]), True
    return write(), False


def _through_file(source: Source, read: Callable[[str], Any], int8: Mapping[str, Any] | None) -> tuple[Any, bool]:
    """Return ``read(file)`` for the graph as an ONNX file, and whether it takes any batch size.

    ``int8``: the options of quantization, None for float32. A quantized graph takes any batch size if it can, so that
    all batches have the ranges of the first examples.
    """
    with tempfile.TemporaryDirectory() as folder:
        file, is_open = _write(source, folder, any_batch=int8 is not None)
        return read(file if int8 is None else quantize(file, source, int8)), is_open


def _split_options(source: Source, dtypes: Sequence[str]) -> tuple[str, dict[str, Any] | None, dict[str, Any]]:
    """Return the option ``dtype``, how to quantize (None: not at all), and the other options."""
    options = dict(source.options)
    dtype = options.pop("dtype", "float32")
    if dtype not in dtypes:
        raise MXNetError(f"dtype: expected one of {', '.join(dtypes)}, got {dtype!r}")
    return dtype, take_options(options) if dtype == "int8" else None, options


def _on_cpu(inputs: Sequence[torch.Tensor]) -> list[Any]:
    for item in inputs:
        if item.device.type != "cpu":
            raise MXNetError(f"this backend computes on processors, but an input is on {item.device}")
    return [item.contiguous().numpy() for item in inputs]


def onnxruntime(source: Source) -> Engine:
    """Run by ONNX Runtime.

    Options: ``dtype`` (``float32``, or ``int8``, with those of :func:`quantize`), ``threads`` (those of
    PyTorch unless given).
    """
    runtime = importlib.import_module("onnxruntime")
    _, int8, options = _split_options(source, ("float32", "int8"))
    settings = runtime.SessionOptions()
    settings.intra_op_num_threads = options.pop("threads", torch.get_num_threads())
    settings.log_severity_level = 3
    if options:
        raise MXNetError(f"backend 'onnxruntime' has no option {', '.join(options)}: there are dtype and threads")
    session, is_open = _through_file(
        source, lambda file: runtime.InferenceSession(file, settings, providers=["CPUExecutionProvider"]), int8
    )
    names = [item.name for item in session.get_inputs()]
    positions = [list(source.examples).index(name) for name in names]

    def engine(inputs: Sequence[torch.Tensor]) -> Sequence[torch.Tensor]:
        values = _on_cpu(inputs)
        by_name = {name: values[i] for name, i in zip(names, positions, strict=True)}
        return [torch.from_numpy(item) for item in session.run(None, by_name)]

    engine.any_shape = is_open  # type: ignore[attr-defined]
    return engine


def openvino(source: Source) -> Engine:
    """Run by OpenVINO.

    Options: ``dtype`` (``float32``, ``bfloat16``, or ``int8``, with those of :func:`quantize`), and the
    properties of OpenVINO's processor device (``INFERENCE_NUM_THREADS``, ...).
    """
    library = importlib.import_module("openvino")
    dtype, int8, options = _split_options(source, tuple(_PRECISIONS))
    core = library.Core()
    core.set_property({"ENABLE_MMAP": False})  # the file goes away
    names = list(source.examples)
    model, is_open = _through_file(source, core.read_model, int8)
    if dtype != "float32" and not _takes_integers(model, library.Type.i64):
        if dtype == "bfloat16":
            raise MXNetError("positions that are computed as floats would be rounded: they need dtype='float32'")
        dtype = "float32"
    settings = {**_PRECISIONS[dtype], "INFERENCE_NUM_THREADS": torch.get_num_threads(), **options}
    if not is_open:
        return _requests(core.compile_model(model, "CPU", settings), names)

    @lru_cache(KEPT)
    def compiled(*shapes: tuple[int, ...]) -> Engine:
        shaped = model.clone()
        shaped.reshape({name: list(shape) for name, shape in zip(names, shapes, strict=True)})
        return _requests(core.compile_model(shaped, "CPU", settings), names)

    def engine(inputs: Sequence[torch.Tensor]) -> Sequence[torch.Tensor]:
        return compiled(*[tuple(item.shape) for item in inputs])(inputs)

    engine.any_shape = True  # type: ignore[attr-defined]
    return engine


def _takes_integers(model: Any, integer_dtype: Any) -> bool:
    """Let a network take as integers the float inputs that it casts to integers: MXNet's indices.

    Return False if it computes such indices, which OpenVINO rounds in bfloat16.
    """
    computes = False
    for op in model.get_ops():
        if op.get_type_name() != "Convert" or not op.get_output_element_type(0).is_integral_number():
            continue
        value = op.input_value(0).get_node()
        readers = {item.get_node().get_type_name() for item in value.output(0).get_target_inputs()}
        if value.get_type_name() == "Parameter" and readers == {"Convert"}:
            value.set_element_type(integer_dtype)
        computes |= value.get_element_type().is_real()
    model.validate_nodes_and_infer_types()
    return not computes


def _requests(compiled: Any, names: Sequence[str]) -> Engine:
    """Return the engine of a network that OpenVINO compiled; ``names`` are those of its inputs."""
    positions = [names.index(item.get_any_name()) for item in compiled.inputs]
    idle: deque[Any] = deque()  # a request serves one call at a time, and is expensive to create

    def engine(inputs: Sequence[torch.Tensor]) -> Sequence[torch.Tensor]:
        values = _on_cpu(inputs)
        try:
            request = idle.pop()
        except IndexError:
            request = compiled.create_infer_request()
        results = request.infer([values[i] for i in positions], share_inputs=True)  # the results are copies
        idle.append(request)
        return [torch.from_numpy(results[output]) for output in compiled.outputs]

    return engine


# -- quantized files, written by ONNX Runtime's quantizer --------------------------------------------------------------


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
    result = {name: options.pop(name, default) for name, default in _DEFAULTS.items()}
    if result["calib_mode"] not in _CALIBRATIONS:
        raise MXNetError(f"calib_mode: expected {' or '.join(_CALIBRATIONS)}, got {result['calib_mode']!r}")
    return result


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


def _examples(source: Source, calib_data: Any, max_examples: int | None) -> Iterator[Mapping[str, Any]]:
    if calib_data is None:
        check_examples(source.examples)
        batches: Iterable[Mapping[str, Any]] = [source.examples]
    else:
        batches = (dict(zip(source.examples, batch, strict=False)) for batch in batches_of(calib_data))
    for _, batch in up_to(batches, max_examples):
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
        matching = {node.name for node in nodes if pattern.fullmatch(node.name)}
        if not matching:
            raise MXNetError(f"excluded_sym_names: there is no layer {name} to be quantized")
        result |= matching
    return result
