"""``mx.contrib.onnx``: networks written as ONNX files, and read from them."""

from ...onnx import export_model
from .onnx2mx.import_model import get_model_metadata, import_model
from .onnx2mx.import_to_gluon import import_to_gluon

__all__ = ["export_model", "get_model_metadata", "import_model", "import_to_gluon"]

# 1.9.1 keeps what its functions call, after they have logged that they will move, under these names
export_model_ = export_model
get_model_metadata_ = get_model_metadata
import_model_ = import_model
import_to_gluon_ = import_to_gluon
