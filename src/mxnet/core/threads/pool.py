"""Threads that run tasks in turn; a signal handler may raise at any moment of starting them and of waiting.

The standard library's pools raise errors of their own, or wait for ever, where a handler interrupts them while they
start a thread or hold a lock.
"""

from __future__ import annotations

import _thread
import atexit
import ctypes
import multiprocessing
import os
import time
import weakref
from collections.abc import Callable, Iterator
from functools import cache
from queue import SimpleQueue
from typing import Any

import torch

from ..errors import MXNetError
from ..interruptions import attempt
from ..restoring import restoring

#: how often who waits looks whether there are threads still, in seconds
_LOOK = 0.5
#: how long the end of the program waits for tasks that run, in seconds
_GRACE = 2.0
#: to pools with threads; when one is dropped, its reference goes into its queue by a function of C: in one of Python, a
#: signal handler's exception would be lost
_pools: set[weakref.ref[ThreadPool]] = set()
#: the threads of this process, by a lock that each holds until it ends, with what ends it: a function and its argument
_running: dict[Any, tuple[Callable[[Any], None], Any]] = {}
#: filled when the program ends
_ending: list[bool] = []


class Task:
    """A call that a thread is to make, and its result."""

    def __init__(self, function: Callable[..., Any], args: tuple[Any, ...] = ()) -> None:
        self.is_queued = self._is_finished = False
        self._call: Any = (function, args)
        self._pid = os.getpid()
        self._claimed, self._done = _thread.allocate_lock(), _thread.allocate_lock()
        self._done.acquire()
        self._result: Any = None
        self._error: BaseException | None = None
        #: to the pool that has it
        self.pool: Any = None

    def run(self) -> None:
        """Make the call, unless another thread does or did."""
        if not self._claimed.acquire(blocking=False):
            return
        try:
            function, args = self._call
            self._result = function(*args)
            del function, args
        except BaseException as error:
            self._error = error
        self._finish()

    def cancel(self) -> None:
        """Have the call not made, unless a thread has begun it."""
        if self._claimed.acquire(blocking=False):
            self._error = MXNetError("the threads ended before this result was made")
            self._finish()

    def _finish(self) -> None:
        self._call = None
        self._is_finished = True
        self._done.release()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait at most ``timeout`` seconds for the end of the call, and return whether it has ended."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while not self._is_finished:
            if self._pid != os.getpid():
                self._error = MXNetError("a thread of the process that this one was forked from has not finished it")
                self._is_finished = True
                return True
            if self.is_queued and _is_ended(self.pool):
                self.cancel()
            remaining = _LOOK if deadline is None else min(deadline - time.monotonic(), _LOOK)
            if remaining <= 0:
                return self._is_finished
            if self._done.acquire(timeout=remaining):
                self._done.release()
        return True

    def get(self, timeout: float | None = None) -> Any:
        """Return the result, or raise the call's error; multiprocessing.TimeoutError after ``timeout`` seconds."""
        if not self.wait(timeout):
            raise multiprocessing.TimeoutError(f"no result within {timeout} seconds")
        if self._error is not None:
            raise self._error
        return self._result


class ThreadPool:
    """Up to ``count`` threads, started when there are tasks; ``start(*arguments)`` is called first in each of them.

    They end when the pool is dropped, after the tasks that they have begun.
    """

    def __init__(self, count: int, start: Callable[..., Any] | None = None, arguments: tuple[Any, ...] = ()) -> None:
        self._count, self._start = count, (start, arguments)
        self._begin()

    def _begin(self) -> None:
        self._queue: SimpleQueue[Any] = SimpleQueue()
        self._started = 0
        self.is_terminated = False
        self._reference = weakref.ref(self, self._queue.put)
        self._pid = os.getpid()

    def apply_async(self, function: Callable[..., Any], args: tuple[Any, ...] = ()) -> Task:
        """Have ``function(*args)`` called in a thread."""
        task = Task(function, args)
        self.submit(task)
        return task

    def submit(self, task: Task) -> None:
        """Have a task done in a thread; one that is queued already stays where it is."""
        if task.is_queued:
            return
        if self._pid != os.getpid():  # the threads are not in a forked process
            self._begin()
        task.pool = self._reference
        if self._started < self._count and not self._start_thread():
            task.run()
        self._queue.put(task)
        task.is_queued = True

    def _start_thread(self) -> bool:
        """Start one more thread, and return whether there is one."""
        _pools.add(self._reference)
        arguments = self._queue, self._reference, *self._start
        if attempt(lambda: _thread.start_new_thread(_work, arguments), RuntimeError) is None:
            return self._started > 0  # the interpreter is ending, or there are too many
        self._started += 1  # if a handler raises before, there is a thread more
        return True

    def terminate(self) -> None:
        """End the threads; tasks that none has begun raise :class:`MXNetError` where their result is asked for."""
        self.is_terminated = True
        self._queue.put(self._reference)


def _is_ended(reference: weakref.ref[ThreadPool]) -> bool:
    pool = reference()
    return pool is None or pool.is_terminated or bool(_ending)


def _work(queue: SimpleQueue[Any], reference: weakref.ref[ThreadPool], start: Any, arguments: tuple[Any, ...]) -> None:
    """Do the tasks of a pool until the queue has its reference, which is the last in it."""
    ended = _thread.allocate_lock()
    ended.acquire()
    _running[ended] = queue.put, reference
    try:
        if start is not None:
            start(*arguments)
        while (task := queue.get()) is not reference:
            if _is_ended(reference):
                task.cancel()
            else:
                task.run()
            del task  # which holds its result
        queue.put(reference)  # for the other threads
    finally:
        _pools.discard(reference)
        _running.pop(ended, None)
        ended.release()


@atexit.register
def _end() -> None:
    """Wait for tasks that run: the libraries that they call must not go while they are in them."""
    _ending.append(True)
    threads = list(_running.items())
    for _, (end, reference) in threads:
        end(reference)
    deadline = time.monotonic() + _GRACE
    for ended, _ in threads:
        ended.acquire(timeout=max(0.0, deadline - time.monotonic()))


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_running.clear)
    os.register_at_fork(after_in_child=_pools.clear)


# -- how many threads an operator's loops take, by calling thread ------------------------------------------------------
# PyTorch's loops over more than 32,768 elements take all threads of OpenMP. An image has a few more: two threads gain
# nothing there, and lose a lot where the other processors are busy, with threads that decode, with workers or with
# other programs. The loop ends with its last thread. The others spin meanwhile, and for milliseconds after (GNU's
# OpenMP), and take the processor from threads that have work.


@cache
def thread_limit() -> Callable[[int], object] | None:
    """Return OpenMP's function for the calling thread alone, None where it is not found or is not PyTorch's."""
    threads = torch.get_num_threads()
    try:
        result = ctypes.PyDLL(None).omp_set_num_threads
        result.restype = None
        result(threads + 1)
        works = torch.get_num_threads() == threads + 1
        result(threads)
    except (AttributeError, OSError, TypeError):
        return None
    return result if works else None


def only_one_thread() -> None:
    """Let all loops that the calling thread begins from now on run in it, where OpenMP allows it."""
    limit = thread_limit()
    if limit is not None:
        torch.get_num_threads()  # which sets the number once for each thread: before, not after
        limit(1)


@restoring
def one_thread() -> Iterator[None]:
    """Let loops that begin inside this context run in the calling thread; those of other threads are as before."""
    threads = torch.get_num_threads()
    limit = thread_limit()
    if threads == 1 or limit is None:
        yield
        return
    try:
        limit(1)
        yield
    finally:
        limit(threads)
