"""Histograms of integers, whose edges are integers too. Recorded from Apache MXNet 1.9.1."""

from __future__ import annotations

import mxnet as mx
import pytest

VALUES = [-2, -1, 0, 1, 2, 3, 3, -3, 4, 0]


@pytest.mark.parametrize("dtype", ["int8", "int32", "int64"])
@pytest.mark.parametrize(
    ("number", "ends", "counts", "edges"),
    [
        (2, (-2, 3), [2, 6], [-2, 0, 3]),
        (5, (-2, 3), [1, 1, 2, 1, 3], [-2, -1, 0, 1, 2, 3]),
        (2, (0, 3), [2, 4], [0, 1, 3]),
        (3, (-2, 3), [2, 2, 4], [-2, 0, 1, 3]),
        (3, (0.5, 2.5), [0, 1, 1], [0, 1, 1, 2]),
        (7, (0, 3), [0, 2, 0, 1, 0, 1, 2], [0, 0, 0, 1, 1, 2, 2, 3]),
    ],
)
def test_whole_numbers_are_counted_by_whole_edges(dtype, number, ends, counts, edges):
    result = mx.nd._internal._histogram(mx.nd.array(VALUES, dtype=dtype), bin_cnt=number, range=ends)
    assert [item.asnumpy().tolist() for item in result] == [counts, edges]
