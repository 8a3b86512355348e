"""The trace file: a JSON text for ``chrome://tracing`` and Perfetto, to which events can be added.

https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU (Trace Event Format)
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterable
from typing import Any

_HEAD = '{\n    "traceEvents": [\n'
_TAIL = '\n    ],\n    "displayTimeUnit": "ms"\n}\n'

Event = dict[str, Any]


class Trace:
    """A trace file, whole after every :meth:`append`; the first one replaces a file that is there."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._begun = self._empty = False
        self._named: set[int] = set()

    def append(self, events: Iterable[Event]) -> None:
        """Write events at the end; OSError where the file cannot be written."""
        texts = []
        for event in events:
            if event["pid"] not in self._named:
                self._named.add(event["pid"])
                title = {"name": event.get("process") or event["cat"]}
                texts.append(json.dumps({"ph": "M", "args": title, "pid": event["pid"], "name": "process_name"}))
            event.pop("process", None)
            texts.append(json.dumps(event))
        if not self._begun or not os.path.exists(self.path):
            with open(self.path, "w", encoding="utf-8") as stream:
                stream.write(_HEAD + ",\n".join(texts) + _TAIL)
            self._begun, self._empty = True, not texts
        elif texts:
            with open(self.path, "r+", encoding="utf-8", newline="") as stream:
                stream.seek(os.path.getsize(self.path) - len(_TAIL))
                stream.write(("" if self._empty else ",\n") + ",\n".join(texts) + _TAIL)
            self._empty = False


def process_number(name: str) -> int:
    """Return the number under which a trace shows what belongs to a device or a domain."""
    return zlib.crc32(name.encode())
