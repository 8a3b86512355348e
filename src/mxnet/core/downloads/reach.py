"""Whether a server can be reached, found out within seconds, and why not.

Where the network swallows what is sent, every address would wait for its own time limit: a name server that is silent
is silent for all names, and after the first server that is silent the others are tried at the same time.
"""

import errno
import ipaddress
import socket
import threading
import time
import urllib.parse
from collections.abc import Callable, Sequence
from typing import TypeVar

from ..interruptions import attempt, error_of, explained
from . import Failure
from .addresses import local_path

#: how long to wait for a connection, for the address of a name, and for anything from a server, in seconds
CONNECT, NAME, SILENCE = 3.0, 8.0, 60.0
#: for how long a silent name server or server is remembered, in seconds
_MEMORY = 10.0
_NO_ROUTE = {errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.EADDRNOTAVAIL, errno.EPERM, errno.EACCES}

T = TypeVar("T")
Endpoint = tuple[str, int]
#: until when servers, and "" for all names, are taken for silent
_silent_until: dict[Endpoint | str, float] = {}


def endpoint(address: str) -> Endpoint:
    """Return the host and port to connect to for an address: those of the proxy, where the environment names one."""
    import requests.utils

    proxy = requests.utils.select_proxy(address, requests.utils.get_environ_proxies(address))
    parts = urllib.parse.urlsplit(proxy if not proxy or "://" in proxy else f"http://{proxy}") if proxy else None
    parts = parts or urllib.parse.urlsplit(address)
    return parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)


def check(address: str) -> float:
    """Return how long each connection to the host of an address may take, in seconds.

    Raises :class:`Failure` where the name server is silent, or the host was a moment ago.
    """
    try:
        host, port = endpoint(address)
    except ValueError as error:
        raise Failure(f"it is no address: {error}") from error
    count = 1
    if not _is_number(host):
        if _is_silent(""):
            raise Failure("the name server was silent a moment ago")
        count = _resolve(host, port)
    if _is_silent((host, port)):
        raise Failure("it was silent a moment ago")
    return max(_patience() / count, CONNECT / 6)


def _is_number(host: str) -> bool:
    return attempt(lambda: ipaddress.ip_address(host), ValueError) is not None


def _is_silent(key: Endpoint | str) -> bool:
    return _silent_until.get(key, 0.0) > time.monotonic()


def _patience() -> float:
    """Return how long to wait for a connection: not long while others are silent."""
    return CONNECT / 3 if any(end > time.monotonic() for end in _silent_until.values()) else CONNECT


def _note_silent(key: Endpoint | str) -> None:
    _silent_until[key] = time.monotonic() + _MEMORY


def _resolve(host: str, port: int) -> int:
    """Return how many servers a name stands for; the system offers no time limit for looking it up."""
    outcome: list[int] = []

    def look_up() -> None:
        addresses = attempt(lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM), OSError, UnicodeError)
        outcome.append(1 if addresses is None else len(addresses))  # the request that follows says it

    _run([look_up], NAME)
    if not outcome:
        _note_silent("")
        raise Failure(f"the name server is silent for {NAME:g} seconds")
    return max(outcome[0], 1)


def _run(calls: Sequence[Callable[[], None]], seconds: float) -> None:
    """Run functions at the same time, and wait for them for so long."""
    threads = [threading.Thread(target=call, daemon=True) for call in calls]
    for thread in threads:
        thread.start()
    end = time.monotonic() + seconds
    for thread in threads:
        thread.join(max(0.0, end - time.monotonic()))


def within(seconds: float, call: Callable[[], T]) -> T:
    """Return what a function does, or raise what it raises, unless it takes longer: then :class:`Failure`."""
    outcome: list[tuple[T] | BaseException] = []

    def run() -> None:
        try:
            outcome.append((call(),))
        except BaseException as error:  # raised again where it is waited for
            outcome.append(error)

    _run([run], seconds)
    if not outcome:
        raise Failure(f"it did not begin to answer within {seconds:g} seconds", attempts=2)
    result = outcome[0]
    if isinstance(result, BaseException):
        raise result
    return result[0]


def note_silent(address: str, others: Sequence[str]) -> None:
    """Remember that a server is silent, and find out which of the others are, all at the same time."""
    patience = _patience()
    _note_silent(endpoint(address))
    rest = {endpoint(url) for url in others if local_path(url) is None}
    rest = {server for server in rest if not _is_silent(server)}
    answered: set[Endpoint] = set()

    def connect(server: Endpoint) -> None:
        error = error_of(lambda: socket.create_connection(server, patience).close(), OSError, UnicodeError)
        if not isinstance(error, TimeoutError):  # others are answers: the address is asked, and says it
            answered.add(server)

    _run([lambda server=server: connect(server) for server in rest], patience)  # type: ignore[misc]
    for server in rest - answered:
        _note_silent(server)


#: what an address raises that cannot be read; Python asserts that a host with a "%" is in brackets
_NO_ADDRESS = (ValueError, AssertionError)


def explaining() -> explained:
    """Turn what the libraries raise in the block into a :class:`Failure` in plain words."""
    import requests
    import urllib3

    return explained(_failure, *_NO_ADDRESS, requests.RequestException, urllib3.exceptions.HTTPError)


def _failure(error: Exception) -> Failure:
    import requests
    import urllib3

    if isinstance(error, requests.exceptions.ConnectTimeout):
        return Failure("no connection came about", silent=True)
    if isinstance(error, _NO_ADDRESS):  # also for where a server sends
        return Failure(f"it is no address, or leads to none: {_words(error)}")
    if isinstance(error, requests.exceptions.TooManyRedirects):
        return Failure("it is redirected again and again")
    causes = _causes(error)
    if any(isinstance(cause, (urllib3.exceptions.ProxyError, requests.exceptions.ProxyError)) for cause in causes):
        return Failure(f"no connection through the proxy ({_words(causes[-1])})")
    for cause in causes:
        if isinstance(cause, socket.gaierror):
            return Failure(f"no such host, or no network ({_words(cause)})")
        if isinstance(cause, ConnectionRefusedError):
            return Failure("connection refused")
        if isinstance(cause, OSError) and cause.errno in _NO_ROUTE:
            return Failure(f"no route to it ({_words(cause)})")
        if isinstance(cause, urllib3.exceptions.IncompleteRead) and cause.expected is not None:
            return Failure(f"it broke off after {cause.partial} bytes, {cause.expected} before the end", float("inf"))
        if type(cause).__name__ in ("SSLError", "SSLCertVerificationError", "CertificateError"):
            return Failure(f"its certificate is not accepted: {_words(cause)}")
    if any("timed out" in str(cause).lower() for cause in causes):
        return Failure(f"the server was silent for {SILENCE:g} seconds", attempts=float("inf"))
    return Failure(f"the connection broke: {_words(causes[-1])}", attempts=float("inf"))


def _causes(error: BaseException) -> list[BaseException]:
    """Return an error and all that are behind it, also those that libraries keep as an argument."""
    causes: list[BaseException] = []
    rest: list[object] = [error]
    while rest:
        cause = rest.pop(0)
        if isinstance(cause, BaseException) and not any(cause is known for known in causes):
            causes.append(cause)
            rest += [cause.__cause__, cause.__context__, getattr(cause, "reason", None), *cause.args]
    return causes


def _words(error: BaseException) -> str:
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return "".join(c if c.isprintable() else "?" for c in str(text))[:200]
