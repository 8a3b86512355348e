"""Context managers whose end no signal interrupts."""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from operator import call
from typing import Any


class Restoring(io.IOBase):
    """A context manager that restores what :meth:`__enter__` found, by functions of C alone.

    A signal handler that raises at the beginning of an ``__exit__`` in Python leaves everything as it is: recording
    stays on, for instance. That of :class:`io.IOBase` is in C and calls ``close``, here whatever
    :meth:`_end_with` returned. The same object may be entered again inside its own block.
    """

    #: nothing is to be closed with the object
    closed = True
    #: what ends the innermost block; set as the last call of ``__enter__``, before what it changes
    close: Any = None

    def _end_with(self, *steps: Callable[[], object]) -> Callable[[], object]:
        """Return a function of C that calls functions of C in turn, and then restores :attr:`close`."""
        outer = partial(vars(self).__setitem__, "close", self.close)
        calls: Iterator[Any] = map(call, (*steps, outer))  # type: ignore[arg-type]
        return partial(deque, calls, 0)  # returns nothing true, and so suppresses no exception
