"""Sums over many rows keep their digits."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest


@pytest.mark.usefixtures("fast_kernels")  # PyTorch's kernel sums row after row, to fewer digits
def test_gradients_of_layer_normalization_over_many_rows() -> None:
    random = np.random.RandomState(0)
    data, heads = (random.standard_normal((4096, 512)) for _ in range(2))
    gamma, beta = (random.standard_normal(512) for _ in range(2))
    arrays = [mx.nd.array(item) for item in (data, gamma, beta)]
    for array in arrays:
        array.attach_grad()
    with mx.autograd.record():
        out = mx.nd.LayerNorm(*arrays)
    out.backward(mx.nd.array(heads))
    data, heads = data.astype("float32").astype("float64"), heads.astype("float32").astype("float64")
    std = np.sqrt(data.var(1, keepdims=True) + 1e-5)
    normal = (data - data.mean(1, keepdims=True)) / std
    np.testing.assert_allclose(arrays[1].grad.asnumpy(), (heads * normal).sum(0), rtol=2e-5, atol=6e-5)
    np.testing.assert_allclose(arrays[2].grad.asnumpy(), heads.sum(0), rtol=2e-5, atol=6e-5)
    inner = heads * gamma.astype("float32")
    expected = (inner - inner.mean(1, keepdims=True) - normal * (inner * normal).mean(1, keepdims=True)) / std
    np.testing.assert_allclose(arrays[0].grad.asnumpy(), expected, rtol=1e-4, atol=1e-5)
