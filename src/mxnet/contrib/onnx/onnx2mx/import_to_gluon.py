"""ONNX files as Gluon networks."""

import os
from typing import Any

from . import model_file as files
from .import_onnx import GraphProto, naming

__all__ = ["import_to_gluon"]


def import_to_gluon(model_file: str | os.PathLike[str], ctx: Any) -> Any:
    """Return the network in an ONNX file as a :class:`~mxnet.gluon.SymbolBlock`, its parameters in ``ctx``.

    Raises what :func:`~mxnet.contrib.onnx.import_model` raises.
    """
    model = files.load(model_file)
    with naming(model_file):
        return GraphProto().graph_to_gluon(model.graph, ctx, files.opset(model))
