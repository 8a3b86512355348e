"""``mx.contrib``: what MXNet called experimental. Its parts are imported when they are first named."""

from __future__ import annotations

import importlib
from typing import Any

_PARTS = {
    "amp": "mxnet.contrib.amp",
    "autograd": "mxnet.contrib.autograd",
    "io": "mxnet.contrib.io",
    "nd": "mxnet.contrib.ndarray",
    "ndarray": "mxnet.contrib.ndarray",
    "onnx": "mxnet.contrib.onnx",
    "quant": "mxnet.contrib.quantization",
    "quantization": "mxnet.contrib.quantization",
    "svrg_optimization": "mxnet.contrib.svrg_optimization",
    "sym": "mxnet.contrib.symbol",
    "tensorboard": "mxnet.contrib.tensorboard",
    "text": "mxnet.contrib.text",
    "symbol": "mxnet.contrib.symbol",
}


def __getattr__(part: str) -> Any:
    if part not in _PARTS:
        raise AttributeError(f"module {__name__!r} has no attribute {part!r}")
    found = globals()[part] = importlib.import_module(_PARTS[part])
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_PARTS})
