"""Whether a call is being traced by PyTorch, so that it must use only what a trace can record."""

from __future__ import annotations

from collections.abc import Callable

import torch

# found once: operators ask at every call
_is_compiling, _is_exporting = torch.compiler.is_compiling, torch.compiler.is_exporting
_is_tracing: Callable[[], bool] = torch.jit.is_tracing  # type: ignore[attr-defined]


def traced() -> bool:
    """Return whether ``torch.compile``, ``torch.export`` or ``torch.jit.trace`` writes this call down."""
    return _is_compiling() or _is_tracing()


def exported() -> bool:
    """Return whether it becomes part of a program that others run without this library."""
    return _is_exporting() or _is_tracing()
