"""``mx.contrib.onnx``: networks written as ONNX files, and read from them."""

from __future__ import annotations

from ...onnx import export_model
from .onnx2mx.import_model import get_model_metadata, import_model
from .onnx2mx.import_to_gluon import import_to_gluon

__all__ = ["export_model", "get_model_metadata", "import_model", "import_to_gluon"]
