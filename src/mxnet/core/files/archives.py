"""Reading files out of archives that may be damaged, encrypted, or none."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import lzma
import os
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import IO, Any, NoReturn

from ..errors import MXNetError, shortened
from ..interruptions import explained
from .saving import atomic_write


class ArchiveError(MXNetError, OSError):
    """An archive that cannot be read, or a file that is not in it."""


_ZSTD = getattr(zipfile, "zstd", None)  # of Python 3.14 and later
#: what the standard library raises for an archive, also for one that needs a password or an unknown method
DAMAGE: tuple[type[Exception], ...] = (
    *((_ZSTD.ZstdError,) if _ZSTD else ()),
    *(zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, struct.error),
    *(EOFError, OSError, RuntimeError, ValueError, OverflowError, LookupError, MemoryError),
)


#: errors of the system that come from what stands in the archive
_OF_NAMES = (None, errno.EINVAL, errno.ENAMETOOLONG)
#: what an archive may hold: so many times its own size, or so many bytes if that is more
_GROWTH, _ALWAYS = 100, 1 << 30


def check_growth(unpacked: int, packed: int) -> None:
    """Raise ValueError where ``packed`` bytes hold ``unpacked`` ones, as no data set does, but bombs do."""
    if unpacked > max(_GROWTH * packed, _ALWAYS):
        raise ValueError(f"{packed} bytes hold {unpacked} or more, as if made to fill disks")


@contextlib.contextmanager
def open_member(archive: str, name: str) -> Iterator[tuple[IO[bytes], int]]:
    """Give the content of a file in an archive and the length that it should have.

    The archive is ``.zip``, or else a tar of any compression. ``name`` is the file's, without the folders it is in
    there. Raises FileNotFoundError where it is not in the archive, and :class:`ArchiveError`, an :class:`MXNetError`
    and OSError that names both, for an archive that is damaged, encrypted or none, also while the block reads.
    """
    with _explained(archive, name), _opened(archive) as members:
        for path, size, open_it in members:
            if os.path.basename(path) == name:
                with open_it() as stream:
                    yield stream, size
                return
        raise FileNotFoundError(f"{archive}: there is no file {name} in it")


def _explained(archive: str, name: str) -> explained:
    def explain(error: Exception) -> ArchiveError | None:
        of_system = isinstance(error, OSError) and error.errno not in _OF_NAMES  # a full disk, a folder of others
        if of_system or isinstance(error, (FileNotFoundError, ArchiveError)):
            return None
        return ArchiveError(f"cannot read {shortened(name)} from {archive}: {cause(error)}")

    return explained(explain, *DAMAGE)


def cause(error: BaseException) -> str:
    """Return what an error of the standard library says of an archive, without all of what stands in the archive."""
    if isinstance(error, RecursionError):
        return "it has more headers or folders within each other than can be"
    if isinstance(error, IndexError):
        return "a file in it has no name"
    if isinstance(error, MemoryError):
        return "it asks for more memory than there is"
    if isinstance(error, OSError) and error.errno:
        return error.strerror or type(error).__name__
    return shortened(str(error) or type(error).__name__)


_Member = tuple[str, int, Callable[[], IO[bytes]]]
#: headers of tar that hold names and attributes, which are read whole, and how long they may be
_TEXTS = (*b"xgXLK",)
_LONGEST = 1 << 20
#: how many files an archive may hold: their headers stay in memory
_MOST = 100_000


def _refuse_sparse(*_: Any) -> NoReturn:
    raise ValueError("a file with holes, whose list of parts may be of any length")


class _BoundedInfo(tarfile.TarInfo):
    """A header of tar; ValueError for one that takes more memory than any path has."""

    _proc_sparse = _proc_gnusparse_10 = _refuse_sparse

    @classmethod
    def frombuf(cls, *args: Any, **kwargs: Any) -> _BoundedInfo:
        return super().frombuf(*args, **kwargs)._bounded()

    @classmethod
    def _frombuf(cls, *args: Any, **kwargs: Any) -> _BoundedInfo:  # which later releases of Python call instead
        return super()._frombuf(*args, **kwargs)._bounded()  # type: ignore[misc]

    def _bounded(self) -> _BoundedInfo:
        if self.type[0] in _TEXTS and self.size > _LONGEST:
            raise ValueError(f"a name or attribute of {self.size} bytes")
        return self


@contextlib.contextmanager
def _opened(path: str) -> Iterator[Iterator[_Member]]:
    """Give the files in an archive: their names there, their lengths, and what opens them."""
    if path.endswith(".zip") or zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as packed:
            yield ((item.filename, item.file_size, partial(packed.open, item)) for item in _in_zip(packed))
        return
    with tarfile.open(path, tarinfo=_BoundedInfo) as archive:
        yield _in_tar(archive, os.path.getsize(path))


def _in_zip(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    members = archive.infolist()
    if len(members) > _MOST:
        raise ValueError(f"it holds more than {_MOST} files")
    return members


def _in_tar(archive: tarfile.TarFile, packed: int) -> Iterator[_Member]:
    total = 0
    for index, member in enumerate(archive):
        if index > _MOST:
            raise ValueError(f"it holds more than {_MOST} files")
        check_growth(total, packed)  # to reach a member, all before it are decompressed
        total += member.size
        if member.isfile():
            yield member.name, member.size, partial(_open_in_tar, archive, member)


def _open_in_tar(archive: tarfile.TarFile, member: tarfile.TarInfo) -> IO[bytes]:
    stream = archive.extractfile(member)
    assert stream is not None, "a regular file"
    return stream


def extract(archive: str, name: str, target: IO[bytes]) -> None:
    """Write a file in an archive to an open one; for errors see :func:`open_member`."""
    with open_member(archive, name) as (source, size):
        _copy(source, size, os.path.getsize(archive), target)


def _copy(source: IO[bytes], size: int, packed: int, target: IO[bytes]) -> str:
    """Copy a member of an archive of ``packed`` bytes; return its SHA-1."""
    check_growth(size, packed)
    digest, length = hashlib.sha1(usedforsecurity=False), 0
    while piece := source.read(1 << 20):
        length += len(piece)
        if length > size:
            break
        digest.update(piece)
        target.write(piece)
    if length != size:
        raise EOFError(f"{length} of {size} bytes are there")
    return digest.hexdigest()


def extract_files(archive: str, files: Mapping[str, tuple[str, str | None]]) -> None:
    """Write files in an archive to paths, each of which appears whole and with its SHA-1 or not at all.

    ``files`` has the paths and the checksums (None: any) by the names that the files have there without folders. For
    errors see :func:`open_member`; a wrong checksum is an :class:`ArchiveError`.
    """
    remaining = dict(files)
    packed = os.path.getsize(archive)
    with _explained(archive, ", ".join(files)), _opened(archive) as members:
        for name, size, open_it in members:
            if target := remaining.pop(os.path.basename(name), None):
                path, sha1 = target
                with _explained(archive, name), open_it() as source, atomic_write(path) as stream:
                    digest = _copy(source, size, packed, stream)
                    if sha1 is not None and digest != sha1:
                        raise ArchiveError(f"{name} has the SHA-1 {digest}, not {sha1}")
    if remaining:
        raise FileNotFoundError(f"{archive}: there is no file {', '.join(remaining)} in it")


def _below(root: str, path: str) -> Iterator[str]:
    """Yield a path below a folder, and the folders between them."""
    while path != root:
        yield path
        path = os.path.dirname(path)


def extract_all(archive: str, folder: str) -> None:
    """Unpack a ``.zip`` into a folder, as far as all its names are below it.

    Raises :class:`ArchiveError` for an archive that is damaged, encrypted or none, names a file elsewhere, or one that
    is a link in the folder, or grows beyond measure; nothing is written then but what stood before the damage.
    """
    with _explained(archive, "its files"), zipfile.ZipFile(archive) as packed:
        members = _in_zip(packed)
        check_growth(sum(item.file_size for item in members), os.path.getsize(archive))
        root = os.path.abspath(folder)
        for member in members:
            target = os.path.abspath(os.path.join(root, member.filename))
            if os.path.commonpath([root, target]) != root:
                raise ValueError(f"{member.filename!r} would be outside of the folder")
            if link := next((path for path in _below(root, target) if os.path.islink(path)), None):
                raise ValueError(f"{member.filename!r} would be written through the link {link}")
        packed.extractall(folder)
