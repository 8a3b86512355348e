"""``BaseModule.fit``: the order of things, what callbacks receive, checkpoints, validation, accumulation."""

from __future__ import annotations

import io
import logging
import re
import sys

import mxnet as mx
import numpy as np
import pytest

from tests.module.nets import CLASSES, FEATURES, batch, classifier, iterator, params_of, trainable, weights

FIT_LOCALS = {
    "self",
    "train_data",
    "eval_data",
    "eval_metric",
    "optimizer",
    "arg_params",
    "epoch",
    "nbatch",
    "data_batch",
    "data_iter",
}


def fit(module=None, train_data=None, **kwargs):
    module = module or mx.mod.Module(classifier())
    kwargs.setdefault("num_epoch", 1)
    kwargs.setdefault("arg_params", weights())
    module.fit(train_data or iterator(), **kwargs)
    return module


def recorded(cls, methods, log):
    """A subclass of ``cls`` that notes the calls of ``methods``."""

    def noting(name):
        def call(self, *args, **kwargs):
            log.append(name)
            return getattr(cls, name)(self, *args, **kwargs)

        return call

    return type(cls.__name__, (cls,), {name: noting(name) for name in methods})


def test_what_happens_in_an_epoch():
    log = []
    module = recorded(mx.mod.Module, ["bind", "init_params", "init_optimizer", "forward_backward", "update",
                                      "update_metric", "prepare", "score"], log)(classifier())  # fmt: skip
    fit(
        module,
        iterator(4),
        eval_data=iterator(2),
        batch_end_callback=lambda param: log.append("batch end"),
        epoch_end_callback=lambda *args: log.append("epoch end"),
    )
    batches = ["forward_backward", "update", "update_metric", "prepare", "batch end",
               "forward_backward", "update", "update_metric", "batch end"]  # fmt: skip
    ending = ["init_params", "epoch end", "score", "prepare", "update_metric"]
    assert log == ["bind", "init_params", "init_optimizer", *batches, *ending]


def test_batch_end_callbacks_receive_batch_end_params():
    seen = []
    fit(batch_end_callback=[seen.append, seen.append], num_epoch=2, eval_metric=["acc", "ce"])
    assert [(param.epoch, param.nbatch) for param in seen[::2]] == [(e, b) for e in range(2) for b in range(3)]
    for param in seen:
        assert param._fields == ("epoch", "nbatch", "eval_metric", "locals")
        assert isinstance(param.eval_metric, mx.metric.CompositeEvalMetric)
        assert set(param.locals) >= FIT_LOCALS
        assert isinstance(param.locals["self"], mx.mod.Module)


def test_epoch_end_callbacks_receive_symbol_and_parameters():
    seen = []
    module = fit(epoch_end_callback=lambda *args: seen.append(args), num_epoch=3, begin_epoch=1)
    assert [args[0] for args in seen] == [1, 2]
    for _, symbol, arg_params, aux_params in seen:
        assert symbol is module.symbol
        assert sorted(arg_params) == ["fc_bias", "fc_weight"]
        assert aux_params == {}


def test_validation_callbacks():
    batches, ends = [], []
    fit(
        eval_data=iterator(3),
        eval_batch_end_callback=lambda param: batches.append((param.epoch, param.nbatch, param.eval_metric.num_inst)),
        eval_end_callback=[lambda param: ends.append((param.epoch, param.nbatch, param.eval_metric.num_inst))],
        validation_metric="acc",
        eval_metric="ce",
        num_epoch=2,
    )
    assert batches == [(0, 0, 2), (0, 1, 4), (1, 0, 2), (1, 1, 4)]
    assert ends == [(0, 2, 4), (1, 2, 4)]


def test_fit_logs_the_lines_of_1_9_1(caplog):
    with caplog.at_level(logging.INFO):
        fit(eval_data=iterator(3), eval_metric=["acc", "ce"])
    lines = [record.getMessage() for record in caplog.records]
    patterns = [
        r"Epoch\[0\] Train-accuracy=\d\.\d{6}", r"Epoch\[0\] Train-cross-entropy=\d\.\d{6}",
        r"Epoch\[0\] Time cost=\d+\.\d{3}",
        r"Epoch\[0\] Validation-accuracy=\d\.\d{6}", r"Epoch\[0\] Validation-cross-entropy=\d\.\d{6}",
    ]  # fmt: skip
    assert len(lines) == len(patterns)
    for pattern, line in zip(patterns, lines, strict=True):
        assert re.fullmatch(pattern, line)


def test_own_logger():
    logger = logging.getLogger("a test")
    records = []
    logger.addHandler(type("Keep", (logging.Handler,), {"emit": lambda self, record: records.append(record)})())
    logger.setLevel(logging.INFO)
    fit(mx.mod.Module(classifier(), logger=logger))
    assert len(records) == 2


def test_number_of_epochs_is_needed():
    with pytest.raises(AssertionError, match="number of epochs"):
        fit(num_epoch=None)


def test_monitor_ticks_every_batch():
    log = []
    monitor = type("Monitor", (), {name: lambda self, *args, name=name: log.append(name) for name in
                                   ("install", "tic", "toc_print")})()  # fmt: skip
    fit(monitor=monitor)
    assert log == ["install"] + ["tic", "toc_print"] * 3


def test_fit_is_the_loop_written_by_hand():
    fitted = fit(num_epoch=3, optimizer_params={"learning_rate": 0.3, "momentum": 0.9})
    module = mx.mod.Module(classifier())
    data = iterator()
    module.bind(data.provide_data, data.provide_label)
    module.init_params(arg_params=weights(), aux_params={})
    module.init_optimizer(optimizer_params={"learning_rate": 0.3, "momentum": 0.9})
    for _ in range(3):
        for data_batch in data:
            module.forward_backward(data_batch)
            module.update()
        data.reset()
    for name, value in params_of(module).items():
        np.testing.assert_array_equal(params_of(fitted)[name], value)


def test_fitting_again_goes_on():
    module = fit(num_epoch=1, optimizer_params={"learning_rate": 0.3, "momentum": 0.9})
    with pytest.warns(UserWarning, match="already initialized"):
        module.fit(iterator(), num_epoch=2, begin_epoch=1)
    once = fit(num_epoch=2, optimizer_params={"learning_rate": 0.3, "momentum": 0.9})
    for name, value in params_of(once).items():
        np.testing.assert_array_equal(params_of(module)[name], value)


def test_forced_initialisation_starts_anew():
    module = fit(num_epoch=2, optimizer_params={"learning_rate": 0.3})
    module.fit(iterator(), num_epoch=2, force_init=True, arg_params=weights(), allow_missing=True)
    again = fit(num_epoch=2, optimizer_params={"learning_rate": 0.3})
    for name, value in params_of(again).items():
        np.testing.assert_array_equal(params_of(module)[name], value)


def test_checkpoint_callback_writes_a_file_per_epoch(tmp_path):
    fit(epoch_end_callback=mx.callback.do_checkpoint(str(tmp_path / "net")), num_epoch=2)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["net-0001.params", "net-0002.params", "net-symbol.json"]


def test_resuming_from_a_checkpoint_goes_on(tmp_path):
    options = {"optimizer_params": {"learning_rate": 0.3, "momentum": 0.9}}
    first = fit(num_epoch=1, **options)
    first.save_checkpoint(str(tmp_path / "net"), 1, save_optimizer_states=True)
    resumed = mx.mod.Module.load(str(tmp_path / "net"), 1, load_optimizer_states=True)
    with pytest.warns(UserWarning, match="already initialized"):
        resumed.fit(iterator(), num_epoch=3, begin_epoch=1, **options)
    straight = fit(num_epoch=3, **options)
    for name, value in params_of(straight).items():
        np.testing.assert_array_equal(params_of(resumed)[name], value)


class FleetingBatch:
    """A batch whose labels can be read only while it is the iterator's latest."""

    pad = 0

    def __init__(self, owner, number):
        result = batch(2, seed=number)
        self.owner, self.number, self.data, self._label = owner, number, result.data, result.label

    @property
    def label(self):
        assert self.owner.latest == self.number
        return self._label


class FleetingBatches:
    """An iterator that makes one batch unusable by making the next."""

    provide_data, provide_label = iterator().provide_data, iterator().provide_label

    def reset(self):
        self.latest = None

    def __iter__(self):
        for number in range(3):
            self.latest = number
            yield FleetingBatch(self, number)


def test_only_one_batch_is_alive_at_a_time():
    fit(train_data=FleetingBatches())


@pytest.mark.parametrize("make", [mx.optimizer.SGD, lambda **kw: mx.optimizer.create("sgd", **kw)])
def test_optimizer_objects(make):
    options = {"learning_rate": 0.3, "momentum": 0.9}
    named = fit(optimizer_params=options)
    given = fit(optimizer=make(rescale_grad=0.5, **options))
    assert given._optimizer.idx2name == named._optimizer.idx2name == {0: "fc_weight", 1: "fc_bias"}
    for name, value in params_of(named).items():
        np.testing.assert_array_equal(params_of(given)[name], value)


def test_optimizer_object_that_does_not_average_warns():
    module = trainable()
    with pytest.warns(UserWarning, match=r"rescale_grad is not normalized.*\(1\.0 vs\. 0\.1666"):
        module.init_optimizer(optimizer=mx.optimizer.SGD(), force_init=True)


@pytest.mark.parametrize(("optimizer", "error"), [("unheard of", ValueError), (3, AssertionError)])
def test_optimizers_that_are_none(optimizer, error):
    with pytest.raises(error):
        trainable().init_optimizer(optimizer=optimizer, force_init=True)


def test_initialising_the_optimizer_twice_is_ignored(caplog):
    module = trainable()
    optimizer = module._optimizer
    module.init_optimizer(optimizer="adam")
    assert "optimizer already initialized" in caplog.text
    assert module._optimizer is optimizer


def test_multipliers_of_the_symbol_reach_the_optimizer():
    bias = mx.sym.Variable("fc_bias", lr_mult=0)
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), bias=bias, num_hidden=CLASSES, name="fc")
    module = fit(mx.mod.Module(mx.sym.SoftmaxOutput(net, name="softmax")), optimizer_params={"learning_rate": 0.3})
    np.testing.assert_array_equal(params_of(module)["fc_bias"], weights()["fc_bias"].asnumpy())
    assert not np.array_equal(params_of(module)["fc_weight"], weights()["fc_weight"].asnumpy())


def large(rows=12):
    data = np.random.RandomState(0).normal(size=(rows, FEATURES)).astype(np.float32)
    return data, (np.arange(rows) % CLASSES).astype(np.float32)


@pytest.mark.parametrize("contexts", [[mx.cpu()], [mx.cpu(0), mx.cpu(1)]], ids=len)
@pytest.mark.parametrize(("size", "update"), [(2, 6), (3, 6), (4, 8), (6, 12)])
def test_accumulated_updates_are_those_of_larger_batches(contexts, size, update):
    options = {"num_epoch": 2, "optimizer_params": {"learning_rate": 0.3, "momentum": 0.9}}
    data, label = large(24)
    accumulated = fit(mx.mod.Module(classifier(), context=contexts), mx.io.NDArrayIter(data, label, size),
                      update_batch_size=update, **options)  # fmt: skip
    at_once = fit(mx.mod.Module(classifier(), context=contexts), mx.io.NDArrayIter(data, label, update), **options)
    for name, value in params_of(at_once).items():
        np.testing.assert_allclose(params_of(accumulated)[name], value, rtol=1e-5, atol=1e-6)


def test_the_rest_of_an_epoch_is_an_update_of_its_own():
    data, label = large(10)
    module = fit(train_data=mx.io.NDArrayIter(data, label, 2), update_batch_size=8,
                 optimizer_params={"learning_rate": 0.3})  # fmt: skip
    assert module._optimizer.num_update == 2
    expected = mx.mod.Module(classifier())
    expected.bind([("data", (8, 3))], [("softmax_label", (8,))])
    expected.init_params(arg_params=weights(), aux_params={})
    expected.init_optimizer(optimizer_params={"learning_rate": 0.3, "rescale_grad": 1.0})
    for rows, rate in ((slice(0, 8), 8), (slice(8, 10), 2)):
        expected._optimizer.rescale_grad = 1 / rate
        expected.forward_backward(mx.io.DataBatch([mx.nd.array(data[rows])], [mx.nd.array(label[rows])]))
        expected.update()
    for name, value in params_of(expected).items():
        np.testing.assert_allclose(params_of(module)[name], value, rtol=1e-5, atol=1e-6)


def test_accumulation_counts_samples():
    with pytest.raises(ValueError, match="update_batch_size"):
        fit(update_batch_size=0)


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("level", "callback", "shown"),
    [
        (logging.WARNING, None, True),
        (logging.WARNING, mx.callback.Speedometer(2), True),
        (logging.INFO, None, False),
        (logging.WARNING, print, False),
    ],
)
def test_a_terminal_shows_progress_where_nothing_else_does(monkeypatch, level, callback, shown):
    logger = logging.Logger("training", level)
    logger.addHandler(logging.NullHandler())
    monkeypatch.setattr("sys.stderr", Terminal())
    fit(mx.mod.Module(classifier(), logger=logger), iterator(3), num_epoch=2, batch_end_callback=callback)
    epochs = [line.split("\r")[-1].strip() for line in sys.stderr.getvalue().split("\n")[:-1]]
    bars = (r"Epoch\[0\] 2 batches", r"Epoch\[1\] \[#{30}\] 2/2 batches") if shown else ()
    assert len(epochs) == len(bars)
    for epoch, bar in zip(epochs, bars, strict=True):
        assert re.fullmatch(rf"{bar}, [\d.]+/s, accuracy=[\d.]+", epoch)
