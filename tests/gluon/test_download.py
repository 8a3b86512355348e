"""Downloads from servers that stall, stop or say nothing end with an error; what comes has the usual permissions."""

from __future__ import annotations

import gzip
import os
import socket
import stat
import threading
import time

import pytest
from mxnet import test_utils
from mxnet.base import MXNetError
from mxnet.gluon import download as module
from mxnet.gluon.utils import download

HEAD = b"HTTP/1.1 200 OK\r\nConnection: close\r\n"


@pytest.fixture
def serve(monkeypatch):
    """Start a server that answers every connection with pieces, each after a pause, and ends or goes on hanging."""
    monkeypatch.setattr(module, "SILENCE", 0.5)
    monkeypatch.setattr(test_utils.iterators, "SILENCE", 0.5)
    over = threading.Event()
    threads = []
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(0.1)

        def serve(*pieces, pause=0.0, hang=False):
            def answer():
                while not over.is_set():
                    try:
                        connection, _ = listening.accept()
                    except TimeoutError:
                        continue
                    with connection:
                        connection.settimeout(5)
                        try:
                            while pieces and b"\r\n\r\n" not in connection.recv(4096):
                                pass
                            for piece in pieces:
                                connection.sendall(piece)
                                over.wait(pause)
                            if hang:
                                over.wait(5)
                        except OSError:
                            pass  # the client has gone

            threads.append(threading.Thread(target=answer))
            threads[-1].start()
            return f"http://127.0.0.1:{listening.getsockname()[1]}/a.bin"

        yield serve
        over.set()
        for thread in threads:
            thread.join()


@pytest.fixture(params=["gluon", "test_utils"])
def get(request, tmp_path):
    """Return a function that downloads to ``a.bin``."""
    if request.param == "gluon":
        return lambda url: download(url, path=str(tmp_path / "a.bin"), retries=0)
    return lambda url: test_utils.download(url, fname=str(tmp_path / "a.bin"), retries=1)


STALLS = {
    "says nothing": ((), 0.0, True),
    "stops after the head": ((HEAD + b"Content-Length: 9\r\n\r\n",), 0.0, True),
    "stops within the body": ((HEAD + b"Content-Length: 9\r\n\r\n", b"abc"), 0.0, True),
    "sends byte by byte": ((HEAD + b"Content-Length: 99\r\n\r\n", *[b"a"] * 40), 0.1, False),
    "ends too early": ((HEAD + b"Content-Length: 9\r\n\r\n", b"abc"), 0.0, False),
}


@pytest.mark.parametrize("case", STALLS)
def test_servers_that_stall(serve, get, tmp_path, case):
    pieces, pause, hang = STALLS[case]
    url = serve(*pieces, pause=pause, hang=hang)
    begun = time.monotonic()
    with pytest.raises(OSError):
        get(url)
    assert time.monotonic() - begun < 4
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("case", "text"),
    [("says nothing", "silent for 0.5 seconds"), ("sends byte by byte", "only [0-9]+ bytes came in 0.5 seconds")],
)
def test_the_error_says_what_happened(serve, tmp_path, case, text):
    pieces, pause, hang = STALLS[case]
    url = serve(*pieces, pause=pause, hang=hang)
    with pytest.raises(MXNetError, match=f"{url}: .*{text}"):
        download(url, path=str(tmp_path), retries=0)


@pytest.mark.parametrize(
    "answer",
    [
        HEAD + b"Content-Length: 3\r\n\r\nabc",
        HEAD + b"\r\nabc",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n2\r\nbc\r\n0\r\n\r\n",
    ],
)
def test_good_answers(serve, get, tmp_path, answer):
    get(serve(answer))
    assert (tmp_path / "a.bin").read_bytes() == b"abc"


def test_a_packed_answer_is_unpacked(serve, tmp_path):
    content = os.urandom(1000) + bytes(10**6)
    packed = gzip.compress(content)
    head = HEAD + f"Content-Encoding: gzip\r\nContent-Length: {len(packed)}\r\n\r\n".encode()
    download(serve(head, packed), path=str(tmp_path / "a.bin"))
    assert (tmp_path / "a.bin").read_bytes() == content


def test_permissions_are_the_usual_ones(serve, get, tmp_path):
    url = serve(HEAD + b"Content-Length: 3\r\n\r\nabc")
    before = os.umask(0o027)
    try:
        get(url)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a.bin").stat().st_mode) == 0o640
