"""MXRecordIO: what is written and read in order, as MXNet 1.9.1 does it."""

from __future__ import annotations

import hashlib
import multiprocessing
import pathlib
import pickle
from itertools import chain

import mxnet as mx
import pytest

from tests.threads import in_threads

DATA = pathlib.Path(__file__).parents[1] / "data" / "records"
MARK = b"\n#\xd7\xce"
#: records, and the bytes MXNet 1.9.1 writes for each
WRITTEN = [
    (b"", b"\n#\xd7\xce\x00\x00\x00\x00"),
    (b"abc", b"\n#\xd7\xce\x03\x00\x00\x00abc\x00"),
    (MARK, b"\n#\xd7\xce\x00\x00\x00 \n#\xd7\xce\x00\x00\x00`"),
    (MARK + MARK, b"\n#\xd7\xce\x00\x00\x00 \n#\xd7\xce\x00\x00\x00@\n#\xd7\xce\x00\x00\x00`"),
    (b"ab" + MARK, b"\n#\xd7\xce\x06\x00\x00\x00ab\n#\xd7\xce\x00\x00"),
    (b"abcd" + MARK + b"x", b"\n#\xd7\xce\x04\x00\x00 abcd\n#\xd7\xce\x01\x00\x00`x\x00\x00\x00"),
    (
        b"abcdabcdabcd" + MARK + b"efgh" + MARK,
        b"\n#\xd7\xce\x0c\x00\x00 abcdabcdabcd\n#\xd7\xce\x04\x00\x00@efgh\n#\xd7\xce\x00\x00\x00`",
    ),
]


def write(path, records):
    writer = mx.recordio.MXRecordIO(str(path), "w")
    for record in records:
        writer.write(record)
    writer.close()
    return str(path)


def read_all(path):
    reader = mx.recordio.MXRecordIO(str(path), "r")
    records = []
    while True:
        record = reader.read()
        if record is None:
            return records
        records.append(record)


@pytest.mark.parametrize(("record", "expected"), WRITTEN)
def test_bytes_of_a_record(tmp_path, record, expected):
    path = write(tmp_path / "a.rec", [record])
    assert pathlib.Path(path).read_bytes() == expected


def test_what_is_written_is_read(tmp_path):
    records = [record for record, _ in WRITTEN]
    assert read_all(write(tmp_path / "a.rec", records)) == records


def test_file_of_191_with_the_magic_number_inside():
    records = read_all(DATA / "blobs.rec")
    assert [len(record) for record in records] == [0, 1, 4, 1001, 4, 12, 13, 7]
    assert [hashlib.sha1(record).hexdigest()[:4] for record in records] == [
        *("da39", "86f7", "81fe", "4dc5", "8a18", "8581", "e4c6", "e03a")
    ]


def test_rewriting_a_file_of_191_gives_it_again(tmp_path):
    for name in ("blobs.rec", "photos.rec"):
        path = write(tmp_path / name, read_all(DATA / name))
        assert pathlib.Path(path).read_bytes() == (DATA / name).read_bytes()


def test_reading_goes_on_returning_none(tmp_path):
    reader = mx.recordio.MXRecordIO(write(tmp_path / "a.rec", [b"one"]), "r")
    assert [reader.read() for _ in range(3)] == [b"one", None, None]


def test_reset_goes_to_the_first_record(tmp_path):
    reader = mx.recordio.MXRecordIO(write(tmp_path / "a.rec", [b"one", b"two"]), "r")
    reader.read()
    reader.reset()
    assert reader.read() == b"one"


def test_reset_of_a_writer_empties_the_file(tmp_path):
    writer = mx.recordio.MXRecordIO(str(tmp_path / "a.rec"), "w")
    writer.write(b"old")
    writer.reset()
    writer.write(b"new")
    writer.close()
    assert read_all(tmp_path / "a.rec") == [b"new"]


def test_uri_with_a_scheme(tmp_path):
    path = write(tmp_path / "a.rec", [b"one"])
    assert mx.recordio.MXRecordIO("file://" + path, "r").read() == b"one"


@pytest.mark.parametrize("flag", ["a", "rb", ""])
def test_other_flags_raise(tmp_path, flag):
    with pytest.raises(ValueError):
        mx.recordio.MXRecordIO(str(tmp_path / "a.rec"), flag)


@pytest.mark.parametrize("flag", ["r", "w"])
def test_missing_file_or_folder(tmp_path, flag):
    with pytest.raises(mx.MXNetError, match=r"nowhere/a\.rec"):
        mx.recordio.MXRecordIO(str(tmp_path / "nowhere" / "a.rec"), flag)


def test_reading_a_writer_and_writing_a_reader_raise(tmp_path):
    writer = mx.recordio.MXRecordIO(str(tmp_path / "a.rec"), "w")
    with pytest.raises(AssertionError):
        writer.read()
    writer.close()
    reader = mx.recordio.MXRecordIO(str(tmp_path / "a.rec"), "r")
    with pytest.raises(AssertionError):
        reader.write(b"one")


@pytest.mark.parametrize("value", ["text", None, 3])
def test_records_are_bytes(tmp_path, value):
    writer = mx.recordio.MXRecordIO(str(tmp_path / "a.rec"), "w")
    with pytest.raises(TypeError):
        writer.write(value)
    writer.close()


def test_closed_files_raise(tmp_path):
    reader = mx.recordio.MXRecordIO(write(tmp_path / "a.rec", [b"one"]), "r")
    reader.close()
    reader.close()
    assert not reader.is_open
    with pytest.raises(RuntimeError):
        reader.read()


def test_pickled_reader_starts_over(tmp_path):
    reader = mx.recordio.MXRecordIO(write(tmp_path / "a.rec", [b"one", b"two"]), "r")
    reader.read()
    assert pickle.loads(pickle.dumps(reader)).read() == b"one"


# -- beyond 1.9.1 -------------------------------------------------------------------------------------------------


def test_buffers_are_written_as_bytes(tmp_path):
    write(tmp_path / "a.rec", [bytearray(b"one"), memoryview(b"two")])
    assert read_all(tmp_path / "a.rec") == [b"one", b"two"]


def test_block_loop_and_path(tmp_path):
    with mx.recordio.MXRecordIO(tmp_path / "a.rec", "w") as record:
        record.write(b"one")
        record.write(b"two")
    assert not record.is_open
    assert list(mx.recordio.MXRecordIO(tmp_path / "a.rec", "r")) == [b"one", b"two"]


def test_tell_is_the_offset_of_the_next_record(tmp_path):
    reader = mx.recordio.MXRecordIO(write(tmp_path / "a.rec", [b"one", b"", b"two"]), "r")
    offsets = []
    for _ in range(3):
        offsets.append(reader.tell())
        reader.read()
    assert offsets == [0, 12, 20]


def test_what_was_written_is_there_before_close(tmp_path):
    writer = mx.recordio.MXRecordIO(tmp_path / "a.rec", "w")
    writer.write(b"one")
    assert read_all(tmp_path / "a.rec") == [b"one"]
    writer.close()


def test_reader_sees_records_that_come_later(tmp_path):
    writer = mx.recordio.MXRecordIO(tmp_path / "a.rec", "w")
    reader = mx.recordio.MXRecordIO(tmp_path / "a.rec", "r")
    assert reader.read() is None
    writer.write(b"one")
    assert reader.read() == b"one"
    writer.close()


def test_unpickled_writer_leaves_the_file_alone(tmp_path):
    writer = mx.recordio.MXRecordIO(tmp_path / "a.rec", "w")
    writer.write(b"one")
    copy = pickle.loads(pickle.dumps(writer))
    with pytest.raises(RuntimeError, match="closed"):
        copy.write(b"two")
    writer.write(b"two")
    writer.close()
    assert read_all(tmp_path / "a.rec") == [b"one", b"two"]


def in_a_fork(function, *args):
    """Return what a function returns, or the name of the error it raises, in a forked process."""
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe()

    def run():
        try:
            there.send(function(*args))
        except Exception as error:
            there.send(type(error).__name__)

    process = context.Process(target=run)
    process.start()
    assert here.poll(60)
    result = here.recv()
    process.join()
    return result


def test_forked_reader_goes_on_where_it_was(tmp_path):
    reader = mx.recordio.MXRecordIO(write(tmp_path / "a.rec", [b"one", b"two", b"three"]), "r")
    reader.read()
    assert in_a_fork(reader.read) == b"two"
    assert reader.read() == b"two"


def test_forked_writer_raises(tmp_path):
    writer = mx.recordio.MXRecordIO(tmp_path / "a.rec", "w")
    assert in_a_fork(writer.write, b"one") == "RuntimeError"
    writer.close()


def test_threads_share_a_reader(tmp_path):
    records = [bytes([i]) * (i * 37) for i in range(200)]
    reader = mx.recordio.MXRecordIO(write(tmp_path / "a.rec", records), "r")
    assert sorted(chain(*in_threads(4, lambda _: list(reader)))) == sorted(records)
