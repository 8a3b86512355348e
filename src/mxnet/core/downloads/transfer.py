"""Bringing a file from one address to a partial file on disk, from where an earlier attempt ended.

Servers get only so much time and memory, whatever they send.
"""

from __future__ import annotations

import contextlib
import errno
import gzip
import io
import os
import re
import shutil
import socket
import stat
import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any

from ..files.archives import check_growth
from ..interruptions import explained
from ..progress import Progress
from . import Failure, reach
from .addresses import local_path, offline

if TYPE_CHECKING:
    import requests

#: how many bytes a second a server must send
SLOWEST = 100.0
#: how many bytes are taken at a time
_PIECE = 1 << 16
#: what a server says that may be over soon
_PASSING = {408, 425, 429, 500, 502, 503, 504}
_OF_DISK = {
    errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOTDIR, errno.EEXIST, errno.EISDIR,
    errno.ELOOP, errno.ENAMETOOLONG, errno.EFBIG, errno.EIO,
}  # fmt: skip
#: names of files that are web pages, or may be
_PAGES = {"", ".htm", ".html", ".xhtml", ".xml", ".svg", ".php"}


class _Restart(Failure):
    """What is there of the file does not go with what the server has."""


class _Overflow(Failure):
    """More came than there is room for."""


class Partial:
    """A file that is being downloaded from one address: the bytes that are there, and what the server said of them."""

    def __init__(self, path: str, resumable: bool) -> None:
        self.path, self._resumable = path, resumable
        self.validator: str | None = None
        self.total: int | None = None

    def length(self) -> int:
        """Return how many bytes of an earlier attempt can be used: of a file whose length or checksum is known."""
        if not (self._resumable or (self.validator and self.total is not None)):
            return 0
        try:
            return os.path.getsize(self.path)
        except FileNotFoundError:
            return 0

    def drop(self) -> None:
        """Begin anew."""
        self.validator = self.total = None
        if os.path.lexists(self.path):
            os.unlink(self.path)

    def open(self, keep: int) -> IO[bytes]:
        """Open the file to write behind the first ``keep`` bytes."""
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
        stream = os.fdopen(os.open(self.path, flags, 0o666), "r+b", buffering=0)
        stream.truncate(keep)
        stream.seek(keep)
        return stream


def transfer(address: str, partial: Partial, name: str, verify_ssl: bool = True) -> None:
    """Fill ``partial`` from an address, a file's or a server's; :class:`Failure` says why that is not possible.

    What the disk refuses is an OSError.
    """
    path = local_path(address)
    if path is None and address.startswith("file:"):
        raise Failure("a file: address of another host")
    if path is not None:
        _copy_file(path, partial)
    elif offline():
        raise Failure("not asked, as MXNET_OFFLINE is set")
    else:
        with reach.explaining():
            try:
                _request(address, partial, name, verify_ssl)
            except _Restart:
                partial.drop()
                _request(address, partial, name, verify_ssl)


def _copy_file(path: str, partial: Partial) -> None:
    with explained(lambda error: Failure(f"it cannot be read ({error.strerror or error})"), OSError):
        source = os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)), "rb")
    with source, partial.open(0) as stream:
        if not stat.S_ISREG(os.fstat(source.fileno()).st_mode):
            raise Failure("it is no regular file")
        _check_room(partial.path, os.fstat(source.fileno()).st_size)
        shutil.copyfileobj(source, stream, 1 << 20)


def _request(address: str, partial: Partial, name: str, verify_ssl: bool) -> None:
    connect = reach.check(address)
    have = partial.length()
    headers = {"Accept-Encoding": "identity"}  # as bytes on the server's disk: only these can be resumed
    if have:
        headers["Range"] = f"bytes={have}-"
        if partial.validator:
            headers["If-Range"] = partial.validator
    timeout = connect, reach.SILENCE
    options = {"headers": headers, "stream": True, "verify": verify_ssl, "timeout": timeout}
    with (
        Watch(3 * reach.SILENCE) as watch,
        reach.within(2 * reach.SILENCE, lambda: get(address, watch, **options)) as response,
    ):
        _receive(response, partial, have, name, watch)


def _receive(response: requests.Response, partial: Partial, have: int, name: str, watch: Watch) -> None:
    if response.status_code == 416 and have:
        if response.headers.get("Content-Range", "").strip() == f"bytes */{have}" and partial.total in (None, have):
            return  # all of it was there
        raise _Restart("it has another length now")
    start, total = _place(response, partial, have)
    encoded = _encoding(response) not in ("", "identity")
    if encoded and start:
        raise _Restart("it comes compressed, and cannot be resumed")
    length = _length(response)
    if length == 0 and partial.total:
        raise Failure(f"nothing came of {partial.total} bytes", attempts=float("inf"))
    _check_room(partial.path, length)
    partial.total = None if encoded else total
    partial.validator = None if encoded else _validator(response) or partial.validator
    limit = None if length is not None else _free(partial.path) * 9 // 10
    try:
        with partial.open(start) as stream, Progress(partial.total or 0, name, "bytes") as bar:
            bar.reach(start)
            first = _copy(_content(response, encoded), stream, bar, limit, watch)
    except BaseException as error:
        if encoded or isinstance(error, _Overflow):  # what is there cannot be resumed
            partial.drop()
        if watch.expired:
            raise Failure("it sends, and nothing of the file", attempts=2) from error
        raise
    if not start:
        _check_beginning(response, first, name)
    came = os.path.getsize(partial.path)
    if partial.total is not None and came != partial.total:
        if came > partial.total:
            partial.drop()
        raise Failure(f"{came} of {partial.total} bytes came", attempts=float("inf"))


def _encoding(response: requests.Response) -> str:
    return response.headers.get("Content-Encoding", "").strip().lower()


def _place(response: requests.Response, partial: Partial, have: int) -> tuple[int, int | None]:
    """Return where in the file what comes begins, and the file's length, None where that is not known.

    Raises :class:`_Restart` for what is no continuation of what is there, and :class:`Failure` for no file at all.
    """
    code = response.status_code
    if code == 200:
        return 0, _length(response)
    if code != 206:
        reason = re.sub(r"[^\x20-\x7e]", "?", response.reason or "")[:80]
        raise Failure(f"status {code} {reason}".rstrip(), attempts=float("inf") if code in _PASSING else 1)
    if have and partial.validator:
        seen = _validator(response)
        # of these two a part must repeat the tag, and may leave the date out (RFC 9110, 15.3.7)
        if seen != partial.validator and (seen or partial.validator.startswith('"')):
            raise _Restart("it is another file now")
    part = re.fullmatch(r"bytes (\d{1,18})-(\d{1,18})/(\d{1,18}|\*)", response.headers.get("Content-Range", "").strip())
    if not have or part is None or int(part[1]) != have or "multipart" in response.headers.get("Content-Type", ""):
        raise _Restart("it sent another part of the file than was asked for")
    start, end, total = int(part[1]), int(part[2]), partial.total if part[3] == "*" else int(part[3])
    if partial.total not in (None, total) or (total is not None and end >= total):
        raise _Restart("it has another length now")
    if _length(response) not in (None, end + 1 - start):
        raise _Restart("it announces another length than that of the part it sends")
    return start, total


def _length(response: requests.Response) -> int | None:
    text = response.headers.get("Content-Length", "")
    if re.fullmatch(r"[0-9]{1,18}", text):
        return int(text)
    if text:
        raise Failure(f"it announces a length of {text[:40]!r} bytes")
    return None


def _validator(response: requests.Response) -> str | None:
    tag = response.headers.get("ETag", "")
    return str(tag) if tag.startswith('"') else response.headers.get("Last-Modified")


def _free(path: str) -> int:
    return shutil.disk_usage(os.path.dirname(path) or ".").free


def _check_room(path: str, length: int | None) -> None:
    """Raise :class:`Failure` where a file of a length does not fit on the disk, beside what is there of it."""
    if length is None:
        return
    free = _free(path)
    have = os.path.getsize(path) if os.path.exists(path) else 0
    if length > free + have:
        raise Failure(f"{length} bytes are announced, and {free} are free on the disk")


def _check_beginning(response: requests.Response, first: bytes, name: str) -> None:
    """Raise :class:`Failure` for a web page (of a proxy, or an error) in the place of a file that is none."""
    page = "html" in response.headers.get("Content-Type", "") and first.lstrip().startswith(b"<")
    if page and os.path.splitext(name)[1].lower() not in _PAGES:
        raise Failure("a web page came instead of the file")


def _content(response: requests.Response, encoded: bool) -> Iterator[bytes]:
    if not hasattr(response.raw, "read1") or not hasattr(response.raw, "stream"):
        return iter(response.iter_content(_PIECE))  # urllib3 before 2, and what programs put in its place
    return _unpacked(response) if encoded else _pieces(response)


def _pieces(response: requests.Response) -> Iterator[bytes]:
    """Yield what comes as soon as it does: a server that sends byte by byte must not go unnoticed."""
    while piece := response.raw.read1(_PIECE, decode_content=False):
        yield piece


def _unpacked(response: requests.Response) -> Iterator[bytes]:
    """Yield what comes with its compression undone, as far as no bomb does it."""
    packed = done = 0
    for piece in _pieces_decoded(response):
        packed, done = response.raw.tell(), done + len(piece)
        with _as_failure():
            check_growth(done, packed)
        yield piece


def _pieces_decoded(response: requests.Response) -> Iterator[bytes]:
    encoding = _encoding(response)
    if encoding not in ("gzip", "x-gzip", "deflate"):
        raise Failure(f"it comes in the encoding {encoding[:40]!r}, which was not asked for")
    decoder = zlib.decompressobj(47)
    with _as_failure():
        for piece in _pieces(response):
            while piece:
                if decoder.eof:  # gzip may be several in a row
                    decoder = zlib.decompressobj(47)
                yield decoder.decompress(piece, 1 << 20)
                piece = decoder.unconsumed_tail or decoder.unused_data
        yield decoder.flush()
        if not decoder.eof:
            raise EOFError("it ends early")


@contextmanager
def _as_failure() -> Iterator[None]:
    try:
        yield
    except (zlib.error, gzip.BadGzipFile, EOFError, ValueError) as error:
        raise Failure(f"it cannot be decompressed: {error}", attempts=2) from error


def _copy(pieces: Iterator[bytes], stream: IO[bytes], bar: Progress, limit: int | None, watch: Watch) -> bytes:
    """Write what comes; return how it begins. :class:`Failure` where it is too slow, or longer than ``limit``."""
    since, received, total, first = time.monotonic(), 0, 0, b""
    for piece in pieces:
        first = first or piece[:16]
        view = memoryview(piece)
        while view:
            view = view[stream.write(view) :]
        bar.advance(len(piece))
        watch.alive()
        received, total = received + len(piece), total + len(piece)
        if limit is not None and total > limit:
            raise _Overflow(f"more than {limit} bytes came, and no length was announced")
        if time.monotonic() - since > reach.SILENCE:
            if received < SLOWEST * reach.SILENCE:
                raise Failure(f"only {received} bytes came in {reach.SILENCE:g} seconds", attempts=2)
            since, received = time.monotonic(), 0
    return first


def is_of_disk(error: OSError) -> bool:
    """Tell whether an error is of the disk or its permissions, which another address does not help."""
    return error.errno in _OF_DISK


# -- connections that end when nothing of the file comes ---------------------------------------------------------------


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
        response = session.get(address, **options)
    if watch.is_over():  # nobody waits for the answer any more
        response.close()
    return response


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
            response = super().send(*args, **kwargs)
            if response.is_redirect:
                response.raw.close()
                response.raw = io.BytesIO()  # requests would read the body, however long
            return response

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
