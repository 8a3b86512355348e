"""Metrics written for TensorBoard, with whatever package is there."""

import sys
import types

import mxnet as mx
import pytest
from mxnet.contrib import tensorboard
from mxnet.model import BatchEndParam

WRITERS = ("mxboard", "torch.utils.tensorboard", "tensorboardX")


@pytest.fixture
def written(monkeypatch):
    written = []

    class SummaryWriter:
        def __init__(self, folder):
            written.append(folder)

        def add_scalar(self, name, value, global_step=None):
            written.append((name, value, global_step))

    module = types.ModuleType("mxboard")
    module.SummaryWriter = SummaryWriter
    monkeypatch.setitem(sys.modules, "mxboard", module)
    return written


@pytest.mark.parametrize(("prefix", "names"), [(None, ["accuracy", "mse"]), ("train", ["train-accuracy", "train-mse"])])
def test_metrics_are_written_with_the_epoch(written, prefix, names):
    metric = mx.metric.CompositeEvalMetric(["acc", "mse"])
    label, prediction = mx.nd.array([0, 1]), mx.nd.array([[1, 0], [0, 1]])
    metric.get_metric(0).update([label], [prediction])
    metric.get_metric(1).update([label], [label])
    log = tensorboard.LogMetricsCallback("folder", prefix)
    log(BatchEndParam(3, 7, metric, None))
    log(BatchEndParam(3, 8, None, None))
    assert written == ["folder", (names[0], 1.0, 3), (names[1], 0.0, 3)]


def test_no_package_is_there(monkeypatch):
    for name in WRITERS:
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match="pip install tensorboard"):
        tensorboard.LogMetricsCallback("folder")
