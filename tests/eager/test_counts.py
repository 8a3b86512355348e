"""Calls of functions of many arrays that say how many there are."""

from __future__ import annotations

import mxnet as mx
import pytest
from mxnet.registry.bound import bind
from mxnet.registry.op import get


def test_a_count_binds_no_operator_of_its_own():
    op = get("Concat")
    assert bind(op, {"dim": 0, "num_args": 2}) is bind(op, {"dim": 0, "num_args": 3}) is bind(op, {"dim": 0})


@pytest.mark.parametrize("count", [2, 3, 0, "2"])
def test_the_arrays_are_counted_anyway(count):
    assert mx.nd.concat(mx.nd.ones((2, 3)), mx.nd.ones((2, 3)), dim=1, num_args=count).shape == (2, 6)


@pytest.mark.parametrize("count", [2.0, True, None, "x", 2**20 + 1])
def test_what_is_no_count_is_refused(count):
    with pytest.raises(mx.MXNetError, match="num_args"):
        mx.nd.concat(mx.nd.ones(2), mx.nd.ones(2), dim=0, num_args=count)
