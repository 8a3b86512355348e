"""``mx.onnx``: networks written as ONNX files. The package ``onnx`` is imported when a file is written."""

from .mx2onnx import export_model, get_operator_support

__all__ = ["export_model", "get_operator_support"]
