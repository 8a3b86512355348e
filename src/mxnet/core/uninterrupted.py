"""Work that no signal interrupts: Python runs the handlers of signals in the main thread alone."""

from __future__ import annotations

import _thread
import threading
from collections.abc import Callable

from .interruptions import unless_interrupted


def to_the_end(work: Callable[[], None]) -> None:
    """Do some work in one piece: what a signal's handler raises meanwhile, KeyboardInterrupt, is raised after it.

    A second such error, of someone who will not wait, is raised at once; the work goes on.
    """
    if threading.get_ident() != threading.main_thread().ident:
        work()
        return
    errors: list[BaseException] = []
    # of C alone: an exception inside of threading's own functions may leave a lock that nobody releases
    begun, under_way = _thread.allocate_lock(), _thread.allocate_lock()
    under_way.acquire()

    def run() -> None:
        if not begun.acquire(blocking=False):
            return
        try:
            work()
        except BaseException as error:
            errors.append(error)
        finally:
            under_way.release()

    try:
        try:
            _thread.start_new_thread(run, ())
        except unless_interrupted(RuntimeError):  # the interpreter is ending, or there are too many
            run()
        with under_way:
            pass
    except BaseException:
        run()  # unless it has begun
        with under_way:
            pass
        raise
    if errors:
        raise errors[0]
