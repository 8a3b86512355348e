"""A progress bar on the standard error, drawn only on a terminal."""

from __future__ import annotations

import sys
import time
from types import TracebackType

from .text import printable

_WIDTH = 30


class Stages:
    """Says what is being done while it lasts, for work of a few long steps; the line is gone at the end."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._terminal = sys.stderr.isatty()

    def __enter__(self) -> Stages:
        return self

    def __exit__(
        self, exc_type: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._show("")

    def begin(self, what: str) -> None:
        """Say that a step begins."""
        self._show(printable(f"{self.name}: {what} ..."))

    def _show(self, text: str) -> None:
        if self._terminal:
            print(f"\r{text:<100}" if text else f"\r{'':<100}\r", end="", file=sys.stderr, flush=True)


class Progress:
    """Shows how many of ``total`` are done, how fast, and how long it will take; ``what`` are they, for ``name``.

    A ``total`` of 0 is not known: then it shows how many are done, and how fast.
    """

    def __init__(self, total: int, name: str, what: str) -> None:
        self.total, self.name, self.what = total, printable(name), what
        self.done = 0
        self._began = self._shown = time.monotonic()
        self._terminal = sys.stderr.isatty()

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, exc_type: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._terminal:
            self._draw()
            print(file=sys.stderr)

    def advance(self, by: int = 1) -> None:
        """Count one more, or ``by`` more."""
        self.reach(self.done + by)

    def reach(self, done: int) -> None:
        """Tell that ``done`` are done."""
        self.done = done
        now = time.monotonic()
        if self._terminal and now - self._shown > 0.1:
            self._shown = now
            self._draw()

    def _draw(self) -> None:
        rate = self.done / max(time.monotonic() - self._began, 1e-9)
        if not self.total:
            print(f"\r{f'{self.name} {self.done} {self.what}, {rate:.0f}/s':<100}", end="", file=sys.stderr, flush=True)
            return
        share = self.done / self.total
        left = (self.total - self.done) / rate if rate else 0.0
        bar = "#" * round(_WIDTH * share)
        text = f"{self.name} [{bar:<{_WIDTH}}] {self.done}/{self.total} {self.what}, {rate:.0f}/s, {left:.0f} s left"
        print(f"\r{text:<100}", end="", file=sys.stderr, flush=True)
