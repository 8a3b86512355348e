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
from ..core.files import open_finite
from ..core.params import NonNegative, Shape
from ..core.paths import explaining
from .csv_iter import RowReader
from .file_iter import COMMON, MXDataIter, no_positional, parse_parameters, takes


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
        return SparseRows(
            np.concatenate([self.ends, self.ends[-1] + more.ends[1:]]),
            np.concatenate([self.columns, more.columns]),
            np.concatenate([self.values, more.values]),
            self.width,
        )

    def blank(self, count: int) -> SparseRows:
        """Return empty rows."""
        return SparseRows(np.zeros(count + 1, np.int64), self.columns[:0], self.values[:0], self.width)

    def as_array(self) -> Any:
        """Return the rows as a csr array."""
        return nd.sparse.csr_matrix((self.values, self.columns, self.ends), shape=self.shape, ctx=cpu(0))


class _SparseFile:
    """The lines of one part of a file: labels, and the columns and values of all lines one behind the other."""

    def __init__(self, path: str, width: int, part: int, parts: int) -> None:
        self.path, self.width = path, width
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
        self.labels = np.array(labels, np.float32)
        self.columns, self.values = np.array(columns, np.int64), np.array(values, np.float32)
        self.ends = np.array(ends, np.int64)
        wrong = self.columns[(self.columns < 0) | (self.columns >= width)]
        if len(wrong):
            raise MXNetError(f"{path}: column {wrong[0]} is outside of a row of {width}")

    def rows(self, start: int, stop: int) -> SparseRows:
        """Return rows."""
        ends = self.ends[start : stop + 1]
        stored = slice(ends[0], ends[-1])
        return SparseRows(ends - ends[0], self.columns[stored], self.values[stored], self.width)


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
    """Rows of a file to read one after the other: those of its columns, or its labels."""

    def __init__(self, file: _SparseFile, labels: bool = False) -> None:
        self.path = file.path
        self._file, self._labels, self._row = file, labels, 0

    def rewind(self) -> None:
        """Start at the first row."""
        self._row = 0

    def read(self, count: int) -> Any:
        """Return the next ``count`` rows, or those that there are."""
        start = self._row
        self._row = min(start + count, len(self._file.labels))
        return self._file.labels[start : self._row].copy() if self._labels else self._file.rows(start, self._row)


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


@takes(_LIBSVM)
def LibSVMIter(*args: Any, **kwargs: Any) -> MXDataIter:
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
    no_positional("LibSVMIter", args)
    attributes, names = parse_parameters("LibSVMIter", _LIBSVM, kwargs)
    if attributes["dtype"] not in (None, "float32"):
        raise MXNetError(f"LibSVMIter: dtype: expected float32, got {attributes['dtype']}")
    if len(attributes["data_shape"]) != 1 or len(attributes["label_shape"]) != 1:
        raise MXNetError("LibSVMIter: data_shape and label_shape: expected one number each")
    if not 0 <= attributes["part_index"] < attributes["num_parts"]:
        raise MXNetError(f"LibSVMIter: there is no part {attributes['part_index']} of {attributes['num_parts']}")
    part = attributes["part_index"], attributes["num_parts"]
    data = _SparseFile(attributes["data_libsvm"], attributes["data_shape"][0], *part)
    if attributes["label_libsvm"] != "NULL":
        label = _Table(_SparseFile(attributes["label_libsvm"], attributes["label_shape"][0], *part))
    elif attributes["label_shape"] == (1,):
        label = _Table(data, labels=True)
    else:
        raise MXNetError(
            f"LibSVMIter: label_shape: expected (1,) without label_libsvm, got {attributes['label_shape']}"
        )
    return MXDataIter(RowReader(_Table(data), label, attributes["batch_size"], attributes["round_batch"]), **names)
