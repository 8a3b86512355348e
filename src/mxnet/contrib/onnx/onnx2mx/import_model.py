"""The functions that read ONNX files."""

from __future__ import annotations

import os
from typing import Any

from ....core.errors import MXNetError
from .import_onnx import GraphProto

__all__ = ["get_model_metadata", "import_model"]


def _load(model_file: str | os.PathLike[str]) -> Any:
    """Return the model in a file, checked; raise :class:`MXNetError` naming the file for what is none."""
    import onnx
    from google.protobuf.message import DecodeError

    path = os.fspath(model_file)
    try:
        model = onnx.load(path)
        onnx.checker.check_model(model)
    except OSError as error:
        raise MXNetError(f"cannot read {path!r}: {error.strerror or error}") from error
    except (DecodeError, onnx.checker.ValidationError, ValueError) as error:
        raise MXNetError(f"{path}: no ONNX model, or a damaged one: {error}") from error
    return model


def _opset(model: Any) -> int:
    return next((each.version for each in model.opset_import if each.domain in ("", "ai.onnx")), 1)


def import_model(model_file: str | os.PathLike[str]) -> tuple[Any, dict[str, Any], dict[str, Any]]:
    """Return the network in an ONNX file: its symbol, its parameters, and its auxiliary states.

    Raises :class:`MXNetError`, naming the file or the node, for a file that is missing or damaged and for what cannot
    be said with operators here.
    """
    model = _load(model_file)
    return GraphProto().from_onnx(model.graph, _opset(model))


def get_model_metadata(model_file: str | os.PathLike[str]) -> dict[str, list[tuple[str, tuple[int, ...]]]]:
    """Return ``{'input_tensor_data': [(name, shape), ...], 'output_tensor_data': [...]}`` of an ONNX file.

    A length that may vary is 0.
    """
    return GraphProto().get_graph_metadata(_load(model_file).graph)
