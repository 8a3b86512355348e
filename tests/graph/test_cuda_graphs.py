"""CUDA graphs at inference, with a recorder that does on the processor what a GPU's does."""

from __future__ import annotations

import logging
import threading

import mxnet as mx
import numpy as np
import pytest
from mxnet import gluon, nd
from mxnet.core.observers import graph_observers
from mxnet.graph import cuda_graphs

from tests.graph.operators import Operators

REAL = cuda_graphs.Recorder
pytestmark = pytest.mark.usefixtures("recorder")


def network(**options: bool) -> gluon.HybridBlock:
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Conv2D(4, 3), gluon.nn.BatchNorm(), gluon.nn.Activation("relu"), gluon.nn.Dropout(0.5))
    net.add(gluon.nn.Dense(5))
    net.initialize(mx.init.Xavier())
    net.hybridize(**(options or {"static_alloc": True, "static_shape": True}))
    return net


def images(batch: int = 2) -> nd.NDArray:
    return nd.random.uniform(shape=(batch, 3, 6, 6))


def eager(net: gluon.HybridBlock, x: nd.NDArray) -> np.ndarray:
    net.hybridize(False, clear=False)
    result = net(x).asnumpy()
    net.hybridize(static_alloc=True, static_shape=True, clear=False)
    return result


def test_the_second_call_of_a_shape_is_recorded(recorder) -> None:
    net = network()
    for i in range(4):
        x = images()
        np.testing.assert_allclose(net(x).asnumpy(), eager(net, x), rtol=1e-5, atol=1e-6)
        assert (recorder.recorded, recorder.replayed) == (min(i, 1), i and i + 1)  # the first is compared


def test_results_stay_when_the_next_come(recorder) -> None:
    net, first, second = network(), images(), images()
    net(first)
    result = net(first)
    before = result.asnumpy()
    assert not np.array_equal(net(second).asnumpy(), before)
    np.testing.assert_array_equal(result.asnumpy(), before)


def test_inputs_are_not_read_later(recorder) -> None:
    net, x = network(), images()
    before = [net(x), net(x)][1].asnumpy()
    x[:] = 0
    np.testing.assert_array_equal(net(images() * 0).asnumpy(), net(x).asnumpy())
    assert not np.array_equal(net(x).asnumpy(), before)


@pytest.mark.parametrize("change", ["set_data", "in place", "trained", "statistics"])
def test_what_is_written_to_parameters_is_seen(recorder, change: str) -> None:
    net, x = network(), images()
    for _ in range(2):
        net(x)
    before = net(x).asnumpy()
    weight, variance = net[0].weight, net[1].running_var
    if change == "set_data":
        weight.set_data(weight.data() * 2)
    elif change == "in place":
        weight.data()[:] *= 2
    elif change == "statistics":
        variance.data()[:] = 9
    else:
        trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 1.0})
        with mx.autograd.record():
            total = net(x).sum()
        total.backward()
        trainer.step(1)
    after = net(x).asnumpy()
    assert not np.allclose(after, before)
    np.testing.assert_allclose(after, eager(net, x), rtol=1e-5, atol=1e-6)
    assert recorder.recorded in (1, 2)  # 2: what was prepared of the parameters is outdated


def test_parameters_in_other_memory_are_recorded_again(recorder) -> None:
    net, x = network(), images()
    for _ in range(2):
        net(x)
    array = net[0].weight.data()
    array._t = array._t.detach().clone() * 3
    np.testing.assert_allclose(net(x).asnumpy(), eager(net, x), rtol=1e-5, atol=1e-6)
    assert recorder.recorded == 2


def test_it_is_given_up_where_memory_always_changes(recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda_graphs, "ATTEMPTS", 3)
    net, x = network(), images()
    for _ in range(8):
        net(x)
        array = net[0].weight.data()
        array._t = array._t.detach().clone()
    assert recorder.recorded == 3


def test_each_shape_has_its_recording_up_to_a_limit(recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda_graphs.Recordings, "shapes", 2)
    net = network()
    for _ in range(3):
        for batch in (1, 2, 3):
            x = images(batch)
            np.testing.assert_allclose(net(x).asnumpy(), eager(net, x), rtol=1e-5, atol=1e-6)
    assert (recorder.recorded, recorder.replayed) == (2, 4 + 2)


@pytest.mark.parametrize("options", [{"static_alloc": True}, {"static_alloc": False}], ids=str)
def test_with_other_flags_the_third_call_of_large_networks_is_recorded(
    recorder, options: dict[str, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    for most in (5, 6):
        monkeypatch.setattr(cuda_graphs, "OPERATORS", most)  # it has five
        net, x = network(**options), images()
        for i in range(5):
            net(x)
            assert recorder.recorded == (i >= 2 or most == 6)


@pytest.mark.parametrize("scope", [lambda: mx.autograd.record(train_mode=False), mx.autograd.train_mode], ids=[0, 1])
def test_neither_training_steps_nor_predictions_are_recorded_elsewhere(recorder, scope) -> None:
    net, x = network(), images()
    for _ in range(3):
        with scope():
            net(x)
    assert not recorder.recorded


class Drawing(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.random.uniform(shape=(2, 2))


class Reading(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.take(x, F.argmax(x, axis=1), axis=1, mode="raise")


class Branching(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.cond(F.sum(x) > 0, lambda: x, lambda: -x)


@pytest.mark.parametrize("block", [Drawing, Reading, Branching])
def test_graphs_that_a_replay_cannot_repeat_are_not_recorded(recorder, block: type) -> None:
    net = block()
    net.hybridize(static_alloc=True, static_shape=True)
    for _ in range(3):
        net(nd.ones((2, 2)))
    assert not recorder.recorded


def test_observers_see_every_operator(recorder) -> None:
    net, x = network(), images()
    for _ in range(2):
        net(x)
    seen = []
    graph_observers.append(lambda name, attributes, inputs, call: seen.append(name) or call())
    try:
        net(x)
    finally:
        graph_observers.pop()
    assert seen
    assert recorder.replayed == 2


def test_what_cannot_be_recorded_runs_without(recorder, caplog: pytest.LogCaptureFixture) -> None:
    net, x = network(), images()
    recorder.error = RuntimeError("operation not permitted when stream is capturing")
    with caplog.at_level(logging.WARNING, "mxnet.graph.cuda_graphs"):
        for _ in range(4):
            np.testing.assert_allclose(net(x).asnumpy(), eager(net, x), rtol=1e-5, atol=1e-6)
    assert len(caplog.records) == 1
    assert "not permitted" in caplog.text


def test_a_replay_with_other_results_is_not_used(recorder, caplog: pytest.LogCaptureFixture) -> None:
    net, x = network(), images()
    recorder.factor = 1.1
    for _ in range(4):
        np.testing.assert_allclose(net(x).asnumpy(), eager(net, x), rtol=1e-5, atol=1e-6)
    assert "other results" in caplog.text
    assert (recorder.recorded, recorder.replayed) == (1, 1)


def test_the_environment_switches_it_off(recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXNET_ENABLE_CUDA_GRAPHS", "0")
    net, x = network(), images()
    for _ in range(3):
        net(x)
    assert not recorder.recorded


def test_symbol_blocks_are_recorded(recorder) -> None:
    symbol = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, no_bias=True, name="fc")
    net = gluon.SymbolBlock(symbol, mx.sym.var("data"))
    net.initialize()
    net.hybridize(static_alloc=True, static_shape=True)
    for _ in range(3):
        x = nd.random.uniform(shape=(2, 4))
        result = net(x).asnumpy()
        expected = x.asnumpy() @ net.params["fc_weight"].data().asnumpy().T
        np.testing.assert_allclose(result, expected, rtol=1e-5, atol=1e-6)
    assert recorder.recorded == 1


def bound() -> mx.mod.Module:
    symbol = mx.sym.FullyConnected(mx.sym.BatchNorm(mx.sym.var("data"), name="bn"), num_hidden=3, name="fc")
    module = mx.mod.Module(symbol, label_names=None)
    module.bind([("data", (2, 4))], for_training=False)
    module.init_params(mx.init.Xavier())
    return module


def test_symbols_are_recorded_where_the_environment_says_so(recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = bound()
    monkeypatch.setenv("MXNET_ENABLE_CUDA_GRAPHS", "1")
    module = bound()
    for scale in (1, 1, 2):  # parameters are seen as they are
        arguments = {name: value * scale for name, value in plain.get_params()[0].items()}
        for item in (plain, module):
            item.set_params(arguments, plain.get_params()[1])
        batch = mx.io.DataBatch([nd.random.uniform(shape=(2, 4))])
        results = []
        for item in (plain, module):
            item.forward(batch, is_train=False)
            results.append(item.get_outputs()[0].asnumpy())
        np.testing.assert_allclose(*results, rtol=1e-5, atol=1e-6)
    assert (recorder.recorded, recorder.replayed) == (1, 2 + 1)


def test_several_threads_get_their_own_results(recorder) -> None:
    net, wrong = network(), []
    for _ in range(2):
        net(images())

    def work(i: int) -> None:
        x = nd.full((2, 3, 6, 6), i)
        expected = eager_of[i]
        for _ in range(20):
            if not np.allclose(net(x).asnumpy(), expected, rtol=1e-4, atol=1e-5):
                wrong.append(i)

    eager_of = [eager(net, nd.full((2, 3, 6, 6), i)) for i in range(3)]
    threads = [threading.Thread(target=work, args=(i,)) for i in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_processor_records_nothing(recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda_graphs, "Recorder", REAL)
    net, x = network(), images()
    for _ in range(3):
        net(x)
    assert not recorder.recorded


@pytest.mark.usefixtures("fast_kernels")
def test_what_was_prepared_of_parameters_is_read_until_they_are_written_to(recorder) -> None:
    net, x = network(), images()
    for _ in range(3):
        with Operators() as operators:
            result = net(x).asnumpy()
    assert "aten::native_batch_norm" not in operators.names  # but prepared weights
    np.testing.assert_allclose(result, eager(net, x), rtol=1e-5, atol=1e-6)
    for i in range(3):
        net[0].weight.data()[:] *= 2
        np.testing.assert_allclose(net(x).asnumpy(), eager(net, x), rtol=1e-5, atol=1e-6)
        with Operators() as operators:
            net(x)
        assert "aten::native_batch_norm" in operators.names
        assert (i, recorder.recorded) == (i, 2)
