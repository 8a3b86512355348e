"""Ctrl-C in the command ``remx``: one line and exit status 130, from the first moment on.

While a command's modules are imported Ctrl-C ends the process at once: nothing has been begun by then, and modules of
PyTorch in C++ lose a KeyboardInterrupt that is raised while they import others. While Python ends, after the
command has done its work, Ctrl-C has no effect.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
from collections.abc import Iterator
from typing import Any

#: the exit status of a command that was stopped from the keyboard, the one that shells show
STOPPED = 130


def end_at_once() -> None:
    """Let Ctrl-C end the process with one line; not where it is ignored, as in the background of a shell."""
    with contextlib.suppress(ValueError):  # only the main thread may
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, _end)
            # Python's end gives SIGINT its default effect back, which would kill a process that has done its work.
            # Registered first, this is called last.
            atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)


def leave_to_program() -> None:
    """Let Ctrl-C raise KeyboardInterrupt from now on, as in every program of Python."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextlib.contextmanager
def raised() -> Iterator[None]:
    """Let Ctrl-C raise KeyboardInterrupt in the block, for work that has something to put right."""
    before = signal.getsignal(signal.SIGINT)
    leave_to_program()
    try:
        yield
    finally:
        if before is _end:
            signal.signal(signal.SIGINT, _end)


@contextlib.contextmanager
def deferred() -> Iterator[None]:
    """Let Ctrl-C, or SIGTERM, take effect at the end of the block, which must not be left halfway."""
    came: list[int] = []
    before = {signum: signal.getsignal(signum) for signum in (signal.SIGINT, signal.SIGTERM)}
    handled = {signum: handler for signum, handler in before.items() if callable(handler)}
    try:
        for signum in handled:
            signal.signal(signum, lambda signum, _: came.append(signum))
    except ValueError:  # signals come to the main thread alone
        handled = {}
    try:
        yield
    finally:
        for signum, handler in handled.items():
            signal.signal(signum, handler)
    if came:
        signal.raise_signal(came[0])


def _end(*_: Any) -> None:
    os.write(2, b"\nremx: stopped\n")
    os._exit(STOPPED)
