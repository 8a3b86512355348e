"""Batches made by several threads, a few in advance, of the records of one part of a file in an epoch's order."""

import math
import os
import random
import re
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from ...core.collector import at_end
from ...core.errors import MXNetError
from ...core.files.paths import exists, explaining, is_folder
from ...core.threads.pool import Task, ThreadPool
from ...recordio import MXIndexedRecordIO, MXRecordIO, unpack
from ...recordio.framing import HEAD, LONGEST, find_record, padding
from ...recordio.listing import read_list_file
from ..file_iter import RowBatch


class Sample(NamedTuple):
    """One record: its file, its number, its labels (float32), its image's bytes, and a number that no other has."""

    path: str
    id: int
    label: np.ndarray
    image: bytes
    order: int


class RecordSource:
    """Gives the samples of ``part_index``, one of ``num_parts`` pieces, epoch by epoch.

    The pieces have about as many bytes, or, of one file with the index ``path_imgidx``, as many records but the last.

    With ``shuffle`` all records of the part are put in a new order for each epoch, which needs their offsets: from the
    index ``path_imgidx``, or from a walk over the file. Labels of ``path_imglist`` replace those in the records. Raises
    :class:`MXNetError` for files that cannot be read.
    """

    def __init__(self, p: dict[str, Any]) -> None:
        #: what ``path_imgrec`` names: one file or several
        self.path, index, part = p["path_imgrec"], p["path_imgidx"], (p["num_parts"], p["part_index"])
        if not self.path:
            raise MXNetError("path_imgrec: expected the path of a record file")
        if part[1] >= part[0]:
            raise MXNetError(f"part_index: expected less than num_parts ({part[0]}), got {part[1]}")
        self._labels = read_list(p["path_imglist"], p["label_width"]) if p["path_imglist"] else None
        files = [MXRecordIO(path, "r") for path in record_files(self.path)]
        if index and part[0] > 1 and len(files) == 1:
            self._files = _piece_of_records(files[0], _indexed(index, files[0]), *part)
        else:
            self._files = _pieces(files, *part)
        self._order = self._all_places(index) if p["shuffle"] else None
        self._random = random.Random(p["seed"] ^ p["shuffle_chunk_seed"] << 32)
        self._num_read = 0

    def _all_places(self, path_imgidx: str) -> list[tuple[MXRecordIO, int]]:
        if path_imgidx and len(self._files) == 1:
            ((records, begin, end),) = self._files
            return [(records, at) for at in _indexed(path_imgidx, records) if begin <= at < end]
        return [(records, at) for records, begin, end in self._files for at in _offsets(records, begin, end)]

    def epoch(self) -> Iterator[Sample]:
        """Yield the samples of the next epoch."""
        if self._order is None:
            yield from self._in_order()
            return
        order = list(self._order)
        self._random.shuffle(order)
        for records, at in order:
            yield self._sample_at(records, at)

    def _in_order(self) -> Iterator[Sample]:
        for records, at, end in self._files:
            while at < end:
                sample = self._sample_at(records, at)
                at = records.tell()
                yield sample

    def _sample_at(self, records: MXRecordIO, at: int) -> Sample:
        records._check_pid()
        records._go_to(at)
        record = records.read()
        if record is None:
            raise MXNetError(f"{records.uri!r}: expected a record at byte {at}, got the end of the file")
        try:
            header, image = unpack(record)
        except MXNetError as error:
            raise type(error)(f"{records.uri!r}, byte {at}: {error}") from None
        self._num_read += 1
        if self._labels is None:
            label = np.atleast_1d(np.asarray(header.label, np.float32))
        else:
            try:
                label = self._labels[header.id]
            except KeyError:
                raise MXNetError(f"{records.uri!r}: record {header.id} is not in the list of labels") from None
        return Sample(records.uri, header.id, label, image, self._num_read)


def record_files(paths: str) -> list[str]:
    """Return the files that ``path_imgrec`` names: paths with semicolons between, or regular expressions of names."""
    result: list[str] = []
    for path in filter(None, paths.split(";")):
        folder, name = os.path.split(path)
        if exists(path) or "://" in path or not is_folder(folder or "."):
            result.append(path)
            continue
        try:
            names = [item for item in sorted(os.listdir(folder or ".")) if re.fullmatch(name, item)]
        except re.error:
            names = []
        result += [os.path.join(folder, name) for name in names] or [path]
    return result


def _pieces(files: list[MXRecordIO], parts: int, index: int) -> list[tuple[MXRecordIO, int, int]]:
    """Return what belongs to part ``index`` of ``parts`` with as many bytes: files, and from where to where in each."""
    sizes = [os.path.getsize(file._path()) for file in files]
    step = -(-sum(sizes) // parts)
    step += -step % 4
    result, before = [], 0
    for records, size in zip(files, sizes, strict=True):
        with open(records._path(), "rb") as stream:
            begin, end = (find_record(stream, min(max(step * i - before, 0), size), size) for i in (index, index + 1))
        if begin < end:
            result.append((records, begin, end))
        before += size
    return result


def _indexed(path: str, records: MXRecordIO) -> list[int]:
    """Return where the records of an index begin."""
    index = MXIndexedRecordIO(path, records.uri, "r")
    offsets = sorted(index.idx.values())
    index.close()
    return offsets


def _piece_of_records(
    records: MXRecordIO, offsets: list[int], parts: int, index: int
) -> list[tuple[MXRecordIO, int, int]]:
    """Return what belongs to part ``index`` of ``parts`` with as many records, as :func:`_pieces` does."""
    step, ends = -(-len(offsets) // parts), [*offsets, os.path.getsize(records._path())]
    begin, end = (ends[min(step * i, len(offsets))] for i in (index, index + 1))
    return [(records, begin, end)] if begin < end else []


def _offsets(records: MXRecordIO, begin: int, end: int) -> Iterator[int]:
    """Yield where the records of a piece of a file begin."""
    at = begin
    with open(records._path(), "rb", buffering=0) as stream:
        while at < end:
            stream.seek(at)
            head = stream.read(HEAD.size)
            if len(head) < HEAD.size:
                break
            word = HEAD.unpack(head)[1]
            if word >> 30 == 0:  # whole, or the first part
                yield at
            length = word & LONGEST
            at += HEAD.size + length + padding(length)


def read_list(path: str, width: int) -> dict[int, np.ndarray]:
    """Return ``{number: labels}`` of a list file: number, labels and path of an image, with tabs between.

    ``width``: how many labels are taken of each line, -1 for all. Raises :class:`MXNetError` naming the line.
    """
    result = {}
    with explaining(f"cannot read {path!r}"):
        for item in read_list_file(path, max(width, 0)):
            result[item.number] = np.array(item.labels if width == -1 else item.labels[:width], np.float32)
    return result


#: writes a sample's image and labels into one row of a batch
Fill = Callable[[Sample, np.ndarray, np.ndarray], None]
#: images that a thread makes before it takes others
_AT_A_TIME = 4


class _Buffers:
    """Memory for batches, reused once the program has dropped the batch.

    Large pieces of new memory come from the system page by page, which takes as long as to normalize the images.
    """

    def __init__(self, shape: tuple[int, ...], dtype: Any, keep: int) -> None:
        self._shape, self._dtype, self._keep = shape, np.dtype(dtype), keep
        self._pieces: dict[int, np.ndarray] = {}
        self._free: dict[int, Any] = {}  # filled whenever the arrays on a piece happen to end

    def take(self) -> np.ndarray:
        """Return an array whose values are whatever the memory held."""
        while len(self._free) > self._keep:
            del self._pieces[self._free.popitem()[0]]
        try:
            key, _ = self._free.popitem()
        except KeyError:
            memory = np.empty(math.prod(self._shape) * self._dtype.itemsize, np.uint8)
            key = id(memory)
            self._pieces[key] = memory
        buffer: np.ndarray = np.frombuffer(self._pieces[key].data, self._dtype)  # lives as long as any view of it
        at_end(buffer, partial(self._free.setdefault, key))
        return buffer.reshape(self._shape)


class ImageReader:
    """Reads batches: ``fill`` makes each row, in one of several threads, a few batches ahead.

    ``p``: the iterator's parameters. ``label``: the shape of a sample's labels, which are float32, filled up with
    ``pad``. An epoch whose samples do not fill the last batch is filled up with the first of the next one
    (``round_batch``), which then begins behind them, or with zeros.
    """

    def __init__(self, p: dict[str, Any], fill: Fill, dtype: Any, label: tuple[int, ...], pad: float = 0.0) -> None:
        self._source, self._fill = RecordSource(p), fill
        self.path, self._size, self._round = self._source.path, p["batch_size"], p["round_batch"]
        self._label, self._pad = (self._size, *label), pad
        self._ahead = max(1, p["prefetch_buffer"])
        self._buffers = _Buffers((self._size, *p["data_shape"]), dtype, self._ahead)
        self._pool = ThreadPool(p["preprocess_threads"])
        self._coming: deque[tuple[RowBatch, list[Task]]] = deque()
        self._samples: Iterator[Sample] | None = self._source.epoch()
        #: the next epoch, of which the last batch of this one took the first samples
        self._begun: Iterator[Sample] | None = None

    def rewind(self) -> None:
        """Begin the next epoch."""
        finished = self._samples is None and not self._coming
        for _, parts in self._coming:
            for part in parts:
                part.cancel()
        self._coming.clear()
        self._samples = self._begun if finished and self._begun is not None else self._source.epoch()
        self._begun = None

    def read(self) -> RowBatch | None:
        """Return the next batch, None at the end of the epoch; an error in a thread is raised here."""
        while len(self._coming) < self._ahead and self._start_batch():
            pass
        if not self._coming:
            return None
        batch, parts = self._coming[0]
        self._submit(parts)
        for part in parts:
            part.wait()
        self._coming.popleft()
        for part in parts:
            part.get()
        return batch

    def _submit(self, parts: list[Task]) -> None:
        for part in parts:
            self._pool.submit(part)

    def _start_batch(self) -> bool:
        """Hand the next batch to the threads and return whether there was one."""
        if self._samples is None:
            return False
        size = self._size
        samples = list(islice(self._samples, size))
        missing = size - len(samples)
        if missing:
            self._samples = None
            if not samples:
                return False
            if self._round:
                self._begun = self._source.epoch()
                samples += islice(self._begun, missing)
                if len(samples) < size:
                    raise MXNetError(f"{self.path}: number of input images must be bigger than the batch size ({size})")
        data, label = self._buffers.take(), np.full(self._label, self._pad, np.float32)
        data[len(samples) :] = 0
        index = np.zeros(size, np.uint64)
        index[: len(samples)] = [sample.id for sample in samples]
        batch, rows = RowBatch(data, label, missing, index), label.reshape(size, -1)
        parts = [Task(self._fill_rows, (samples, i, data, rows)) for i in range(0, len(samples), _AT_A_TIME)]
        self._coming.append((batch, parts))
        self._submit(parts)
        return True

    def _fill_rows(self, samples: list[Sample], begin: int, data: np.ndarray, label: np.ndarray) -> None:
        for i, sample in enumerate(samples[begin : begin + _AT_A_TIME], begin):
            try:
                self._fill(sample, data[i], label[i])
            except MXNetError as error:
                raise type(error)(f"{sample.path!r}, record {sample.id}: {error}") from error.__cause__
