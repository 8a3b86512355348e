"""From MXNet to ONNX: the functions, how graphs are walked (``convert``) and how ONNX's are written (``writer``)."""

from ._export_model import export_model, get_operator_support

__all__ = ["export_model", "get_operator_support"]
