"""Files of records that are also read by key."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from typing import IO, Any

from ..core.errors import MXNetError
from ..core.files import open_finite
from ..core.interruptions import unless_interrupted
from ..core.paths import real_path
from .framing import DamageError
from .header import RecordHeaderError
from .sequential import MXRecordIO


class MXIndexedRecordIO(MXRecordIO):
    """A file of records with an index: a text file with one line ``key<tab>offset`` for each record.

    Parameters: ``idx_path`` is the index; ``uri``, ``flag`` and ``skip_damaged`` as for :class:`MXRecordIO` (asking
    for a damaged record by its key raises in any case); ``key_type`` makes keys of the index's texts.

    ``keys`` lists the keys in the order of the index, ``idx`` maps them to offsets.

    Raises FileNotFoundError for an index that does not exist, and an error that is both
    :class:`~mxnet.base.MXNetError` and ValueError for one that cannot be read.
    """

    def __init__(
        self,
        idx_path: str | os.PathLike[str],
        uri: str | os.PathLike[str],
        flag: str,
        key_type: Callable[[Any], Any] = int,
        skip_damaged: bool = False,
    ) -> None:
        self.idx_path = os.fspath(idx_path)
        self.key_type = key_type
        self.idx: dict[Any, int] = {}
        self.keys: list[Any] = []
        self.fidx: IO[str] | None = None
        super().__init__(uri, flag, skip_damaged)

    def open(self) -> None:
        """Open both files, at their beginnings; a writer's are emptied."""
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
                except unless_interrupted(ValueError, OverflowError, runs_user_code=True) as error:
                    text = f"expected a key, a tab and an offset, got {line[:100]!r} ({str(error)[:200]})"
                    raise RecordHeaderError(f"{self.idx_path!r}, line {line_number}: {text}") from None
                self.idx[key] = offset
                self.keys.append(key)

    def close(self) -> None:
        """Close both files."""
        if self.fidx is not None:
            self.fidx.close()
            self.fidx = None
        super().close()

    def __getstate__(self) -> dict[str, Any]:
        return super().__getstate__() | {"fidx": None}

    def seek(self, idx: Any) -> None:
        """Go to the record of a key, which ``read`` reads next; KeyError for an unknown key."""
        assert not self.writable, f"{self.uri!r} was opened to write"
        self._check_pid(allow_reset=True)
        with self._lock:
            at = self.idx[idx]
            try:
                self._go_to(at)
            except unless_interrupted(OSError) as error:
                raise MXNetError(f"{self.uri!r} has no byte {at}, where key {idx!r} is said to be") from error

    def read_idx(self, idx: Any) -> bytes:
        """Return the record of a key; the next ``read`` returns the one behind it.

        Raises KeyError for an unknown key, :class:`~mxnet.base.MXNetError` where no whole record lies at its offset.
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
        """Append a record under a key."""
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
