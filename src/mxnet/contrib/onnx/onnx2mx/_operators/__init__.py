"""The operators of ONNX, one family a file."""

from __future__ import annotations

from . import (  # noqa: F401  (each fills the table)
    arrays,
    elements,
    flow,
    layers,
    quantized,
    recurrent,
    reductions,
    resizing,
)
