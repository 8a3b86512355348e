"""Reading files out of archives that may be damaged, encrypted, or none."""

from __future__ import annotations

import contextlib
import errno
import lzma
import os
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO

from .errors import MXNetError
from .interruptions import unless_interrupted


class ArchiveError(MXNetError, OSError):
    """An archive that cannot be read, or a file that is not in it."""


#: what the standard library raises for an archive, also for one that needs a password or an unknown method
_DAMAGE = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
    OverflowError,
    KeyError,
)


@contextlib.contextmanager
def open_member(archive: str, name: str) -> Iterator[tuple[IO[bytes], int]]:
    """Give the content of a file in an archive and the length that it should have.

    The archive is ``.zip``, or else a tar of any compression. ``name`` is the file's, without the folders it is in
    there. Raises FileNotFoundError where it is not in the archive, and :class:`ArchiveError`, an :class:`MXNetError`
    and OSError that names both, for an archive that is damaged, encrypted or none, also while the block reads.
    """
    try:
        with contextlib.ExitStack() as stack:
            find = _in_zip if archive.endswith(".zip") else _in_tar
            opened = find(archive, name, stack)
            if opened is None:
                raise FileNotFoundError(f"{archive}: there is no file {name} in it")
            yield opened
    except FileNotFoundError:
        raise
    except unless_interrupted(*_DAMAGE) as error:
        if isinstance(error, OSError) and error.errno not in (None, errno.EINVAL):
            raise  # of the system: a full disk, a folder that may not be read
        raise ArchiveError(f"cannot read {name} from {archive}: {error or type(error).__name__}") from error


def _in_zip(path: str, name: str, stack: contextlib.ExitStack) -> tuple[IO[bytes], int] | None:
    archive = stack.enter_context(zipfile.ZipFile(path))
    for member in archive.infolist():
        if os.path.basename(member.filename) == name:
            return stack.enter_context(archive.open(member)), member.file_size
    return None


def _in_tar(path: str, name: str, stack: contextlib.ExitStack) -> tuple[IO[bytes], int] | None:
    archive = stack.enter_context(tarfile.open(path))  # noqa: SIM115 (the stack closes it)
    for member in archive:
        if member.isfile() and os.path.basename(member.name) == name:
            stream = archive.extractfile(member)
            return None if stream is None else (stack.enter_context(stream), member.size)
    return None


def extract(archive: str, name: str, target: IO[bytes]) -> None:
    """Write a file in an archive to an open one; for errors see :func:`open_member`."""
    with open_member(archive, name) as (source, size):
        length = 0
        while piece := source.read(1 << 20):
            length += len(piece)
            target.write(piece)
        if length != size:
            raise EOFError(f"{length} of {size} bytes are there")
