"""Whether a call is being traced by PyTorch, so that it must use only what a trace can record."""

from __future__ import annotations

import torch


def traced() -> bool:
    """Return whether ``torch.compile``, ``torch.export`` or ``torch.jit.trace`` writes this call down."""
    return torch.compiler.is_compiling() or torch.jit.is_tracing()  # type: ignore[no-untyped-call, attr-defined]


def exported() -> bool:
    """Return whether it becomes part of a program that others run without this library."""
    return torch.compiler.is_exporting() or torch.jit.is_tracing()  # type: ignore[no-untyped-call, attr-defined]
