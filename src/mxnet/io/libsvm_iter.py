"""Batches from files in LibSVM's format: a line is a label and the columns that are not zero, ``1 0:0.5 7:1.2``."""

from __future__ import annotations

import math
from array import array
from codecs import BOM_UTF8
from typing import Any

import numpy as np

from .. import ndarray as nd
from ..core.context import cpu
from ..core.errors import MXNetError
from ..core.files.paths import explaining
from ..core.files.saving import open_finite
from ..core.params import NonNegative, Shape
from .csv_iter import RowReader
from .file_iter import COMMON, iterator


class SparseRows:
    """Rows of a file: ``values`` in ``columns``, row ``i`` from ``ends[i]`` to ``ends[i + 1]``; ``width`` columns."""

    def __init__(self, ends: np.ndarray, columns: np.ndarray, values: np.ndarray, width: int) -> None:
        self.ends, self.columns, self.values, self.width = ends, columns, values, width
        self.dtype = values.dtype

    def __len__(self) -> int:
        return len(self.ends) - 1

    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows, and of columns."""
        return len(self), self.width

    def joined(self, more: SparseRows) -> SparseRows:
        """Return these rows and more."""
        parts = (self.ends, self.ends[-1] + more.ends[1:]), (self.columns, more.columns), (self.values, more.values)
        ends, columns, values = map(np.concatenate, parts)
        return SparseRows(ends, columns, values, self.width)

    def __getitem__(self, rows: slice) -> SparseRows:
        ends = self.ends[rows.start : rows.stop + 1]
        stored = slice(ends[0], ends[-1])
        return SparseRows(ends - ends[0], self.columns[stored], self.values[stored], self.width)

    def copy(self) -> SparseRows:
        """Return these rows: no program writes to them, csr arrays are made of copies."""
        return self

    def blank(self, count: int) -> SparseRows:
        """Return empty rows."""
        return SparseRows(np.zeros(count + 1, np.int64), self.columns[:0], self.values[:0], self.width)

    def as_array(self) -> Any:
        """Return the rows as a csr array."""
        return nd.sparse.csr_matrix((self.values, self.columns, self.ends), shape=self.shape, ctx=cpu(0))


def _read(path: str, width: int, part: int, parts: int) -> tuple[np.ndarray, SparseRows]:
    """Return the labels and the rows of one part of a file."""
    labels, columns, values, ends = array("f"), array("q"), array("f"), array("q", [0])
    for line_number, line in enumerate(_lines(path, part, parts), 1):
        try:
            label, *features = line.replace(b",", b" ").split()
            if b"," in line and not all(b":" in feature for feature in features):
                raise ValueError("commas may stand between columns with values only")
            labels.append(float(label.partition(b":")[0]))
            for feature in features:
                column, _, value = feature.partition(b":")
                if column != b"qid":
                    columns.append(int(column))
                    values.append(float(value) if value else 1.0)
        except (ValueError, OverflowError) as error:
            raise MXNetError(f"{path}, line {line_number}: {str(error)[:200]}") from error
        ends.append(len(columns))
    rows = SparseRows(np.array(ends, np.int64), np.array(columns, np.int64), np.array(values, np.float32), width)
    wrong = rows.columns[(rows.columns < 0) | (rows.columns >= width)]
    if len(wrong):
        raise MXNetError(f"{path}: column {wrong[0]} is outside of a row of {width}")
    return np.array(labels, np.float32), rows


def _lines(path: str, part: int, parts: int) -> list[bytes]:
    """Return the lines that begin in one of ``parts`` equal stretches of a file, without comments and empty ones."""
    with explaining(f"cannot read {path}"), open_finite(path) as stream:
        content = stream.read()
    step = math.ceil(len(content) / parts)
    result, start = [], 0
    for line in content.removeprefix(BOM_UTF8).splitlines(keepends=True):
        bare = line.partition(b"#")[0].strip()
        if bare and start // max(step, 1) == part:
            result.append(bare)
        start += len(line)
    return result


class _Table:
    """Rows, or labels, of a file to read one after the other."""

    def __init__(self, path: str, rows: Any) -> None:
        self.path = path
        self._rows, self._at = rows, 0

    def rewind(self) -> None:
        """Start at the first row."""
        self._at = 0

    def read(self, count: int) -> Any:
        """Return the next ``count`` rows, or those that there are."""
        start, self._at = self._at, min(self._at + count, len(self._rows))
        return self._rows[start : self._at].copy()


_LIBSVM = {
    "data_libsvm": (str, ...),
    "data_shape": (Shape, ...),
    "label_libsvm": (str, "NULL"),
    "label_shape": (Shape, (1,)),
    "num_parts": (int, 1),
    "part_index": (int, 0),
    "batch_size": (NonNegative, ...),
    "round_batch": (bool, True),
    **COMMON,
}


@iterator(_LIBSVM)
def LibSVMIter(p: dict[str, Any]) -> RowReader:
    r"""Iterate over a file in LibSVM's format: a line has a label and the columns that are not zero.

    All parameters are given by name.

    Parameters
    ----------
    data_libsvm
        The file: lines such as ``1 0:0.5 7:1.2``, a label and columns, from 0 on, with their values. Commas may stand
        between.
    data_shape
        The number of columns, ``(columns,)``.
    label_libsvm
        A second file, whose columns are the labels; NULL: the first number of each line is the label.
    label_shape
        The number of columns of the labels; (1,) without ``label_libsvm``.
    num_parts
        Into how many parts of about as many bytes the file is divided, as a rule one for each worker.
    dtype
        Only float32.

    Returns
    -------
    An :class:`MXDataIter` whose data are csr arrays, as are labels from a second file.

    Raises
    ------
    MXNetError
        For parameters and files that do not fit.

    Examples
    --------
    >>> with open('data.libsvm', 'w') as file:
    ...     print('1 0:0.5 2:1.5', '0 1:2', sep='\n', file=file)
    >>> batch = mx.io.LibSVMIter(data_libsvm='data.libsvm', data_shape=(3,), batch_size=2).next()
    >>> print(batch.data[0].asnumpy(), batch.label[0].asnumpy())
    [[0.5 0.  1.5]
     [0.  2.  0. ]] [1. 0.]
    >>> batch.data[0].stype
    'csr'
    """
    if len(p["data_shape"]) != 1 or len(p["label_shape"]) != 1:
        raise MXNetError("LibSVMIter: data_shape and label_shape: expected one number each")
    if not 0 <= p["part_index"] < p["num_parts"]:
        raise MXNetError(f"LibSVMIter: there is no part {p['part_index']} of {p['num_parts']}")
    part = p["part_index"], p["num_parts"]
    labels, rows = _read(p["data_libsvm"], p["data_shape"][0], *part)
    if p["label_libsvm"] != "NULL":
        label = _Table(p["label_libsvm"], _read(p["label_libsvm"], p["label_shape"][0], *part)[1])
    elif p["label_shape"] == (1,):
        label = _Table(p["data_libsvm"], labels)
    else:
        raise MXNetError(f"LibSVMIter: label_shape: expected (1,) without label_libsvm, got {p['label_shape']}")
    return RowReader(_Table(p["data_libsvm"], rows), label, p["batch_size"], p["round_batch"])
