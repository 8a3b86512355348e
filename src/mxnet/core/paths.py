"""What is at a path, and why it cannot be used.

The functions of :mod:`os.path` answer a signal handler's TimeoutError, an OSError, with no.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager

from .errors import MXNetError
from .interruptions import unless_interrupted

Path = str | os.PathLike[str]


def exists(path: Path) -> bool:
    """Return whether there is a file or a folder at a path, behind links."""
    return _mode(path) is not None


def is_folder(path: Path) -> bool:
    """Return whether there is a folder at a path, behind links."""
    return stat.S_ISDIR(_mode(path) or 0)


def is_file(path: Path) -> bool:
    """Return whether there is a regular file at a path, behind links."""
    return stat.S_ISREG(_mode(path) or 0)


def is_link(path: Path) -> bool:
    """Return whether there is a link at a path."""
    return stat.S_ISLNK(_mode(path, follow_symlinks=False) or 0)


def real_path(path: Path) -> str:
    """Return the path behind all links, of a file that may be missing."""
    try:
        return os.path.realpath(path, strict=True)  # without it all errors are passed over
    except unless_interrupted(OSError, ValueError):
        folder, name = os.path.split(os.path.abspath(path))
        if not name or is_link(path):  # to nothing, or to each other
            return os.path.realpath(path)
        return os.path.join(real_path(folder), name)


def _mode(path: Path, follow_symlinks: bool = True) -> int | None:
    try:
        return os.stat(path, follow_symlinks=follow_symlinks).st_mode
    except unless_interrupted(OSError, ValueError):
        return None


@contextmanager
def explaining(what: str) -> Iterator[None]:
    """Turn an OSError into an :class:`MXNetError` that says what could not be done, and why.

    >>> with explaining("cannot read 'no such file'"):
    ...     open("no such file")
    Traceback (most recent call last):
    ...
    mxnet.core.errors.MXNetError: cannot read 'no such file': No such file or directory
    """
    try:
        yield
    except unless_interrupted(OSError) as error:
        raise MXNetError(f"{what}: {error.strerror or error}") from error
