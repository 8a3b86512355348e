"""The workers of a distributed store: rendezvous, and detecting that one is gone.

Processes meet at one key-value server of torch.distributed (``TCPStore``), whose address comes from the environment:
that of MXNet's launchers (``DMLC_PS_ROOT_URI``; the process of role ``scheduler`` keeps the server) or of ``torchrun``
(``MASTER_ADDR``; its agent keeps it, or worker 0). Each worker counts a number up there, its heartbeat, and watches
that of the next one; the first to notice that something is wrong writes it down for all.
"""

from __future__ import annotations

import atexit
import datetime
import errno
import os
import socket
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import torch.distributed as dist

from ..core import environment, torch_compat
from ..core.errors import MXNetError
from ..core.forking import ReentrantLock
from ..core.interruptions import attempt, explained, suppressed, unless_interrupted
from . import launchers, network
from .launchers import World

TIMEOUT = "MXNET_KVSTORE_TIMEOUT"
_DEFAULT_TIMEOUT = 600.0
#: how long a worker may be silent before it counts as dead, at most (seconds)
_LONGEST_SILENCE = 60.0
#: how long a port in use is waited for, at most (seconds)
_LONGEST_WAIT_FOR_PORT = 10.0
FAILURE = "failure"


def timeout() -> float:
    """Return how many seconds a worker waits for the others: ``MXNET_KVSTORE_TIMEOUT`` (600)."""
    return environment.seconds(TIMEOUT, _DEFAULT_TIMEOUT)


def open_server(world: World) -> Any:
    """Return the server that all meet at, kept by this process on the given address alone.

    A port in use is waited for a little: where jobs have a fixed port, the one before may just be ending. Raises
    :class:`MXNetError` when something else listens there.
    """
    end = time.monotonic() + min(_LONGEST_WAIT_FOR_PORT, timeout() / 4)
    while True:
        try:
            return server_on(network.listen(world.host, world.port))
        except unless_interrupted(OSError) as error:
            if error.errno == errno.EADDRINUSE and time.monotonic() < end:
                time.sleep(0.1)
                continue
            raise MXNetError(
                f"{world.host}:{world.port}: cannot listen there ({error.strerror or error}): is the port "
                "(DMLC_PS_ROOT_PORT, MASTER_PORT) in use?"
            ) from None


def server_on(listening: socket.socket) -> Any:
    """Return the server that all meet at on a socket that listens, which is handed over."""
    host, port = listening.getsockname()[:2]
    seconds = datetime.timedelta(seconds=timeout())
    options: dict[str, Any] = {"is_master": True, "wait_for_workers": False, "timeout": seconds}
    return dist.TCPStore(host, port, **options, master_listen_fd=listening.detach())


def _await_server(world: World) -> None:
    """Return when the server that all meet at listens; :class:`MXNetError` if something else does, or none in time."""
    address, end = f"{world.host}:{world.port}", time.monotonic() + timeout()
    pause = 0.05
    while True:
        remaining = end - time.monotonic()
        try:
            patience = max(0.1, min(10.0, remaining))
            with socket.create_connection((world.host, world.port), timeout=patience) as connection:
                if torch_compat.greeted(connection):
                    return
        except unless_interrupted(OSError) as error:
            if remaining > 0:
                time.sleep(min(pause, remaining))
                pause = min(2 * pause, 1.0)
                continue
            raise MXNetError(
                f"{address}: {world.keeper} did not answer within {timeout():g} s ({error}); is it running, and is the "
                "port its own?"
            ) from None
        raise MXNetError(f"{address}: what answers there is not {world.keeper}, but another program that uses the port")


def reach_server(world: World) -> Any:
    """Return a connection to the server that all meet at; :class:`MXNetError` when there is none in time."""
    _await_server(world)
    result: list[Any] = []

    def connect() -> None:
        seconds = datetime.timedelta(seconds=timeout())
        try:
            result.append(dist.TCPStore(world.host, world.port, wait_for_workers=False, timeout=seconds))
        except RuntimeError as error:
            result.append(error)

    # What listens on the port may be no such server and never answer, which TCPStore would wait for without end.
    connecting = threading.Thread(target=connect, name="mxnet-kvstore-connect", daemon=True)
    connecting.start()
    connecting.join(timeout())
    if not result or isinstance(result[0], RuntimeError):
        raise MXNetError(
            f"{world.host}:{world.port}: {world.keeper} did not answer within {timeout():g} s; "
            "is it running, and is the port its own?"
        ) from None
    return result[0]


def stored(world: World, store: Any) -> Any:
    """Return the part of a server that belongs to this run."""
    return dist.PrefixStore(world.run, store)


class Cluster:
    """This process as one of ``num_workers``; number ``rank`` of them.

    Raises :class:`MXNetError` when the others do not come in time, or are more or fewer than was said.
    """

    def __init__(self, world: World, expected: str) -> None:
        self.world, self.wanted = world, expected
        self.num_workers = world.size
        self.timeout = timeout()
        if world.rank is not None:
            self._refuse_surplus(world.rank)  # before the store is asked for: the others may be done by now
        self._period = max(0.05, min(1.0, self.timeout / 10))
        self._silence = min(_LONGEST_SILENCE, self.timeout / 2)
        self._server = open_server(world) if self._keeps_server(world) else None
        self._pid = os.getpid()
        self._store = stored(world, self._server or reach_server(world))
        self.failure: str | None = None
        self.finished = 0
        self._broken = threading.Event()
        self._over = threading.Event()
        #: what is called when this process leaves, after all others are done
        self.closing: list[Callable[[], None]] = []
        self._beats: dict[int, tuple[bytes, float]] = {}
        self._answered = time.monotonic()
        self.rank = self._enter()
        self.host = os.environ.get("DMLC_NODE_HOST") or network.own_address(world.host, world.port)
        self._meet()
        self._watching = threading.Thread(target=self._watch, name="mxnet-kvstore-watch", daemon=True)
        self._watching.start()
        atexit.register(self.leave)

    @staticmethod
    def _keeps_server(world: World) -> bool:
        """Return whether to listen: worker 0 does, unless its program has opened torch.distributed's group there."""
        return world.keeps_server and not dist.is_initialized()

    @property
    def store(self) -> Any:
        """What all workers read and write; MXNetError in a process that was forked from this worker."""
        self.refuse_forked()
        return self._store

    def refuse_forked(self) -> None:
        """Raise :class:`MXNetError` in a process that was forked from this worker.

        It has no threads that answer, and locks may be taken in it for ever.
        """
        if self._pid != os.getpid():
            raise MXNetError(
                f"{self.wanted}: this process was forked from worker {self.rank} (pid {self._pid}): a store is used in "
                "the process that made it"
            )

    # -- entering -------------------------------------------------------------------------------------------

    def _enter(self) -> int:
        """Take a place among the workers and return its number."""
        announced = self.store.compare_set("workers", "", str(self.num_workers)).decode()
        if announced != str(self.num_workers):
            raise MXNetError(
                f"{self.wanted}: another worker was told of {announced} workers, this one of {self.num_workers}"
            )
        rank = self.world.rank
        if rank is None:
            rank = self.store.add("arrived", 1) - 1
            self._refuse_surplus(rank)
        me = f"pid {os.getpid()} on {socket.gethostname()}"
        first = self.store.compare_set(f"worker/{rank}", "", me).decode()
        if first != me:
            raise MXNetError(f"{self.wanted}: two processes are worker {rank}: {first} and {me}")
        return rank

    def _refuse_surplus(self, rank: int) -> None:
        if rank >= self.num_workers:
            raise MXNetError(f"{self.wanted}: this is worker {rank}, counted from 0, of {self.num_workers}: too many")

    def _meet(self) -> None:
        """Wait for all workers."""
        self.store.set(f"beat/{self.rank}", "0")
        if self.store.add("entered", 1) == self.num_workers:
            self.store.set("all", "1")
        with explained(
            lambda error: MXNetError(f"{self.wanted}: {self._missing()} did not come within {self.timeout:g} s"),
            RuntimeError,
        ):
            self.store.wait(["all"], datetime.timedelta(seconds=self.timeout))

    def _missing(self) -> str:
        """Return which workers have not come."""
        ranks, store = range(self.num_workers), self.store
        missing = attempt(lambda: [str(rank) for rank in ranks if not store.check([f"beat/{rank}"])], RuntimeError)
        if missing is None:  # the server has given up too
            return f"some of {self.num_workers} workers"
        return f"worker {', '.join(missing)} of {self.num_workers}"

    @property
    def local_rank(self) -> int:
        """The number of this worker among those of its machine."""
        place = f" on {socket.gethostname()}"
        return sum(self.store.get(f"worker/{rank}").decode().endswith(place) for rank in range(self.rank))

    def who(self, rank: int) -> str:
        """Return a worker's number, process and machine."""
        return f"worker {rank} ({self.store.get(f'worker/{rank}').decode()})"

    # -- watching -------------------------------------------------------------------------------------------

    def _watch(self) -> None:
        """Say that this process lives, and notice whether others do."""
        store = stored(self.world, reach_server(self.world))
        count = 0
        while not self._over.wait(self._period):
            count += 1
            try:
                store.set(f"beat/{self.rank}", str(count))
                if store.check([FAILURE]):
                    self.failure = store.get(FAILURE).decode()
                    return
                self.finished = store.add("finished", 0)
                self._answered = time.monotonic()
                self._look_at_others(store)
            except RuntimeError as error:
                if not self._over.is_set():
                    self.failure = f"{self.world.keeper}, where the workers meet, is gone ({_first_line(error)})"
                return

    def _look_at_others(self, store: Any) -> None:
        """Publish a failure where another's heartbeat has stopped: the next worker's; of all once something broke."""
        broken = self._broken.is_set()
        others = range(self.num_workers) if broken else [(self.rank + 1) % self.num_workers]
        silence = 3 * self._period if broken else self._silence
        for rank in others:
            beat, now = store.get(f"beat/{rank}"), time.monotonic()
            known = self._beats.get(rank)
            if rank == self.rank or known is None or known[0] != beat:
                self._beats[rank] = (beat, now)
            elif now - known[1] > silence and not store.check([f"finished/{rank}"]):
                what = store.get(f"worker/{rank}").decode()
                self._publish(store, f"worker {rank} ({what}) is not heard of any more: killed, stopped or cut off")
                return

    def _publish(self, store: Any, reason: str) -> None:
        self.failure = store.compare_set(FAILURE, "", reason).decode()

    def fail(self, reason: str) -> MXNetError:
        """Write down for all what went wrong, unless something else did before; return the error to raise."""
        if self.failure is None:
            with suppressed(RuntimeError):
                self._publish(self.store, reason)
            self.failure = self.failure or reason
        return MXNetError(f"{self.wanted}: {self.failure}")

    def suspect(self) -> None:
        """Have all other workers' heartbeats looked at, closely: something broke."""
        self._broken.set()

    def broke(self, error: BaseException) -> MXNetError:
        """Return the error to raise after communication broke by ``error``: it names who is gone, where one is."""
        self.suspect()
        end = time.monotonic() + self._silence
        while self.failure is None and time.monotonic() < end:
            time.sleep(self._period / 4)
        return self.fail(f"communication with the other workers broke: {_first_line(error)}")

    def check(self, needs_all: bool = False) -> None:
        """Raise :class:`MXNetError` when another worker is gone; with ``needs_all`` also when one is done."""
        self.refuse_forked()
        if self.failure is None and time.monotonic() - self._answered > self._silence + self._period:
            self.failure = f"{self.world.keeper}, where the workers meet, does not answer any more"
        if self.failure is None and needs_all and self.finished:
            done = [rank for rank in range(self.num_workers) if self.store.check([f"finished/{rank}"])]
            if done:
                raise self.fail(f"{self.who(done[0])} has ended its program while others wait for it")
        if self.failure is not None:
            raise MXNetError(f"{self.wanted}: {self.failure}")

    def wait(self, event: threading.Event, what: str, needs_all: bool = True) -> None:
        """Wait for an event that the other workers bring about; :class:`MXNetError` when it cannot come any more."""
        end = time.monotonic() + self.timeout
        while not event.wait(min(self._period, 0.25)):
            self.check(needs_all)
            if time.monotonic() > end:
                raise self.fail(f"worker {self.rank} waited {self.timeout:g} s for the others in {what}")

    # -- leaving --------------------------------------------------------------------------------------------

    def leave(self) -> None:
        """End this process's part: wait until the others are done too, since they may need what it keeps."""
        if self._pid != os.getpid() or self._over.is_set():
            return
        ended_by = getattr(sys, "last_value", None)
        try:
            if ended_by is not None and self.failure is None:
                self.fail(f"worker {self.rank} ended by {type(ended_by).__name__}: {_first_line(ended_by)}")
            elif self.failure is None:
                self._wait_for_others()
            for close in self.closing:
                close()
            self._stop_watching()  # which needs the server, and that may end when all have left
            self.store.add("left", 1)
            self._linger()
        except RuntimeError:
            pass  # the process with the server has ended already
        self._stop_watching()

    def _stop_watching(self) -> None:
        self._over.set()
        # A thread that is in PyTorch when Python ends would end the process by a signal.
        self._watching.join(2.0)

    def _wait_for_others(self) -> None:
        self.store.set(f"finished/{self.rank}", "1")
        self.finished = self.store.add("finished", 1)
        while self.finished < self.num_workers and self.failure is None:
            time.sleep(self._period / 4)
            self.check()

    def _linger(self) -> None:
        """Keep the server until the others have read what they need."""
        end = time.monotonic() + (self._silence if self._server else 0)
        while time.monotonic() < end and self.store.add("left", 0) < self.num_workers:
            time.sleep(self._period / 4)


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


_cluster: Cluster | None = None
_lock = ReentrantLock()


def joined(store: str) -> Cluster:
    """Return this process's cluster, entered when it is first asked for. ``store`` is the store that asks.

    Raises :class:`MXNetError` where no launcher started the process, or not as a worker.
    """
    global _cluster
    with _lock:
        if _cluster is None:
            world = launchers.world()
            if world is None:
                raise MXNetError(
                    f"{store}: this process was not started by a launcher; expected the variables of "
                    f"{launchers.known_launchers()}"
                )
            if world.role != "worker":
                raise MXNetError(f"{store}: this process is a {world.role}; stores are made by workers")
            _cluster = Cluster(world, store)
        return _cluster
