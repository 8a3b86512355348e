"""Files of records that are also read by key."""

import io
import os
from collections.abc import Callable
from typing import IO, Any

from ..core.errors import MXNetError
from ..core.files.paths import real_path
from ..core.files.saving import open_finite
from ..core.interruptions import explained
from .framing import DamageError
from .header import RecordHeaderError
from .listing import NUMBERS
from .sequential import MXRecordIO

Path = str | os.PathLike[str]


class MXIndexedRecordIO(MXRecordIO):
    """Write or read a file of records with an index, by which records are read in any order.

    The index is a text file with a line ``key<tab>offset`` for each record. ``keys`` lists the keys in the order of the
    index, ``idx`` maps them to offsets.

    Parameters
    ----------
    idx_path : str or path
        The index.
    uri : str or path
        The file of records, as for :class:`MXRecordIO`.
    flag
        ``'r'`` to read, or ``'w'`` to write, which empties both files.
    key_type
        What makes a key of a text in the index: ``int``, ``str``.
    skip_damaged
        Whether reading in order steps over damaged places, as in :class:`MXRecordIO`; asking for a damaged record by
        its key raises in any case.

    Raises
    ------
    FileNotFoundError
        For an index that does not exist.
    RecordHeaderError
        For one that cannot be read: an MXNetError that is a ValueError, too.

    Examples
    --------
    >>> with mx.recordio.MXIndexedRecordIO('tmp.idx', 'tmp.rec', 'w') as record:
    ...     for i in range(5):
    ...         record.write_idx(i, b'record %d' % i)
    >>> record = mx.recordio.MXIndexedRecordIO('tmp.idx', 'tmp.rec', 'r')
    >>> record.keys
    [0, 1, 2, 3, 4]
    >>> record.read_idx(3)
    b'record 3'
    """

    def __init__(
        self, idx_path: Path, uri: Path, flag: str, key_type: Callable[[Any], Any] = int, skip_damaged: bool = False
    ) -> None:
        self.idx_path = os.fspath(idx_path)
        self.key_type = key_type
        self.idx: dict[Any, int] = {}
        self.keys: list[Any] = []
        self.fidx: IO[str] | None = None
        super().__init__(uri, flag, skip_damaged)

    def open(self) -> None:
        """Open both files, at their beginnings; a writer's are emptied.

        Examples
        --------
        >>> record = mx.recordio.MXIndexedRecordIO('tmp.idx', 'tmp.rec', 'w')
        >>> record.write_idx(7, b'seven')
        >>> record.write_idx(9, b'nine')
        >>> record.close()
        >>> record = mx.recordio.MXIndexedRecordIO('tmp.idx', 'tmp.rec', 'r')
        >>> record.close()
        >>> record.open()
        >>> record.keys
        [7, 9]
        """
        if real_path(self.idx_path) == real_path(self.uri):
            raise ValueError(f"idx_path and uri: expected two files, got {self.uri!r} for both")
        super().open()
        self.idx, self.keys = {}, []
        try:
            if self.writable:
                # nothing is held back, which a forked process would write a second time
                self.fidx = io.TextIOWrapper(io.FileIO(self.idx_path, "w"), encoding="utf-8", write_through=True)
            else:
                self._read_index()
        except BaseException:
            self.close()
            raise

    def _read_index(self) -> None:
        with open_finite(self.idx_path, "r", "utf-8-sig", "surrogateescape") as stream:
            for line_number, line in enumerate(stream, 1):
                if not line.strip():
                    continue
                try:
                    key_text, tab, offset_text = line.strip().partition("\t")
                    if not tab or "\t" in offset_text:
                        raise ValueError("another number of words")
                    key, offset = self.key_type(key_text), int(offset_text)
                    if not 0 <= offset < 1 << 63:
                        raise ValueError("no offset in a file")
                    if isinstance(key, int) and key not in NUMBERS:  # many of these could have one hash
                        raise ValueError("too large a number")
                except (ValueError, OverflowError) as error:
                    text = f"expected a key, a tab and an offset, got {line[:100]!r} ({str(error)[:200]})"
                    raise RecordHeaderError(f"{self.idx_path!r}, line {line_number}: {text}") from None
                self.idx[key] = offset
                self.keys.append(key)

    def close(self) -> None:
        """Close both files.

        Examples
        --------
        >>> record = mx.recordio.MXIndexedRecordIO('tmp.idx', 'tmp.rec', 'w')
        >>> record.write_idx(7, b'seven')
        >>> record.write_idx(9, b'nine')
        >>> record.close()
        >>> record = mx.recordio.MXIndexedRecordIO('tmp.idx', 'tmp.rec', 'r')
        >>> record.close()
        >>> record.is_open
        False
        """
        if self.fidx is not None:
            self.fidx.close()
            self.fidx = None
        super().close()

    def __getstate__(self) -> dict[str, Any]:
        return super().__getstate__() | {"fidx": None}

    def seek(self, idx: Any) -> None:
        """Go to the record of a key, which ``read`` reads next.

        Parameters
        ----------
        idx : key
            One of ``keys``.

        Raises
        ------
        KeyError
            For an unknown key.

        Examples
        --------
        >>> record = mx.recordio.MXIndexedRecordIO('tmp.idx', 'tmp.rec', 'w')
        >>> record.write_idx(7, b'seven')
        >>> record.write_idx(9, b'nine')
        >>> record.close()
        >>> record = mx.recordio.MXIndexedRecordIO('tmp.idx', 'tmp.rec', 'r')
        >>> record.seek(9)
        >>> record.read()
        b'nine'
        """
        assert not self.writable, f"{self.uri!r} was opened to write"
        self._check_pid(allow_reset=True)
        with self._lock:
            if idx not in self.idx:
                keys = f"{self.keys[0]!r} to {self.keys[-1]!r}" if self.keys else "none"
                raise KeyError(f"{self.uri!r} has no record of the key {idx!r}: the index has {len(self.keys)}, {keys}")
            at = self.idx[idx]
            with explained(
                lambda error: MXNetError(f"{self.uri!r} has no byte {at}, where key {idx!r} is said to be"), OSError
            ):
                self._go_to(at)

    def read_idx(self, idx: Any) -> bytes:
        """Return the record of a key; the next ``read`` returns the one behind it.

        Parameters
        ----------
        idx : key
            One of ``keys``.

        Returns
        -------
        Bytes.

        Raises
        ------
        KeyError
            For an unknown key.
        MXNetError
            Where no whole record lies at its offset.

        Examples
        --------
        >>> record = mx.recordio.MXIndexedRecordIO('tmp.idx', 'tmp.rec', 'w')
        >>> record.write_idx(7, b'seven')
        >>> record.write_idx(9, b'nine')
        >>> record.close()
        >>> record = mx.recordio.MXIndexedRecordIO('tmp.idx', 'tmp.rec', 'r')
        >>> record.read_idx(7)
        b'seven'
        >>> record.read()
        b'nine'
        """
        assert not self.writable, f"{self.uri!r} was opened to write"
        self._check_pid(allow_reset=True)
        with self._lock:
            self.seek(idx)
            try:
                record = self._read_here()
            except DamageError as damage:
                raise self._error(damage) from None
            if record is None:
                raise MXNetError(f"{self.uri!r} has no byte {self._at}, where key {idx!r} is said to be")
            return record

    def write_idx(self, idx: Any, buf: bytes) -> None:
        r"""Append a record, and a line for it to the index.

        Parameters
        ----------
        idx : key
            The key; ``key_type`` is called with it.
        buf : bytes, or an object with such a buffer
            The record, of less than 512 MiB.

        Examples
        --------
        >>> with mx.recordio.MXIndexedRecordIO('tmp.idx', 'tmp.rec', 'w', key_type=str) as record:
        ...     record.write_idx('a', b'first')
        ...     record.write_idx('b', b'second')
        >>> with open('tmp.idx') as file:
        ...     print(file.read().split())
        ['a', '0', 'b', '16']
        """
        assert self.writable, f"{self.uri!r} was opened to read"
        self._check_pid()
        key = self.key_type(idx)
        with self._lock:
            offset = self._at
            self.write(buf)
            assert self.fidx is not None
            self.fidx.write(f"{key}\t{offset}\n")
            self.idx[key] = offset
            self.keys.append(key)
