"""Whether a call is being traced by PyTorch, so that it must use only what a trace can record."""

from __future__ import annotations

import torch

from . import torch_compat

# found once: operators ask at every call
_is_compiling, _is_exporting = torch.compiler.is_compiling, torch.compiler.is_exporting


def traced() -> bool:
    """Return whether ``torch.compile``, ``torch.export`` or ``torch.jit.trace`` writes this call down."""
    return _is_compiling() or torch_compat.is_tracing()


def exported() -> bool:
    """Return whether it becomes part of a program that others run without this library."""
    return _is_exporting() or torch.jit.is_tracing()  # type: ignore[no-untyped-call, attr-defined]
