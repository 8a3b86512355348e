"""The demo's progress bar."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import mxnet as mx
import pytest

FOLDER = Path(__file__).parents[2] / "examples" / "digits_lenet"


@pytest.fixture
def progress_class(monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER))
    from progress import Progress

    yield Progress
    sys.modules.pop("progress")


class Terminal(io.StringIO):
    def isatty(self):
        return True


def epochs(progress, count):
    metric = mx.metric.create(["acc", "ce"])
    for epoch in range(count):
        metric.reset()
        for nbatch in range(4):
            metric.update([mx.nd.array([0, 1])], [mx.nd.array([[0.9, 0.1], [0.6, 0.4]])])
            progress(mx.model.BatchEndParam(epoch=epoch, nbatch=nbatch, eval_metric=metric, locals=None))


def test_a_file_gets_one_line_for_each_epoch(progress_class):
    out = io.StringIO()
    epochs(progress_class(batches=4, batch_size=2, out=out), 2)
    first, second = out.getvalue().splitlines()
    assert first.startswith("epoch  1 [########################] 4/4  accuracy 0.5000  cross-entropy 0.5108")
    assert first.rstrip().endswith("samples/s")
    assert second.startswith("epoch  2 ")


def test_a_terminal_sees_the_bar_grow(progress_class):
    out = Terminal()
    epochs(progress_class(batches=4, batch_size=2, width=4, out=out), 1)
    assert [line.split("]")[0][-4:] for line in out.getvalue().split("\r")] == ["#...", "##..", "###.", "####"]


def test_the_history_keeps_each_epoch(progress_class):
    progress = progress_class(batches=4, batch_size=2, out=io.StringIO())
    epochs(progress, 3)
    assert [figures["accuracy"] for figures in progress.history] == [0.5] * 3
    assert all(figures["samples/s"] > 0 for figures in progress.history)
