"""The operators of ONNX, one family a file."""

from . import (  # noqa: F401  (each fills the table)
    arrays,
    elements,
    flow,
    layers,
    recurrent,
    reductions,
    resizing,
)
