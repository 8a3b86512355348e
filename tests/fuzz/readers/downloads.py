"""Answers of hostile servers to downloads: each case is what a server says to one request after the other."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import json
import os
import random
import time
from pathlib import Path
from typing import Any
from unittest import mock

from mxnet.core.downloads import DownloadError, Source, fetch, fetching, reach
from mxnet.core.files import archives

from ... import loopback
from ..reader import SERVERS, Files, reader

#: the file as it is, and as it was changed to meanwhile, and parts of them by name
_FILES = {"old": bytes(range(256)) * 20, "new": b"another" * 600}
_SIZE, _AT = len(_FILES["old"]), 1000
_SHA1 = hashlib.sha1(_FILES["old"]).hexdigest()
#: seconds of silence after which a server is given up, and of all that one may cost, on a busy machine
_SILENCE, _LONGEST = 0.3, 90.0
#: how many bytes a server sends, of those that it says it sends without end
_ENDLESS = 1 << 22
_PIECE = 1 << 14

Item = Any


def _answer(code: int, *headers: str, body: list[Item] | None = None) -> dict[str, Any]:
    return {"head": [f"HTTP/1.1 {code} Answer", *headers], "body": body or []}


def _sent(item: Item) -> tuple[bytes, int]:
    """Return the bytes of one item of a body, and how often they are sent; a number is a pause."""
    if isinstance(item, list) and len(item) == 3 and item[0] in _FILES:
        begin, end = (each if isinstance(each, int) else None for each in item[1:])
        return _FILES[item[0]][begin:end], 1
    if isinstance(item, list) and len(item) == 2 and item[0] == "bomb":
        return gzip.compress(bytes(int(str(item[1])[:8]) % (1 << 27))), 1
    if isinstance(item, list) and len(item) == 2:
        piece = str(item[0])[:9999].encode("latin-1", "replace")
        count = _ENDLESS if item[1] is None else min(int(item[1]), _ENDLESS)
        return piece * (_PIECE // max(len(piece), 1)), count // _PIECE
    return str(item).encode("latin-1", "replace"), 1


def _serve(answers: list[Any]) -> loopback.Answer:
    def send(handler: Any, number: int) -> None:
        answer = answers[min(number, len(answers) - 1)]
        handler.close_connection = True
        start = handler.start_of_range()
        with contextlib.suppress(ValueError, TypeError, KeyError, OSError):
            head = "\r\n".join(map(str, answer["head"])).replace("{start}", str(start))
            handler.wfile.write(head.encode("latin-1", "replace") + b"\r\n\r\n")
            for item in answer["body"]:
                if isinstance(item, (int, float)):
                    handler.server.over.wait(min(item, 3.0))
                    continue
                piece, count = _sent(item)
                for _ in range(count):
                    handler.wfile.write(piece)

    return send


_LENGTH = f"Content-Length: {_SIZE}"
_TAG, _RANGE = 'ETag: "first"', f"Content-Range: bytes {_AT}-{_SIZE - 1}/{_SIZE}"
_PARTS = "Content-Type: multipart/byteranges; boundary=x"
_CUT = _answer(200, _LENGTH, _TAG, body=[["old", 0, _AT]])
_REST = ["old", _AT, None]
_WHOLE = _answer(200, _LENGTH, _TAG, body=[["old", 0, None]])
#: answers to the request for the rest of a file; the number is of bytes that they are about
_CONTINUATIONS = [
    _answer(206, "Content-Length: 9", _RANGE, _TAG, body=[["old", _AT, _AT + 9]]),
    _answer(206, "Content-Length: 0", _RANGE, _TAG),
    _answer(206, "Content-Length: 9", _RANGE, _TAG, body=[["old", _AT, _AT + 999]]),
    _answer(206, "Content-Length: 9", f"Content-Range: bytes {_AT}-{_AT + 8}/{_SIZE}", body=[["old", _AT, _AT + 9]]),
    _answer(206, "Content-Length: 9", f"Content-Range: bytes {_AT}-{_AT + 8}/*", body=[["old", _AT, _AT + 9]]),
    _answer(206, f"Content-Range: bytes {_AT}-{_SIZE - 1}/{_SIZE}", body=[["old", _AT, _AT + 9]]),
    *(_answer(200, "Content-Length: 0", tag) for tag in (_TAG, 'ETag: "other"')),
    *(_answer(416, f"Content-Range: bytes */{n}") for n in (0, 9, _AT, _AT - 1, _SIZE, 2**62, -1, "x")),
    _answer(416),
    _answer(206, 'ETag: "other"', _RANGE, body=[["new", _AT, None]]),
    _answer(206, 'ETag: W/"first"', _RANGE, body=[_REST]),
    *(_answer(206, _TAG, f"Content-Range: bytes {_AT}-{n - 1}/{n}", body=[_REST]) for n in (9, _AT + 9, 2**60, 10**30)),
    _answer(206, _TAG, f"Content-Range: bytes 0-{_SIZE - 1}/{_SIZE}", body=[["old", 0, None]]),
    _answer(206, _TAG, _PARTS, body=["--x\r\n" + _RANGE + "\r\n\r\n", _REST, "\r\n--x--"]),
    _answer(206, _TAG, _RANGE, _PARTS, body=["--x\r\n\r\n", _REST]),
    _answer(206, _TAG, _RANGE, "Content-Encoding: gzip", body=[["bomb", 1 << 26]]),
    _answer(206, _TAG, _RANGE, "Transfer-Encoding: chunked", body=["fd8\r\n", _REST, "\r\n0\r\n\r\n"]),
    _answer(206, _TAG, _RANGE, body=[_REST, ["x", None]]),
    *(_answer(code) for code in (304, 204, 205, 100, 0, 999, 206)),
]  # fmt: skip
_LENGTHS = ("-1", "1e3", "9" * 5000, 2**62, 2**31, "0x10", "1, 2", "")
_PLACES = ("", "file:///etc/passwd", "//", "http://[::1", "ftp://a/b", "\\", "x" * 9999)
_FIRST = [
    *(_answer(200, f"Content-Length: {n}", body=[["old", 0, None]]) for n in _LENGTHS),
    _answer(200, "Content-Length: 9", "Content-Length: 7", body=["123456789"]),
    _answer(200, "Transfer-Encoding: chunked", body=["5\r\nabcde\r\n0\r\n", ["X: a\r\n", None]]),
    _answer(200, "Transfer-Encoding: chunked", body=["5\r\nabcde\r\n0\r\n", *["X: a\r\n", 0.1] * 40]),
    _answer(200, "Transfer-Encoding: chunked", body=["5;", ["a" * 99, None]]),
    _answer(200, "Transfer-Encoding: chunked", body=["F" * 5000 + "\r\nabc"]),
    _answer(200, "Transfer-Encoding: chunked", body=["-5\r\nabcde\r\n0\r\n\r\n"]),
    _answer(200, "Transfer-Encoding: chunked", body=["1\r\na\r\n" * 2000, "0\r\n\r\n"]),
    *(_answer(code, "Location: /a.bin") for code in (301, 302, 303, 307, 308)),
    *(_answer(302, f"Location: {to}") for to in _PLACES),
    _answer(302, "Location: /a.bin", body=[["x", None]]),
    _answer(302, "Location: /a.bin", "Transfer-Encoding: chunked", body=[["5\r\nabcde\r\n", None]]),
    _answer(302, "Location: /a.bin", "Content-Length: 99999", body=[3.0]),
    _answer(302),
    {"head": ["HTTP/1.1 100 Continue\r\n"] * 5000 + _WHOLE["head"], "body": _WHOLE["body"]},
    {"head": ["HTTP/1.1 103 Early\r\nLink: a\r\n"] * 3 + _WHOLE["head"], "body": _WHOLE["body"]},
    {"head": ["HTTP/1.1 100 Continue"], "body": [["HTTP/1.1 100 Continue\r\n\r\n", None]]},
    {"head": ["HTTP/1.1 100 Continue"], "body": ["HTTP/1.1 100 Continue\r\n\r\n", 0.1] * 40},
    {"head": ["HTTP/1.1 200 OK"], "body": []},
    {"head": ["HTTP/1.1 200 OK\r\nX: " + "a" * (1 << 20)], "body": []},
    {"head": ["HTTP/1.1 200 OK", *(f"X-{i}: a" for i in range(5000))], "body": []},
    {"head": ["HTTP/9.9 200"], "body": []},
    {"head": ["<html>"], "body": []},
    {"head": [""], "body": []},
    _answer(200, "Content-Type: text/html", body=["<html>"]),
    _answer(200, "Content-Encoding: gzip", body=[["bomb", 1 << 26]]),
    _answer(200, "Content-Encoding: gzip, gzip", body=[["bomb", 1 << 26]]),
    _answer(200, "Content-Encoding: br", body=["abc"]),
    _answer(200, _LENGTH, body=["a", 3.0]),
    _answer(200, _LENGTH, body=["a", 0.1] * 40),
    _answer(200, body=["a", 0.1] * 40),
    _answer(200, body=[["x" * 999, None]]),
    _answer(401, "WWW-Authenticate: Basic realm=x"),
    _answer(407, "Proxy-Authenticate: Basic"),
    _answer(503, "Retry-After: 99999"),
    _answer(200, _LENGTH, 'Set-Cookie: a="' + "x" * 60000, body=[["old", 0, None]]),
]  # fmt: skip


def _case(*answers: dict[str, Any], checked: bool = False) -> Files:
    return {"answers.json": json.dumps({"checked": checked, "answers": answers}).encode()}


def _wholes() -> list[Files]:
    resumed = _answer(206, f"Content-Length: {_SIZE - _AT}", _TAG, _RANGE, body=[_REST])
    return [_case(*each, checked=checked) for each in ([_WHOLE], [_CUT, resumed]) for checked in (False, True)]


def _hostile() -> list[Files]:
    return [_case(_CUT, each, _WHOLE) for each in _CONTINUATIONS] + [_case(each) for each in _FIRST]


# -- servers that are honest, and whose file changes ----------------------------------------------------------------


def _honest(dice: random.Random) -> Files:
    """Return answers that say of their bytes what is true, of a file that changes, over connections that break."""
    answers: list[dict[str, Any]] = []
    for _ in range(dice.choice((2, 3, 4))):
        name = dice.choice(("old", "old", "new"))
        size = len(_FILES[name])
        tag = dice.choice((f'ETag: "{name}"', f"Last-Modified: {name}", f'ETag: W/"{name}"'))
        cut = dice.choice((0, 1, _AT, size - 1, size, size, dice.randrange(size)))
        begin = min(sum(_cut_of(each) for each in answers), size - 1) if dice.random() < 0.7 else 0
        if begin and dice.random() < 0.8:
            place = f"Content-Range: bytes {begin}-{size - 1}/{size}"
            answers.append(
                _answer(206, f"Content-Length: {size - begin}", tag, place, body=[[name, begin, begin + cut]])
            )
        else:
            answers.append(_answer(200, f"Content-Length: {size}", tag, body=[[name, 0, cut]]))
    return {"answers.json": json.dumps({"honest": True, "answers": answers}).encode()}


def _cut_of(answer: dict[str, Any]) -> int:
    return int(answer["body"][0][2] - answer["body"][0][1])


def _dishonest(dice: random.Random) -> Files:
    answers = [dice.choice((_CUT, _WHOLE, dice.choice(_FIRST))), dice.choice(_CONTINUATIONS), _WHOLE]
    answers = [{key: list(each[key]) for key in ("head", "body")} for each in answers]
    for _ in range(dice.choice((1, 2, 3))):
        changed = dice.choice(answers)
        other = dice.choice((*_CONTINUATIONS, *_FIRST))
        if dice.random() < 0.6:
            changed["head"].append(dice.choice(other["head"][1:] or [_TAG]))
        else:
            changed["body"] = other["body"]
    return _case(*answers[: dice.choice((1, 2, 3))], checked=dice.random() < 0.5)


@reader(
    "downloads",
    _wholes,
    _hostile,
    lambda dice: (_honest if dice.random() < 0.5 else _dishonest)(dice),
    also=(DownloadError,),
    names_file=False,
)
def _download(folder: Path) -> None:
    content = (folder / "answers.json").read_bytes()
    try:
        case = json.loads(content)
        answers = [
            each for each in case["answers"] if isinstance(each["head"], list) and isinstance(each["body"], list)
        ]
    except (ValueError, KeyError, TypeError):
        return  # it is no case: the file was changed
    target = folder / "out" / "a.bin"
    with loopback.Site() as site, contextlib.ExitStack() as stack:
        url = site.url("a.bin")
        site.files[url] = _serve(answers or [_WHOLE])
        SERVERS.add(site.server_port)
        stack.enter_context(mock.patch.dict(os.environ, {**site.environment(), "MXNET_GLUON_REPO": ""}))
        waits = any(isinstance(item, (int, float)) for each in answers for item in each["body"])
        stack.enter_context(mock.patch.object(reach, "SILENCE", _SILENCE if waits else 20.0))
        stack.enter_context(mock.patch.object(fetching, "PAUSE", 0.0))
        stack.enter_context(mock.patch.object(archives, "_ALWAYS", 1 << 22))
        began = time.monotonic()
        source = Source(url, str(target), _SHA1 if case.get("checked") is True else None)
        try:
            fetch([source], target.exists, attempts=2)
        finally:
            assert time.monotonic() - began < _LONGEST, "a server can keep a download for long"
            left = sorted(path.name for path in target.parent.iterdir())
            if source.sha1 is None or target.exists():
                assert left in ([], ["a.bin"]), f"left behind: {left}"
            assert source.sha1 is None or not target.exists() or target.read_bytes() == _FILES["old"]
            if case.get("honest") is True and target.exists():
                assert target.read_bytes() in _FILES.values(), "parts of two files are glued together"
