"""Convert a network to an ONNX model: its inputs with their shapes and types, the opset, and the file."""

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import onnx
from onnx import helper

from ..._version import REMX_VERSION
from ...core.errors import MXNetError
from ...core.files.paths import explaining, utf8
from ...core.files.saving import atomic_write, check_path, written_together
from ...core.shapes import from_mxnet, known
from ...symbol import Symbol, graph, inference
from ...symbol.node import topological
from ...util import is_np_shape, np_shape
from .writer import (
    HIGHEST,
    LOWEST,
    NeedsOpset,
    Shared,
    Value,
    Writer,
    info,
    live,
    needed,
    onnx_type,
    tensor,
    with_inner,
)

#: the most bytes of weights in the model file: protobuf's limit, with room for everything else
_LARGEST = 2**31 - 2**24
#: arrays of fewer bytes always stay in the model file: shape inference needs some of them
_SMALL = 1024
#: the alignment of arrays in a separate file, so that they can be memory-mapped
_PAGE = 4096


class Inputs:
    """The weights of a network, and the names, shapes and types of its inputs."""

    def __init__(
        self, symbol: Symbol, params: Mapping[str, Any], shapes: Any, types: Any, open_shapes: Any, is_open: bool
    ) -> None:
        heads = symbol._heads
        alive = live(heads)
        nodes = topological(heads)
        for node in nodes:
            utf8(node.name)
        read = {node.name for node in nodes if node.op is None and id(node) in alive}
        names = [name for name in graph.variables(nodes) if name not in params]
        self.names = [name for name in names if name in read]
        known = names if shapes is not None and len(shapes) == len(names) else self.names
        if shapes is None:
            shapes = self._declared(symbol, params)
        if len(shapes) != len(known):
            raise MXNetError(
                f"in_shapes: expected the shapes of {len(known)} inputs, {known}, got {len(shapes)}: {list(shapes)}; "
                "what is no input must be in params"
            )
        kinds = [types] * len(known) if isinstance(types, str) else list(types)
        if len(kinds) != len(known):
            raise MXNetError(f"in_types: expected the data types of {len(known)} inputs, {known}, got {kinds}")
        self.types = dict(zip(known, kinds, strict=True))
        self.sizes = {name: _shape(name, item) for name, item in zip(known, shapes, strict=True)}
        self.open = self._open(known, open_shapes) if is_open else dict(self.sizes)
        self.weights = {name: _array(params[name]) for name in graph.variables(nodes) if name in params}

    def _declared(self, symbol: Symbol, params: Mapping[str, Any]) -> list[Any]:
        """Return the shapes of the inputs that the variables declare."""
        result = inference.shapes(symbol._heads, {n: tuple(p.shape) for n, p in params.items()}, is_np_shape())
        shapes = [result.variable(name) for name in self.names]
        for name, shape in zip(self.names, shapes, strict=True):
            if not known(shape):
                raise MXNetError(f"the shape of the input {name} is not given: name it in in_shapes")
        return shapes

    def _open(self, inputs: Sequence[str], shapes: Any) -> dict[str, Any]:
        """Return the shapes with dynamic dimensions as names or None."""
        if shapes is None:
            return {name: (None,) * len(self.sizes[name]) for name in inputs}
        if len(shapes) != len(inputs):
            raise MXNetError(
                f"dynamic_input_shapes: expected the shapes of {len(inputs)} inputs, {inputs}, got {shapes}"
            )
        result = {}
        for name, shape in zip(inputs, shapes, strict=True):
            size = self.sizes[name]
            if len(shape) != len(size):
                raise MXNetError(f"dynamic_input_shapes: {name} has the shape {size} in in_shapes, got {shape}")
            result[name] = tuple(d if d is None or isinstance(d, str) else int(d) for d in shape)
        return result


def _shape(name: str, shape: Any) -> tuple[int, ...]:
    result = from_mxnet(shape, is_np_shape())
    if not known(result):
        raise MXNetError(f"in_shapes: the shape of {name} must be known, got {shape}")
    return result  # type: ignore[return-value]


def _array(array: Any) -> np.ndarray:
    if str(array.dtype) == "bfloat16":
        raise MXNetError("parameters of the type bfloat16 cannot be written: cast them to float32 or float16")
    return array if isinstance(array, np.ndarray) else array.asnumpy()


def convert(
    symbol: Symbol, params: Any, shapes: Any, types: Any, open_shapes: Any, is_open: bool, opset: int | None
) -> tuple[onnx.ModelProto, list[Value]]:
    """Return the model without constants, and the constants; ``opset`` None is the lowest sufficient one."""
    if opset is not None and not LOWEST <= opset <= HIGHEST:
        raise MXNetError(f"opset_version: expected {LOWEST} to {HIGHEST}, got {opset}")
    with np_shape(is_np_shape() or symbol.is_numpy):
        inputs = Inputs(symbol, params, shapes, types, open_shapes, is_open)
        version = LOWEST if opset is None else opset
        while True:
            try:
                return _model(symbol, inputs, version)
            except NeedsOpset as needs:
                if opset is not None:
                    raise MXNetError(
                        f"opset_version: {needs.what} needs {needs.version} at least, got {opset}"
                    ) from None
                version = needs.version


def _model(symbol: Symbol, inputs: Inputs, opset: int) -> tuple[onnx.ModelProto, list[Value]]:
    shared = Shared(opset)
    writer = Writer(shared)
    values = {}
    outside = []
    for name in inputs.names:
        free = tuple(d if isinstance(d, int) else None for d in inputs.open[name])
        values[name] = Value(shared.fresh(name), inputs.types[name], free)
        outside.append(Value(values[name].name, inputs.types[name], inputs.open[name]))
    for name, data in inputs.weights.items():
        values[name] = shared.constant(data, name)
    unread = {
        n: Value("", inputs.types[n], s)
        for n, s in inputs.sizes.items()
        if n not in values and None not in inputs.open[n]
    }
    sizes = {**inputs.sizes, **{name: data.shape for name, data in inputs.weights.items()}}
    heads = writer.graph(symbol._heads, values, sizes if inputs.open != inputs.sizes else None, unread)
    outputs = _outputs(writer, symbol, heads)
    nodes = needed(writer.nodes, outputs)
    used = {name for node in with_inner(nodes) for name in node.input}
    result = helper.make_graph(nodes, symbol.name or "mxnet_converted_model", info(outside), info(outputs))
    opsets = [helper.make_opsetid("", opset)]
    model = helper.make_model(result, opset_imports=opsets, producer_name="remx", producer_version=REMX_VERSION)
    model.ir_version = helper.find_min_ir_version_for(opsets)
    return model, [value for name, value in shared.initializers.items() if name in used]


def _outputs(writer: Writer, symbol: Symbol, heads: Sequence[Value]) -> list[Value]:
    """Return the outputs; one that no node computes, or that is listed twice, is copied."""
    result = {name for node in writer.nodes for name in node.output}
    listed: list[Value] = []
    for entry, value in zip(symbol._heads, heads, strict=True):
        if value.name not in result or any(value.name == item.name for item in listed):
            writer.name = entry.node.name
            copy = writer.Identity(value)
            value = Value(copy.name, value.dtype, value.shape)
        listed.append(value)
    return listed


def save(model: onnx.ModelProto, constants: Sequence[Value], path: Any, run_shape_inference: bool) -> str:
    """Check a model and write it with its constants, atomically; return the file's name.

    Constants that are together too large for one file are written to a second one, ``<path>.data``.
    """
    external = _too_large(constants)
    external_names = {value.name for value in external}
    model.graph.initializer.extend(tensor(value) for value in constants if value.name not in external_names)
    # the checker does not know the second file yet: declare its constants as inputs
    model.graph.input.extend(info(external))
    if run_shape_inference:
        model = onnx.shape_inference.infer_shapes(model, strict_mode=True)
    onnx.checker.check_model(model)
    if external:
        del model.graph.input[-len(external) :]
    with explaining(f"cannot write {os.fspath(path)!r}"):
        check_path(path)
        with written_together():
            if external:
                model.graph.initializer.extend(_write_to_data_file(external, f"{os.fspath(path)}.data"))
            with atomic_write(path) as stream:
                stream.write(model.SerializeToString())
    return os.fspath(path)


def _too_large(constants: Sequence[Value]) -> list[Value]:
    """Return the constants for a second file: none if all fit into one."""
    sizes = [value.data.nbytes for value in constants if value.data is not None]
    if sum(sizes) <= _LARGEST:
        return []
    return [value for value, size in zip(constants, sizes, strict=True) if size >= _SMALL]


def _write_to_data_file(constants: Sequence[Value], path: str) -> list[onnx.TensorProto]:
    """Write constants to a second file; return the model's references to them."""
    result = []
    with atomic_write(path) as stream:
        for value in constants:
            assert value.data is not None
            stream.write(bytes(-stream.tell() % _PAGE))
            location = {"location": os.path.basename(path), "offset": stream.tell(), "length": value.data.nbytes}
            data = np.ascontiguousarray(value.data)
            stream.write(data.astype(data.dtype.newbyteorder("<"), copy=False).reshape(-1).view("uint8").data)
            reference = onnx.TensorProto(name=value.name, data_type=onnx_type(value.dtype), dims=value.data.shape)
            reference.data_location = onnx.TensorProto.EXTERNAL
            for key, item in location.items():
                reference.external_data.add(key=key, value=str(item))
            result.append(reference)
    return result
