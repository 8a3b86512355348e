"""Locks and thread counts in forked processes, which do not have their parent's threads and must not wait for them."""

from __future__ import annotations

import os
import threading
import weakref

import torch

#: references that go with their locks by a function of C: in one of Python, a signal handler's exception would be lost
_locks: set[weakref.ref[ReentrantLock]] = set()


class ReentrantLock:
    """A lock that one thread may take several times; free in a forked process if a thread that is not in it had it."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        _locks.add(weakref.ref(self, _locks.discard))

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *error: object) -> None:
        self._lock.release()

    def free_of_others(self) -> None:
        """Take a new lock in the place of one that another thread has."""
        if self._lock.acquire(blocking=False):
            self._lock.release()
        else:
            self._lock = threading.RLock()


def brief_lock() -> threading.RLock:
    """Return a lock for a few lines that call nothing of a user's; a fork waits until no other thread has it.

    Taking it calls no function of Python's, as :class:`ReentrantLock` does. It is reentrant because the handler of a
    signal, which may come while it is held, may fork.
    """
    lock = threading.RLock()
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(before=lock.acquire, after_in_parent=lock.release, after_in_child=lock.release)
    return lock


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
