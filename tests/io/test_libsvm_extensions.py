"""Where our reader of LibSVM's files does more than that of 1.9.1."""

import mxnet as mx
import pytest


def batches(tmp_path, text, **arguments):
    (tmp_path / "data").write_text(text)
    return mx.io.LibSVMIter(data_libsvm=str(tmp_path / "data"), data_shape=(3,), **{"batch_size": 1, **arguments})


def test_the_last_batch_filled_up_with_zeros(tmp_path):
    result = list(batches(tmp_path, "1 0:1\n2 0:2\n3 0:3\n", batch_size=2, round_batch=False))
    assert [item.pad for item in result] == [0, 1]
    assert result[1].data[0].asnumpy().tolist() == [[3, 0, 0], [0, 0, 0]]


def test_more_rows_than_there_are(tmp_path):
    rounds = batches(tmp_path, "1 0:1\n2 0:2\n3 0:3\n", batch_size=4)
    assert rounds.next().label[0].asnumpy().tolist() == [1, 2, 3, 1]
    rounds.reset()
    assert rounds.next().label[0].asnumpy().tolist() == [2, 3, 1, 2]


def test_comments_weights_queries_and_columns_without_a_value(tmp_path):
    text = "1 qid:1 0:0.5 # remark\n# remark\n2:3 0:4\n3 1 2:5\n\n 7\t1:2\n"
    result = list(batches(tmp_path, text))
    assert [item.label[0].asscalar() for item in result] == [1, 2, 3, 7]
    assert [item.data[0].asnumpy()[0].tolist() for item in result] == [[0.5, 0, 0], [4, 0, 0], [0, 1, 5], [0, 2, 0]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 0:1\n1 0:x\n", "line 2: could not convert"),
        ("a 0:1\n", "line 1: could not convert"),
        ("1 3:1\n", "column 3 is outside of a row of 3"),
        ("1 -1:1\n", "column -1 is outside"),
        ("", "data: there is not one full batch"),
    ],
)
def test_damaged_files(tmp_path, text, message):
    with pytest.raises(mx.MXNetError, match=message):
        batches(tmp_path, text)


def test_writing_to_labels_does_not_change_the_file_in_memory(tmp_path):
    (tmp_path / "rows.libsvm").write_text("1 0:1\n2 1:1\n3 0:2\n4 1:2\n")
    it = mx.io.LibSVMIter(data_libsvm=str(tmp_path / "rows.libsvm"), data_shape=(2,), batch_size=4)
    for _ in range(2):
        (batch,) = it
        assert batch.label[0].asnumpy().tolist() == [1, 2, 3, 4]
        batch.label[0][:] = 0
        it.reset()


# 1.9.1 reads these alike
@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf1 0:1 2:3\n0 1:2\n",
        b"1 0:1 2:3\r0 1:2\r",
        b"1 0:1 2:3,\n0 1:2,\n",
        b"1,0:1,2:3\n0,1:2\n",
    ],
)
def test_byte_order_marks_ends_of_lines_and_commas(tmp_path, content):
    (tmp_path / "data").write_bytes(content)
    batch = next(mx.io.LibSVMIter(data_libsvm=str(tmp_path / "data"), data_shape=(3,), batch_size=2))
    assert batch.data[0].asnumpy().tolist() == [[1, 0, 3], [0, 2, 0]]
    assert batch.label[0].asnumpy().tolist() == [1, 0]


def test_commas_between_labels(tmp_path):
    with pytest.raises(mx.MXNetError, match="line 1: commas"):
        batches(tmp_path, "1,2 0:1\n0,1 1:2\n")
