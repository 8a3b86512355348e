"""Work that no signal interrupts: Python runs the handlers of signals in the main thread alone."""

import _thread
import atexit
import os
import sys
import threading
from collections.abc import Callable

from .interruptions import attempt


def to_the_end(work: Callable[[], None]) -> None:
    """Do some work in one piece: what a signal's handler raises meanwhile, KeyboardInterrupt, is raised after it.

    A second such error, of someone who will not wait, is raised at once; the work goes on.
    """
    if threading.get_ident() != threading.main_thread().ident or sys.is_finalizing():  # then no thread begins any more
        work()
        return
    task = Task(work)
    try:
        task.start()
        task.wait()
    except BaseException:
        task.run()  # if no thread has begun
        task.wait()
        raise
    if task.errors:
        raise task.errors[0]


def aside(work: Callable[[], None]) -> None:
    """Do some work in another thread, which the end of the program waits for; here, where no thread can begin."""
    task = Task(work)
    atexit.register(task.wait)
    task.start()


class Task:
    """Work that is done once, by whoever comes first, and that others, and the end of the program, wait for."""

    def __init__(self, work: Callable[[], None]) -> None:
        self.work, self._process = work, os.getpid()
        self.errors: list[BaseException] = []
        self._finished = False
        self._claimed, self._done = _thread.allocate_lock(), _thread.allocate_lock()
        self._done.acquire()

    def start(self) -> None:
        """Begin in another thread; do it here where none can begin."""
        # not a threading.Thread: a handler that raises in its start() makes it forget a thread that runs, and
        # Python drops what a handler raises when one is gone
        if attempt(lambda: _thread.start_new_thread(self.run, ()), RuntimeError) is None:
            self.run()  # the interpreter is ending, or there are too many threads

    def run(self) -> None:
        """Do it, unless someone else has begun."""
        if not self._claimed.acquire(blocking=False):
            return
        try:
            atexit.register(self.wait)
            self.work()
        except BaseException as error:
            self.errors.append(error)
        finally:
            self._finished = True
            self._done.release()
            atexit.unregister(self.wait)

    def wait(self) -> None:
        """Wait until it is done."""
        if os.getpid() == self._process:  # a forked one does not have the thread
            # since Python 3.14 a signal's handler may raise once the lock is held and before a with statement knows it:
            # such a lock is never released, so nobody depends on it
            while not self._finished:
                if self._done.acquire(timeout=1.0):
                    self._done.release()
