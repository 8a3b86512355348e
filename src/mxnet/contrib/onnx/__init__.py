"""``mx.contrib.onnx``: networks written as ONNX files, and read from them."""

from __future__ import annotations

from ...onnx import export_model

__all__ = ["export_model"]
