"""Damaged files of records: what is said, and going on with the next good record."""

from __future__ import annotations

import logging

import mxnet as mx
import pytest

MARK = b"\n#\xd7\xce"
RECORDS = [b"a" * 9, b"bb" + MARK + b"bb", b"cccc" + MARK + b"cccc", b"d" * 400, b"e"]
STARTS = [0, 20, 36, 60, 468]
END = 480


@pytest.fixture
def damage(tmp_path):
    """Write the records, change the file's bytes by a function, and return the path."""

    def make(change):
        path = tmp_path / "a.rec"
        with mx.recordio.MXRecordIO(str(path), "w") as writer:
            for record in RECORDS:
                writer.write(record)
        content = path.read_bytes()
        assert len(content) == END
        path.write_bytes(change(content))
        return str(path)

    return make


def overwritten(at, new):
    return lambda content: content[:at] + new + content[at + len(new) :]


#: what happens to the file -> the offset that is named, the records that are left
CASES = {
    "cut off within a head": (lambda content: content[:470], 468, [0, 1, 2, 3]),
    "cut off within a body": (lambda content: content[:200], 60, [0, 1, 2]),
    "cut off within the zeros at the end": (lambda content: content[:-1], 468, [0, 1, 2, 3]),
    "a word that is not the magic one": (overwritten(20, b"\0\0\0\0"), 20, [0, 2, 3, 4]),
    "a length beyond the file": (overwritten(64, b"\xff\xff\xff\x1f"), 60, [0, 1, 2, 4]),
    "a length too small": (overwritten(64, b"\x10\0\0\0"), 84, [0, 1, 2, "d", 4]),
    "no last part": (lambda content: content[:48] + content[60:], 48, [0, 1, 3, 4]),
    "no first part": (lambda content: content[:36] + content[48:], 36, [0, 1, 3, 4]),
    "lost bytes": (lambda content: content[:100] + content[103:], 468, [0, 1, 2, "?", 4]),
    "noise before the first record": (lambda content: b"noise" + content, 0, [0, 1, 2, 3, 4]),
    "a hole": (lambda content: content[:30] + bytes(300) + content[400:], 36, [0, "?", 4]),
}


def read_until_error(path):
    reader = mx.recordio.MXRecordIO(path, "r")
    while reader.read() is not None:
        pass


@pytest.mark.parametrize("name", CASES)
def test_error_names_file_and_offset(damage, name):
    change, offset, _ = CASES[name]
    path = damage(change)
    with pytest.raises(mx.MXNetError) as error:
        read_until_error(path)
    assert f"{path!r} is damaged at byte {offset}" in str(error.value)


@pytest.mark.parametrize("name", CASES)
def test_skipping_finds_the_next_good_record(damage, name, caplog):
    change, offset, left = CASES[name]
    reader = mx.recordio.MXRecordIO(damage(change), "r", skip_damaged=True)
    with caplog.at_level(logging.WARNING):
        records = list(reader)
    expected = [RECORDS[i] for i in left if isinstance(i, int)]
    assert [record for record in records if record in RECORDS] == expected
    assert len(records) == len(left)
    assert [where for where, _ in reader.damaged] == [offset]
    assert f"damaged at byte {offset}" in caplog.text


def test_the_error_stays_at_its_place(damage):
    reader = mx.recordio.MXRecordIO(damage(overwritten(20, b"\0")), "r")
    assert reader.read() == RECORDS[0]
    for _ in range(2):
        with pytest.raises(mx.MXNetError, match="byte 20"):
            reader.read()


def test_whole_files_have_no_damage(damage):
    reader = mx.recordio.MXRecordIO(damage(lambda content: content), "r", skip_damaged=True)
    assert list(reader) == RECORDS
    assert reader.damaged == []


def test_damaged_record_by_its_key(damage, tmp_path):
    index = tmp_path / "a.idx"
    index.write_text("".join(f"{key}\t{start}\n" for key, start in enumerate(STARTS)))
    reader = mx.recordio.MXIndexedRecordIO(str(index), damage(overwritten(60, b"\0")), "r", skip_damaged=True)
    assert reader.read_idx(4) == RECORDS[4]
    with pytest.raises(mx.MXNetError, match="damaged at byte 60"):
        reader.read_idx(3)


def test_marks_far_apart_are_found(tmp_path):
    # the damage is longer than what is looked through at once
    path = tmp_path / "a.rec"
    with mx.recordio.MXRecordIO(path, "w") as writer:
        writer.write(bytes(3 << 20))
        writer.write(b"last")
    path.write_bytes(b"\1" + path.read_bytes()[1:])
    assert list(mx.recordio.MXRecordIO(path, "r", skip_damaged=True)) == [b"last"]


def test_full_disk_leaves_whole_records(tmp_path):
    resource = pytest.importorskip("resource", reason="limits of file sizes are POSIX's")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    writer = mx.recordio.MXRecordIO(tmp_path / "a.rec", "w")
    writer.write(b"first")
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        with pytest.raises(OSError):
            writer.write(bytes(5000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    writer.write(b"second")
    writer.close()
    assert list(mx.recordio.MXRecordIO(tmp_path / "a.rec", "r")) == [b"first", b"second"]
