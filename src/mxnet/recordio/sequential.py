"""Files of records, written and read in order."""

from __future__ import annotations

import ctypes
import io
import logging
import os
import stat
import threading
import weakref
from collections.abc import Iterator
from numbers import Number
from typing import Any

from ..core import handles
from ..core.errors import MXNetError, expect
from ..core.files.paths import explaining
from ..core.interruptions import explained
from ..core.text import described
from .framing import LONGEST, DamageError, find_record, framed, read_record

_log = logging.getLogger(__name__)
#: Small, since whatever is longer goes past it: large records are copied once, from the system to their bytes.
_BUFFER = 1 << 15
#: attributes that are not pickled
_OF_THIS_PROCESS = ("_at", "_last", "_lock", "_size", "_stream", "handle", "pid")


class Handle(ctypes.c_void_p):
    """A pointer that stands for the records which opened themselves by it (see :mod:`mxnet.recordio.library`)."""

    def __init__(self, owner: MXRecordIO) -> None:
        super().__init__(handles.lend(owner))
        self.owner = weakref.ref(owner)


class MXRecordIO:
    """Write or read a file of records, each any bytes, in order.

    Writing is not buffered: what has been written are whole records, also when the process dies. A reader can be used
    by several threads, and goes on where it was in a forked process and, from the start, when it is unpickled. A writer
    belongs to the process that opened it. Iterating yields the records from here to the end.

    Parameters
    ----------
    uri : str or path
        The file, also as ``file://...``.
    flag
        ``'r'`` to read, or ``'w'`` to write, which empties the file.
    skip_damaged
        Whether reading in order goes on with the next good record behind a damaged place, which is logged as a warning
        and listed in the attribute ``damaged`` as ``(offset, reason)``; False: it raises MXNetError.

    Raises
    ------
    ValueError
        For another ``flag``.
    MXNetError
        For a file that cannot be opened.

    See Also
    --------
    MXIndexedRecordIO : also reads by key.
    pack : puts a label before a record's bytes.

    Examples
    --------
    >>> with mx.recordio.MXRecordIO('tmp.rec', 'w') as record:
    ...     for i in range(3):
    ...         record.write(b'record %d' % i)
    >>> list(mx.recordio.MXRecordIO('tmp.rec', 'r'))
    [b'record 0', b'record 1', b'record 2']
    """

    def __init__(self, uri: str | os.PathLike[str], flag: str, skip_damaged: bool = False) -> None:
        self.is_open = False
        self.uri = os.fspath(uri) if isinstance(uri, os.PathLike) else uri
        expect(isinstance(self.uri, str), "uri", "a path", uri)
        self.flag = flag
        self.skip_damaged = skip_damaged
        self.damaged: list[tuple[int, str]] = []
        self.handle = Handle(self)
        self.open()

    def __repr__(self) -> str:
        way = "read" if self.flag == "r" else "write"
        return described(self, [f"{self.uri!r} to {way}", "" if self.is_open else "closed"])

    # -- opening and closing ----------------------------------------------------------------------------------

    def open(self) -> None:
        """Open the file, at its beginning; a writer's is emptied.

        Examples
        --------
        >>> record = mx.recordio.MXRecordIO('tmp.rec', 'w')
        >>> record.write(b'first')
        >>> record.write(b'second')
        >>> record.close()
        >>> record = mx.recordio.MXRecordIO('tmp.rec', 'r')
        >>> record.close()
        >>> record.open()
        >>> record.read()
        b'first'
        """
        if self.flag not in ("r", "w"):
            raise ValueError(f"flag: expected 'r' or 'w', got {self.flag!r}")
        self._open_to(self.flag)

    def _open_to(self, flag: str) -> None:
        self.writable = flag == "w"
        self._lock = threading.RLock()
        self._at = self._last = 0  # where the next record begins, and the last one did
        self._open_stream()
        self.pid: int | None = os.getpid()
        self.is_open = True

    def _open_stream(self) -> None:
        path = self._path()
        with explaining(f"cannot open {self.uri!r}"):
            raw = io.FileIO(path, "w" if self.writable else "r")
        self._stream: Any = raw if self.writable else io.BufferedReader(raw, _BUFFER)
        self._size = self._size_now()

    def _path(self) -> str:
        scheme, separator, path = self.uri.partition("://")
        if not separator:
            return self.uri
        if scheme != "file":
            raise MXNetError(f"{self.uri!r}: records are read and written on this machine only, not over {scheme}")
        return path

    def _size_now(self) -> int:
        status = os.fstat(self._stream.fileno())
        return status.st_size if stat.S_ISREG(status.st_mode) else 1 << 62

    def close(self) -> None:
        """Close the file. Closing it again does nothing.

        Examples
        --------
        >>> record = mx.recordio.MXRecordIO('tmp.rec', 'w')
        >>> record.write(b'first')
        >>> record.write(b'second')
        >>> record.close()
        >>> record = mx.recordio.MXRecordIO('tmp.rec', 'r')
        >>> record.close()
        >>> record.is_open
        False
        """
        if self.is_open:
            self.is_open = False
            self.pid = None
            self._stream.close()

    def reset(self) -> None:
        """Go back to the first record; a writer's file is emptied.

        Examples
        --------
        >>> record = mx.recordio.MXRecordIO('tmp.rec', 'w')
        >>> record.write(b'first')
        >>> record.write(b'second')
        >>> record.close()
        >>> record = mx.recordio.MXRecordIO('tmp.rec', 'r')
        >>> record.read()
        b'first'
        >>> record.reset()
        >>> record.read()
        b'first'
        """
        self.close()
        self.open()

    def __del__(self) -> None:
        if getattr(self, "is_open", False):
            self.close()

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # -- other processes --------------------------------------------------------------------------------------

    def _check_pid(self, allow_reset: bool = False) -> None:
        """Make sure that the file is this process's: a reader opens it anew, a writer raises RuntimeError.

        With ``allow_reset`` a closed reader is opened, too.
        """
        if self.pid == os.getpid():
            return
        if self.is_open and not self.writable:
            at = self._at
            self._lock = threading.RLock()  # the old one may be held by a thread that is not in this process
            self._open_stream()
            self._stream.seek(at)
            self.pid = os.getpid()
        elif allow_reset and not self.writable:
            self.reset()
        else:
            what = "was opened by another process" if self.is_open else "is closed"
            raise RuntimeError(f"{self.uri!r} {what}: records cannot be {'written' if self.writable else 'read'}")

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in self.__dict__.items() if key not in _OF_THIS_PROCESS}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Open a reader again, at its beginning. A writer stays closed: opening it would empty its file."""
        was_open = state.get("is_open", False)
        self.__dict__.update(state, is_open=False, pid=None, handle=Handle(self))
        if was_open and not self.writable:
            self.open()

    # -- records ----------------------------------------------------------------------------------------------

    def write(self, buf: bytes) -> None:
        r"""Append a record.

        Parameters
        ----------
        buf : bytes, or an object with such a buffer
            The record, of less than 512 MiB.

        Raises
        ------
        OSError
            When the disk is full; the unfinished record is removed.
        TypeError
            For what has no bytes, such as a str.
        RuntimeError
            In another process than the one that opened the file.

        Examples
        --------
        >>> record = mx.recordio.MXRecordIO('tmp.rec', 'w')
        >>> record.write(b'first')
        >>> record.write(bytearray(4))
        >>> record.close()
        >>> list(mx.recordio.MXRecordIO('tmp.rec', 'r'))
        [b'first', b'\x00\x00\x00\x00']
        """
        assert self.writable, f"{self.uri!r} was opened to read"
        self._check_pid()
        expect(not isinstance(buf, (str, Number, type(None))), "buf", "the bytes of a record", buf)
        payload = buf if isinstance(buf, bytes) else bytes(memoryview(buf))
        if len(payload) > LONGEST:
            raise MXNetError(f"a record holds at most {LONGEST} bytes, got {len(payload)}")
        with self._lock:
            self._append(framed(payload))

    def _take_back(self, _: Exception) -> None:
        """Remove the part of a record that was written."""
        self._stream.truncate(self._at)
        self._stream.seek(self._at)

    def _append(self, data: bytes) -> None:
        remaining = memoryview(data)
        with explained(self._take_back, OSError):
            while remaining:
                remaining = remaining[self._stream.write(remaining) :]
        self._at += len(data)

    def read(self) -> bytes | None:
        """Return the next record.

        Returns
        -------
        Bytes; None at the end of the file.

        Raises
        ------
        MXNetError
            Where the file is damaged, with file and offset, unless ``skip_damaged``.

        Examples
        --------
        >>> record = mx.recordio.MXRecordIO('tmp.rec', 'w')
        >>> record.write(b'first')
        >>> record.write(b'second')
        >>> record.close()
        >>> record = mx.recordio.MXRecordIO('tmp.rec', 'r')
        >>> record.read(), record.read(), record.read()
        (b'first', b'second', None)
        """
        assert not self.writable, f"{self.uri!r} was opened to write"
        self._check_pid()
        with self._lock:
            while True:
                at = self._at
                try:
                    return self._read_here()
                except DamageError as damage:
                    self._stream.seek(at)
                    if not self.skip_damaged:
                        raise self._error(damage) from None
                    self._skip(damage)

    def _read_here(self) -> bytes | None:
        try:
            result = read_record(self._stream, self._at, self._size)
        except DamageError:
            self._size, before = self._size_now(), self._size
            if self._size == before:
                raise
            self._stream.seek(self._at)  # the file has changed meanwhile
            result = read_record(self._stream, self._at, self._size)
        if result is None:
            return None
        self._last = self._at
        record, self._at = result
        return record

    def _error(self, damage: DamageError) -> MXNetError:
        return MXNetError(f"{self.uri!r} is damaged at byte {damage.offset}: {damage.reason}")

    def _skip(self, damage: DamageError) -> None:
        self.damaged.append((damage.offset, damage.reason))
        # bytes may be missing from the record before, which then reached into the next one
        result = find_record(self._stream, self._last + 1, self._size)
        if result == self._at:
            result = find_record(self._stream, result + 1, self._size)
        self._at = self._last = result
        self._stream.seek(result)
        where = self.uri, damage.offset, damage.reason, self._at
        _log.warning("%s is damaged at byte %d: %s; going on at byte %d", *where)

    def _go_to(self, at: int) -> None:
        self._stream.seek(at)
        self._at = self._last = at

    def tell(self) -> int:
        """Return the offset in bytes at which the next record is written, or read.

        Returns
        -------
        An int; :meth:`MXIndexedRecordIO.write_idx` writes it into the index.

        Examples
        --------
        >>> record = mx.recordio.MXRecordIO('tmp.rec', 'w')
        >>> record.write(b'first')
        >>> record.write(b'second')
        >>> record.close()
        >>> record = mx.recordio.MXRecordIO('tmp.rec', 'r')
        >>> record.tell()
        0
        >>> record.read()
        b'first'
        >>> record.tell()
        16
        """
        return self._at

    def __iter__(self) -> Iterator[bytes]:
        """Yield the records from here to the end of the file."""
        while (record := self.read()) is not None:
            yield record
