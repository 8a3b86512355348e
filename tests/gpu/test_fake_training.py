"""Steps of training and prediction on a device that is not the processor: where they wait for it, and their numbers.

:mod:`tests.gpu.fake_device` says how. A step that waits lets the device run dry: ``INTENDED`` lists all that do.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, gluon, nd
from mxnet.contrib.amp import imperative

from tests.gpu.fake_device import Dispatch, fake_gpus
from tests.gpu.steps import INTENDED, STEPS, module, ran, training_symbol


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


def test_fit_copies_its_batches_and_its_parameters(device: Dispatch) -> None:
    x = np.random.rand(8, 3, 8, 8).astype("float32")
    mod = mx.mod.Module(training_symbol(), context=mx.gpu(0))
    counts: list[int] = []

    def note(_: Any) -> None:
        counts.append(len(device.waits))
        device.waits.clear()

    mod.fit(mx.io.NDArrayIter(x, np.arange(8) % 5, 2), num_epoch=1, optimizer="adam", batch_end_callback=note)
    assert set(counts[1:]) == {3}  # data and label to the device, what is predicted from it for the metric
