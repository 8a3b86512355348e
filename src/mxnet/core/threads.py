"""How many threads an operator's loops take, in the thread that asks, and what is left of threads in a forked process.

PyTorch's loops over more than 32,768 numbers take all threads of OpenMP. An image has a few more: two threads gain
nothing there, and lose a lot where the other processors are busy, with threads that decode, with workers or with other
programs. The loop ends when its last thread has had its turn, and those that are done meanwhile, and for milliseconds
after, turn round and round (GNU's OpenMP) in place of whoever has something to do.
"""

from __future__ import annotations

import ctypes
import os
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

import torch


@cache
def _limit() -> Callable[[int], object] | None:
    """Return OpenMP's function for the calling thread alone, None where it is not found or is not PyTorch's."""
    threads = torch.get_num_threads()
    try:
        found: Callable[[int], object] = ctypes.CDLL(None).omp_set_num_threads
        found(threads + 1)
        works = torch.get_num_threads() == threads + 1
        found(threads)
    except (AttributeError, OSError, TypeError):
        return None
    return found if works else None


def only_one_thread() -> None:
    """Let all loops that the calling thread begins from now on run in it, where OpenMP can be told so."""
    limit = _limit()
    if limit is not None:
        torch.get_num_threads()  # which sets the number once for each thread: before, not after
        limit(1)


@contextmanager
def one_thread() -> Iterator[None]:
    """Let loops that begin inside this context run in the calling thread; those of other threads are as before."""
    threads = torch.get_num_threads()
    limit = _limit()
    if threads == 1 or limit is None:
        yield
        return
    limit(1)
    try:
        yield
    finally:
        limit(threads)


_locks: weakref.WeakSet[ReentrantLock] = weakref.WeakSet()


class ReentrantLock:
    """A lock that one thread may take several times; free in a forked process if a thread that is not in it had it."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        _locks.add(self)

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


def _leave_threads_behind() -> None:
    """Compute in one thread: OpenMP would wait for ever for the threads that are not in a forked process."""
    if torch.get_num_threads() > 1:
        torch.set_num_threads(1)
    for lock in _locks:
        lock.free_of_others()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_threads_behind)
