"""Splitting batches over devices."""

from __future__ import annotations

import mxnet as mx
import pytest
from mxnet.executor_manager import _check_arguments, _split_input_slice

#: Batch size, loads, and where MXNet 1.9.1 ends the devices' parts.
SPLITS = [
    (10, [1, 1], [5, 10]),
    (10, [1, 2], [3, 10]),
    (7, [1, 1, 1], [2, 4, 7]),
    (10, [0.5, 1.5], [2, 10]),
    (3, [1, 1], [2, 3]),
    (9, [1, 1, 1, 1], [2, 4, 6, 9]),
    (100, [1, 2, 3.3], [16, 48, 100]),
    (10, [1] * 7, [1, 2, 3, 4, 5, 6, 10]),
    (7, [1] * 4, [2, 4, 6, 7]),
]


@pytest.mark.parametrize(("size", "loads", "ends"), SPLITS)
def test_parts_follow_the_loads(size, loads, ends):
    parts = _split_input_slice(size, loads)
    assert [part.stop for part in parts] == ends
    assert [part.start for part in parts] == [0, *ends[:-1]]


@pytest.mark.parametrize(("size", "loads"), [(2, [1, 1, 1]), (4, [1, 100])])
def test_a_device_without_work_is_an_error(size, loads):
    with pytest.raises(ValueError):
        _split_input_slice(size, loads)


def test_a_sound_network_passes():
    assert _check_arguments(mx.sym.FullyConnected(mx.sym.Variable("a"), num_hidden=2, name="f")) is None


@pytest.mark.parametrize("loads", [[1], [1, 1, 1]])
def test_there_is_one_load_for_each_device(loads):
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="f")
    data = mx.io.NDArrayIter(mx.nd.ones((4, 3)), None, 4)
    with pytest.raises(AssertionError):
        mx.executor_manager.DataParallelExecutorManager(
            net, [mx.cpu(0), mx.cpu(1)], data, net.list_arguments(), ["f_weight", "f_bias"], [], loads
        )
