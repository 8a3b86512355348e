"""Usual keys where MXNet 1.9.1 tells of an error only later, or writes what it has not read yet."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

VALUES = np.arange(24, dtype=np.float32).reshape(4, 6)


@pytest.mark.parametrize("key", [[9], [0, -5], mx.nd.array([1, 9])], ids=["list", "below", "array"])
def test_an_index_out_of_range_is_an_error_and_nothing_is_written(key):
    x = mx.nd.array(VALUES)
    with pytest.raises(IndexError):
        x[key]
    with pytest.raises(IndexError):
        x[key] = 1
    np.testing.assert_array_equal(x.asnumpy(), VALUES)


def test_overlapping_parts_are_copied_first():
    x = mx.nd.array(VALUES)
    x[1:4] = x[0:3]
    np.testing.assert_array_equal(x.asnumpy(), VALUES[[0, 0, 1, 2]])


def test_numbers_too_large_for_an_index_are_out_of_range():
    with pytest.raises((IndexError, OverflowError)):
        mx.nd.array(VALUES)[[2**70]]
