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
from tests.gpu.samples import arrays_on, assert_close, called, gradients, host_sync, multiplies_on_host, samples
from tests.ops import calls
from tests.ops.grouped import by_family
from tests.ops.sample import OpSample

#: operators that wait as they say, which no sample shows: one reads a file, another's boxes stay on the device from the
#: first call on, the third has parameters that no sample gives as arrays, the fourth checks what gets sparse gradients
UNSEEN = {"_cvimread", "_contrib_MultiBoxPrior", "_npi_normal_n", "Embedding"}


@pytest.fixture
def device() -> Iterator[Dispatch]:
    with fake_gpus() as mode:
        yield mode


@by_family(samples())
def test_operators(device: Dispatch, family: str, sample: OpSample, dtype: str) -> None:
    """Results are on the device, with the processor's values, and nothing waits for it that does not say so."""
    arrays = arrays_on(sample, mx.gpu(0), dtype)
    device.waits.clear()
    outputs = called(sample, arrays, mx.gpu(0))
    assert host_sync(sample) or multiplies_on_host(sample, [a._t.dtype for a in arrays]) or not device.waits
    if sample.check is not None:
        sample.check([o.asnumpy() for o in outputs], sample.arrays(dtype), sample.attrs)
        return
    on_host = arrays_on(sample, mx.cpu(), dtype)
    assert_close(sample, outputs, called(sample, on_host, mx.cpu()), dtype)
    assert_close(sample, [arrays[i] for i in sample.states], [on_host[i] for i in sample.states], dtype)


@by_family(samples(grad=True))
def test_gradients(device: Dispatch, family: str, sample: OpSample, dtype: str) -> None:
    device.waits.clear()
    found = gradients(sample, mx.gpu(0), dtype)
    copied = {("to device", "ndarray/creation.py")}  # the inputs
    assert host_sync(sample) or {(wait.what, wait.file) for wait in device.waits} <= copied
    if not OPS[sample.op].stochastic:
        assert_close(sample, found, gradients(sample, mx.cpu(), dtype), dtype)


def _waits(device: Dispatch, sample: OpSample) -> bool:
    arrays = arrays_on(sample, mx.gpu(0), sample.dtypes[0])
    device.waits.clear()
    called(sample, arrays, mx.gpu(0))
    return bool(device.waits)


@pytest.mark.parametrize("name", sorted({op.name for op in OPS.values() if op.host_sync} - UNSEEN))
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


def test_suppression_waits_once(device: Dispatch) -> None:
    """Where the number of boxes is bounded, a call waits only to learn that no box removes another any more."""
    corners = np.random.RandomState(0).uniform(0, 0.6, (1, 200, 2)).astype("float32")
    anchors = mx.nd.array(np.concatenate([corners, corners + 0.3], -1), ctx=mx.gpu(0))
    scores, moves = (mx.nd.random.uniform(shape=shape, ctx=mx.gpu(0)) for shape in ((2, 3, 200), (2, 800)))
    rows = mx.nd.concat(scores[:, :2].transpose((0, 2, 1)), anchors.broadcast_to((2, 200, 4)), dim=2)
    for work in (
        lambda: mx.nd.contrib.MultiBoxDetection(scores, moves, anchors, nms_topk=100),
        lambda: mx.nd.contrib.box_nms(rows, topk=100),
    ):
        work()
        device.waits.clear()
        work()
        assert {(wait.what, wait.operator) for wait in device.waits} == {("read", "aten::equal")}
        assert len(device.waits) <= 2


@pytest.mark.parametrize("dtype", ["int8", "int32", "int64"])
def test_products_of_integers(device: Dispatch, dtype: str, caplog: pytest.LogCaptureFixture) -> None:
    """CUDA has none, and the device refuses them; a graph does not try it either."""

    def products(ctx: mx.Context) -> list[Any]:
        a, b = (mx.nd.arange(6, ctx=ctx).reshape(shape).astype(dtype) for shape in ((2, 3), (3, 2)))
        x = mx.sym.Variable("x")
        return [
            mx.nd.FullyConnected(a, a, num_hidden=2, no_bias=True),
            mx.nd.CachedOp(mx.sym.FullyConnected(x, x, num_hidden=2, no_bias=True))(a),
            mx.nd.dot(a, b),
            mx.nd.batch_dot(a.expand_dims(0), b.expand_dims(0)),
            mx.np.matmul(a.as_np_ndarray(), b.as_np_ndarray()),
            mx.np.einsum("ij,jk->ik", a.as_np_ndarray(), b.as_np_ndarray()),
        ]

    with pytest.raises(NotImplementedError):
        torch.mm(*[mx.nd.ones((2, 2), ctx=mx.gpu(0), dtype=dtype)._t] * 2)
    for found, expected in zip(products(mx.gpu(0)), products(mx.cpu()), strict=True):
        np.testing.assert_array_equal(found.asnumpy(), expected.asnumpy())
    assert not caplog.records
