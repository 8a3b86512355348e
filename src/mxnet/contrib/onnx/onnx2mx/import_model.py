"""The functions that read ONNX files."""

import os
from typing import Any

from . import model_file as files
from .import_onnx import GraphProto, naming

__all__ = ["get_model_metadata", "import_model"]


def import_model(model_file: str | os.PathLike[str]) -> tuple[Any, dict[str, Any], dict[str, Any]]:
    """Return the network in an ONNX file: its symbol, its parameters, and its auxiliary states.

    Raises :class:`MXNetError`, naming the file or the node, for a file that is missing or damaged and for what cannot
    be said with operators here.
    """
    model = files.load(model_file)
    with naming(model_file):
        return GraphProto().from_onnx(model.graph, files.opset(model))


def get_model_metadata(model_file: str | os.PathLike[str]) -> dict[str, list[tuple[str, tuple[int, ...]]]]:
    """Return ``{'input_tensor_data': [(name, shape), ...], 'output_tensor_data': [...]}`` of an ONNX file.

    A length that may vary is 0.
    """
    model = files.load(model_file, arrays=False)
    with naming(model_file):
        return GraphProto().get_graph_metadata(model.graph)
