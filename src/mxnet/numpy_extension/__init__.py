"""``mx.npx``: operators of neural networks on arrays of ``mx.np``, and the switches of the NumPy interface."""

from __future__ import annotations

from typing import Any

from ..core.context import Context, cpu, cpu_pinned, current_context, gpu, num_gpus
from ..ndarray import numpy_extension as _arrays
from ..ndarray import waitall
from ..util import is_np_array, is_np_shape, reset_np, set_np, use_np, use_np_array, use_np_shape

__all__ = [
    "Context",
    "cpu",
    "cpu_pinned",
    "current_context",
    "gpu",
    "is_np_array",
    "is_np_shape",
    "num_gpus",
    "reset_np",
    "set_np",
    "use_np",
    "use_np_array",
    "use_np_shape",
    "waitall",
]


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(_arrays, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *dir(_arrays)})
