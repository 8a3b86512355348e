"""Work that no signal interrupts: Python runs the handlers of signals in the main thread alone."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable


def to_the_end(work: Callable[[], None]) -> None:
    """Do some work in one piece: what a signal's handler raises meanwhile, KeyboardInterrupt, is raised after it.

    A second such error, of someone who will not wait, is raised at once; the work goes on.
    """
    if threading.current_thread() is not threading.main_thread():
        work()
        return
    errors: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run, name="remx-uninterrupted")
    try:
        try:
            thread.start()
        except RuntimeError:  # the interpreter is ending, or there are too many
            run()
        else:
            thread.join()
    except BaseException:
        with contextlib.suppress(RuntimeError):
            thread.join()
        raise
    if errors:
        raise errors[0]
