"""Whether a backward pass was told to differentiate as in training; few operators (BatchNorm) ask."""

from __future__ import annotations

import threading

_here = threading.local()
#: for PyTorch's own threads, which differentiate on other devices: what was told last in any thread
_latest: list[bool | None] = [None]


def tell(training: bool | None) -> bool | None:
    """Set the mode, None at the end of a backward pass; return what it was."""
    before: bool | None = getattr(_here, "training", _latest[0])
    _here.training = _latest[0] = training
    return before


def told() -> bool | None:
    """Return the mode; None outside of a backward pass."""
    mode: bool | None = getattr(_here, "training", _latest[0])
    return mode
