"""The records of one part of a file, in the order of each epoch."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ...core.errors import MXNetError
from ...recordio import MXIndexedRecordIO, MXRecordIO, unpack
from ...recordio.framing import HEAD, LONGEST, find_record, padding


class Sample(NamedTuple):
    """One record: its number, its labels (float32), its picture's bytes, and a number that no other has."""

    id: int
    label: np.ndarray
    picture: bytes
    order: int


class RecordSource:
    """Gives the samples of ``part_index``, one of ``num_parts`` pieces of about as many bytes, epoch by epoch.

    With ``shuffle`` all records of the part are put in a new order for each epoch, which needs their offsets: from the
    index ``path_imgidx``, or from a walk over the file. ``labels`` (of :func:`read_list`) replace those in the records.
    Raises :class:`MXNetError` for files that cannot be read.
    """

    def __init__(
        self,
        path_imgrec: str,
        path_imgidx: str = "",
        labels: dict[int, np.ndarray] | None = None,
        num_parts: int = 1,
        part_index: int = 0,
        shuffle: bool = False,
        seed: int = 0,
    ) -> None:
        if not path_imgrec:
            raise MXNetError("path_imgrec: expected the path of a record file")
        if part_index >= num_parts:
            raise MXNetError(f"part_index: expected less than num_parts ({num_parts}), got {part_index}")
        self._labels = labels
        self._records = MXRecordIO(path_imgrec, "r")
        self._begin, self._end = self._part(num_parts, part_index)
        self._offsets = self._all_offsets(path_imgidx) if shuffle else None
        self._random = random.Random(seed)
        self._made = 0

    def _part(self, parts: int, index: int) -> tuple[int, int]:
        size = os.path.getsize(self._records._path())
        step = -(-size // parts)
        step += -step % 4
        with open(self._records._path(), "rb") as stream:
            begin, end = (find_record(stream, min(step * i, size), size) for i in (index, index + 1))
        return begin, end

    def _all_offsets(self, path_imgidx: str) -> list[int]:
        if path_imgidx:
            index = MXIndexedRecordIO(path_imgidx, self._records.uri, "r")
            offsets = sorted(index.idx.values())
            index.close()
            return [at for at in offsets if self._begin <= at < self._end]
        offsets, at = [], self._begin
        with open(self._records._path(), "rb", buffering=0) as stream:
            while at < self._end:
                stream.seek(at)
                head = stream.read(HEAD.size)
                if len(head) < HEAD.size:
                    break
                word = HEAD.unpack(head)[1]
                if word >> 30 == 0:  # whole, or the first part
                    offsets.append(at)
                length = word & LONGEST
                at += HEAD.size + length + padding(length)
        return offsets

    def epoch(self) -> Iterator[Sample]:
        """Yield the samples of the next epoch."""
        if self._offsets is None:
            yield from self._in_order()
            return
        order = list(self._offsets)
        self._random.shuffle(order)
        for at in order:
            yield self._sample_at(at)

    def _in_order(self) -> Iterator[Sample]:
        at = self._begin
        while at < self._end:
            sample = self._sample_at(at)
            at = self._records.tell()
            yield sample

    def _sample_at(self, at: int) -> Sample:
        records = self._records
        records._check_pid()
        records._at = records._last = at
        records._stream.seek(at)
        record = records.read()
        if record is None:
            raise MXNetError(f"{records.uri!r}: expected a record at byte {at}, got the end of the file")
        header, picture = unpack(record)
        self._made += 1
        if self._labels is None:
            label = np.atleast_1d(np.asarray(header.label, np.float32))
        else:
            try:
                label = self._labels[header.id]
            except KeyError:
                raise MXNetError(f"{records.uri!r}: record {header.id} is not in the list of labels") from None
        return Sample(header.id, label, picture, self._made)


def read_list(path: str, width: int) -> dict[int, np.ndarray]:
    """Return ``{number: labels}`` of a list file: number, labels and path of a picture, with tabs between.

    ``width``: how many labels a line must have, -1 for any number. Raises :class:`MXNetError` naming the line.
    """
    found = {}
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as stream:
            for number, line in enumerate(stream, 1):
                words = line.split("\t")
                if not line.strip():
                    continue
                try:
                    labels = np.array([float(word) for word in words[1:-1]], np.float32)
                    key = int(float(words[0]))
                except ValueError as error:
                    raise MXNetError(f"{path!r}, line {number}: {error}") from None
                if len(labels) != width and width != -1:
                    raise MXNetError(f"{path!r}, line {number}: expected {width} labels, got {len(labels)}")
                found[key] = labels
    except OSError as error:
        raise MXNetError(f"cannot read {path!r}: {error.strerror}") from error
    return found
