"""What is at a path, and why it cannot be used.

The functions of :mod:`os.path` answer a signal handler's TimeoutError, an OSError, with no.
"""

import os
import stat
import sys

from ..errors import MXNetError, MXNetValueError
from ..interruptions import attempt, explained

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
    result = attempt(lambda: os.path.realpath(path, strict=True), OSError, ValueError)  # not strict, it passes errors
    if result is not None:
        return result
    folder, name = os.path.split(os.path.abspath(path))
    if not name or is_link(path):  # to nothing, or to each other
        return os.path.realpath(path)
    return os.path.join(real_path(folder), name)


def synchronise(path: str) -> None:
    """Wait until a file, or the names in a folder, are on disk; Windows does not wait for folders."""
    if sys.platform == "win32" and is_folder(path):
        return
    handle = os.open(path, os.O_RDWR if sys.platform == "win32" else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _mode(path: Path, follow_symlinks: bool = True) -> int | None:
    return attempt(lambda: os.stat(path, follow_symlinks=follow_symlinks).st_mode, OSError, ValueError)


def explaining(what: str) -> explained:
    """Turn an OSError into an :class:`MXNetError` that says what could not be done, and why.

    >>> with explaining("cannot read 'no such file'"):
    ...     open("no such file")
    Traceback (most recent call last):
    ...
    mxnet.core.errors.MXNetError: cannot read 'no such file': No such file or directory
    """
    return explained(lambda error: MXNetError(f"{what}: {error.strerror or error}"), OSError)


def utf8(text: str) -> bytes:
    """Return a text in UTF-8. Raises :class:`MXNetValueError` with what is around half of a character."""
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        part, half = text[max(error.start - 40, 0) : error.end + 40], ord(text[error.start])
        raise MXNetValueError(f"{part!r} cannot be written: it has half of a character (U+{half:X})") from None
