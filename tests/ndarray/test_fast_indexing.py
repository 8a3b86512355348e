"""Reading and writing parts by the keys that programs mostly use; valid under MXNet 1.9.1 too."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

VALUES = np.arange(24, dtype=np.float32).reshape(4, 6)
KEYS = [
    2, -1, slice(1, 3), slice(None, -2), (1, slice(2, 5)), (slice(1, 3), 2), (slice(None), slice(1, 4)), (0, -2),
    [0, 2], [[0, 1], [3, 3]], slice(3, 3),
]  # fmt: skip


def _wanted(part):
    return part if part.ndim else part.reshape(1)


@pytest.mark.parametrize("key", [key for key in KEYS if key != slice(3, 3)], ids=str)
@pytest.mark.parametrize("dtype", ["float32", "int32"])
def test_a_part_is_numpys(key, dtype):
    got = mx.nd.array(VALUES, dtype=dtype)[key]
    np.testing.assert_array_equal(got.asnumpy(), _wanted(VALUES[key]))


@pytest.mark.parametrize("key", [key for key in KEYS if key != slice(3, 3)], ids=str)
@pytest.mark.parametrize("value", [7, 2.5, 0, -0.0], ids=str)
def test_a_number_is_written(key, value):
    x, expected = mx.nd.array(VALUES), VALUES.copy()
    x[key] = value
    expected[key] = value
    np.testing.assert_array_equal(x.asnumpy(), expected)


@pytest.mark.parametrize("key", [2, slice(1, 3), (slice(None), slice(0, 6)), [0, 2]], ids=str)
def test_a_row_is_written_to_all_rows_of_a_part(key):
    x, expected, row = mx.nd.array(VALUES), VALUES.copy(), np.arange(6) * -1.0
    x[key] = mx.nd.array(row)
    expected[key] = row
    np.testing.assert_array_equal(x.asnumpy(), expected)


def test_parts_in_one_piece_write_through():
    x = mx.nd.array(VALUES)
    x[1][2:4] = -1
    x[1:3][0] += 100
    assert x[1].asnumpy().tolist() == [106, 107, 99, 99, 110, 111]


def test_positions_in_an_array_select_rows():
    x = mx.nd.array(VALUES)
    np.testing.assert_array_equal(x[mx.nd.array([3, 0])].asnumpy(), VALUES[[3, 0]])
    x[mx.nd.array([3, 0])] = 5
    assert x.asnumpy()[[0, 3]].tolist() == [[5] * 6] * 2


@pytest.mark.parametrize("key", [9, (0, 9), (9, slice(None))], ids=str)
def test_a_position_out_of_range_is_an_index_error_and_nothing_is_written(key):
    x = mx.nd.array(VALUES)
    with pytest.raises(IndexError):
        x[key]
    with pytest.raises(IndexError):
        x[key] = 1
    np.testing.assert_array_equal(x.asnumpy(), VALUES)


def test_the_gradient_of_parts():
    x = mx.nd.array(VALUES)
    x.attach_grad()
    with mx.autograd.record():
        y = x[1:3].sum() + 2 * x[0, 1] + 3 * x[2, 1:3].sum() + 4 * x[mx.nd.array([3, 3])].sum()
    y.backward()
    expected = np.zeros_like(VALUES)
    expected[1:3] += 1
    expected[0, 1] += 2
    expected[2, 1:3] += 3
    expected[3] += 8
    np.testing.assert_array_equal(x.grad.asnumpy(), expected)
