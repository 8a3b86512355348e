"""Context managers whose end no signal interrupts."""

import io
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager
from functools import partial, wraps
from operator import attrgetter, call
from typing import Any, ParamSpec, TypeVar, cast

_P = ParamSpec("_P")
_T = TypeVar("_T")


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
        """Return a function of C that calls functions of C in turn, and restores an outer block's :attr:`close`.

        They return nothing true.
        """
        if self.close is not None:
            return in_turn(*steps, partial(setattr, self, "close", self.close))
        return steps[0] if len(steps) == 1 else in_turn(*steps)


def in_turn(*steps: Callable[[], object]) -> Callable[[], object]:
    """Return a function of C that calls functions of C in turn, once."""
    calls: Iterator[Any] = map(call, steps)
    return partial(deque, calls, 0)  # returns nothing true, and so suppresses no exception


def exit_by(close: Callable[[], object]) -> Callable[..., Any]:
    """Return an ``__exit__`` of C that calls a function of C, which returns nothing true."""
    block = Restoring()
    block.close = close
    return block.__exit__


class Ending:
    """The ``__exit__`` of a class whose objects are not :class:`Restoring`, as ``__exit__ = Ending(exit_of)``.

    Python looks it up before it enters a block, and calls it at the end: ``exit_of(manager)`` returns it, of C.
    """

    def __init__(self, exit_of: Callable[[Any], Callable[..., Any]]) -> None:
        self._exit_of = exit_of

    def __get__(self, manager: Any, owner: type) -> Callable[..., Any]:
        return self if manager is None else self._exit_of(manager)

    def __call__(self, manager: Any, *error: Any) -> Any:
        """End a block as :class:`contextlib.ExitStack` does: ``type(manager).__exit__(manager, ...)``."""
        return self._exit_of(manager)(*error)


class _Block(Restoring):
    """What :func:`restoring` returns: a block between the ``yield`` of a generator and its end."""

    def __init__(self, steps: Generator[Any, None, None]) -> None:
        self._begin, self.close = steps.__next__, steps.close

    __enter__ = property(attrgetter("_begin"))  # of C, too


def restoring(function: Callable[_P, Iterator[_T]]) -> Callable[_P, AbstractContextManager[_T]]:
    """Make a context manager of a generator function, as :func:`contextlib.contextmanager`, that no signal interrupts.

    At the end of the block, whether it raises or not, GeneratorExit is raised in the generator, whose ``finally``
    clause then begins before any handler of a signal. What the block needs undone is to be within its ``try``.
    """

    @wraps(function)
    def begun(*args: _P.args, **kwargs: _P.kwargs) -> AbstractContextManager[_T]:
        steps: Any = function(*args, **kwargs)
        return cast("AbstractContextManager[_T]", _Block(steps))

    return begun
