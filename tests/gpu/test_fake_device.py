"""Every operator on a device that is not the processor: results there, values, devices that mix, and waiting for it.

:mod:`tests.gpu.fake_device` says how. ``HostSync`` (``mxnet.registry.traits``) lists why an operator may wait.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.registry import OPS

from tests.gpu.fake_device import Dispatch, fake_gpus
from tests.ops import calls
from tests.ops.sample import OpSample, function, is_float

#: operators that cannot run on a device of this kind, and why
REFUSED: dict[str, str] = {}

#: operators that wait as they say, which no sample shows: one reads a file, another's boxes stay on the device from the
#: first call on, and the parameters of the third have no sample as arrays
UNSEEN = {"_cvimread", "_contrib_MultiBoxPrior", "_npi_normal_n"}


@pytest.fixture
def device() -> Iterator[Dispatch]:
    with fake_gpus() as mode:
        yield mode


def samples(**options: Any) -> list[Any]:
    return calls.params(once=True, when=lambda sample: sample.op not in REFUSED, **options)


def arrays_on(sample: OpSample, ctx: mx.Context, dtype: str) -> list[mx.nd.NDArray]:
    return [mx.nd.array(a, ctx=ctx, dtype=a.dtype) for a in sample.arrays(dtype)]


def called(sample: OpSample, arrays: list[mx.nd.NDArray], ctx: mx.Context) -> list[mx.nd.NDArray]:
    """Call the operator; its results, and inputs that it changes, are where the inputs are."""
    attrs = {**sample.attrs, **({"ctx": str(ctx)} if "ctx" in sample.attrs else {})}
    if sample.into:
        attrs["out"] = [arrays[i] for i in sample.into]
    mx.random.seed(0)
    with mx.util.np_shape(sample.is_np), mx.autograd.record(train_mode=sample.is_train), ctx:
        result = function(mx.nd, sample.op)(*arrays, **attrs)
    outputs = list(result) if isinstance(result, (list, tuple)) else [result]
    for array in (*outputs, *arrays):
        assert (array.context, array._t.device) == (ctx, ctx.torch_device)
    return outputs


def host_sync(sample: OpSample) -> str | None:
    op = OPS[sample.op]
    count = {op.count: len(sample.inputs)} if op.count else {}
    return op.host_sync.of(op.parse(count | dict(sample.attrs)))


def assert_close(sample: OpSample, arrays: list[Any], expected: list[Any], dtype: str) -> None:
    for array, value in zip(arrays, expected, strict=True):
        assert array.dtype == value.dtype
        wide = {key: max(number, 1e-5) for key, number in sample.tolerance(dtype).items()}
        np.testing.assert_allclose(array.asnumpy(), value.asnumpy(), **wide)


@pytest.mark.parametrize(("family", "sample", "dtype"), samples())
def test_operators(device: Dispatch, family: str, sample: OpSample, dtype: str) -> None:
    """Results are on the device, with the processor's values, and nothing waits for it that does not say so."""
    arrays = arrays_on(sample, mx.gpu(0), dtype)
    device.waits.clear()
    outputs = called(sample, arrays, mx.gpu(0))
    assert host_sync(sample) or not device.waits
    if sample.check is not None:
        sample.check([o.asnumpy() for o in outputs], sample.arrays(dtype), sample.attrs)
        return
    on_host = arrays_on(sample, mx.cpu(), dtype)
    assert_close(sample, outputs, called(sample, on_host, mx.cpu()), dtype)
    assert_close(sample, [arrays[i] for i in sample.states], [on_host[i] for i in sample.states], dtype)


@pytest.mark.parametrize(("family", "sample", "dtype"), samples(grad=True))
def test_gradients(device: Dispatch, family: str, sample: OpSample, dtype: str) -> None:
    gradients = []
    for ctx in (mx.gpu(0), mx.cpu()):
        arrays = arrays_on(sample, ctx, dtype)
        for array in arrays:
            if is_float(np.dtype(array.dtype).name):
                array.attach_grad()
        device.waits.clear()
        mx.autograd.backward(called(sample, arrays, ctx))
        assert host_sync(sample) or not device.waits
        gradients.append([array.grad for array in arrays if array.grad is not None])
        assert all(grad._t.device == ctx.torch_device for grad in gradients[-1])
    if not OPS[sample.op].stochastic:
        assert_close(sample, *gradients, dtype)


def _waits(device: Dispatch, sample: OpSample) -> bool:
    arrays = arrays_on(sample, mx.gpu(0), sample.dtypes[0])
    device.waits.clear()
    called(sample, arrays, mx.gpu(0))
    return bool(device.waits)


@pytest.mark.parametrize("name", sorted({op.name for op in OPS.values() if op.host_sync} - REFUSED.keys() - UNSEEN))
def test_operators_wait_that_say_so(device: Dispatch, name: str) -> None:
    mine = [s for _, s, dtype in calls.ALL if OPS[s.op].name == name and dtype == s.dtypes[0]]
    assert any(host_sync(sample) and _waits(device, sample) for sample in mine)


# -- the device itself -------------------------------------------------------------------------------------------------


def test_arrays_of_two_devices_do_not_mix(device: Dispatch) -> None:
    for other in (mx.cpu(), mx.gpu(1)):
        with pytest.raises(mx.MXNetError, match=r"device|context"):
            mx.nd.ones((2,), ctx=mx.gpu(0)) + mx.nd.ones((2,), ctx=other)
    tensor = mx.nd.ones((2,), ctx=mx.gpu(0))._t
    with pytest.raises(RuntimeError, match="same device"):
        tensor + torch.ones(2)
    assert (tensor + torch.ones(())).device == tensor.device


@pytest.mark.parametrize(
    ("work", "what"),
    [
        (lambda x: x.asnumpy(), "to host"),
        (lambda x: x.as_in_context(mx.cpu()), "to host"),
        (lambda x: x._t.item(), "read"),
        (lambda x: bool(x._t > 0), "read"),
        (lambda x: x._t.nonzero(), "read"),
        (lambda x: x._t[x._t > 0], "read"),
        (lambda x: torch.tensor([1.0, 2.0], device=x._t.device), "to device"),
        (lambda x: x._t[torch.tensor([0])], "to device"),
    ],
)
def test_what_waits_is_noted(device: Dispatch, work: Any, what: str) -> None:
    x = mx.nd.ones((1,), ctx=mx.gpu(0))
    device.waits.clear()
    work(x)
    assert {wait.what for wait in device.waits} == {what}
