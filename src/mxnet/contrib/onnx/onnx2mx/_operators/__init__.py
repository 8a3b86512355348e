"""The operators of ONNX, one family a file."""

from __future__ import annotations

from . import arrays, elements, flow, layers, recurrent, reductions, resizing  # noqa: F401  (each fills the table)
