"""CUDA graphs of training steps, with a recorder that does on the processor what a GPU's does."""

from __future__ import annotations

import gc
import logging
import threading
import weakref
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, gluon, nd
from mxnet.graph import cuda_graphs

from tests.graph.fake_recorder import FakeRecorder

pytestmark = pytest.mark.usefixtures("recorder")
STATIC = {"static_alloc": True, "static_shape": True}


class Network(gluon.HybridBlock):
    """Layers with statistics, draws and two results."""

    def __init__(self, momentum: float) -> None:
        super().__init__()
        self.first = gluon.nn.Dense(4, in_units=3, use_bias=False)
        self.norm = gluon.nn.BatchNorm(in_channels=4, momentum=momentum)
        self.drop = gluon.nn.Dropout(0.5)
        self.last = gluon.nn.Dense(2, in_units=4)

    def hybrid_forward(self, F, x):
        hidden = self.norm(self.first(x))
        return self.last(self.drop(hidden)), F.tanh(hidden)


def network(momentum: float = 0.9, **flags: bool) -> Network:
    mx.random.seed(5)
    net = Network(momentum)
    net.initialize(mx.init.Xavier())
    if flags:
        net.hybridize(**flags)
    return net


def batch(number: int, rows: int = 5) -> nd.NDArray:
    return nd.array(np.random.RandomState(number).randn(rows, 3))


def state(net: gluon.Block) -> list[np.ndarray]:
    return [p.data().asnumpy() for p in net.collect_params().values()]


def trained(flags: dict[str, bool], work: Callable[..., Any], momentum: float = 0.9) -> list[np.ndarray]:
    """Return what a network's results, gradients and parameters are after each step of ``work(net, x, keep)``."""
    net, values = network(momentum, **flags), []
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.01})
    kept: list[object] = []
    for i in range(6):
        x = batch(i)
        x.attach_grad()
        results = work(net, x, kept)
        trainer.step(1, ignore_stale_grad=True)
        values += [*(r.asnumpy() for r in results), x.grad.asnumpy(), *state(net), net(x)[0].asnumpy()]
    return values


def plain(net, x, kept):
    with autograd.record():
        a, b = net(x)
        loss = (a * a).sum() + b.sum()
    loss.backward()
    return a, b, loss


def of_one_result(net, x, kept):
    with autograd.record():
        _, b = net(x)
    b.backward()
    return (b,)


def twice(net, x, kept):
    with autograd.record():
        a, _ = net(x)
        c, _ = net(x * 2)
        loss = (a * c).sum()
    loss.backward()
    return a, c


def retained(net, x, kept):
    with autograd.record():
        a, b = net(x)
        loss = (a * b[:, :2]).sum()
    loss.backward(retain_graph=True)
    first = x.grad.copy()
    loss.backward()
    return first, a


def behind_another_call(net, x, kept):
    with autograd.record():
        a, _ = net(x)
    a.backward(retain_graph=True)
    with autograd.record():
        c, _ = net(x + 1)
    c.backward()
    first = x.grad.copy()
    a.backward()
    return a, c, first


def by_moving_statistics(net, x, kept):
    with autograd.record():
        a, b = net(x)
        loss = (a * b[:, :2]).sum()
    loss.backward(train_mode=False)
    return a, loss


def of_second_order(net, x, kept):
    with autograd.record():
        a, b = net(x)
        first = autograd.grad((a * a).sum() + (b * b).sum(), x, create_graph=True, retain_graph=True)[0]
        loss = (first * first).sum() + a.sum()
    loss.backward()
    return first, loss


def left_alone(net, x, kept):
    with autograd.record():
        net(x)
    return plain(net, x, kept)


def kept_by_the_program(net, x, kept):
    with autograd.record():
        kept.append(net(x))
    return plain(net, x, kept)


def two_losses(net, x, kept):
    with autograd.record():
        a, b = net(x)
        losses = [(a * a).sum(), b.sum() * 3]
    autograd.backward(losses)
    return losses


def added(net, x, kept):
    for p in net.collect_params().values():
        p.grad_req = "add" if p.grad_req != "null" else "null"
    net.collect_params().zero_grad()
    for _ in range(2):
        result = plain(net, x, kept)
    return result


WORK = [
    *(plain, of_one_result, twice, retained, behind_another_call, by_moving_statistics, left_alone),
    *(kept_by_the_program, two_losses, added),
]


@pytest.mark.parametrize("work", WORK, ids=lambda work: work.__name__)
def test_steps_are_those_without_recordings(recorder, work) -> None:
    expected = trained({}, work)
    result = trained(STATIC, work)
    assert recorder.recorded >= 3  # forward, backward, prediction
    for a, b in zip(result, expected, strict=True):
        np.testing.assert_allclose(a, b, rtol=2e-5, atol=1e-6)


@pytest.mark.parametrize("later", [False, True])
def test_gradients_that_are_differentiated_are_not_recorded(recorder, later: bool) -> None:
    def work(net, x, kept):
        kept.append(None)
        return plain(net, x, kept) if later and len(kept) < 4 else of_second_order(net, x, kept)

    momentum = 1 if later else 0.9  # the pass that comes too late moves the statistics twice
    expected, result = (trained(flags, work, momentum) for flags in ({}, STATIC))
    assert recorder.recorded == (3 if later else 1)  # 1: prediction
    for a, b in zip(result, expected, strict=True):
        np.testing.assert_allclose(a, b, rtol=5e-5, atol=1e-6)


def test_calls_whose_backward_pass_is_over_are_replayed(recorder) -> None:
    net, x = network(**STATIC), batch(0)
    for i in range(5):
        before = recorder.replayed
        plain(net, x, [])
        assert recorder.replayed - before == (0, 4, 2, 2, 2)[i]  # the first replays are compared
    assert recorder.recorded == 2


def test_results_and_gradients_stay_when_the_next_come(recorder) -> None:
    net = network(**STATIC)
    for _ in range(2):
        plain(net, batch(0), [])
    a, _, _ = plain(net, batch(1), [])
    weight = net.first.weight
    [grad] = autograd_of(net, batch(1), weight)
    before = a.asnumpy(), grad.asnumpy(), weight.grad().copy()
    after = weight.grad()
    plain(net, batch(2), [])
    np.testing.assert_array_equal(a.asnumpy(), before[0])
    np.testing.assert_array_equal(grad.asnumpy(), before[1])
    assert not np.array_equal(after.asnumpy(), before[2].asnumpy())  # the array of the gradient is the same one


def autograd_of(net, x, parameter):
    with autograd.record():
        loss = net(x)[1].sum()
    return autograd.grad(loss, [parameter.data()])


def test_predictions_see_statistics_that_a_replay_has_moved(recorder) -> None:
    net, other, x = network(**STATIC), network(), batch(0)
    for i in range(5):
        plain(net, batch(i), [])
        plain(other, batch(i), [])
        np.testing.assert_allclose(net(x)[1].asnumpy(), other(x)[1].asnumpy(), rtol=1e-5, atol=1e-6)


def test_each_shape_has_its_recording_up_to_a_limit(recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda_graphs.TrainingRecordings, "shapes", 2)
    net = network(**STATIC)
    for _ in range(3):
        for rows in (2, 3, 4):
            plain(net, batch(rows, rows), [])
    assert recorder.recorded == 2 * 2


def test_other_variables_have_another_recording(recorder) -> None:
    net, x = network(**STATIC), batch(0)
    for _ in range(3):
        plain(net, x, [])
    x.attach_grad()
    for _ in range(3):
        plain(net, x, [])
    assert recorder.recorded == 2 * 2
    assert np.abs(x.grad.asnumpy()).sum() > 0
    net.first.collect_params().setattr("grad_req", "null")
    for _ in range(3):
        plain(net, x, [])
    assert recorder.recorded == 3 * 2


class Drawing(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return x * F.random.uniform(shape=(2, 2))


class Looking(gluon.HybridBlock):
    def __init__(self) -> None:
        super().__init__()
        self.rows = gluon.nn.Embedding(10, 3, sparse_grad=True)

    def hybrid_forward(self, F, x):
        return self.rows(x)


class Counting(gluon.HybridBlock):
    """Its statistics are an input of each call, so a replay would move a copy."""

    def hybrid_forward(self, F, x, mean, variance):
        return F.BatchNorm(x, F.ones((2,)), F.zeros((2,)), mean, variance)


@pytest.mark.parametrize("block", [Drawing, Looking, Counting])
def test_graphs_that_a_replay_cannot_repeat_are_not_recorded(recorder, block: type) -> None:
    net, x = block(), nd.ones((2, 2))
    net.initialize()
    net.hybridize(**STATIC)
    others = (nd.zeros(2), nd.ones(2)) if block is Counting else ()
    x.attach_grad()
    for _ in range(4):
        with autograd.record():
            total = net(x, *others).sum()
        total.backward()
    assert not recorder.recorded
    if others:
        np.testing.assert_allclose(others[0].asnumpy(), 1 - 0.9**4, rtol=1e-5)


@pytest.mark.parametrize("fault", ["cannot be recorded", "other results"])
def test_a_failed_recording_changes_nothing(recorder, fault, caplog: pytest.LogCaptureFixture) -> None:
    expected = trained({}, plain)
    if fault == "cannot be recorded":
        recorder.error = RuntimeError(fault)
    else:
        recorder.factor = 1.1
    with caplog.at_level(logging.WARNING, "mxnet.graph.cuda_graphs"):
        result = trained(STATIC, plain)
    assert fault in caplog.text
    assert len(caplog.records) == 2  # of training and of prediction
    for a, b in zip(result, expected, strict=True):
        np.testing.assert_allclose(a, b, rtol=2e-5, atol=1e-6)


def test_parameters_in_other_memory_are_recorded_again(recorder) -> None:
    net, other = network(**STATIC), network()
    for i in range(6):
        for each in (net, other):
            if i == 3:
                array = each.last.weight.data()
                array._t = array._t.detach().clone().requires_grad_() * 1
                each.last.weight.set_data(array)
                each.cast("float64")
                each.cast("float32")
            plain(each, batch(i), [])
        for a, b in zip(state(net), state(other), strict=True):
            np.testing.assert_allclose(a, b, rtol=2e-5, atol=1e-6)


def test_the_environment_switches_it_off(recorder: type[FakeRecorder], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXNET_ENABLE_CUDA_GRAPHS", "0")
    net = network(**STATIC)
    for i in range(4):
        plain(net, batch(i), [])
    assert not recorder.recorded


@pytest.mark.parametrize("flags", [{"static_alloc": True}, {"static_alloc": False}], ids=str)
def test_other_flags_record_no_training(recorder: type[FakeRecorder], flags: dict[str, bool]) -> None:
    net = network(**flags)
    for i in range(4):
        plain(net, batch(i), [])
    assert not recorder.recorded


def symbol() -> mx.sym.Symbol:
    hidden = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4, no_bias=True, name="first")
    hidden = mx.sym.BatchNorm(hidden, fix_gamma=False, name="norm")
    dropped = mx.sym.Dropout(mx.sym.Activation(hidden, act_type="tanh"), p=0.5)
    scores = mx.sym.FullyConnected(dropped, num_hidden=3, name="last")
    loss = mx.sym.SoftmaxOutput(scores, mx.sym.var("label"), name="softmax")
    return mx.sym.Group([loss, mx.sym.MakeLoss(mx.sym.square(hidden), name="size"), mx.sym.BlockGrad(hidden)])


def fitted(steps: int = 5, **options: Any) -> list[np.ndarray]:
    """Return what a bound symbol gives, its gradients, parameters and statistics, after each step."""
    mx.random.seed(2)
    inputs_need_grad = options.pop("inputs_need_grad", False)
    module = mx.mod.Module(symbol(), ["data"], ["label"], **options)
    module.bind([("data", (5, 3))], [("label", (5,))], inputs_need_grad=inputs_need_grad)
    module.init_params(mx.init.Xavier(), force_init=True)
    module.init_optimizer(optimizer="sgd", optimizer_params={"learning_rate": 0.1, "momentum": 0.9})
    values = []
    for i in range(steps):
        rows = 3 if i == 3 else 5  # a smaller batch is another executor
        label = mx.nd.array(np.arange(rows) % 3)
        module.forward_backward(mx.io.DataBatch([batch(i, rows)], [label]))
        module.update()
        values += [output.asnumpy() for output in module.get_outputs()]
        values += [array.asnumpy() for each in module.get_params() for array in each.values()]
        values += [array.asnumpy() for array in module.get_input_grads()] if inputs_need_grad else []
        module.forward(mx.io.DataBatch([batch(i)], None), is_train=False)
        values.append(module.get_outputs()[0].asnumpy())
    return values


@pytest.mark.parametrize("options", [{}, {"inputs_need_grad": True}, {"fixed_param_names": ["first_weight"]}], ids=str)
def test_bound_symbols_are_recorded_where_the_environment_says_so(
    recorder: type[FakeRecorder], options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = fitted(**options)
    assert not recorder.recorded
    monkeypatch.setenv("MXNET_ENABLE_CUDA_GRAPHS", "1")
    result = fitted(**options)
    assert recorder.recorded >= 2
    for a, b in zip(result, expected, strict=True):
        np.testing.assert_allclose(a, b, rtol=2e-5, atol=1e-6)


def test_an_executor_differentiates_a_replay_again(recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    values = []
    for variable in ("0", "1"):
        monkeypatch.setenv("MXNET_ENABLE_CUDA_GRAPHS", variable)
        mx.random.seed(4)
        shapes = {"data": (5, 3), "label": (5,)}
        executor = symbol().simple_bind(mx.cpu(), grad_req={"data": "write", "first_weight": "add"}, **shapes)
        for name, array in executor.arg_dict.items():
            array[:] = np.random.RandomState(len(name)).randn(*array.shape)
        executor.aux_dict["norm_moving_var"][:] = 1
        seen = []
        for i in range(5):
            executor.forward(is_train=True, data=batch(i))
            for is_train in (True, False, True)[: i + 1]:
                executor.backward(is_train=is_train)
            seen += [executor.grad_dict[n].asnumpy() for n in ("data", "first_weight")]
            seen += [array.asnumpy() for array in (*executor.outputs, *executor.aux_arrays)]
        values.append(seen)
    assert recorder.recorded == 2
    for a, b in zip(*values, strict=True):
        np.testing.assert_allclose(b, a, rtol=2e-5, atol=1e-6)


def test_recordings_go_with_their_network_without_the_collector(recorder) -> None:
    net = network(**STATIC)
    for i in range(3):
        plain(net, batch(i), [])
        net(batch(i))
    assert recorder.recorded == 3
    recordings = [weakref.ref(item) for item in net._cached_op._recordings]
    gc.disable()
    try:
        del net
        assert [item() for item in recordings] == [None, None]
    finally:
        gc.enable()


def test_calls_that_fail_do_not_end_recording(recorder) -> None:
    net = network(**STATIC)
    wrong = nd.ones((5, 2))
    for _ in range(3):
        for recording in (True, False):
            with pytest.raises(mx.MXNetError, match="dense0"), autograd.record() if recording else nullcontext():
                net(wrong)
    for i in range(3):
        plain(net, batch(i), [])
        net(batch(i))
    assert recorder.recorded == 3


def test_another_thread_trains_without_recordings(recorder) -> None:
    net, other = network(**STATIC), network()
    for i in range(3):
        plain(net, batch(i), [])
        plain(other, batch(i), [])
    before = recorder.replayed
    for each in (net, other):
        thread = threading.Thread(target=plain, args=(each, batch(7), []))
        thread.start()
        thread.join()
    assert recorder.replayed == before
    plain(net, batch(8), [])
    plain(other, batch(8), [])
    assert recorder.replayed == before + 2
    for a, b in zip(state(net), state(other), strict=True):
        np.testing.assert_allclose(a, b, rtol=2e-5, atol=1e-6)
