"""Whether the current backward pass differentiates as in training; few operators (BatchNorm) depend on it."""

from __future__ import annotations

import threading

_here = threading.local()
#: for PyTorch's own threads, which differentiate on other devices: the mode set last by any thread
_latest: list[bool | None] = [None]


def set_training(training: bool | None) -> bool | None:
    """Set the mode of a backward pass, None at its end; return the previous one."""
    before: bool | None = getattr(_here, "training", _latest[0])
    _here.training = _latest[0] = training
    return before


def is_training() -> bool | None:
    """Return the mode; None outside a backward pass."""
    mode: bool | None = getattr(_here, "training", _latest[0])
    return mode
