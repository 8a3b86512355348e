"""List files: what is no line of one is an error that names file and line, whoever reads it."""

from __future__ import annotations

import os

import mxnet as mx
import pytest
from mxnet.recordio.listing import read_list_file
from mxnet.tools.im2rec import read_items


@pytest.fixture
def write(tmp_path):
    def write(content):
        (tmp_path / "a.lst").write_bytes(content)
        return str(tmp_path / "a.lst")

    return write


def test_lines_give_index_labels_and_path(write):
    result = list(read_list_file(write(b"1\t0.5\ta.png\n\n2.0\t1\t-2\tb c.png\r\n3\td\xe9.png")))
    assert [item[:2] for item in result] == [(1, (0.5,)), (2, (1.0, -2.0)), (3, ())]
    assert [os.fsencode(item.path) for item in result] == [b"a.png", b"b c.png", b"d\xe9.png"]


WRONG = [
    b"x\t1\ta.png",
    b"inf\t1\ta.png",
    b"nan\t1\ta.png",
    b"1e300\t1\ta.png",
    b"9" * 5000 + b"\t1\ta.png",
    b"1\tone\ta.png",
    b"1 1 a.png",
    b"1\t1\ta\0.png",
    b"1\t1\t" + b"a" * 5000,
    b"\xff\xfe1\0\t\0",
    b"\xff\t1\ta.png",
    "１\t１\ta.png".encode("utf-16"),
]


@pytest.mark.parametrize("line", WRONG)
@pytest.mark.parametrize(
    "read",
    [
        lambda path: list(read_list_file(path)),
        lambda path: mx.image.ImageIter(1, (3, 4, 4), path_imglist=path, path_root="."),
        lambda path: mx.gluon.data.vision.ImageListDataset(".", path),
        lambda path: mx.io.ImageRecordIter(
            path_imglist=path, path_imgrec="no.rec", data_shape=(3, 4, 4), batch_size=1, label_width=1
        ),
    ],
)
def test_lines_that_are_none(write, read, line):
    with pytest.raises(mx.base.MXNetError, match=r"a\.lst, line 2: "):
        read(write(b"1\t1\ta.png\n" + line + b"\n"))


def test_im2rec_notes_them(write):
    items, wrong = read_items(write(b"1\t1\ta.png\n" + b"\n".join([*WRONG[:-1], b"-1\t1\tb.png", b"2\tc.png"])))
    assert [item.path for item in items] == ["a.png"]
    assert len(wrong) == len(WRONG) + 1


@pytest.mark.parametrize("offset", ["-1", "9" * 20, "1e3", "", "nan", "9" * 5000])
def test_offsets_that_no_file_has(tmp_path, offset):
    (tmp_path / "a.rec").write_bytes(b"")
    (tmp_path / "a.idx").write_text(f"0\t0\n1\t{offset}\n")
    with pytest.raises(mx.base.MXNetError, match=r"a\.idx', line 2: "):
        mx.recordio.MXIndexedRecordIO(str(tmp_path / "a.idx"), str(tmp_path / "a.rec"), "r")


@pytest.mark.parametrize(
    ("begin", "width"),
    [(2, float("inf")), (float("nan"), 5), (2, 1e30), (-float("inf"), 5), (2, -5), (2, 0), (1e30, 5)],
)
def test_widths_of_boxes_that_cannot_be(tmp_path, begin, width):
    with mx.recordio.MXIndexedRecordIO(str(tmp_path / "a.idx"), str(tmp_path / "a.rec"), "w") as records:
        records.write_idx(0, mx.recordio.pack((0, [begin, width, 0, 0.1, 0.1, 0.5, 0.5], 0, 0), b"image"))
    files = {"path_imgrec": str(tmp_path / "a.rec"), "path_imgidx": str(tmp_path / "a.idx")}
    with pytest.raises(RuntimeError, match="labels: 7 values are not"):
        mx.image.ImageDetIter(1, (3, 4, 4), **files)
    with pytest.raises(mx.base.MXNetError, match="labels: 7 values are not"):
        next(mx.io.ImageDetRecordIter(path_imgrec=files["path_imgrec"], data_shape=(3, 4, 4), batch_size=1))


def test_an_offset_far_behind_the_end_of_the_file(tmp_path):
    with mx.recordio.MXRecordIO(str(tmp_path / "a.rec"), "w") as records:
        records.write(b"record")
    (tmp_path / "a.idx").write_text(f"0\t0\n1\t{(1 << 63) - 1}\n")
    reader = mx.recordio.MXIndexedRecordIO(str(tmp_path / "a.idx"), str(tmp_path / "a.rec"), "r")
    with pytest.raises(mx.base.MXNetError, match=r"a\.rec' has no byte 9223372036854775807"):
        reader.read_idx(1)
    assert reader.read_idx(0) == b"record"


def test_images_that_are_none_are_an_error_of_ours(write, tmp_path):
    (tmp_path / "a.png").write_bytes(b"no image")
    images = mx.image.ImageIter(1, (3, 4, 4), path_imglist=write(b"1\t1\ta.png\n"), path_root=str(tmp_path))
    with pytest.raises(mx.base.MXNetError, match=r"broken image a\.png"):
        images.next()


def test_columns_beyond_an_integer(tmp_path):
    (tmp_path / "a.svm").write_text("1 0:1\n1 99999999999999999999:1\n")
    with pytest.raises(mx.base.MXNetError, match=r"a\.svm, line 2"):
        mx.io.LibSVMIter(data_libsvm=str(tmp_path / "a.svm"), data_shape=(3,), batch_size=1)


@pytest.mark.parametrize("content", [b"\xef\xbb\xbf1\t5\ta.png\n2\t6\tb.png\n", b"1\t5\ta.png\r2\t6\tb.png\r"])
def test_byte_order_marks_and_ends_of_lines(write, content):
    assert [tuple(item) for item in read_list_file(write(content))] == [(1, (5.0,), "a.png"), (2, (6.0,), "b.png")]
