"""Batches made by several threads, a few in advance."""

import math
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

import numpy as np

from ...core.collector import at_end
from ...core.errors import MXNetError
from ...core.threads.pool import Task, ThreadPool
from ..file_iter import RowBatch
from .source import RecordSource, Sample

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
