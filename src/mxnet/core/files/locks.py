"""Locks between processes, by the operating system: it releases what a killed process held."""

import contextlib
import errno
import os
import sys
import time
from collections.abc import Callable, Iterator
from typing import IO, Any

from ..interruptions import error_of

#: what a system says for a lock that another one holds
_HELD = {errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK}


if sys.platform == "win32":
    import msvcrt

    def lock_handle(handle: int) -> None:
        """Lock an open file; :class:`OSError` where another process, or another handle, holds the lock."""
        os.lseek(handle, 1 << 30, os.SEEK_SET)  # behind the text, which others must be able to read
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        os.lseek(handle, 0, os.SEEK_SET)
else:
    import fcntl

    def lock_handle(handle: int) -> None:
        """Lock an open file; :class:`OSError` where another process, or another handle, holds the lock."""
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextlib.contextmanager
def one_at_a_time(path: str, waits: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Run the block in one process, and one thread, at a time for the same ``path``, which names the lock file.

    ``waits`` is called once if another one is in the block. The file is removed at the end; one that a killed process
    left behind locks nothing. Raises :class:`OSError` where the file cannot be created. On file systems without locks
    the block runs at once.
    """
    stream = _acquire(path, waits)
    try:
        yield
    finally:
        _release(path, stream)


def _acquire(path: str, waits: Callable[[], None]) -> IO[Any]:
    waited = False
    while True:
        # an object that closes itself: a signal may come before it is stored
        stream = open(path, "a+b", buffering=0, opener=_no_link)  # noqa: SIM115
        error = error_of(lambda: lock_handle(stream.fileno()), OSError)  # noqa: B023
        if _is_at(path, stream.fileno()) if error is None else error.errno not in _HELD:
            return stream
        stream.close()
        if error is None:
            continue  # its owner removed it between the two calls
        if not waited:
            waits()
            waited = True
        time.sleep(0.05)


def _no_link(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o666)


def _is_at(path: str, handle: int) -> bool:
    try:
        return os.path.samestat(os.stat(path), os.fstat(handle))
    except FileNotFoundError:
        return False


def _release(path: str, stream: IO[Any]) -> None:
    try:
        if sys.platform != "win32":
            with contextlib.suppress(OSError):
                os.unlink(path)
            with contextlib.suppress(OSError):  # a process that was forked meanwhile has a copy of the handle
                fcntl.flock(stream.fileno(), fcntl.LOCK_UN)
    finally:
        stream.close()
    if sys.platform == "win32":  # which removes no open file
        with contextlib.suppress(OSError):
            os.unlink(path)
