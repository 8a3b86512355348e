"""Requests from worker to worker: a link sends them in the background, in the order of their priority."""

from __future__ import annotations

import errno
import hmac
import itertools
import logging
import queue
import secrets
import socket
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import torch

from ..core.errors import MXNetError
from . import network
from .cluster import Cluster

_log = logging.getLogger(__name__)
Reply = network.Message
#: ``handler(rank, description, tensors)`` answers the request of a worker
Handler = Callable[[int, dict[str, Any], list[torch.Tensor]], Reply]

#: the most bytes of the first message of a connection, before the sender is known
_GREETING = 0
#: how long the sender may take to identify itself (seconds)
_LONGEST_GREETING = 30.0
#: the errors of a socket that listens no more
_CLOSED = frozenset((errno.EBADF, errno.EINVAL, errno.ENOTSOCK))


class Answer:
    """Something under way: the future answer to a request, or result of a function.

    ``needs_all``: whether it cannot come once any worker has left.
    """

    def __init__(self, cluster: Cluster, what: str, needs_all: bool = False) -> None:
        self._cluster, self._what, self._needs_all = cluster, what, needs_all
        self._ready = threading.Event()
        self._result: Any = None
        self._error: BaseException | None = None

    def put(self, result: Any, error: BaseException | None = None) -> None:
        """Give the result, or the error there was instead."""
        self._result, self._error = result, error
        self._ready.set()

    def wait(self) -> Any:
        """Return the result when it is there; raise the error there was instead, or that it cannot come any more."""
        self._cluster.wait(self._ready, self._what, needs_all=self._needs_all)
        if self._error is not None:
            raise self._error
        return self._result


class Listener:
    """Answers the requests of all workers, each in a thread of its own. Its address is written down for them."""

    def __init__(self, cluster: Cluster, handler: Handler) -> None:
        self._cluster, self._handler = cluster, handler
        #: of each link: the number of its last request
        self._last: dict[tuple[int, str], int] = {}
        self._token = cluster.store.compare_set("token", "", secrets.token_hex(16)).decode()
        self._socket = network.listen(cluster.host)
        cluster.store.set(f"listener/{cluster.rank}", ":".join(map(str, self._socket.getsockname()[:2])))
        threading.Thread(target=self._accept, name="mxnet-kvstore-accept", daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError as error:
                if error.errno in _CLOSED:
                    return
                _log.warning("a connection could not be accepted: %s", error)
                time.sleep(0.1)  # until those of strangers, which took all files, are closed
                continue
            threading.Thread(target=self._serve, args=(connection,), name="mxnet-kvstore-serve", daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection:
            try:
                link = self._greeted(connection)
            except OSError as error:
                _log.debug("a connection ended before it said who it was: %s", error)
                return
            except MXNetError as error:
                _log.warning("a connection that is of no worker was refused: %s", error)
                return
            try:
                while True:
                    self._answer(connection, link, *network.receive(connection))
            except (OSError, MXNetError) as error:
                _log.debug("a connection ended: %s", error)

    def _greeted(self, connection: socket.socket) -> tuple[int, str]:
        """Return the worker and the name of the link that a new connection is of; MXNetError where it is of none."""
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        greeting, _ = network.receive(connection, _GREETING, min(self._cluster.timeout, _LONGEST_GREETING))
        rank, token = greeting.get("rank"), str(greeting.get("token"))
        if not hmac.compare_digest(token.encode(errors="replace"), self._token.encode()):
            raise MXNetError("it does not know the token of this run")
        if type(rank) is not int or not 0 <= rank < self._cluster.num_workers:
            raise MXNetError(f"it says that it is worker {rank!r}")
        connection.settimeout(None)
        return rank, str(greeting.get("link"))

    def _answer(self, connection: socket.socket, link: tuple[int, str], request: Any, tensors: list[Any]) -> None:
        rank, number = link[0], request.pop("number", None)
        if type(number) is not int:
            network.send(connection, {"error": f"a request has a number, got {number!r}"})
            return
        again = number <= self._last.get(link, -1)
        # What changes nothing may be asked twice; what does is done once, however often a broken connection repeats it.
        if again and request.get("once"):
            reply: Reply = ({}, [])
        else:
            self._last[link] = max(number, self._last.get(link, -1))
            try:
                reply = self._handler(rank, request, tensors)
            except MXNetError as error:
                reply = ({"error": str(error)}, [])
            except Exception as error:
                logging.exception("a request of worker %d failed", rank)
                reply = ({"error": f"{type(error).__name__}: {error}"}, [])
        network.send(connection, *reply)


class Link:
    """Sends requests to one worker; they arrive one after the other.

    Requests that were made ``after`` others stay behind them; the rest overtakes those of lower priority. ``name``
    tells the links from this worker to that one apart.
    """

    def __init__(self, cluster: Cluster, rank: int, name: str = "values") -> None:
        self._cluster, self._rank, self._name = cluster, rank, name
        self._queue: queue.PriorityQueue[Any] = queue.PriorityQueue()
        self._count, self._number, self._turn = itertools.count(), itertools.count(), 0
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self.bytes_sent = 0
        threading.Thread(target=self._run, name=f"mxnet-kvstore-to-{rank}", daemon=True).start()

    def request(
        self, description: Any, tensors: Any = (), what: str = "", priority: int = 0, after: bool = False
    ) -> Answer:
        """Send a request when its turn comes; return what will come back."""
        answer = Answer(self._cluster, what)
        with self._lock:
            self._turn += after
            self._queue.put((self._turn, -priority, next(self._count), description, tensors, answer))
            self._turn += after
        return answer

    def _run(self) -> None:
        while True:
            *_, description, tensors, answer = self._queue.get()
            try:
                reply = self._deliver({**description, "number": next(self._number)}, tensors)
                if "error" in reply[0]:
                    answer.put(None, MXNetError(str(reply[0]["error"])))
                else:
                    answer.put(reply)
            except Exception as error:
                answer.put(None, error)

    def _deliver(self, description: dict[str, Any], tensors: Sequence[torch.Tensor]) -> Reply:
        end = time.monotonic() + self._cluster.timeout
        while True:
            try:
                if self._socket is None:
                    self._socket = self._connect()
                network.send(self._socket, description, tensors)
                self.bytes_sent += network.size_of(tensors)
                return network.receive(self._socket)
            except OSError as error:
                if self._socket is not None:
                    self._socket.close()
                    self._socket = None
                self._cluster.suspect()
                if self._cluster.failure is not None or time.monotonic() > end:
                    raise self._cluster.fail(f"worker {self._rank} cannot be reached ({error})") from error
                time.sleep(0.1)

    def _connect(self) -> socket.socket:
        host, _, port = self._cluster.store.get(f"listener/{self._rank}").decode().rpartition(":")
        result = socket.create_connection((host, int(port)), timeout=self._cluster.timeout)
        result.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        token = self._cluster.store.get("token").decode()
        network.send(result, {"token": token, "rank": self._cluster.rank, "link": self._name})
        return result
