"""Steps of training and prediction on a device that is not the processor: where they wait for it, and their numbers.

:mod:`tests.gpu.fake_device` says how. A step that waits lets the device run dry: ``INTENDED`` lists all that do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet import autograd, gluon, nd
from mxnet.contrib.amp import imperative

from tests.gpu.fake_device import Dispatch, fake_gpus
from tests.gpu.steps import INTENDED, STEPS, Step, module, ran, training_symbol


@pytest.fixture
def device() -> Iterator[Dispatch]:
    with fake_gpus() as mode:
        yield mode
    imperative._end()


@pytest.mark.parametrize("name", STEPS)
def test_steps(device: Dispatch, name: str) -> None:
    """A step waits for the device only as its row says, and computes what it does on the processor."""
    case, intended = STEPS[name]
    waits, values = ran(case, mx.gpu(0), device.waits)
    if intended is None:
        assert not waits, sorted(set(device.waits))
    else:
        assert waits
        assert waits <= INTENDED[intended][0]
    _, expected = ran(case, mx.cpu(), device.waits)
    for value, other in zip(values, expected, strict=True):
        half = value.dtype == np.float16
        np.testing.assert_allclose(value, other, rtol=1e-2 if half else 1e-4, atol=1e-2 if half else 1e-5)


# -- several devices ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kvstore", "intended"), [("local", ("slices", "summed")), ("device", ("slices",))])
def test_module_on_two_devices(device: Dispatch, kvstore: str, intended: tuple[str, ...]) -> None:
    step, _ = module(kvstore, host=True)([mx.gpu(0), mx.gpu(1)])  # type: ignore[arg-type]
    step()
    device.waits.clear()
    step()
    assert {(wait.what, wait.file) for wait in device.waits} <= set().union(*(INTENDED[name][0] for name in intended))


@pytest.mark.parametrize(("kvstore", "intended"), [("device", set()), (None, set()), ("local", INTENDED["summed"][0])])
@pytest.mark.parametrize("known", [True, False], ids=["shapes known", "shapes deferred"])
def test_trainer_on_two_devices(device: Dispatch, kvstore: str | None, intended: set[Any], known: bool) -> None:
    contexts = [mx.gpu(0), mx.gpu(1)]
    net = gluon.nn.Dense(3, in_units=4 if known else 0)
    net.initialize(ctx=contexts)
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "adam", kvstore=kvstore)
    inputs = [nd.ones((2, 4), ctx=ctx) for ctx in contexts]
    for _ in range(2):
        device.waits.clear()
        with autograd.record():
            losses = [(net(x) ** 2).sum() for x in inputs]
        autograd.backward(losses)
        trainer.step(4)
    assert {(wait.what, wait.file) for wait in device.waits} <= intended


@pytest.mark.parametrize(("before", "after"), [([0], [1]), ([0, 1], [1, 0]), ([1, 0], [1])])
@pytest.mark.parametrize(("kvstore", "on_store"), [(None, False), ("local", True), ("device", True), ("device", False)])
@pytest.mark.parametrize("optimizer", ["adam", "sgd"])
def test_training_goes_on_elsewhere(
    device: Dispatch, before: list[int], after: list[int], kvstore: str | None, on_store: bool, optimizer: str
) -> None:
    """Where parameters go, the optimizer's states follow, those of the store too."""

    def trained(context: Callable[[int], mx.Context]) -> list[Any]:
        params = [gluon.Parameter(name, shape=(2,)) for name in "ab"]
        for param in params:
            param.initialize(mx.init.One(), ctx=list(map(context, before)))
        options = {"learning_rate": 0.1} | ({"momentum": 0.9} if optimizer == "sgd" else {})
        update_on_kvstore = on_store if len(before) > 1 else None
        trainer = gluon.Trainer(params, optimizer, options, kvstore=kvstore, update_on_kvstore=update_on_kvstore)
        for i in range(6):
            if i == 3:
                for param in params:
                    param.reset_ctx(list(map(context, after)))
            with autograd.record():
                losses = [(a * b * b).sum() for a, b in zip(*(param.list_data() for param in params), strict=True)]
            autograd.backward(losses)
            trainer.step(len(losses))
        return [array.asnumpy() for param in params for array in param.list_data()]

    for found, expected in zip(trained(mx.gpu), trained(mx.cpu), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-5)


class Moves(Dispatch):
    """Counts the tensors that go from one device to another."""

    def __init__(self) -> None:
        super().__init__()
        self.moves = 0

    def _copied(self, name: str, args: Sequence[Any], target: torch.device | None) -> None:
        source, goal = args[1 if name == "aten::copy_" else 0].device, target or args[0].device
        self.moves += "lazy" in (source.type, goal.type) and source != goal


def _deep(contexts: list[mx.Context], kvstore: str, **kwargs: Any) -> tuple[Step, Callable[[], Any]]:
    net = gluon.nn.HybridSequential()
    net.add(*[gluon.nn.Dense(4, in_units=4) for _ in range(8)])
    net.initialize(mx.init.One(), ctx=contexts)
    trainer = gluon.Trainer(net.collect_params(), "adam", kvstore=kvstore, **kwargs)
    inputs = [nd.ones((2, 4), ctx=ctx) * (i + 1) / 40 for i, ctx in enumerate(contexts)]

    def step() -> None:
        with autograd.record():
            losses = [(net(x) * 1e-4).sum() for x in inputs]
        autograd.backward(losses)
        trainer.step(4)

    return step, lambda: [p.data(ctx).asnumpy() for p in net.collect_params().values() for ctx in contexts]


def _deep_module(contexts: list[mx.Context], kvstore: str) -> tuple[Step, Callable[[], Any]]:
    net = mx.sym.Variable("data")
    for i in range(8):
        net = mx.sym.FullyConnected(net, num_hidden=4, name=f"fc{i}")
    mod = mx.mod.Module(mx.sym.SoftmaxOutput(net, name="softmax"), context=contexts)
    mod.bind([("data", (4, 4))], [("softmax_label", (4,))])
    mod.init_params(mx.init.Constant(0.1))
    mod.init_optimizer(kvstore=kvstore)
    batch = mx.io.DataBatch([nd.arange(16).reshape((4, 4))], [nd.array([0, 1, 2, 3])])
    mod.forward_backward(batch)
    return mod.update, lambda: [value.asnumpy() for value in mod.get_params()[0].values()]


@pytest.mark.filterwarnings("ignore:PyTorch is not compiled with NCCL")  # it copies and adds then
@pytest.mark.parametrize(
    ("kvstore", "made", "moves"),
    [
        ("device", partial(_deep, update_on_kvstore=False), 2),  # what is summed, and the sums
        ("device", _deep, 2),
        ("nccl", _deep, 2),
        ("local", _deep, 4),  # through the processor
        ("device", _deep_module, 2),
        ("nccl", _deep_module, 2),
        ("local", _deep_module, 4),
    ],
)
def test_gradients_travel_together(
    monkeypatch: pytest.MonkeyPatch, kvstore: str, made: Callable[..., Any], moves: int
) -> None:
    """However many parameters there are, a device is sent one tensor; it gets what the processor computes."""
    monkeypatch.setattr(mx.kvstore.kvstore, "num_gpus", lambda: 2)
    with fake_gpus(dispatch=Moves) as mode:
        step, values = made([mx.gpu(0), mx.gpu(1)], kvstore)
        for _ in range(2):
            mode.moves = 0  # type: ignore[attr-defined]
            step()
        assert mode.moves == moves  # type: ignore[attr-defined]
        actual = values()
    step, values = made([mx.cpu(0), mx.cpu(1)], "device" if kvstore == "nccl" else kvstore)
    for _ in range(2):
        step()
    for value, expected in zip(actual, values(), strict=True):
        np.testing.assert_allclose(value, expected, rtol=1e-5)


def test_one_backward_pass_over_two_devices_moves_the_statistics_of_each(device: Dispatch) -> None:
    contexts = [mx.gpu(0), mx.gpu(1)]
    net = gluon.nn.BatchNorm(in_channels=4, momentum=0.5)
    net.initialize(ctx=contexts)
    with autograd.record():
        losses = [net(nd.full((3, 4), i + 1, ctx=ctx)).sum() for i, ctx in enumerate(contexts)]
    autograd.backward(losses)
    means = [net.running_mean.data(ctx).asnumpy().tolist() for ctx in contexts]
    assert means == [[0.5] * 4, [1.0] * 4]


def test_fit_copies_its_batches_and_its_parameters(device: Dispatch) -> None:
    x = np.random.rand(8, 3, 8, 8).astype("float32")
    mod = mx.mod.Module(training_symbol(), context=mx.gpu(0))
    counts: list[int] = []

    def note(_: Any) -> None:
        counts.append(len(device.waits))
        device.waits.clear()

    mod.fit(mx.io.NDArrayIter(x, np.arange(8) % 5, 2), num_epoch=1, optimizer="adam", batch_end_callback=note)
    assert set(counts[1:]) == {3}  # data and label to the device, what is predicted from it for the metric
