"""ONNX files as Gluon networks."""

from __future__ import annotations

import os
from typing import Any

from .import_model import _load, _opset
from .import_onnx import GraphProto

__all__ = ["import_to_gluon"]


def import_to_gluon(model_file: str | os.PathLike[str], ctx: Any) -> Any:
    """Return the network in an ONNX file as a :class:`~mxnet.gluon.SymbolBlock`, its parameters in ``ctx``.

    Raises what :func:`~mxnet.contrib.onnx.import_model` raises.
    """
    model = _load(model_file)
    return GraphProto().graph_to_gluon(model.graph, ctx, _opset(model))
