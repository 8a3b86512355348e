"""Scopes that programs mark: tasks, frames, events, counters and markers."""

from __future__ import annotations

from typing import Any

from ..core.errors import MXNetError, expected
from ..core.shared_methods import Shared
from . import control
from .session import now

__all__ = ["Counter", "Domain", "Event", "Frame", "Marker", "Task"]

#: how far a moment reaches -> the trace's letter for it (a trace has no tasks and markers: those are a thread's)
_REACH = {"global": "g", "process": "p", "thread": "t", "task": "t", "marker": "t"}


class Domain:
    """A group of things that belong together, by its name; the trace shows each as a process of its own.

    Parameters
    ----------
    name
        Its name in the trace.

    Examples
    --------
    >>> domain = mx.profiler.Domain('training')
    >>> task = domain.new_task('epoch')
    """

    def __init__(self, name: str) -> None:
        self.name = _text(name)

    def __str__(self) -> str:
        return self.name

    def new_marker(self, name: str) -> Marker:
        """Return a moment of this domain, to mark."""
        return Marker(self, name)

    def new_counter(self, name: str, value: int | None = None) -> Counter:
        """Return a counter of this domain, which starts with ``value``."""
        return Counter(self, name, value)

    def new_frame(self, name: str) -> Frame:
        """Return a frame of this domain, to start and stop."""
        return Frame(self, name)

    def new_task(self, name: str) -> Task:
        """Return a task of this domain, to start and stop."""
        return Task(self, name)


def _text(name: Any) -> str:
    if not isinstance(name, str):
        raise AttributeError(f"a name is a string, got {type(name).__name__}")
    return name


def _name_of(domain: Any) -> str:
    if not isinstance(domain, Domain):
        raise AttributeError(expected("domain", "a domain such as mx.profiler.Domain('training')", domain))
    return domain.name


class _Scope(metaclass=Shared):
    """Something that starts and stops. Stopping what did not start, and starting twice, is allowed."""

    marks = "BE"

    def _init(self, name: str, category: str) -> None:
        self.name, self._category = _text(name), category
        self._begin: int | None = None

    def __str__(self) -> str:
        return self.name

    def start(self) -> None:
        """Begin."""
        self._begin = now() if control.current() is not None else None

    def stop(self) -> None:
        """End; the time since :meth:`start` is recorded."""
        session, begin, self._begin = control.current(), self._begin, None
        if session is not None and begin is not None:
            session.span(self._category, self.name, begin, now(), self.marks)


class Task(_Scope):
    """A piece of work, which may contain others.

    Parameters
    ----------
    domain : Domain
        What it belongs to.
    name
        Its name in the trace.

    Examples
    --------
    >>> domain = mx.profiler.Domain('training')
    >>> piece = mx.profiler.Task(domain, "epoch")
    >>> piece.start()
    >>> x = nd.ones(2)
    >>> piece.stop()
    """

    marks = "be"

    def __init__(self, domain: Domain, name: str) -> None:
        self._init(name, _name_of(domain))


class Frame(_Scope):
    """One of a sequence of like pieces of work, such as an image of a film.

    Parameters
    ----------
    domain : Domain
        What it belongs to.
    name
        Its name in the trace.

    Examples
    --------
    >>> domain = mx.profiler.Domain('training')
    >>> piece = mx.profiler.Frame(domain, "image")
    >>> piece.start()
    >>> x = nd.ones(2)
    >>> piece.stop()
    """

    marks = "()"

    def __init__(self, domain: Domain, name: str) -> None:
        self._init(name, f"{_name_of(domain)},frame")


class Event(_Scope):
    """Something that happens in this thread and belongs to no domain.

    Parameters
    ----------
    name
        Its name in the trace.

    Examples
    --------
    >>> piece = mx.profiler.Event("load data")
    >>> piece.start()
    >>> x = nd.ones(2)
    >>> piece.stop()
    """

    def __init__(self, name: str) -> None:
        self._init(name, "event")


class Counter:
    """An integer that changes; ``+=`` and ``-=`` change it too.

    Parameters
    ----------
    domain : Domain
        What it belongs to.
    name
        Its name in the trace.
    value
        What it starts with; None: not set.

    Examples
    --------
    >>> domain = mx.profiler.Domain('training')
    >>> counter = mx.profiler.Counter(domain, "samples", 0)
    >>> counter += 32
    """

    def __init__(self, domain: Domain, name: str, value: int | None = None) -> None:
        self.name, self._category = _text(name), _name_of(domain)
        self._value = 0
        if value is not None:
            self.set_value(value)

    def __str__(self) -> str:
        return self.name

    def set_value(self, value: Any) -> None:
        """Set the number; ValueError for what is none."""
        self._value = int(value)
        session = control.current()
        if session is not None:
            session.count(self._category, self.name, self._value)

    def increment(self, delta: int = 1) -> None:
        """Add to the number."""
        self.set_value(self._value + int(delta))

    def decrement(self, delta: int = 1) -> None:
        """Take from the number."""
        self.set_value(self._value - int(delta))

    def __iadd__(self, delta: int) -> Counter:
        self.increment(delta)
        return self

    def __isub__(self, delta: int) -> Counter:
        self.decrement(delta)
        return self


class Marker:
    """A moment.

    Parameters
    ----------
    domain : Domain
        What it belongs to.
    name
        Its name in the trace.

    Examples
    --------
    >>> domain = mx.profiler.Domain('training')
    >>> mx.profiler.Marker(domain, 'epoch ends').mark('process')
    """

    def __init__(self, domain: Domain, name: str) -> None:
        self.name, self.domain = name, domain

    def mark(self, scope: str = "process") -> None:
        """Record this moment; ``scope`` says how far it reaches: global, process, thread, task or marker.

        Raises :class:`MXNetError` for another scope.
        """
        if scope not in _REACH:
            raise MXNetError(f"Invalid Input: '{scope}', valid values are: {', '.join(sorted(_REACH))}")
        session = control.current()
        if session is not None:
            session.instant(f"{self.domain},instant_marker", self.name, _REACH[scope])
