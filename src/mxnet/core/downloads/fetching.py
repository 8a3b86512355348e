"""Downloading a file once, for all processes that want it, checked before it appears."""

import contextlib
import glob
import hashlib
import logging
import os
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from ..files.archives import ArchiveError
from ..files.locks import one_at_a_time
from ..files.paths import synchronise
from ..interruptions import error_of, explained
from . import ChecksumError, DownloadError, Failure, reach
from .addresses import addresses_of, shown
from .transfer import Partial, is_of_disk, transfer

_log = logging.getLogger(__name__)
#: how long to wait before the second attempt, and at most, in seconds; each pause is twice the one before
PAUSE, LONGEST_PAUSE = 0.5, 30.0
#: what can be done about a file that no address has
ADVICE = (
    "Put the file there, or name a server or a folder that has it, under host and path of its address, with "
    "MXNET_DATA_MIRROR"
)
#: how often an address is asked that promises to answer
ATTEMPTS = 5


class Source(NamedTuple):
    """A way to get something: an address, the path for the file that is there, and what tells that it is the right one.

    ``sha1`` is its checksum, in hexadecimal; ``unpack(path)`` takes out what is needed, and raises
    :class:`~mxnet.core.files.archives.ArchiveError` where it is not there; ``exact``: it tells that by checksums.
    Without both, whatever comes is taken. An archive is removed once it is unpacked, unless ``keep``.
    """

    url: str
    path: str
    sha1: str | None = None
    unpack: Callable[[str], None] | None = None
    keep: bool = True
    exact: bool = True

    @property
    def checked(self) -> bool:
        """Whether it does not matter who sends the file."""
        return self.sha1 is not None or (self.unpack is not None and self.exact)


def sha1_of(path: str | os.PathLike[str]) -> str:
    """Return the SHA-1 of a file, in hexadecimal."""
    with open(path, "rb") as stream:
        return hashlib.file_digest(stream, "sha1").hexdigest()


def has_sha1(path: str, sha1: str | None) -> bool:
    """Tell whether there is a file with a checksum; any file will do for None."""
    return os.path.isfile(path) and (sha1 is None or sha1_of(path) == sha1)


def fetch(
    sources: Sequence[Source], present: Any, *, attempts: int = ATTEMPTS, verify_ssl: bool = True, advice: str = ADVICE
) -> None:
    """Download a file from the first source and address that has it, unless ``present()``, or its archive is there.

    One process does it for all that call at the same time for the same path. Each address is asked up to ``attempts``
    times, with growing pauses, if it is silent, breaks off or promises to answer later; whatever else it says is final.

    Raises :class:`DownloadError`, which names all addresses with what they said, and ends with ``advice``;
    :class:`ChecksumError` if all that came was another file.
    """
    sources = [source._replace(path=_resolved(source.path)) for source in sources]
    target = sources[0].path
    if os.path.exists(target) and not os.path.isfile(target):
        raise DownloadError(f"cannot write {target}: it is no regular file")

    def explain(error: OSError) -> DownloadError | None:
        if isinstance(error, DownloadError) or not is_of_disk(error):
            return None
        return DownloadError(f"cannot write {error.filename or target}: {error.strerror or error}")

    with explained(explain, OSError):
        os.makedirs(os.path.dirname(target) or ".", exist_ok=True)
        with _download_lock(target):
            if not present():
                _fetch(sources, attempts, verify_ssl, advice)


def _resolved(path: str) -> str:
    """Return a path whose folder is no link; the file may be one, which is replaced, as in 1.9.1."""
    folder, name = os.path.split(path)
    return os.path.join(os.path.realpath(folder), name)


@contextlib.contextmanager
def _download_lock(target: str) -> Iterator[None]:
    path = _hidden(target, "lock")

    def tell() -> None:
        _log.warning("waiting for another process that downloads %s", target)

    with contextlib.ExitStack() as stack:
        with contextlib.suppress(PermissionError):  # another user's: without a lock, files of its own will do
            stack.enter_context(one_at_a_time(path, tell))
        yield


def _hidden(target: str, ending: str) -> str:
    folder, name = os.path.split(target)
    if len(os.fsencode(name)) > 200:  # names have 255 bytes at most
        name = f"{name[:40]}-{zlib.crc32(os.fsencode(name)):08x}"
    return os.path.join(folder, f".{name}.{ending}")


class _Address:
    """An address of a source, and what became of asking it."""

    def __init__(self, source: Source, url: str) -> None:
        self.source, self.url = source, url
        key = zlib.crc32(url.encode("utf-8", "replace"))
        self.partial = Partial(_hidden(source.path, f"{key:08x}.partial"), resumable=source.checked)
        self.failure: Failure | None = None


def _fetch(sources: Sequence[Source], attempts: int, verify_ssl: bool, advice: str) -> None:
    unpacked = {source.path: source for source in sources if source.unpack is not None and os.path.isfile(source.path)}
    tried: dict[str, Failure | None] = {}
    for path, source in unpacked.items():
        tried[path] = error_of(partial(_unpack, source, path), Failure)
        if tried[path] is None:
            return
    addresses = [_Address(source, url) for source in sources for url in addresses_of(source.url, source.checked)]
    remaining = list(addresses)
    try:
        for attempt in range(1, max(attempts, 1) + 1):
            for address in list(remaining):
                failure = address.failure = _attempt(address, verify_ssl)
                if failure is None:
                    _clean(sources)
                    return
                _log.info("%s: %s", shown(address.url), failure.reason)
                if attempt >= min(failure.attempts, attempts):
                    remaining.remove(address)
                if failure.silent and "://" in address.url:
                    reach.note_silent(address.url, [other.url for other in remaining])
            if not remaining:
                break
            if attempt < attempts:
                time.sleep(min(PAUSE * 2 ** (attempt - 1), LONGEST_PAUSE))
    finally:
        for address in addresses:
            if not address.source.checked:
                address.partial.drop()
    tried |= {f"url {shown(address.url)}": address.failure for address in addresses}
    raise _error(sources[0], {name: failure for name, failure in tried.items() if failure}, advice)


def _attempt(address: _Address, verify_ssl: bool) -> Failure | None:
    """Ask an address once, and put the file in its place; return why that was not possible."""
    resumed = address.partial.length() > 0
    try:
        _log.info("downloading %s from %s", address.source.path, shown(address.url))
        transfer(address.url, address.partial, os.path.basename(address.source.path), verify_ssl)
        _accept(address)
        return None
    except Failure as failure:
        if not failure.checksum:
            return failure
        address.partial.drop()
        return _attempt(address, verify_ssl) if resumed else failure
    except OSError as error:
        if is_of_disk(error):
            address.partial.drop()
        raise


def _unpack(source: Source, path: str) -> None:
    def explain(error: Exception) -> Failure:
        return Failure(f"it is not the right file: {error}", attempts=2, checksum=True)

    assert source.unpack is not None
    with explained(explain, ArchiveError, FileNotFoundError):
        source.unpack(path)
    if not source.keep:
        os.unlink(path)


def _accept(address: _Address) -> None:
    source, path = address.source, address.partial.path
    if source.sha1 is not None:
        digest = sha1_of(path)
        if digest != source.sha1:
            raise Failure(f"the content hash does not match: SHA-1 {digest}", attempts=2, checksum=True)
    if source.unpack is not None:
        _unpack(source, path)
        if not source.keep:
            return
    synchronise(path)
    os.replace(path, source.path)


def _clean(sources: Sequence[Source]) -> None:
    """Remove what other addresses sent of a file that is there now."""
    for source in sources:
        for path in glob.glob(glob.escape(_hidden(source.path, "")) + "*.partial"):
            with contextlib.suppress(OSError):
                os.unlink(path)


def _error(source: Source, tried: Mapping[str, Failure], advice: str) -> DownloadError:
    folder, name = os.path.split(os.path.abspath(source.path))
    lines = [f"Failed downloading {name}{f' (SHA-1 {source.sha1})' if source.sha1 else ''} into {folder}:"]
    lines += [f"  {address}: {failure.reason}" for address, failure in tried.items()]
    cls = ChecksumError if all(failure.checksum for failure in tried.values()) else DownloadError
    return cls("\n".join([*lines, advice]))
