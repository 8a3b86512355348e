"""How worker processes start: forked, or as new Python processes, which get what they work on by pickle.

A new process (the methods "spawn" and "forkserver" of multiprocessing) first imports the program's file, under another
name than ``__main__``. What all of them begin with is pickled once (:class:`~.sharing.Parcel`), where that is possible.
"""

import contextlib
import multiprocessing
import pickle
import sys
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

from ...core.interruptions import explained, start_process, suppressed
from ...core.semantics import semantics
from ...core.shared_memory import CAN_SHARE
from ...util import set_np_default_dtype, use_v2
from .sharing import Parcel, receive_parcel

#: the name of processes that do not fork
_NAME = "DataLoader worker"
#: the exit code of a worker that comes, as it imports the program, to where the program asks for workers
_UNGUARDED = 73
_GUARD = (
    "Workers do not fork here (start method {method!r}): each begins by importing the program's file. Write what that"
    " shall not do in a function main(), and at the end of the file\n\n"
    '    if __name__ == "__main__":\n        main()\n\n'
    "or take num_workers=0, or thread_pool=True"
)
_PICKLE = (
    "DataLoader: its workers do not fork here (start method {method!r}), so they get the dataset, its transforms and"
    " batchify_fn by pickle: {error}. Define classes and functions, by def instead of lambda, at the top level of a"
    " module; or take num_workers=0, or thread_pool=True"
)


def start_method() -> str:
    """Return how processes start: as the program has set it for multiprocessing, else forked where that is safe.

    Which of its methods is Python's own choice depends on its release, and is nobody's wish.
    """
    methods = multiprocessing.get_all_start_methods()
    chosen = multiprocessing.get_start_method(allow_none=True)
    if chosen is not None and chosen != methods[0]:
        return chosen
    return "fork" if "fork" in methods and sys.platform != "darwin" else "spawn"


class _Modes:
    """What is set for all threads of a process; where it is unpickled, it is set."""

    def __init__(self) -> None:
        self._modes = semantics.api == 2, semantics.float_dtype == "float64"

    def __reduce__(self) -> tuple[Callable[..., None], tuple[bool, bool]]:
        return _set_modes, self._modes


def _set_modes(v2: bool, float64: bool) -> None:
    use_v2(v2)
    set_np_default_dtype(float64)


class Starter:
    """Starts the processes of a pool, each of which runs ``target(connection, others, begin)``.

    ``others`` are what a forked process is to close; ``begin()``, to be called first, is ``start(*arguments, number)``.
    The other end of the connection is for :meth:`hand_over`.
    """

    def __init__(self, target: Callable[..., None], start: Callable[..., None], arguments: tuple[Any, ...]) -> None:
        self.method = start_method()
        self._target = target
        self._call = _Modes(), start, arguments  # in this order: modes are set before a dataset is made
        self._parcel: Parcel | None = None
        if self.method != "fork" and CAN_SHARE:
            with suppressed(Exception):  # such as of locks of multiprocessing, which are given to a process that starts
                self._parcel = Parcel(self._call)

    def start(self, child_end: Any, others: list[Any], number: int) -> Any:
        """Start a process, which has one end of a connection."""
        call = self._call if self._parcel is None else None
        if self.method == "fork":
            name, begin = None, partial(_begin, call, others, number)
        else:
            _refuse_while_imported(self.method)
            _start_helpers(self.method)
            name, begin = _NAME, partial(_begin, call, [], number)
        context: Any = multiprocessing.get_context(self.method)
        process = context.Process(target=self._target, args=(child_end, begin), name=name, daemon=True)
        with warnings.catch_warnings():
            # Python warns of forking with threads; the worker uses none of theirs, and has one
            warnings.simplefilter("ignore", DeprecationWarning)
            with explained(self._not_pickled, pickle.PicklingError, AttributeError, TypeError):
                start_process(process.start)
        return process

    def _not_pickled(self, error: Exception) -> Exception | None:
        return None if self.method == "fork" else type(error)(_PICKLE.format(method=self.method, error=error))

    def hand_over(self, connection: Any) -> None:
        """Send a process that has been started what it begins with."""
        if self._parcel is not None:
            with suppressed(OSError):  # that it is gone is noticed where results are received
                self._parcel.send(connection)

    def why_it_ended(self, code: int | None) -> str | None:
        """Say what is known of a worker that ended before it made a batch; None where that is nothing."""
        if self.method == "fork" or code is None or code < 0:
            return None
        if code == _UNGUARDED:
            what = "the program asked for worker processes while one of them imported it"
        else:
            what = f"a worker process ended with exit code {code} before it made a batch; what it printed says why"
        return f"DataLoader: {what}. {_GUARD.format(method=self.method)}"


def _begin(call: Any, others: list[Any], number: int, connection: Any) -> None:
    """Begin as a worker: close what is others', and call what the pool was made with."""
    for other in others:  # inherited by forking; open, they would hide that this process's parent is gone
        with contextlib.suppress(OSError):  # one whose finalizer a signal cut off is closed already
            other.close()
    _, start, arguments = receive_parcel(connection) if call is None else call
    start(*arguments, number)


def _refuse_while_imported(method: str) -> None:
    """End here where the program's file is only imported, by a process that is to do something else."""
    process = multiprocessing.current_process()
    if getattr(process, "_inheriting", False):  # by which multiprocessing itself knows
        if process.name == _NAME:
            sys.exit(_UNGUARDED)
        raise RuntimeError(
            f"DataLoader: the program asks for worker processes while it is imported. {_GUARD.format(method=method)}"
        )


def _start_helpers(method: str) -> None:
    """Have the processes run that multiprocessing needs: Ctrl-C, blocked next, would stay so in them, or come back."""
    if method == "forkserver":
        from multiprocessing import forkserver

        forkserver.ensure_running()
    elif sys.platform != "win32":
        from multiprocessing import resource_tracker

        resource_tracker.ensure_running()
