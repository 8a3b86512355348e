"""Patches of files whose lines change and whose number of lines does not, for ``patch -p0``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

#: how many lines around a change are shown
_AROUND = 3


class Text(NamedTuple):
    """The text of a file, its lines separated by line feeds; ``encoding`` and ``line_end`` are those of the file.

    ``line_end`` is a tuple where the file has several.
    """

    text: str
    encoding: str
    line_end: str | tuple[str, ...]


def patch(file: str, before: Text, after: str) -> bytes:
    """Return a unified patch, in the file's own encoding and with its own line ends; nothing for equal texts.

    ``file`` is a name without control characters, quotes and backslashes, which no patch can have, and its lines all
    end alike.
    """
    mark = "\ufeff" if before.encoding == "utf-8-sig" else ""
    old, new = f"{mark}{before.text}".split("\n"), f"{mark}{after}".split("\n")
    hunks = "".join(_hunks(old, new, str(before.line_end))).encode("utf-8" if mark else before.encoding)
    name = f"{file}\t" if " " in file else file  # which ends a name that has blanks
    return f"--- {name}\n+++ {name}\n".encode() + hunks if hunks else b""


def _hunks(before: list[str], after: list[str], line_end: str) -> Iterator[str]:
    changed = [i for i, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    count = len(before) if before[-1] else len(before) - 1
    at = 0
    while at < len(changed):
        end = at + 1
        while end < len(changed) and changed[end] - changed[end - 1] <= 2 * _AROUND:
            end += 1
        first, stop = max(changed[at] - _AROUND, 0), min(changed[end - 1] + _AROUND + 1, count)
        yield f"@@ -{first + 1},{stop - first} +{first + 1},{stop - first} @@\n"
        for i in range(first, stop):
            tail = line_end if i < len(before) - 1 else "\n\\ No newline at end of file\n"
            if before[i] == after[i]:
                yield f" {before[i]}{tail}"
            else:
                yield from (f"-{before[i]}{tail}", f"+{after[i]}{tail}")
        at = end
