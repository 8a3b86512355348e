"""A server of files on the loopback address, good or bad, which notes what it is asked for."""

from __future__ import annotations

import contextlib
import gzip
import http.server
import re
import threading
from collections.abc import Callable
from typing import Any

#: MXNet's repository of models and data sets, by the name that the proxy knows
REPOSITORY = "http://repository.test/"
Answer = Callable[["_Handler", int], None]


class Site(http.server.ThreadingHTTPServer):
    """Answers for addresses: bytes, or a function of the handler and of how often it was asked before.

    It serves its own addresses (``site.url("a.bin")``), and as a proxy those of every ``http://`` host.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.files: dict[str, bytes | Answer] = {}
        #: the addresses that were asked for, in order, and the headers with them
        self.asked: list[str] = []
        self.headers: list[dict[str, str]] = []
        self.over = threading.Event()

    def __enter__(self) -> Site:
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.shutdown()
        self.server_close()

    def handle_error(self, *_: object) -> None:
        """Say nothing of clients that have gone."""

    def environment(self) -> dict[str, str]:
        """Return the variables with which a program asks this server for everything."""
        proxy = f"http://127.0.0.1:{self.server_port}"
        return {
            "MXNET_OFFLINE": "",
            "MXNET_GLUON_REPO": REPOSITORY,
            **{f"{scheme}_proxy": proxy for scheme in ("http", "https", "HTTP", "HTTPS")},
            "no_proxy": "127.0.0.1",
            "NO_PROXY": "127.0.0.1",
        }

    def url(self, path: str) -> str:
        """Return an address of this server itself."""
        return f"http://127.0.0.1:{self.server_port}/{path}"


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Site

    def do_GET(self) -> None:
        """Answer."""
        address = self.path if "://" in self.path else self.server.url(self.path[1:])
        number = self.server.asked.count(address)
        self.server.asked.append(address)
        self.server.headers.append(dict(self.headers))
        answer = self.server.files.get(address, status(404))
        with contextlib.suppress(ConnectionError):
            (good(answer) if isinstance(answer, bytes) else answer)(self, number)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""

    def send(self, code: int, content: bytes = b"", length: int | str | None = -1, **headers: str) -> None:
        """Send a complete answer; ``length`` is the one to announce, None: none."""
        self.send_response(code)
        length = len(content) if length == -1 else length
        if length is None or length != len(content):
            self.close_connection = True
        if length is not None:
            self.send_header("Content-Length", str(length))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(content)

    def start_of_range(self) -> int:
        """Return from which byte on the file is wanted."""
        found = re.match(r"bytes=(\d+)-$", self.headers.get("Range", ""))
        return int(found[1]) if found else 0


def good(content: bytes, **headers: str) -> Answer:
    """Send a file, or the part that is asked for."""

    def answer(handler: _Handler, _: int) -> None:
        start, size = handler.start_of_range(), len(content)
        if start >= size > 0:
            handler.send(416, Content_Range=f"bytes */{size}")
        elif start:
            handler.send(206, content[start:], Content_Range=f"bytes {start}-{size - 1}/{size}", **headers)
        else:
            handler.send(200, content, **headers)

    return answer


def cut_off(content: bytes, at: int, times: int = 1, then: Answer | None = None, **headers: str) -> Answer:
    """Close the connection behind ``at`` bytes of the file, so many times, and be good afterwards."""

    def answer(handler: _Handler, number: int) -> None:
        if number >= times:
            (then or good(content, **headers))(handler, number)
            return
        start = handler.start_of_range()
        more = {"Content_Range": f"bytes {start}-{len(content) - 1}/{len(content)}"} if start else {}
        handler.send(206 if start else 200, content[start : start + at], len(content) - start, **more, **headers)

    return answer


def status(code: int, times: float = float("inf"), content: bytes = b"", **headers: str) -> Answer:
    """Answer with a status, so many times, and be good with the content afterwards."""

    def answer(handler: _Handler, number: int) -> None:
        if number < times:
            handler.send(code, b"sorry", **headers)
        else:
            handler.send(200, content)

    return answer


def redirect(to: str) -> Answer:
    """Send the client elsewhere."""
    return lambda handler, _: handler.send(302, Location=to)


def stalled(content: bytes = b"", pieces: int = 1, pause: float = 5.0, length: int = 99) -> Answer:
    """Send the head and the content in pieces with pauses between, then nothing more."""

    def answer(handler: _Handler, _: int) -> None:
        handler.send(200, b"", length)
        for i in range(pieces):
            handler.wfile.write(content[i * len(content) // pieces : (i + 1) * len(content) // pieces])
            handler.server.over.wait(pause)

    return answer


def endless_head(handler: _Handler, _: int) -> None:
    """Send line after line of an answer's head, each in time."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
    for i in range(90):
        handler.wfile.write(f"X-{i}: a\r\n".encode())
        if handler.server.over.wait(0.2):
            return


def compressed(content: bytes) -> Answer:
    """Send a file compressed, in two halves, whatever was asked for."""
    packed = b"".join(gzip.compress(half) for half in (content[: len(content) // 2], content[len(content) // 2 :]))
    return lambda handler, _: handler.send(200, packed, Content_Encoding="gzip")


def bomb(size: int) -> Answer:
    """Send a few bytes that decompress to very many."""
    content = gzip.compress(bytes(size))
    return lambda handler, _: handler.send(200, content, Content_Encoding="gzip")


def announced(content: bytes, length: int | str | None) -> Answer:
    """Send a file with another announced length, or none."""
    return lambda handler, _: handler.send(200, content, length)


def page() -> Answer:
    """Send a web page with a good status."""
    text = b"<!DOCTYPE html><html><body>Please log in</body></html>"
    return lambda handler, _: handler.send(200, text, Content_Type="text/html; charset=utf-8")
