"""Files of records by the functions of MXNet's compiled library, which programs' own classes call."""

from __future__ import annotations

import ctypes
import os
import pickle
import subprocess

import mxnet as mx
import pytest
from mxnet.base import _LIB, MXNetError, RecordIOHandle, c_str, check_call

from tests import warm

RECORDS = [b"abc", b"", b"hello world!"]
OFFSETS = [0, 12, 20]


def told(function, handle):
    position = ctypes.c_size_t()
    check_call(function(handle, ctypes.byref(position)))
    return position.value


def read(handle):
    buffer, size = ctypes.c_char_p(), ctypes.c_size_t()
    check_call(_LIB.MXRecordIOReaderReadRecord(handle, ctypes.byref(buffer), ctypes.byref(size)))
    return ctypes.string_at(buffer, size.value) if buffer else None


@pytest.fixture
def path(tmp_path):
    """Return the path of a file that was written with these functions alone."""
    name, handle = str(tmp_path / "some.rec"), RecordIOHandle()
    check_call(_LIB.MXRecordIOWriterCreate(c_str(name), ctypes.byref(handle)))
    for record, offset in zip(RECORDS, OFFSETS, strict=True):
        assert told(_LIB.MXRecordIOWriterTell, handle) == offset
        check_call(_LIB.MXRecordIOWriterWriteRecord(handle, ctypes.c_char_p(record), ctypes.c_size_t(len(record))))
    check_call(_LIB.MXRecordIOWriterFree(handle))
    return name


def test_written(path):
    assert list(mx.recordio.MXRecordIO(path, "r")) == RECORDS


def test_the_librarys_functions_read_records_and_positions(path):
    handle = RecordIOHandle()
    check_call(_LIB.MXRecordIOReaderCreate(c_str(path), ctypes.byref(handle)))
    for record, offset in zip(RECORDS, OFFSETS, strict=True):
        assert told(_LIB.MXRecordIOReaderTell, handle) == offset
        assert read(handle) == record
    assert read(handle) is None
    check_call(_LIB.MXRecordIOReaderSeek(handle, ctypes.c_size_t(OFFSETS[1])))
    assert [read(handle), read(handle)] == RECORDS[1:]
    check_call(_LIB.MXRecordIOReaderFree(handle))
    with pytest.raises(MXNetError, match="no such file of records"):
        read(handle)


class Opening(mx.recordio.MXIndexedRecordIO):
    """Opens and seeks by itself, with an index of offsets alone."""

    def open(self):
        create = _LIB.MXRecordIOWriterCreate if self.flag == "w" else _LIB.MXRecordIOReaderCreate
        check_call(create(self.uri, ctypes.byref(self.handle)))
        self.writable = self.flag == "w"
        self.pid, self.is_open = os.getpid(), True
        self.fidx = open(self.idx_path, self.flag)  # noqa: SIM115
        self.offsets = [] if self.writable else [int(line) for line in self.fidx]

    def seek(self, idx):
        self._check_pid(allow_reset=True)
        check_call(_LIB.MXRecordIOReaderSeek(self.handle, ctypes.c_size_t(self.offsets[idx])))

    def write(self, buf):
        self.fidx.write(f"{self.tell()}\n")
        super().write(buf)


def test_a_class_that_opens_itself(tmp_path):
    index, path = str(tmp_path / "some.idx"), str(tmp_path / "some.rec")
    writer = Opening(index, path, "w")
    for record in RECORDS:
        writer.write(record)
    writer.close()
    reader = Opening(index, path, "r")
    assert [reader.read_idx(i) for i in (2, 0, 1)] == [RECORDS[2], RECORDS[0], RECORDS[1]]
    reader.reset()
    assert [reader.read() for _ in range(4)] == [*RECORDS, None]


class Telling(mx.recordio.MXRecordIO):
    """Tells where it reads, as MXNet's own rec2idx.py does."""

    def tell(self):
        return told(_LIB.MXRecordIOReaderTell, self.handle)


def test_a_class_that_tells_its_place(path):
    reader, offsets = Telling(path, "r"), []
    while True:
        offsets.append(reader.tell())
        if reader.read() is None:
            break
    assert offsets[:-1] == OFFSETS


def test_a_pickled_reader_has_a_handle_of_its_own(path):
    copy = pickle.loads(pickle.dumps(Telling(path, "r")))
    assert copy.read() == RECORDS[0]
    assert copy.tell() == OFFSETS[1]


def test_the_functions_are_there_before_records_are_used():
    program = "from mxnet.base import _LIB; print(_LIB.MXRecordIOReaderSeek.__name__)"
    assert subprocess.run([*warm.python(), "-c", program], capture_output=True, check=True).stdout == b"seek\n"


def test_a_function_that_is_not_there():
    with pytest.raises(AttributeError, match="MXRecordIONothing: remx has no such function"):
        _LIB.MXRecordIONothing  # noqa: B018
