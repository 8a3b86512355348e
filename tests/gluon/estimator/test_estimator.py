"""The estimator: what it takes, the order of events, metrics, logs."""

from __future__ import annotations

import re
import warnings

import mxnet as mx
import numpy as np
import pytest
from mxnet import gluon
from mxnet.gluon import nn
from mxnet.gluon.contrib import estimator as est
from mxnet.gluon.contrib.estimator import Estimator, LoggingHandler, MetricHandler, ValidationHandler


def loader(samples=5, batch_size=4):
    random = np.random.RandomState(0)
    data, label = random.uniform(size=(samples, 3)), np.arange(samples) % 4
    dataset = gluon.data.ArrayDataset(data.astype("float32"), label.astype("float32"))
    return gluon.data.DataLoader(dataset, batch_size=batch_size)


def network(**kwargs):
    net = nn.HybridSequential()
    net.add(nn.Dense(4))
    net.initialize(mx.init.Xavier(), **kwargs)
    return net


def made(net=None, rate=0.1, **kwargs):
    net = net or network()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": rate})
    return Estimator(net, gluon.loss.SoftmaxCrossEntropyLoss(), trainer=trainer, **kwargs)


class Spy(est.TrainBegin, est.TrainEnd, est.EpochBegin, est.EpochEnd, est.BatchBegin, est.BatchEnd):
    """Notes what it is told."""

    def __init__(self):
        self.seen = []

    def note(self, event):
        return lambda estimator, **kwargs: self.seen.append((event, sorted(kwargs)))

    def __getattribute__(self, name):
        if re.fullmatch("(train|epoch|batch)_(begin|end)", name):
            return self.note(name)
        return super().__getattribute__(name)


BATCH = [("batch_begin", ["batch"]), ("batch_end", ["batch", "label", "loss", "pred"])]


def test_events_of_training_and_evaluation():
    spy, estimator = Spy(), made()
    estimator.fit(loader(), epochs=2, event_handlers=spy)
    epoch = [("epoch_begin", []), *BATCH, *BATCH, ("epoch_end", [])]
    assert spy.seen == [("train_begin", []), *epoch, *epoch, ("train_end", [])]
    spy.seen.clear()
    estimator.evaluate(loader(), event_handlers=[spy])
    assert spy.seen == epoch


def test_training_is_what_a_loop_does():
    nets = [network(), network()]
    for net in nets:
        net(mx.nd.zeros((1, 3)))
        net[0].weight.set_data(mx.nd.array(np.linspace(-1, 1, 12).reshape(4, 3)))
    made(nets[0]).fit(loader(), epochs=2)
    loss, trainer = gluon.loss.SoftmaxCrossEntropyLoss(), None
    trainer = gluon.Trainer(nets[1].collect_params(), "sgd", {"learning_rate": 0.1})
    for _ in range(2):
        for data, label in loader():
            with mx.autograd.record():
                value = loss(nets[1](data), label)
            value.backward()
            trainer.step(len(data))
    np.testing.assert_allclose(nets[0][0].weight.data().asnumpy(), nets[1][0].weight.data().asnumpy(), rtol=1e-6)


def test_metrics():
    estimator = made()
    assert [m.name for m in estimator.train_metrics] == ["training accuracy", "training softmaxcrossentropyloss"]
    assert [m.name for m in estimator.val_metrics] == ["validation accuracy", "validation softmaxcrossentropyloss"]
    estimator.fit(loader(), val_data=loader(), epochs=1)
    accuracy, loss = (m.get()[1] for m in estimator.val_metrics)
    pred = estimator.net(mx.nd.array(loader()._dataset[:][0]))
    right = (pred.asnumpy().argmax(1) == np.arange(5) % 4).mean()
    assert accuracy == pytest.approx(right)
    assert 0.5 < loss < 3


def test_metrics_keep_their_name_in_a_second_estimator():
    """In MXNet it becomes 'training training accuracy'."""
    metric = mx.metric.Accuracy()
    for _ in range(2):
        estimator = made(train_metrics=metric)
    assert metric.name == "training accuracy"
    assert estimator.val_metrics[0].name == "validation accuracy"


def test_composite_metrics_are_taken_apart():
    both = mx.metric.CompositeEvalMetric([mx.metric.Accuracy(), mx.metric.TopKAccuracy(2)])
    assert len(made(train_metrics=both).train_metrics) == 2


@pytest.mark.parametrize("batches", [1, 3, 4])
def test_number_of_batches(batches):
    spy = Spy()
    made().fit(loader(), batches=batches, event_handlers=spy)
    assert [event for event, _ in spy.seen].count("batch_end") == batches


def test_two_contexts_share_a_batch():
    """Unevenly too, where MXNet fails."""
    contexts = [mx.cpu(0), mx.cpu(1)]
    estimator = made(network(ctx=contexts), context=contexts)
    estimator.fit(loader(7, 4), epochs=1)
    left, right = (estimator.net[0].weight.data(ctx).asnumpy() for ctx in contexts)
    np.testing.assert_allclose(left, right)


def test_other_batches():
    class Twice(est.BatchProcessor):
        def fit_batch(self, estimator, train_batch, batch_axis=0):
            super().fit_batch(estimator, train_batch, batch_axis)
            return super().fit_batch(estimator, train_batch, batch_axis)

    estimator = made(batch_processor=Twice())
    estimator.fit(loader(), epochs=1)
    assert estimator.train_metrics[0].num_inst == 5


LOSS = gluon.loss.L2Loss


@pytest.mark.parametrize(
    ("kind", "arguments"),
    [
        (ValueError, {"loss": "l2"}),
        (ValueError, {"val_loss": "l2"}),
        (ValueError, {"train_metrics": "acc"}),
        (ValueError, {"trainer": "sgd"}),
        (ValueError, {"context": "cpu"}),
        (ValueError, {"context": [1]}),
        (AssertionError, {"context": mx.gpu(100)}),
        (ValueError, {"batch_processor": 3}),
    ],
    ids=str,
)
@pytest.mark.filterwarnings("ignore:No trainer")
def test_arguments_of_another_kind(kind, arguments):
    with pytest.raises(kind):
        Estimator(network(), **{"loss": LOSS(), **arguments})


@pytest.mark.parametrize(
    "arguments",
    [
        {"train_data": [1]},
        {"train_data": mx.io.NDArrayIter(np.zeros((4, 3)), np.zeros(4), 2)},
        {"epochs": None},
        {"batches": 2},
        {"event_handlers": [3]},
        {"event_handlers": [LoggingHandler(metrics=[mx.metric.RMSE()])]},
        {"event_handlers": [MetricHandler(metrics=[mx.metric.RMSE()])]},
    ],
    ids=lambda each: next(iter(each)),
)
def test_fit_refuses(arguments):
    with pytest.raises(ValueError):
        made().fit(**{"train_data": loader(), "epochs": 1, **arguments})


def test_warnings():
    with pytest.warns(UserWarning, match="No trainer specified"):
        Estimator(network(), LOSS())
    with pytest.warns(UserWarning, match="Network already fully initialized"):
        made(initializer=mx.init.One())


def test_initializer_of_a_new_network():
    net = nn.Dense(2, in_units=3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        Estimator(net, LOSS(), initializer=mx.init.One())
    assert (net.weight.data().asnumpy() == 1).all()


def lines(estimator, capsys):
    return [re.sub(r"\d+\.\d{3}s", "?s", each) for each in capsys.readouterr().out.splitlines()]


def test_log_of_epochs(capsys):
    estimator = made()
    estimator.fit(loader(), val_data=loader(), epochs=1)
    values = "{0} accuracy: #, {0} softmaxcrossentropyloss: #"
    assert [re.sub(r": \d\.\d{4}\b", ": #", each) for each in lines(estimator, capsys)] == [
        "Training begin: using optimizer SGD with current learning rate: # ".replace(": #", " 0.1000"),
        "Train for 1 epochs.",
        "[Epoch 0] Begin, current learning rate: #",
        "Validation Begin",
        f"[Epoch 0] Finished in ?s, {values.format('validation')}",
        f"[Epoch 0] Finished in ?s, {values.format('training')}",
        f"Train finished using total 0s with 1 epochs. {values.format('training')}",
    ]


@pytest.mark.parametrize(("interval", "shown"), [(1, [(0, 4), (1, 8), (2, 10)]), (2, [(0, 4), (2, 10)])])
def test_log_of_batches(interval, shown, capsys):
    estimator = made()
    handler = LoggingHandler(interval, metrics=estimator.train_metrics[:1])
    estimator.fit(loader(10), batches=3, event_handlers=[handler])
    found = [each for each in lines(estimator, capsys) if "Samples" in each]
    assert [re.sub(r"\d\.\d{4}$", "#", each) for each in found] == [
        f"[Epoch 0][Batch {batch}][Samples {samples}] time/interval: ?s training accuracy: #"
        for batch, samples in shown
    ]
    assert handler.batch_index == 0
    assert handler.current_epoch == 1


def test_log_interval():
    with pytest.raises(ValueError, match="log_interval"):
        LoggingHandler("batch")


def test_axis_of_the_batch():
    data = [(np.ones((3, 4), "float32"), np.zeros((1, 4), "float32"))] * 2
    batches = gluon.data.DataLoader(data, batch_sampler=[[0], [1]], batchify_fn=lambda x: list(map(mx.nd.array, x[0])))
    net = nn.HybridLambda(lambda F, x: F.transpose(x))
    estimator = Estimator.__new__(Estimator)
    estimator.context, estimator.net, estimator.val_net = [mx.cpu()], net, net
    estimator.loss = estimator.val_loss = lambda pred, label: pred.sum() + label.sum()
    shapes = est.BatchProcessor().evaluate_batch(estimator, next(iter(batches)), batch_axis=1)
    assert shapes[0][0].shape == (3, 4)
    assert shapes[2][0].shape == (4, 3)


def test_validation_every_few_batches():
    calls = []
    handler = ValidationHandler(None, lambda **kwargs: calls.append(kwargs), epoch_period=None, batch_period=2)
    made().fit(loader(10), epochs=2, event_handlers=[handler])
    assert calls == [{"val_data": None, "batch_axis": 0, "event_handlers": None}] * 3
