"""Calls of operators' samples in a context, and how their results are compared."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.registry import OPS

from tests.ops import calls
from tests.ops.sample import OpSample, function, is_float


def samples(**options: Any) -> list[Any]:
    """Return test parameters: each sample in the first of its data types."""
    return calls.params(once=True, **options)


def arrays_on(sample: OpSample, ctx: mx.Context, dtype: str) -> list[mx.nd.NDArray]:
    return [mx.nd.array(a, ctx=ctx, dtype=a.dtype) for a in sample.arrays(dtype)]


def called(sample: OpSample, arrays: list[mx.nd.NDArray], ctx: mx.Context, seed: int | None = 0) -> list[mx.nd.NDArray]:
    """Call the operator; its results are where the inputs are. A machine with a GPU may lack OpenCV: skipped then."""
    attrs = {**sample.attrs, **({"ctx": str(ctx)} if "ctx" in sample.attrs else {})}
    if sample.into:
        attrs["out"] = [arrays[i] for i in sample.into]
    if sample.op.startswith("_cv") or sample.op == "_image_resize":
        pytest.importorskip("cv2")
    if seed is not None:
        mx.random.seed(seed)
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


def multiplies_on_host(sample: OpSample, dtypes: Iterable[torch.dtype]) -> bool:
    """Return whether the processor multiplies integers, as the device cannot."""
    op = OPS[sample.op]
    return hasattr(op.plain or op.call, "on_cpu") and not any(dtype.is_floating_point for dtype in dtypes)


def assert_close(sample: OpSample, arrays: list[Any], expected: list[Any], dtype: str, at_least: float = 1e-5) -> None:
    """Assert that arrays agree within the sample's tolerance, which is ``at_least`` so wide."""
    for array, value in zip(arrays, expected, strict=True):
        assert array.dtype == value.dtype
        wide = {key: max(number, at_least) for key, number in sample.tolerance(dtype).items()}
        np.testing.assert_allclose(array.asnumpy(), value.asnumpy(), **wide)


def gradients(sample: OpSample, ctx: mx.Context, dtype: str) -> list[mx.nd.NDArray]:
    """Return the gradients of the inputs that have some; they are where the inputs are."""
    arrays = arrays_on(sample, ctx, dtype)
    for array in arrays:
        if is_float(np.dtype(array.dtype).name):
            array.attach_grad()
    mx.autograd.backward(called(sample, arrays, ctx))
    result = [array.grad for array in arrays if array.grad is not None]
    assert all(grad._t.device == ctx.torch_device for grad in result)
    return result
