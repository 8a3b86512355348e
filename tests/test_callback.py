"""Callbacks: what they log and save, and when."""

from __future__ import annotations

import mxnet as mx
import pytest
from mxnet.model import BatchEndParam

LABEL, SCORES = [mx.nd.array([0, 1])], [mx.nd.array([[0.3, 0.7], [0, 1.0]])]


@pytest.fixture
def metric():
    made = mx.metric.create("acc")
    made.update(LABEL, SCORES)
    return made


@pytest.fixture
def log(caplog):
    caplog.set_level("INFO")
    return caplog


def call(callback, batches, metric, epoch=0):
    for number in batches:
        callback(BatchEndParam(epoch, number, metric, None))


def test_the_speedometer_logs_every_few_batches(log, metric):
    call(mx.callback.Speedometer(4, 2), range(6), metric)
    first, second = log.messages
    assert first.startswith("Epoch[0] Batch [0-2]\tSpeed: ")
    assert first.endswith(" samples/sec\taccuracy=0.500000")
    assert second.startswith("Epoch[0] Batch [2-4]\t")
    assert second.endswith("accuracy=nan")
    assert metric.get_global() == ("accuracy", 0.5)


def test_the_speedometer_can_leave_the_metric_alone(log, metric):
    call(mx.callback.Speedometer(4, 2, auto_reset=False), range(5), metric)
    assert [message.split("\t")[0] for message in log.messages] == ["Epoch[0] Batch [0-2]", "Epoch[0] Batch [0-4]"]
    assert metric.get() == ("accuracy", 0.5)


def test_the_speedometer_begins_again_with_each_epoch(log, metric):
    meter = mx.callback.Speedometer(4, 2)
    call(meter, range(4), metric)
    call(meter, range(3), metric, epoch=1)
    assert [message.split("\t")[0] for message in log.messages] == ["Epoch[0] Batch [0-2]", "Epoch[1] Batch [0-2]"]


def test_the_speedometer_needs_no_metric(log):
    call(mx.callback.Speedometer(4, 2), range(3), None)
    assert log.messages[0].startswith("Iter[0] Batch [2]\tSpeed: ")


def test_the_progress_bar(log):
    call(mx.callback.ProgressBar(10, 20), (0, 3, 10), None)
    assert [message.rstrip("\r") for message in log.messages] == [
        "[--------------------] 0%",
        "[======--------------] 30%",
        "[====================] 100%",
    ]


@pytest.mark.parametrize(("auto_reset", "last"), [(False, "0.500000"), (True, "nan")])
def test_the_training_metric_is_logged(log, metric, auto_reset, last):
    call(mx.callback.log_train_metric(2, auto_reset), range(4), metric, epoch=1)
    assert log.messages == [
        "Iter[1] Batch[0] Train-accuracy=0.500000",
        f"Iter[1] Batch[2] Train-accuracy={last}",
    ]


def test_the_validation_metric_is_logged(log, metric):
    callback = mx.callback.LogValidationMetricsCallback()
    call(callback, [7], metric, epoch=3)
    call(callback, [7], None)
    assert log.messages == ["Epoch[3] Validation-accuracy=0.500000"]


def network():
    return mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="fc")


@pytest.mark.parametrize(("period", "epochs"), [(1, [1, 2, 3, 4]), (2, [2, 4]), (0, [1, 2, 3, 4])])
def test_do_checkpoint_saves_every_few_epochs(tmp_path, period, epochs):
    callback = mx.callback.do_checkpoint(str(tmp_path / "net"), period)
    for epoch in range(4):
        callback(epoch, network(), {"fc_weight": mx.nd.ones((2, 3))}, {})
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == [*(f"net-{epoch:04d}.params" for epoch in epochs), "net-symbol.json"]


def test_module_checkpoint_lets_the_module_save():
    class Module:
        calls = []  # noqa: RUF012  (one list for the one object)

        def save_checkpoint(self, *args):
            self.calls.append(args)

    callback = mx.callback.module_checkpoint(Module(), "pre", 2, True)
    for epoch in range(4):
        callback(epoch)
    callback(5, "symbol", {}, {})
    assert Module.calls == [("pre", 2, True), ("pre", 4, True), ("pre", 6, True)]
