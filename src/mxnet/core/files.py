"""Writing files so that a crash leaves the old one whole.

Whatever the library writes goes to a file beside the target, which is renamed over it when it is complete. Several
files that belong together (a symbol, its parameters, the optimizer's states) are renamed together at the end:

>>> with written_together():
...     with atomic_write("net-symbol.json") as stream: ...
...     with atomic_write("net-0001.params") as stream: ...
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import stat
import threading
from collections.abc import Iterator
from typing import IO, Any


class _Waiting(threading.local):
    """The finished files of this thread's ``written_together`` blocks: ``(temporary, target)`` pairs."""

    pairs: list[tuple[str, str]] | None = None


_waiting = _Waiting()


@contextlib.contextmanager
def atomic_write(path: str | os.PathLike[str], mode: str = "wb", encoding: str | None = None) -> Iterator[IO[Any]]:
    """Open a file to write that replaces ``path`` when the block ends, and vanishes when the block raises.

    ``mode`` is ``'wb'`` or ``'w'``. A link keeps pointing at the file it names; a device or a pipe is written
    directly. Inside :func:`written_together` the replacement waits for the end of that block.

    Raises :class:`OSError` when the folder does not exist or may not be written.
    """
    target = os.path.realpath(path)
    if os.path.exists(target) and not stat.S_ISREG(os.stat(target).st_mode):
        with open(target, mode, encoding=encoding) as stream:
            yield stream
        return
    temporary = os.path.join(os.path.dirname(target), f".{os.path.basename(target)[:100]}.{secrets.token_hex(6)}.tmp")
    try:
        with open(temporary, mode.replace("w", "x"), encoding=encoding) as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        if os.path.exists(target):
            shutil.copymode(target, temporary)
        if _waiting.pairs is None:
            os.replace(temporary, target)
        else:
            _waiting.pairs.append((temporary, target))
    except BaseException:
        _remove(temporary)
        raise


@contextlib.contextmanager
def written_together() -> Iterator[None]:
    """Hold the replacements of all :func:`atomic_write` in the block back until it ends; none happens if it raises.

    The data are complete on disk before the first file is replaced, so what a crash can separate is only the
    instants between renames. Blocks nest; the outermost one replaces.
    """
    if _waiting.pairs is not None:
        yield
        return
    pairs: list[tuple[str, str]] = []
    _waiting.pairs = pairs
    try:
        yield
        while pairs:
            os.replace(*pairs[0])
            pairs.pop(0)
    finally:
        _waiting.pairs = None
        for temporary, _ in pairs:
            _remove(temporary)


def _remove(path: str) -> None:
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)
