"""Handlers that stop training, and that save it and go on with it."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon.contrib.estimator import BatchEnd, CheckpointHandler, EarlyStoppingHandler, EpochEnd

from .test_estimator import Spy, loader, made, network


class Scripted(mx.metric.EvalMetric):
    """A metric with one value after the other."""

    def __init__(self, name, values):
        self.values = list(values)
        super().__init__(name)

    def update(self, labels, preds):
        """Values come with epochs, not with batches."""

    def get(self):
        return self.name, self.values[0]


class Next(EpochEnd):
    """Goes on to the metric's next value."""

    priority = 1

    def __init__(self, script):
        self.script = script

    def epoch_end(self, estimator, *args, **kwargs):
        self.script.values.append(self.script.values.pop(0))


def stopped(script, **kwargs):
    """Return after how many epochs of ten training ends."""
    handler = EarlyStoppingHandler(script, **kwargs)
    made().fit(loader(4), epochs=10, event_handlers=[handler, Next(script)])
    return handler.current_epoch


@pytest.mark.parametrize(
    ("name", "values", "arguments", "epochs"),
    [
        ("accuracy", [1, 2, 3, 3, 4, 0, 0, 0, 0, 0], {}, 4),
        ("accuracy", [1, 2, 3, 3, 4, 0, 0, 0, 0, 0], {"patience": 1}, 4),
        ("accuracy", [1, 2, 3, 3, 4, 0, 0, 0, 0, 0], {"patience": 2}, 7),
        ("some loss", [5, 4, 3, 3, 9, 9, 9, 9, 9, 9], {}, 4),  # MXNet takes the larger for the better here too
        ("some loss", [5, 4, 3, 3, 9, 9, 9, 9, 9, 9], {"mode": "max"}, 2),
        ("accuracy", [5, 4, 3, 3, 9, 9, 9, 9, 9, 9], {"mode": "min"}, 4),
        ("f1", [1, 2, 2.5, 4, 5, 6, 7, 8, 9, 9], {"min_delta": 1}, 2),
        ("accuracy", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], {"baseline": 1.5}, 1),
        ("accuracy", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], {}, 10),
    ],
)
def test_early_stopping(name, values, arguments, epochs):
    assert stopped(Scripted(name, values), **arguments) == epochs


def test_early_stopping_says_so(capsys):
    stopped(Scripted("accuracy", [3, 2, 1, 0]))
    assert "[Epoch 1] Stopped early: accuracy does not improve" in capsys.readouterr().out


def test_a_metric_that_nothing_updates():
    with pytest.warns(RuntimeWarning, match="not updated"):
        assert stopped(Scripted("accuracy", [float("nan")])) == 10


def test_monitor_is_a_metric(tmp_path):
    with pytest.raises(ValueError, match="monitor"):
        EarlyStoppingHandler("accuracy")
    with pytest.raises(ValueError, match="monitor"):
        CheckpointHandler(tmp_path, save_best=True)
    with pytest.warns(RuntimeWarning, match="mode"):
        EarlyStoppingHandler(mx.metric.Accuracy(), mode="up")


def test_any_handler_stops_training():
    class Stop(BatchEnd, EpochEnd):
        batches = 0

        def batch_end(self, estimator, *args, **kwargs):
            self.batches += 1
            return self.batches >= 2

        def epoch_end(self, estimator, *args, **kwargs):
            return self.batches >= 2

    spy = Spy()
    made().fit(loader(20), epochs=5, event_handlers=[Stop(), spy])
    assert [event for event, _ in spy.seen].count("batch_end") == 2


def names(folder):
    return sorted(each.name for each in folder.iterdir())


def both(*stems):
    return sorted(f"{stem}.{kind}" for stem in stems for kind in ("params", "states"))


def test_checkpoints_of_epochs(tmp_path):
    net = network()
    net.hybridize()
    made(net).fit(loader(), epochs=4, event_handlers=[CheckpointHandler(tmp_path, max_checkpoints=2)])
    assert names(tmp_path) == sorted([*both("model-epoch2batch6", "model-epoch3batch8"), "model-symbol.json"])
    assert mx.sym.load(str(tmp_path / "model-symbol.json")).list_outputs()


def test_checkpoints_of_batches(tmp_path):
    handler = CheckpointHandler(tmp_path, "a", epoch_period=None, batch_period=3)
    made().fit(loader(), batches=7, event_handlers=[handler])
    assert names(tmp_path) == both("a-epoch1batch2", "a-epoch2batch5")
    assert (handler.current_batch, handler.current_epoch) == (7, 4)


def test_best_checkpoint(tmp_path, capsys):
    script, estimator = Scripted("accuracy", [1, 3, 2]), made()
    handler = CheckpointHandler(tmp_path, monitor=script, save_best=True, verbose=1, max_checkpoints=1)
    saved = []

    class Weights(EpochEnd):
        def epoch_end(self, estimator, *args, **kwargs):
            saved.append(estimator.net[0].weight.data().asnumpy())

    estimator.fit(loader(), epochs=3, event_handlers=[handler, Next(script), Weights()])
    best = mx.nd.load(str(tmp_path / "model-best.params"))["0.weight"].asnumpy()
    np.testing.assert_array_equal(best, saved[1])
    text = capsys.readouterr().out
    assert "improved from -inf to 1.00000" in text
    assert "improved from 1.00000 to 3.00000" in text
    assert "did not improve from 3.00000" in text


@pytest.mark.parametrize("how", ["epochs", "batches"])
def test_resumed_training_is_uninterrupted_training(how, tmp_path):
    total, half = (4, 2) if how == "epochs" else (8, 4)
    period = {"epoch_period": 1} if how == "epochs" else {"epoch_period": None, "batch_period": 4}

    def trained(folder, *lengths):
        for length in lengths:
            net = network()
            net(mx.nd.zeros((1, 3)))
            net[0].weight.set_data(mx.nd.ones((4, 3)))
            estimator = made(net)
            estimator.trainer._optimizer.momentum = 0.9
            handler = CheckpointHandler(folder, resume_from_checkpoint=True, **period)
            estimator.fit(loader(), **{how: length}, event_handlers=[handler])
        return estimator, net[0].weight.data().asnumpy()

    _, wanted = trained(tmp_path / "whole", total)
    resumed, found = trained(tmp_path / "parts", half, total)
    np.testing.assert_allclose(found, wanted, rtol=1e-6)
    assert (resumed.max_epoch if how == "epochs" else resumed.max_batch) == total - half
    assert names(tmp_path / "whole") == names(tmp_path / "parts")


def test_resuming_keeps_the_number_of_checkpoints(tmp_path):
    for epochs in (3, 6):
        handler = CheckpointHandler(tmp_path, max_checkpoints=2, resume_from_checkpoint=True)
        made().fit(loader(), epochs=epochs, event_handlers=[handler])
    assert names(tmp_path) == both("model-epoch4batch10", "model-epoch5batch12")


def test_nothing_left_to_train(tmp_path):
    made().fit(loader(), epochs=2, event_handlers=[CheckpointHandler(tmp_path)])
    with pytest.raises(ValueError, match="nothing is left"):
        made().fit(loader(), epochs=2, event_handlers=[CheckpointHandler(tmp_path, resume_from_checkpoint=True)])


def test_incomplete_checkpoint(tmp_path):
    made().fit(loader(), epochs=1, event_handlers=[CheckpointHandler(tmp_path)])
    (tmp_path / "model-epoch0batch2.states").unlink()
    with pytest.raises(AssertionError, match=r"model-epoch0batch2\.states"):
        made().fit(loader(), epochs=2, event_handlers=[CheckpointHandler(tmp_path, resume_from_checkpoint=True)])


@pytest.mark.parametrize("damage", ["missing", "cut off"])
@pytest.mark.parametrize("kind", ["params", "states"])
def test_resuming_takes_the_last_whole_checkpoint(tmp_path, kind, damage):
    made().fit(loader(), epochs=3, event_handlers=[CheckpointHandler(tmp_path)])
    path = tmp_path / f"model-epoch2batch6.{kind}"
    content = path.read_bytes()
    path.unlink()
    if damage == "cut off":
        path.write_bytes(content[: len(content) // 2])
    handler = CheckpointHandler(tmp_path, resume_from_checkpoint=True)
    estimator = made()
    estimator.fit(loader(), epochs=4, event_handlers=[handler])
    assert (handler.trained_epoch, estimator.max_epoch) == (1, 2)
    assert set(both("model-epoch2batch6", "model-epoch3batch8")) <= set(names(tmp_path))
