"""A progress bar on the standard error, drawn only on a terminal or in a notebook.

The environment variable ``MXNET_PROGRESS`` set to 0 switches it off.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from queue import Empty, SimpleQueue

from . import environment
from .restoring import Restoring
from .text import printable

_WIDTH = 30


def is_drawn() -> bool:
    """Whether the standard error is read by a person, on a terminal or in a notebook, who has not switched it off."""
    in_notebook = type(sys.stderr).__module__.startswith("ipykernel.")
    return (in_notebook or getattr(sys.stderr, "isatty", bool)()) and environment.flag("MXNET_PROGRESS", True)


class Stages:
    """Says what is being done while it lasts, for work of a few long steps; the line is gone at the end."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._drawn, self._stream = is_drawn(), sys.stderr

    def __enter__(self) -> Stages:
        return self

    def __exit__(self, *error: object) -> None:
        self.end()

    def end(self) -> None:
        """Remove the line."""
        self._show("")

    def begin(self, what: str) -> None:
        """Say that a step begins."""
        self._show(printable(f"{self.name}: {what} ..."))

    def _show(self, text: str) -> None:
        if self._drawn:
            print(f"\r{text:<100}" if text else f"\r{'':<100}\r", end="", file=self._stream, flush=True)


class Waiting(Restoring):
    """Says on a terminal what a step does and for how long, where it takes more than a second; gone at the end.

    The line is written by a thread, as the step itself says nothing meanwhile.
    """

    def __init__(self, what: str) -> None:
        self._stages = Stages(what)

    def __enter__(self) -> Waiting:
        if sys.stderr.isatty():
            stop: SimpleQueue[None] = SimpleQueue()
            stopped: SimpleQueue[None] = SimpleQueue()
            self.close = self._end_with(partial(stop.put, None), stopped.get)
            threading.Thread(target=self._tell, args=(stop, stopped), name="progress", daemon=True).start()
        else:
            self.close = self._end_with()
        return self

    def _tell(self, stop: SimpleQueue[None], stopped: SimpleQueue[None]) -> None:
        began = time.monotonic()
        while True:
            try:
                stop.get(timeout=1)
                break
            except Empty:
                self._stages.begin(f"{time.monotonic() - began:.0f} s")
        if time.monotonic() - began > 1:
            self._stages.end()
        stopped.put(None)


class Progress:
    """Shows how many of ``total`` are done, how fast, and how long it will take; ``what`` are they, for ``name``.

    A ``total`` of 0 is not known: then it shows how many are done, and how fast. ``note`` is called when the bar is
    drawn, for a text behind it.
    """

    def __init__(self, total: int, name: str, what: str, note: Callable[[], str] = str, drawn: bool = True) -> None:
        self.total, self.name, self.what, self.note = total, printable(name), what, note
        self.done = 0
        self._began = self._shown = time.monotonic()
        self._drawn = drawn and is_drawn()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, exc_type: object, error: object, trace: object) -> None:
        if self._drawn:
            if error is None:
                self._draw()
            print(file=sys.stderr)

    def advance(self, by: int = 1) -> None:
        """Count one more, or ``by`` more."""
        self.reach(self.done + by)

    def reach(self, done: int) -> None:
        """Tell that ``done`` are done."""
        self.done = done
        now = time.monotonic()
        if self._drawn and now - self._shown > 0.1:
            self._shown = now
            self._draw()

    def _draw(self) -> None:
        rate = self.done / max(time.monotonic() - self._began, 1e-9)
        speed = f"{rate:.0f}/s" if rate >= 10 else f"{rate:.1f}/s"
        if self.total:
            bar = "#" * min(round(_WIDTH * self.done / self.total), _WIDTH)
            left = f", {(self.total - self.done) / rate:.0f} s left" if 0 < self.done < self.total else ""
            text = f"{self.name} [{bar:<{_WIDTH}}] {self.done}/{self.total} {self.what}, {speed}{left}"
        else:
            text = f"{self.name} {self.done} {self.what}, {speed}"
        print(f"\r{text + self.note():<100}", end="", file=sys.stderr, flush=True)
