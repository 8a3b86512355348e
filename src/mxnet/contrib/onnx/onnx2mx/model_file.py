"""Reading an ONNX file: the model, checked, with the arrays that it keeps in files beside it.

A file may come from anybody. What it says of sizes is held against the bytes that there are before memory is taken,
and other files are read below its own folder only, whatever paths and links lead there.
"""

import math
import os
from collections.abc import Iterator
from typing import Any

import numpy as np

from ....core.errors import MXNetError, shortened
from ....core.files.paths import explaining, is_file, real_path
from ....core.files.saving import open_saved
from ....core.interruptions import explained
from ....core.lazy_imports import require

#: the longest that an axis can be
_LONGEST_AXIS = 2**31 - 1


def load(model_file: str | os.PathLike[str], arrays: bool = True) -> Any:
    """Return the model in a file, without ``arrays`` less those that lie in other files.

    Raises :class:`MXNetError`, naming the file and the array, for what is none, or damaged, or says that it keeps
    arrays outside of its folder.
    """
    onnx = require("onnx")
    path = os.fspath(model_file)
    with explaining(f"cannot read {path!r}"), open_saved(path) as stream:
        data = stream.read()

    def explain(error: Exception) -> MXNetError:  # protobuf and the checker raise errors of many classes
        if isinstance(error, MXNetError):
            return MXNetError(f"{path}: {error}")
        return MXNetError(f"{path}: no ONNX model, or a damaged one: {str(error)[:1000]}")

    with explained(explain, Exception):
        model = onnx.ModelProto.FromString(data)
        _check_texts(model)
        elsewhere = [item for item in map(_checked, tensors(model.graph)) if _is_elsewhere(item)]
        if arrays:
            places = [_Place(os.path.dirname(path), item) for item in elsewhere]
            completed = _completed(model.graph)
            if not completed:
                onnx.checker.check_model(path if elsewhere else data)
            for position in places:
                position.read()
            if completed:
                onnx.checker.check_model(model)
            for message, field in completed:
                message.ClearField(field)
    return model


def _completed(graph: Any) -> list[tuple[Any, str]]:
    """Give inputs and outputs the shapes, and outputs the types, that the checker wants and other readers do not.

    Return the messages and names of the fields that were made.
    """
    result = []
    for info in graph.output:
        if not info.HasField("type"):
            info.type.tensor_type.elem_type = 1
            result.append((info, "type"))
    for info in (*graph.input, *graph.output):
        if info.type.HasField("tensor_type") and not info.type.tensor_type.HasField("shape"):
            info.type.tensor_type.shape.SetInParent()
            result.append((info.type.tensor_type, "shape"))
    return result


def opset(model: Any) -> int:
    """Return the version of ONNX's operators that a model uses."""
    return next((item.version for item in model.opset_import if item.domain in ("", "ai.onnx")), 1)


def tensors(graph: Any) -> Iterator[Any]:
    """Give the arrays of a graph: its constants, and those in attributes of nodes and in graphs inside them."""
    yield from graph.initializer
    for sparse in graph.sparse_initializer:
        yield from (sparse.values, sparse.indices)
    for node in graph.node:
        for attribute in node.attribute:
            if attribute.HasField("t"):
                yield attribute.t
            yield from attribute.tensors
            for inner in (*([attribute.g] if attribute.HasField("g") else []), *attribute.graphs):
                yield from tensors(inner)


def files_beside(model: Any) -> set[str]:
    """Return the names of the files, relative to the model's folder, in which it keeps arrays."""
    listed = (pair for item in tensors(model.graph) if _is_elsewhere(item) for pair in item.external_data)
    return {pair.value for pair in listed if pair.key == "location"}


def to_array(tensor: Any) -> np.ndarray:
    """Return the values of a constant; raise :class:`MXNetError` naming it for values that do not fit its shape."""
    from onnx import numpy_helper

    with explained(
        lambda error: MXNetError(f"the constant {shortened(tensor.name)!r} is damaged: {error}"), Exception
    ):  # the values do not fit the type and the shape
        return numpy_helper.to_array(tensor)


def _check_texts(message: Any) -> None:
    """Refuse names that are no UTF-8, which protobuf gives as bytes."""
    for field, value in message.ListFields():
        is_list = not isinstance(value, (str, bytes)) and hasattr(value, "__len__")
        if field.type == field.TYPE_STRING and not all(
            isinstance(item, str) for item in (value if is_list else [value])
        ):
            raise MXNetError(f"a damaged model: {field.name} is no text in UTF-8")
        if field.type == field.TYPE_MESSAGE:
            for item in value if is_list else [value]:
                _check_texts(item)


def _is_elsewhere(tensor: Any) -> bool:
    return bool(tensor.data_location == tensor.EXTERNAL)


def _bytes(tensor: Any) -> int | None:
    """Return how many bytes the values take, None for types whose values have no bytes of their own."""
    from onnx import helper

    dtype = helper.tensor_dtype_to_np_dtype(tensor.data_type)
    packed = {"int4", "uint4", "float4_e2m1fn", "int2", "uint2"}
    return None if dtype.name in packed or dtype.hasobject else math.prod(tensor.dims) * dtype.itemsize


def _checked(tensor: Any) -> Any:
    """Return an array of the file whose shape goes with its type and with the bytes that are there."""
    name = shortened(tensor.name)
    if any(not 0 <= length <= _LONGEST_AXIS for length in tensor.dims) or len(tensor.dims) > 32:
        raise MXNetError(f"the constant {name!r} has the shape {shortened(str(tuple(tensor.dims)))}")
    expected = _bytes(tensor)
    if tensor.HasField("raw_data") and not _is_elsewhere(tensor) and expected not in (None, len(tensor.raw_data)):
        raise MXNetError(
            f"the constant {name!r} of shape {tuple(tensor.dims)} takes {expected} bytes, got {len(tensor.raw_data)}"
        )
    return tensor


class _Place:
    """The location of an array's values in another file."""

    def __init__(self, folder: str, tensor: Any) -> None:
        self.tensor, self.name = tensor, shortened(tensor.name)
        entries = {array.key: array.value for array in tensor.external_data}
        location = entries.get("location", "")
        expected = _bytes(tensor)
        if expected is None:
            raise self._error("its type cannot be kept in a file of its own")
        self.path = self._below(real_path(folder or "."), location)
        size = os.path.getsize(self.path)
        self.offset, self.length = self._number(entries, "offset", 0), self._number(entries, "length", expected)
        if self.length != expected:
            raise self._error(f"shape {tuple(tensor.dims)} takes {expected} bytes, the length given is {self.length}")
        if self.offset + self.length > size:
            raise self._error(f"{location} has {size} bytes, not {self.offset + self.length}")

    def _below(self, folder: str, location: str) -> str:
        """Return the path of a file below the model's folder; anything else is an error."""
        parts = location.replace("\\", "/").split("/")
        path = real_path(os.path.join(folder, location)) if location and "\0" not in location else ""
        below = (
            not os.path.isabs(location) and ".." not in parts and os.path.commonpath([folder, path or "/"]) == folder
        )
        if not path or not below:
            raise self._error(f"its values lie in {shortened(location)!r}, which is not below the model's folder")
        if not is_file(path):
            raise self._error(f"its values lie in {shortened(location)!r}, which is no file")
        return path

    def _number(self, entries: dict[str, str], key: str, default: int) -> int:
        text = entries.get(key, str(default))
        if not (text.isascii() and text.isdigit() and len(text) < 19):
            raise self._error(f"{key}: expected a number of bytes, got {shortened(text)!r}")
        return int(text)

    def _error(self, why: str) -> MXNetError:
        return MXNetError(f"the constant {self.name!r}: {why}")

    def read(self) -> None:
        """Put the values into the array."""
        with open(self.path, "rb") as stream:
            stream.seek(self.offset)
            result = stream.read(self.length)
        if len(result) != self.length:
            raise self._error(f"{os.path.basename(self.path)} ends early")
        self.tensor.raw_data = result
        self.tensor.data_location = self.tensor.DEFAULT
        del self.tensor.external_data[:]
