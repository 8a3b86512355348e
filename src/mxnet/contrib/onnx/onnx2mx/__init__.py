"""From ONNX to MXNet: files (``import_model``), graphs (``import_onnx``), and the operators, one family a file."""

from . import import_model, import_onnx, import_to_gluon

__all__ = ["import_model", "import_onnx", "import_to_gluon"]
