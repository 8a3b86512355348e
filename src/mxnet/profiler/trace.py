"""The trace file: a JSON text for ``chrome://tracing`` and Perfetto, to which events can be added.

https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU (Trace Event Format)
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterable
from typing import Any

from ..core.files import atomic_write
from ..core.paths import exists

_HEAD = '{\n    "traceEvents": [\n'
_TAIL = '\n    ],\n    "displayTimeUnit": "ms"\n}\n'

Event = dict[str, Any]


class Trace:
    """A trace file, whole after every :meth:`append`, also a failed one; the first replaces a file that is there."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._begun = self._empty = False
        self._named: set[int] = set()

    def append(self, events: Iterable[Event]) -> None:
        """Write events at the end; OSError where the file cannot be written."""
        texts = []
        named = set(self._named)
        for event in events:
            if event["pid"] not in named:
                named.add(event["pid"])
                title = {"name": event.get("process") or event["cat"]}
                texts.append(json.dumps({"ph": "M", "args": title, "pid": event["pid"], "name": "process_name"}))
            event.pop("process", None)
            texts.append(json.dumps(event))
        if not self._begun or not exists(self.path):
            with atomic_write(self.path) as stream:
                stream.write((_HEAD + ",\n".join(texts) + _TAIL).encode())
            self._begun, self._empty = True, not texts
        elif texts:
            self._extend((("" if self._empty else ",\n") + ",\n".join(texts) + _TAIL).encode())
            self._empty = False
        self._named = named

    def _extend(self, content: bytes) -> None:
        with open(self.path, "r+b", buffering=0) as stream:
            end = stream.seek(-len(_TAIL), os.SEEK_END)
            try:
                while content:
                    content = content[stream.write(content) :]
            except OSError:  # a full disk: what the file had before fits
                stream.seek(end)
                stream.write(_TAIL.encode())
                stream.truncate()
                raise


def process_number(name: str) -> int:
    """Return the number under which a trace shows what belongs to a device or a domain."""
    return zlib.crc32(name.encode())
