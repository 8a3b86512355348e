"""Worker processes: calling functions in them, receiving results, and handling their death.

Each worker has its own pair of sockets, so that a worker that is killed takes nothing with it that others wait for.
There are no threads: who waits for a result also receives those of others that are there, and sends what is waiting.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import socket
import struct
import sys
import threading
import time
import traceback
import weakref
from collections import deque
from collections.abc import Callable
from functools import partial
from multiprocessing import connection as mp_connection
from typing import Any

from ...core.errors import MXNetError
from ...core.forking import ReentrantLock, brief_lock
from ...core.interruptions import aside, ignore_interrupts, suppressed, to_the_end, unless_interrupted
from .sharing import Receiver, Sender, socket_of
from .starting import Starter

#: bytes of calls that may wait in a worker's socket: less than the system's buffer holds (8 kB on macOS, and of
#: Windows' pipes), so that sending never blocks
_QUEUED_BYTES = 16 << 10 if sys.platform == "linux" else 4 << 10
#: how long a worker has to end before it is killed, in seconds
_GRACE = 2.0

#: this process's ends of all sockets to workers, by identity
_connections: dict[int, weakref.ref[Any]] = {}
#: a process forked while another thread closes one would close its number again, which its own end may have by then
_closing = brief_lock()


class WorkerDiedError(MXNetError):
    """A worker process ended, or was killed, while it was wanted."""


class RemoteError(Exception):
    """The cause of an error raised in a worker: its traceback there, as text."""

    def __str__(self) -> str:
        return f"in a worker process:\n{self.args[0]}"


# -- in the worker ------------------------------------------------------------------------------------------------


def _serve(connection: Any, begin: Callable[[Any], None]) -> None:
    """Answer calls until the other side is gone. Run as a process's only work."""
    ignore_interrupts()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    sender = Sender()
    failure = None
    try:
        begin(connection)
    except BaseException as error:
        failure = error
    with contextlib.suppress(EOFError, OSError):
        while True:
            free, forget, call = pickle.loads(connection.recv_bytes())
            sender.release(free, forget)
            if failure is not None:
                _send_error(sender, connection, failure)
            else:
                _answer(sender, connection, call)


def _answer(sender: Sender, connection: Any, call: bytes) -> None:
    try:
        function, args = pickle.loads(call)
        result = True, function(*args)
        sender.send(connection, result)
    except (EOFError, ConnectionError):
        raise
    except BaseException as error:
        _send_error(sender, connection, error)


def _send_error(sender: Sender, connection: Any, error: BaseException) -> None:
    text = "".join(traceback.format_exception(error))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        error = MXNetError(f"{type(error).__name__}: {error}")
    error.__traceback__ = None
    sender.send(connection, (False, (error, text)))


# -- in the process that made it ------------------------------------------------------------------------------------


class Result:
    """The result of a call that may not have come yet."""

    def __init__(self, pool: WorkerPool, call: bytes) -> None:
        self._pool, self._call = weakref.ref(pool), call  # weak: the pool refers to its results
        self._take: Callable[[], tuple[bool, Any]] | None = None

    def ready(self) -> bool:
        """Return whether the result is there."""
        return self._take is not None

    def get(self, timeout: float | None = None) -> Any:
        """Return the result, or raise the function's error.

        Raises multiprocessing.TimeoutError when it does not come within ``timeout`` seconds, and
        :class:`WorkerDiedError` when its worker is gone.
        """
        deadline = None if timeout is None else time.monotonic() + timeout
        while self._take is None:
            seconds = None if deadline is None else deadline - time.monotonic()
            if seconds is not None and seconds <= 0:
                raise multiprocessing.TimeoutError(f"no result within {timeout} seconds")
            pool = self._pool()
            if pool is None:
                raise WorkerDiedError("the workers were stopped before this result was made")
            pool.receive(1.0 if seconds is None else min(seconds, 1.0), self)
        succeeded, value = self._take()
        if succeeded:
            return value
        error, text = value
        raise error from RemoteError(text)

    def fail(self, error: BaseException) -> None:
        self._take = lambda: (False, (error, "its process is gone"))


class _Worker:
    """A process, the socket to it, and the calls it has been sent."""

    def __init__(self, starter: Starter, number: int, keep: int, patience: float) -> None:
        self.connection, child_end = multiprocessing.Pipe(duplex=True)
        _limit_reading(self.connection, patience)
        key = id(self.connection)
        _connections[key] = weakref.ref(self.connection, partial(_connections.pop, key))
        open_ones = (reference() for reference in list(_connections.values()))
        self._starter = starter
        self.process = starter.start(child_end, [item for item in open_ones if item is not None], number)
        child_end.close()
        starter.hand_over(self.connection)
        #: whether a result has come
        self.has_answered = False
        self.calls: deque[Result] = deque()
        self.queued = 0
        self.receiver = Receiver(keep)
        #: whether a message is under way; if so after it, a signal has cut it off, and the socket is of no more use
        self.torn = False

    def takes(self, result: Result) -> bool:
        """Whether a call can be sent without waiting for this worker."""
        return not self.calls or self.queued + len(result._call) <= _QUEUED_BYTES

    def send(self, result: Result) -> None:
        self.torn = True
        message = pickle.dumps((*self.receiver.unused(), result._call))
        self.queued += len(result._call)
        self.calls.append(result)
        with suppressed(OSError):  # that it is gone is noticed where results are received
            self.connection.send_bytes(message)
        self.torn = False

    def receive(self) -> None:
        self.torn = True
        try:
            take = self.receiver.receive(self.connection)
        except unless_interrupted(Exception):  # it is gone, or hangs
            self.torn = False
            raise
        result = self.calls.popleft()
        self.queued -= len(result._call)
        result._take = take
        self.torn = False
        self.has_answered = True

    def why_it_ended(self) -> str:
        """Say how the process ended; one that has not is killed."""
        self.process.join(0 if self.torn else _GRACE)
        code = self.process.exitcode
        if not self.has_answered and (reason := self._starter.why_it_ended(code)):
            return reason
        if code is None:
            self.process.kill()
        return (
            f"DataLoader: worker process {self.process.pid} {_end_of(code)} while it made a batch"
            " (out of memory, or a crash in a library?)"
        )


def _end_of(code: int | None) -> str:
    if code is None:
        return "hung, and was killed,"
    if code < 0:
        with contextlib.suppress(ValueError):
            return f"was killed by {signal.Signals(-code).name}"
    return f"ended with exit code {code}"


def _limit_reading(connection: Any, seconds: float) -> None:
    """Have reading raise BlockingIOError where the rest of a message does not come, instead of waiting for ever."""
    if sys.platform != "win32":
        with socket_of(connection) as end:
            limit = struct.pack("ll", int(seconds), int(seconds % 1 * 1e6))
            end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, limit)


class WorkerPool:
    """Up to ``count`` worker processes, started when there is work for them.

    ``start(*arguments, number)`` is called first in each of them. Where processes fork, neither it nor its arguments
    are pickled. ``keep`` is how many pieces of shared memory a worker keeps for further results, ``patience`` how long
    it may take, in seconds, over sending a result.
    """

    def __init__(
        self,
        count: int,
        start: Callable[..., None],
        arguments: tuple[Any, ...] = (),
        keep: int = 4,
        patience: float = 120.0,
    ) -> None:
        self._count, self._keep, self._patience = count, keep, patience
        self._starter = Starter(_serve, start, arguments)
        self._workers: list[_Worker] = []
        self._waiting: deque[Result] = deque()
        self._lock = ReentrantLock()
        self._pid = os.getpid()
        self._finalizer = weakref.finalize(self, _end_aside, self._workers, self._pid)

    def apply_async(self, function: Callable[..., Any], args: tuple[Any, ...] = ()) -> Result:
        """Have ``function(*args)`` called in a worker; both are pickled."""
        result = Result(self, pickle.dumps((function, args)))
        with self._lock:
            self._refuse_another_process()
            self._waiting.append(result)
            self._dispatch()
        return result

    def _refuse_another_process(self) -> None:
        if self._pid != os.getpid():
            raise RuntimeError("these workers belong to the process that this one was forked from")

    def _dispatch(self) -> None:
        """Send waiting calls to the workers that have least to do."""
        for gone in [worker for worker in self._workers if worker.torn or not worker.process.is_alive()]:
            self._bury(gone, with_answers=not gone.torn)
        while self._waiting:
            worker = min(self._workers, key=lambda item: len(item.calls), default=None)
            if (worker is None or worker.calls) and len(self._workers) < self._count:
                worker = _Worker(self._starter, len(self._workers), self._keep, self._patience)
                self._workers.append(worker)
            assert worker is not None
            if not worker.takes(self._waiting[0]):
                return
            worker.send(self._waiting.popleft())

    def receive(self, timeout: float, expected: Result) -> None:
        """Wait until results have come, at most ``timeout`` seconds, and take them."""
        with self._lock:
            if expected.ready():
                return
            self._refuse_another_process()
            self._dispatch()
            if expected.ready():  # its worker had ended
                return
            busy = {worker.connection: worker for worker in self._workers if worker.calls}
            ends = {item.process.sentinel: item for item in busy.values()}
            if not busy:
                expected.fail(WorkerDiedError("the workers were stopped before this result was made"))
                return
            ready = mp_connection.wait([*busy, *ends], timeout)
            for worker in {id(w): w for w in ((busy | ends)[item] for item in ready)}.values():
                self._receive_from(worker)
            self._dispatch()

    def _receive_from(self, worker: _Worker) -> None:
        try:
            if worker.connection.poll():  # also what one that is gone has left behind
                worker.receive()
                return
        except BlockingIOError:  # what is still there begins in the middle of a message
            self._bury(worker, with_answers=False)
            return
        except unless_interrupted(EOFError, OSError):
            self._bury(worker)
            return
        if not worker.process.is_alive():
            self._bury(worker)

    def _bury(self, worker: _Worker, with_answers: bool = True) -> None:
        """Fail the calls of a worker that is gone or hangs, but for those it had answered."""
        with suppressed(EOFError, OSError):
            while with_answers and worker.connection.poll():
                worker.receive()
        error = WorkerDiedError(worker.why_it_ended())
        self._workers.remove(worker)
        for result in worker.calls:
            result.fail(error)
        worker.calls.clear()
        _close(worker.connection)
        to_the_end(lambda: _stop([worker]))

    def terminate(self) -> None:
        """End all workers; results that have not come never will."""
        with self._lock:
            for worker in self._workers:
                for result in worker.calls:
                    result.fail(WorkerDiedError("the workers were stopped before this result was made"))
            self._waiting.clear()
            _end(self._workers, self._pid)


def _end(workers: list[_Worker], pid: int) -> None:
    """End processes, in the process that started them; in a forked one only forget them."""
    if pid == os.getpid():
        to_the_end(lambda: _stop(workers))
    for worker in workers:
        _close(worker.connection)
    workers.clear()


def _end_aside(workers: list[_Worker], pid: int) -> None:
    """Do the same in a thread: Python drops what signal handlers raise in a finalizer, and it takes a while."""
    if threading.main_thread().is_alive():
        aside(lambda: _end(workers, pid))
    else:  # the interpreter is ending
        _end(workers, pid)


def _close(connection: Any) -> None:
    with _closing:
        connection.close()


def _stop(workers: list[_Worker]) -> None:
    """End processes, and take those that have ended off the list."""
    for worker in workers:
        worker.process.terminate()
    deadline = time.monotonic() + _GRACE
    while workers:
        worker = workers[-1]
        worker.process.join(max(0.0, deadline - time.monotonic()))
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()
        workers.pop()  # without closing the process: the interpreter may be waiting for its children in another thread
        _close(worker.connection)
