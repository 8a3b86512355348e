"""The monitor: statistics of a network's arrays."""

from __future__ import annotations

import mxnet as mx
import pytest


def network():
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="fc")
    return mx.sym.SoftmaxOutput(mx.sym.BatchNorm(net, name="bn"), name="softmax")


def bound(monitor):
    executor = network().simple_bind(mx.cpu(), data=(2, 3), softmax_label=(2,))
    executor.arg_dict["fc_weight"][:] = 2
    monitor.install(executor)
    return executor


def watched(monitor, batches=1):
    executor, found = bound(monitor), []
    for _ in range(batches):
        monitor.tic()
        executor.forward(is_train=True)
        found.append(monitor.toc())
    return found


def test_outputs_parameters_and_states_are_collected():
    (found,) = watched(mx.mon.Monitor(1))
    names = [name for _, name, _ in found]
    assert {"fc_output", "softmax_output", "data", "fc_weight", "bn_moving_var"} <= set(names)
    assert {step for step, _, _ in found} == {1}
    assert (1, "fc_weight", "2.0\t") in found


def test_a_pattern_chooses_and_names_are_sorted():
    (found,) = watched(mx.mon.Monitor(1, pattern=".*weight|.*output", sort=True))
    names = [name for _, name, _ in found]
    assert names == sorted(names)
    assert set(names) == {"bn_output", "fc_output", "fc_weight", "softmax_output"}


def test_every_few_batches():
    found = watched(mx.mon.Monitor(2, pattern="fc_weight"), batches=4)
    assert [[step for step, _, _ in batch] for batch in found] == [[1], [], [3], []]


def test_a_statistic_may_be_several_arrays():
    (found,) = watched(mx.mon.Monitor(1, stat_func=lambda x: [x.max(), x.min()], pattern="fc_weight"))
    assert found == [(1, "fc_weight", "2.0\t2.0\t")]


def test_a_statistic_may_be_an_array():
    (found,) = watched(mx.mon.Monitor(1, stat_func=lambda x: x[0], pattern="fc_weight"))
    assert found == [(1, "fc_weight", "[2. 2. 2.]\t")]


def test_a_statistic_is_an_array():
    monitor = mx.mon.Monitor(1, stat_func=lambda x: 3)
    with pytest.raises(AssertionError):
        watched(monitor)


def test_all_inputs_can_be_collected():
    (found,) = watched(mx.mon.Monitor(1, monitor_all=True, pattern="fc_.*"))
    assert {"fc_data", "fc_weight", "fc_bias", "fc_output"} <= {name for _, name, _ in found}


def test_results_can_be_logged(caplog):
    caplog.set_level("INFO")
    monitor = mx.mon.Monitor(1, pattern="fc_weight")
    executor = bound(monitor)
    monitor.tic()
    executor.forward(is_train=True)
    monitor.toc_print()
    assert caplog.messages == ["Batch:       1 fc_weight                      2.0\t"]
