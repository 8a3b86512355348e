"""What the fuzzer knows of a reader: whole files to start from, hostile ones written by hand, and how it is called."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

#: the files of one case, by name
Files = dict[str, bytes]


@dataclass(frozen=True)
class Reader:
    """A reader of the project.

    ``read`` is called with the folder of the files; whatever it does with them may raise errors in our own words only.
    ``seeds`` makes whole files, which must be readable; ``crafted`` makes hostile ones; ``invent`` makes one of many
    from dice, where changes of bytes seldom pass a format's first check.
    """

    name: str
    read: Callable[[Path], object]
    seeds: Callable[[], list[Files]]
    crafted: Callable[[], Iterable[Files]]
    invent: Callable[[random.Random], Files] | None
    #: whether errors must name one of the files
    names_file: bool
    #: classes of errors that 1.9.1 raises here too, in our own words
    also: tuple[type[Exception], ...]
    #: the files to change; the others stay whole
    changes: tuple[str, ...]


READERS: dict[str, Reader] = {}
#: ports of this machine where the fuzzer itself serves: what readers may connect to
SERVERS: set[int] = set()


def reader(
    name: str,
    seeds: Callable[[], list[Files]],
    crafted: Callable[[], Iterable[Files]] = tuple,
    invent: Callable[[random.Random], Files] | None = None,
    names_file: bool = True,
    also: tuple[type[Exception], ...] = (),
    changes: tuple[str, ...] = (),
) -> Callable[[Callable[[Path], object]], Callable[[Path], object]]:
    """Put a function on the list of readers; a decorator."""

    def put(read: Callable[[Path], object]) -> Callable[[Path], object]:
        assert name not in READERS, f"there are two readers {name}"
        made = Reader(name, read, functools.cache(seeds), crafted, invent, names_file, also, changes)
        READERS[name] = made
        return read

    return put
