"""Readers with the faults that the fuzzer is there to find: what it does not find in them it does not find at all."""

from __future__ import annotations

import os
import pickle
import struct
import time
from pathlib import Path

import mxnet as mx

from .reader import Files, reader


def _files() -> list[Files]:
    return [{"a.bin": b"1"}]


def _put(name: str, fault: str) -> None:
    @reader(name, _files, lambda: [{"a.bin": b"0"}])
    def read(folder: Path) -> object:
        if (folder / "a.bin").read_bytes() == b"1":
            return None
        return _FAULTS[fault](folder / "a.bin")


def _raise(error: Exception) -> None:
    raise error


def _own_error(path: Path) -> object:
    return mx.nd.load(str(path))


_FAULTS = {
    "a KeyError": lambda path: {}[path],
    "Python's ValueError": lambda path: int("x"),
    "a struct.error": lambda path: struct.unpack("<I", b""),
    "no file named": lambda path: mx.nd.load_frombuffer(b"1"),
    "a hang": lambda path: time.sleep(100),
    "a dead process": lambda path: os.abort(),
    "much memory": lambda path: len(bytearray(600 << 20)),
    "more memory than there is": lambda path: bytearray(1 << 45),
    "code": lambda path: os.system("true"),
    "an unpickler": lambda path: pickle.loads(pickle.dumps(Path)),
    "a file elsewhere": lambda path: open(path.parent.parent / "elsewhere", "w").close(),
    "nothing": _own_error,
}
for _fault in _FAULTS:
    _put(_fault, _fault)
