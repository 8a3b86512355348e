"""Batches from CSV files."""

import math
import os
import stat
from codecs import BOM_UTF8
from collections import deque
from typing import Any, Protocol

import numpy as np

from ..core.errors import MXNetError
from ..core.files.paths import explaining
from ..core.files.saving import open_finite
from ..core.params import NonNegative, Shape
from .file_iter import COMMON, RowBatch, iterator

#: bytes of a file whose rows are kept
_CACHED_AT_MOST = 1 << 28


class _Rows:
    """The lines of a CSV file as rows, kept for the next epochs unless the file is large."""

    def __init__(self, path: str, shape: tuple[int, ...], dtype: np.dtype) -> None:
        self.path, self.shape, self.dtype = path, shape, dtype
        self._offset = self._row = 0
        #: lines that were read and not returned: several that end in CR alone are read at once
        self._pending: deque[bytes] = deque()
        #: the rows read so far, from the first one on; None: not to be kept
        self._parts: list[np.ndarray] | None = None
        #: all rows, and the size and time of the file that they were read from
        self._all_rows: np.ndarray | None = None
        self._seen: tuple[int, int] | None = None

    def rewind(self) -> None:
        """Start at the first line."""
        self._offset = self._row = 0
        self._pending.clear()
        now = self._version()
        if now is None or now != self._seen:
            self._all_rows, self._seen = None, now
        self._parts = [] if now is not None and now[0] <= _CACHED_AT_MOST else None

    def _version(self) -> tuple[int, int] | None:
        try:
            status = os.stat(self.path)
        except OSError:
            return None
        return (status.st_size, status.st_mtime_ns) if stat.S_ISREG(status.st_mode) else None

    def read(self, count: int) -> np.ndarray:
        """Return the next ``count`` rows, or those that there are."""
        if self._all_rows is not None:
            rows = self._all_rows[self._row : self._row + count].copy()
            self._row += len(rows)
            return rows
        rows = self._parsed([line.split(b",") for line in self._lines(count)])
        self._row += len(rows)
        if self._parts is not None and self._seen is not None:
            self._parts.append(rows.copy())
            if self._offset >= self._seen[0] and not self._pending:
                self._all_rows, self._parts = np.concatenate(self._parts), None
        return rows

    def _lines(self, count: int) -> list[bytes]:
        pending = self._pending
        with explaining(f"cannot read {self.path}"), open_finite(self.path) as stream:
            stream.seek(self._offset)
            if not self._offset and stream.read(len(BOM_UTF8)) != BOM_UTF8:
                stream.seek(0)
            while len(pending) < count and (line := stream.readline()):
                stripped = [part.strip().rstrip(b", \t") for part in line.split(b"\r")]
                pending.extend(filter(None, stripped))
            self._offset = stream.tell()
        return [pending.popleft() for _ in range(min(count, len(pending)))]

    def _parsed(self, texts: list[list[bytes]]) -> np.ndarray:
        size = math.prod(self.shape)
        for text in texts:
            if len(text) != size:
                raise MXNetError(f"{self.path}: expected {size} values a line for shape {self.shape}, got {len(text)}")
        try:
            values = _numbers(texts, self.dtype)
        except (ValueError, OverflowError) as error:
            raise MXNetError(f"{self.path}: a value is no number of type {self.dtype}: {str(error)[:200]}") from error
        return values.astype(self.dtype).reshape(len(texts), *self.shape)


def _numbers(texts: list[list[bytes]], dtype: np.dtype) -> np.ndarray:
    if dtype.kind == "f":
        return np.array(texts, dtype=object).astype(np.float64)
    try:
        return np.array(texts, dtype=object).astype(dtype)
    except ValueError:  # numbers with a point or an exponent, as numpy.savetxt writes them
        return np.array([[_truncated(item) for item in text] for text in texts], dtype=object).astype(dtype)


def _truncated(text: bytes) -> int:
    """Return a number without its fraction."""
    try:
        return int(text)
    except ValueError:
        return int(float(text))


class _Zeros:
    """The labels of a file that has none."""

    path = "no labels"

    def __init__(self, shape: tuple[int, ...], dtype: np.dtype) -> None:
        self.shape, self.dtype = shape, dtype

    def rewind(self) -> None:
        """Nothing to do."""

    def read(self, count: int) -> np.ndarray:
        """Return ``count`` rows."""
        return np.zeros((count, *self.shape), self.dtype)


class Rows(Protocol):
    """Rows to read one after the other; ``path`` is the file that they are in."""

    path: str

    def rewind(self) -> None:
        """Start at the first row."""

    def read(self, count: int) -> np.ndarray:
        """Return the next ``count`` rows, or those that there are."""


class RowReader:
    """Reads data and labels line by line; with ``round_batch`` the last batch goes on with the first lines."""

    def __init__(self, data: Rows, label: Rows, batch_size: int, round_batch: bool) -> None:
        self.path = data.path
        self._files = (data, label)
        self._size, self._round = batch_size, round_batch
        self._row = 0
        self._ended = self._wrapped = False
        self._start()

    def _start(self) -> None:
        for file in self._files:
            file.rewind()
        self._row = 0

    def rewind(self) -> None:
        """Begin the next epoch: after the lines that filled up the last batch, where there were such."""
        if not self._wrapped:
            self._start()
        self._ended = self._wrapped = False

    def read(self) -> RowBatch | None:
        """Return the next batch, None at the end of the epoch."""
        if self._ended:
            return None
        data, label, index = self._take(self._size)
        missing = self._size - len(data)
        if missing == self._size:
            self._ended = True
            return None
        if missing:
            more = self._fill(missing, data, label)
            data, label = _joined(data, more[0]), _joined(label, more[1])
            index = np.concatenate([index, more[2]])
        return RowBatch(data, label, missing, index)

    def _take(self, count: int) -> tuple[Any, Any, np.ndarray]:
        data = self._files[0].read(count)
        label = self._files[1].read(len(data))
        if len(label) < len(data):
            raise MXNetError(f"{self._files[1].path}: fewer labels than lines of data")
        index = np.arange(self._row, self._row + len(data), dtype=np.uint64)
        self._row += len(data)
        if isinstance(label, np.ndarray) and (label[0:1].size == 1 or not len(label)):
            label = label.reshape(len(label))
        return data, label, index

    def _fill(self, count: int, data: Any, label: Any) -> tuple[Any, Any, np.ndarray]:
        self._ended = True
        if not self._round:
            return _blank(count, data), _blank(count, label), np.zeros(count, np.uint64)
        self._start()
        self._wrapped = True
        more = self._take(count)
        if len(more[0]) < count:
            raise MXNetError(f"{self._files[0].path}: number of input must be bigger than batch size")
        return more


def _joined(first: Any, second: Any) -> Any:
    """Return rows, of a NumPy array or sparse ones, one after the other."""
    return np.concatenate([first, second]) if isinstance(first, np.ndarray) else first.joined(second)


def _blank(count: int, like: Any) -> Any:
    return np.zeros((count, *like.shape[1:]), like.dtype) if isinstance(like, np.ndarray) else like.blank(count)


_CSV = {
    "data_csv": (str, ...),
    "data_shape": (Shape, ...),
    "label_csv": (str, "NULL"),
    "label_shape": (Shape, (1,)),
    "batch_size": (NonNegative, ...),
    "round_batch": (bool, True),
    **COMMON,
}


@iterator(_CSV, dtypes=())
def CSVIter(p: dict[str, Any]) -> RowReader:
    """Iterate over the lines of a CSV file.

    All parameters are given by name.

    Parameters
    ----------
    data_csv
        The file: a line of numbers, with commas between, for each sample. Lines end in LF, CR or both; commas at their
        ends are left out, as is a byte order mark (UTF-8).
    data_shape
        The shape of a sample: a line has as many numbers.
    label_csv
        A file of labels, likewise; NULL: labels are 0.
    label_shape
        The shape of a sample's label; (1,): a batch's labels have the shape ``(batch_size,)``.

    Returns
    -------
    An :class:`MXDataIter`.

    Raises
    ------
    MXNetError
        For parameters and files that do not fit.

    Examples
    --------
    >>> np.savetxt('data.csv', np.arange(12).reshape(3, 4), fmt='%d', delimiter=',')
    >>> np.savetxt('label.csv', np.arange(3), fmt='%d')
    >>> batches = mx.io.CSVIter(data_csv='data.csv', data_shape=(2, 2), label_csv='label.csv', batch_size=2)
    >>> for batch in batches:
    ...     print(batch.data[0].shape, batch.label[0].asnumpy(), batch.pad)
    (2, 2, 2) [0. 1.] 0
    (2, 2, 2) [2. 0.] 1
    """
    dtype = np.dtype(p["dtype"] or "float32")
    label: _Rows | _Zeros = _Zeros(p["label_shape"], dtype)
    if p["label_csv"] != "NULL":
        label = _Rows(p["label_csv"], p["label_shape"], dtype)
    return RowReader(_Rows(p["data_csv"], p["data_shape"], dtype), label, p["batch_size"], p["round_batch"])
