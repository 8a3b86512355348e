"""Connections whose servers get only so much time and memory, whatever they send."""

from __future__ import annotations

import contextlib
import io
import socket
import threading
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import requests


class Watch:
    """Ends the connections of one download if :meth:`alive` is not called for ``seconds``.

    A server may keep a thread busy with what is nothing of the file: interim answers, the trailers of a chunked one.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds, self._since = seconds, time.monotonic()
        self._sockets: list[socket.socket] = []
        self._over = threading.Event()
        #: whether the time ran out
        self.expired = False

    def __enter__(self) -> Watch:
        threading.Thread(target=self._run, daemon=True).start()
        return self

    def __exit__(self, cls: object, error: object, trace: object) -> None:
        self._over.set()
        if cls is not None:
            self.close()
        self._sockets.clear()

    def add(self, connection: socket.socket) -> None:
        """Watch a connection."""
        self._sockets.append(connection)

    def alive(self) -> None:
        """Begin to count anew."""
        self._since = time.monotonic()

    def is_over(self) -> bool:
        """Return whether the download has ended."""
        return self._over.is_set()

    def close(self) -> None:
        """End the connections; a thread that waits for one gets its error."""
        for connection in self._sockets:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def _run(self) -> None:
        while not self._over.wait(min(self._seconds / 4, 1.0)):
            if time.monotonic() - self._since > self._seconds:
                self.expired = True
                self.close()
                return


def get(address: str, watch: Watch, **options: Any) -> requests.Response:
    """Do ``requests.get`` with a watch; what a redirect has besides its target is not read."""
    import requests

    if requests.get is not requests.api.get:  # a program has put another function in its place
        return requests.get(address, **options)
    with requests.Session() as session:
        for scheme in ("http://", "https://"):
            session.mount(scheme, _adapter(watch))
        answer = session.get(address, **options)
    if watch.is_over():  # nobody waits for the answer any more
        answer.close()
    return answer


def _adapter(watch: Watch) -> requests.adapters.HTTPAdapter:
    """Return what sends the requests of a session."""
    from requests.adapters import HTTPAdapter  # imported where it is needed

    class Adapter(HTTPAdapter):
        def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
            super().init_poolmanager(*args, **kwargs)
            _watch_pools(self.poolmanager, watch)

        def proxy_manager_for(self, proxy: str, **kwargs: Any) -> Any:
            is_new = proxy not in self.proxy_manager
            manager = super().proxy_manager_for(proxy, **kwargs)
            if is_new:
                _watch_pools(manager, watch)
            return manager

        def send(self, *args: Any, **kwargs: Any) -> requests.Response:
            answer = super().send(*args, **kwargs)
            if answer.is_redirect:
                answer.raw.close()
                answer.raw = io.BytesIO()  # requests would read the body, however long
            return answer

    return Adapter()


def _watch_pools(manager: Any, watch: Watch) -> None:
    """Have a pool manager of urllib3 add its connections to a watch."""
    pools = {}
    for scheme, pool in manager.pool_classes_by_scheme.items():

        class Connection(pool.ConnectionCls):  # type: ignore[misc, name-defined]
            def connect(self) -> None:
                super().connect()
                watch.add(self.sock)

        pools[scheme] = type(pool.__name__, (pool,), {"ConnectionCls": Connection})
    manager.pool_classes_by_scheme = pools
