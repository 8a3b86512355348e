"""Rows of CSV files that are kept for the next epochs. (1.9.1 reads ahead, and gives what it has read by chance.)"""

from __future__ import annotations

import os

import mxnet as mx
import numpy as np
import pytest


def csv_iter(path):
    return mx.io.CSVIter(data_csv=path, data_shape=(2,), batch_size=4)


def first_column(it):
    return [batch.data[0].asnumpy()[:, 0].tolist() for batch in it]


def test_a_changed_file_is_read_anew(csv):
    path = csv()
    it = csv_iter(path)
    assert first_column(it) == [[0, 2, 4, 6], [8, 10, 12, 14]]
    np.savetxt(path, np.arange(16)[::-1].reshape(8, 2), delimiter=",", fmt="%d")
    os.utime(path, ns=(1, 1))
    it.reset()
    assert first_column(it) == [[15, 13, 11, 9], [7, 5, 3, 1]]


def test_an_epoch_that_is_broken_off_is_begun_anew(csv):
    it = csv_iter(csv(10))
    whole = [[0, 2, 4, 6], [8, 10, 12, 14], [16, 18, 0, 2]]
    next(it)
    it.reset()
    assert first_column(it) == whole
    it.reset()
    assert first_column(it)[0] == [4, 6, 8, 10]
    it.reset()


# 1.9.1 reads these alike
@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf1,2\n3,4\n5,6\n",
        b"1,2\r3,4\r5,6\r",
        b"1,2\r3,4\r\n5,6",
        b"1,2,\n3,4,\n5,6,\n",
        b"1,2,,\r3,4,\r\r5,6,",
        b"\xef\xbb\xbf1,2,\r3,4,\r5,6,\r",
    ],
)
@pytest.mark.parametrize("dtype", ["float32", "int32"])
def test_byte_order_marks_ends_of_lines_and_last_commas(tmp_path, content, dtype):
    (tmp_path / "a.csv").write_bytes(content)
    it = mx.io.CSVIter(data_csv=str(tmp_path / "a.csv"), data_shape=(2,), batch_size=2, round_batch=False, dtype=dtype)
    for _ in range(2):
        rows = np.concatenate([batch.data[0].asnumpy()[: 2 - batch.pad] for batch in it])
        assert rows.tolist() == [[1, 2], [3, 4], [5, 6]]
        it.reset()


def test_a_line_with_too_few_values_and_a_comma(tmp_path):
    (tmp_path / "a.csv").write_bytes(b"1,\n3,\n")
    with pytest.raises(mx.MXNetError, match="expected 2 values a line"):
        next(csv_iter(str(tmp_path / "a.csv")))


@pytest.mark.parametrize(("dtype", "large"), [("int32", 7), ("int64", 2**53 + 1)])
def test_whole_numbers_with_a_point_or_an_exponent(tmp_path, dtype, large):
    """As numpy.savetxt writes them; fractions are left out."""
    path = tmp_path / "rows.csv"
    path.write_text(f"1.000000000000000000e+00,2.5e+01,-1.9\n4,1e2,.5\n{large},0,0\n")
    batch = next(mx.io.CSVIter(data_csv=str(path), data_shape=(3,), batch_size=3, dtype=dtype))
    assert batch.data[0].asnumpy().tolist() == [[1, 25, -1], [4, 100, 0], [large, 0, 0]]


@pytest.mark.parametrize("value", ["nan", "inf", "3e9", "a", "1.5.2"])
def test_what_is_no_whole_number(tmp_path, value):
    path = tmp_path / "rows.csv"
    path.write_text(f"1.0,{value}\n")
    with pytest.raises(mx.MXNetError, match="a value is no number of type int32"):
        next(mx.io.CSVIter(data_csv=str(path), data_shape=(2,), batch_size=1, dtype="int32"))
