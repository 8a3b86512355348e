"""Whether the current backward pass differentiates as in training; few operators (BatchNorm) depend on it."""

from __future__ import annotations

import threading

#: the mode of this thread, as ``training``
here = threading.local()
#: for PyTorch's own threads, which differentiate on other devices: the mode set last by any thread
latest: list[bool | None] = [None]


def set_training(training: bool | None) -> bool | None:
    """Set the mode of a backward pass; return the previous one.

    At its end the caller assigns that to ``here.training`` and ``latest[0]``, without a call that a signal handler
    might interrupt.
    """
    before = is_training()
    here.training = latest[0] = training
    return before


def is_training() -> bool | None:
    """Return the mode; None outside a backward pass."""
    mode: bool | None = getattr(here, "training", latest[0])
    return mode
