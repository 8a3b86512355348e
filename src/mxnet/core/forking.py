"""Locks and thread counts in forked processes, which do not have their parent's threads and must not wait for them."""

from __future__ import annotations

import _thread
import os
import threading
import time
import weakref
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

import torch

#: references that go with their locks by a function of C: in one of Python, a signal handler's exception would be lost
_locks: set[weakref.ref[ReentrantLock]] = set()


class ReentrantLock(_thread.RLock):  # type: ignore[misc] # it may be a base class: threading.RLock is a function
    """A lock that one thread may take several times; free in a forked process if a thread that is not in it had it.

    Functions of C take and release it: a signal handler that raises in between, in ``__enter__``, would leave it taken.
    """

    def __init__(self) -> None:
        _locks.add(weakref.ref(self, _locks.discard))

    def __reduce__(self) -> tuple[type[ReentrantLock], tuple[()]]:
        return type(self), ()  # a copy of what has a lock has one of its own

    def free_of_others(self) -> None:
        """Release the lock if another thread has it."""
        if self.acquire(blocking=False):
            self.release()
        else:
            self._at_fork_reinit()  # type: ignore[attr-defined] # as threading does with its own


def brief_lock() -> threading.RLock:
    """Return a lock for a few lines that call nothing of a user's; a fork waits until no other thread has it.

    It is reentrant because the handler of a signal, which may come while it is held, may fork.
    """
    lock = threading.RLock()
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(before=lock.acquire, after_in_parent=lock.release, after_in_child=lock.release)
    return lock


_Result = TypeVar("_Result")
_LONGEST_WAIT = 30.0
#: the threads whose work a fork waits for, and the lock with which they begin it
_working: list[int] = []
_beginning = brief_lock()


def awaited_by_forks(function: Callable[..., _Result], *args: Any) -> _Result:
    """Return ``function(*args)``; another thread does not fork before, but for half a minute at most.

    An import needs it: a child of a thread that imports a module has its lock and not the thread, and would wait for
    ever for the module.
    """
    thread = threading.get_ident()
    try:
        with _beginning:
            _working.append(thread)
        return function(*args)
    finally:
        with suppress(ValueError):  # it was interrupted before, or is a child of one that forked meanwhile
            _working.remove(thread)


def _wait_for(thread: int) -> bool:
    """Wait until another thread has ended its work; return True."""
    end = time.monotonic() + _LONGEST_WAIT
    while thread != threading.get_ident() and thread in _working and time.monotonic() < end:
        time.sleep(0.001)
    return True


def _leave_threads_behind() -> None:
    """Compute in one thread: OpenMP would wait for ever for the threads that are not in a forked process."""
    if torch.get_num_threads() > 1:
        torch.set_num_threads(1)
    for reference in list(_locks):
        lock = reference()
        if lock is not None:
            lock.free_of_others()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_threads_behind)
    # calls _wait_for for each, by a function of C: an interrupt that comes in one of Python here is dropped by Python
    os.register_at_fork(before=partial(max, _working, key=_wait_for, default=None), after_in_child=_working.clear)
