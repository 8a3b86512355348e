"""``mxnet.gluon.contrib``: blocks and helpers that MXNet offers on trial."""

from __future__ import annotations

import importlib
from typing import Any

_LATER = ("cnn", "data", "estimator", "nn", "rnn")


def __getattr__(part: str) -> Any:
    if part not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {part!r}")
    found = globals()[part] = importlib.import_module(f"{__name__}.{part}")
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})
