"""MXIndexedRecordIO: records by key."""

from __future__ import annotations

import pathlib
import pickle

import mxnet as mx
import pytest

from tests.threads import in_threads

DATA = pathlib.Path(__file__).parents[1] / "data" / "records"
MARK = b"\n#\xd7\xce"


@pytest.fixture
def files(tmp_path):
    """The paths of an index and a file of four records; the last takes the key of the first."""
    paths = str(tmp_path / "b.idx"), str(tmp_path / "b.rec")
    writer = mx.recordio.MXIndexedRecordIO(*paths, "w")
    for key, record in ((3, b"three"), (1, b"one" + MARK), (2.7, b"two"), (3, b"again")):
        writer.write_idx(key, record)
    writer.close()
    return paths


def test_index_lists_keys_and_offsets(files):
    assert pathlib.Path(files[0]).read_bytes() == b"3\t0\n1\t16\n2\t32\n3\t44\n"


def test_keys_and_offsets_are_read(files):
    reader = mx.recordio.MXIndexedRecordIO(*files, "r")
    assert reader.keys == [3, 1, 2, 3]
    assert reader.idx == {3: 44, 1: 16, 2: 32}


def test_read_idx(files):
    reader = mx.recordio.MXIndexedRecordIO(*files, "r")
    assert [reader.read_idx(key) for key in (2, 1, 3)] == [b"two", b"one" + MARK, b"again"]


def test_read_idx_after_the_last_record(files):
    reader = mx.recordio.MXIndexedRecordIO(*files, "r")
    while reader.read() is not None:
        pass
    assert reader.read_idx(2) == b"two"


def test_seek_then_read(files):
    reader = mx.recordio.MXIndexedRecordIO(*files, "r")
    reader.seek(1)
    assert [reader.read(), reader.read()] == [b"one" + MARK, b"two"]
    reader.reset()
    assert reader.read() == b"three"


def test_writer_tells_where_it_is(tmp_path):
    writer = mx.recordio.MXIndexedRecordIO(str(tmp_path / "b.idx"), str(tmp_path / "b.rec"), "w")
    writer.write_idx(0, b"three")
    assert writer.tell() == 16
    assert (writer.idx, writer.keys) == ({0: 0}, [0])
    writer.close()


def test_key_type(files):
    assert mx.recordio.MXIndexedRecordIO(*files, "r", key_type=str).keys == ["3", "1", "2", "3"]
    assert mx.recordio.MXIndexedRecordIO(*files, "r", key_type=str).read_idx("2") == b"two"


def test_unknown_key(files):
    with pytest.raises(KeyError, match=r"no record of the key 99: the index has 4, 3 to 3"):
        mx.recordio.MXIndexedRecordIO(*files, "r").read_idx(99)


def test_seek_of_a_writer_and_write_of_a_reader_raise(files):
    with pytest.raises(AssertionError):
        mx.recordio.MXIndexedRecordIO(*files, "r").write_idx(0, b"")
    writer = mx.recordio.MXIndexedRecordIO(*files, "w")
    with pytest.raises(AssertionError):
        writer.seek(0)
    writer.close()


def test_index_that_cannot_be_read(files):
    pathlib.Path(files[0]).write_text("1\t0\nnonsense\n")
    with pytest.raises(ValueError):
        mx.recordio.MXIndexedRecordIO(*files, "r")


def test_offset_where_no_record_begins(files):
    pathlib.Path(files[0]).write_text("1\t5\n")
    with pytest.raises(mx.MXNetError):
        mx.recordio.MXIndexedRecordIO(*files, "r").read_idx(1)


def test_pickled(files):
    reader = mx.recordio.MXIndexedRecordIO(*files, "r")
    assert pickle.loads(pickle.dumps(reader)).read_idx(2) == b"two"


def test_files_of_191():
    reader = mx.recordio.MXIndexedRecordIO(str(DATA / "photos.idx"), str(DATA / "photos.rec"), "r")
    assert reader.keys == list(range(8))
    header, body = mx.recordio.unpack(reader.read_idx(5))
    assert (header.flag, header.label.tolist(), header.id, len(body)) == (3, [5.0, 5.5, 2.0], 5, 3478)


# -- beyond 1.9.1 -------------------------------------------------------------------------------------------------


def test_offset_behind_the_end_raises(files):
    pathlib.Path(files[0]).write_text("1\t5000\n")
    with pytest.raises(mx.MXNetError, match="no byte 5000"):
        mx.recordio.MXIndexedRecordIO(*files, "r").read_idx(1)


def test_error_names_the_index_and_line(files):
    pathlib.Path(files[0]).write_text("1\t0\n\n2\tnonsense\n")
    with pytest.raises(mx.MXNetError, match=r"b\.idx', line 3"):
        mx.recordio.MXIndexedRecordIO(*files, "r")


@pytest.mark.parametrize("key", [2**64, -(2**63) - 1, (2**61 - 1) * 10])
def test_keys_of_which_many_could_have_one_hash_are_refused(files, key):
    pathlib.Path(files[0]).write_text(f"{2**64 - 1}\t0\n{-(2**63)}\t0\n{key}\t0\n")
    with pytest.raises(mx.MXNetError, match=r"b\.idx', line 3.*too large a number"):
        mx.recordio.MXIndexedRecordIO(*files, "r")
    assert mx.recordio.MXIndexedRecordIO(*files, "r", key_type=str).keys[2] == str(key)


def test_missing_index_leaves_nothing_open(files, tmp_path):
    with pytest.raises(FileNotFoundError):
        mx.recordio.MXIndexedRecordIO(str(tmp_path / "none.idx"), files[1], "r")


def test_threads_share_a_reader(tmp_path):
    paths = tmp_path / "c.idx", tmp_path / "c.rec"
    with mx.recordio.MXIndexedRecordIO(*paths, "w") as writer:
        for key in range(50):
            writer.write_idx(key, bytes([key]) * 3000)
    reader = mx.recordio.MXIndexedRecordIO(*paths, "r")

    def wrong(_):
        return [key for key in range(50) if reader.read_idx(key) != bytes([key]) * 3000]

    assert in_threads(4, wrong) == [[]] * 4


@pytest.mark.parametrize("change", [lambda text: b"\xef\xbb\xbf" + text, lambda text: text.replace(b"\n", b"\r")])
def test_byte_order_marks_and_ends_of_lines_of_an_index(files, change):
    index = pathlib.Path(files[0])
    index.write_bytes(change(index.read_bytes()))
    reader = mx.recordio.MXIndexedRecordIO(*files, "r")
    assert reader.idx == {3: 44, 1: 16, 2: 32}
