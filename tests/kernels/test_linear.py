"""Layers with many weights: oneDNN's products and their gradients are those of the formula."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.kernels.linear import LINEAR_WEIGHTS, linear
from torch.nn import functional as F

pytestmark = pytest.mark.usefixtures("fast_kernels", "slow_blas")

WIDTH, FILTERS = 512, 520


def given(*shape, bias=True):
    """Return data, weight and bias that want gradients."""
    torch.manual_seed(1)
    result = [torch.randn(*shape, WIDTH), torch.randn(FILTERS, WIDTH) / 20, torch.randn(FILTERS) if bias else None]
    assert result[1].numel() >= LINEAR_WEIGHTS
    return [None if t is None else t.requires_grad_() for t in result]


@pytest.mark.skipif(not torch.backends.mkldnn.is_available(), reason="PyTorch was built without oneDNN")
@pytest.mark.parametrize("shape", [(40,), (5, 8)])
@pytest.mark.parametrize("bias", [True, False])
def test_equals_the_formula(counted, shape, bias):
    ours, theirs = given(*shape, bias=bias), given(*shape, bias=bias)
    out, expected = linear(*ours), F.linear(*theirs)
    torch.testing.assert_close(out, expected)
    grad = torch.randn_like(out)
    out.backward(grad)
    expected.backward(grad)
    assert len(counted) == 3  # forward, and the gradients of data and weight
    for mine, his in zip(ours, theirs, strict=True):
        if mine is not None:
            torch.testing.assert_close(mine.grad, his.grad, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize(
    "change",
    [
        lambda x, w, b: (x.double(), w.double(), b.double()),
        lambda x, w, b: (x, w[:20], b[:20]),  # few weights
        lambda x, w, b: (x[:0], w, b),
        lambda x, w, b: (x[:1], w, b),  # few multiplications
    ],
)
def test_what_is_left_to_pytorch(counted, change):
    arguments = change(*given(3))
    torch.testing.assert_close(linear(*arguments), F.linear(*arguments))
    assert not counted


def test_errors_are_those_of_pytorch():
    x, w, b = given(3)
    with pytest.raises(RuntimeError, match="mat1 and mat2"):
        linear(x[:, :-1], w, b)


def test_can_be_differentiated_twice():
    results = []
    for function in (linear, F.linear):
        x, w, b = given(3)
        slopes = torch.autograd.grad(function(x, w, b).pow(2).sum(), [x, w], create_graph=True)
        results.append(torch.autograd.grad(sum(g.pow(2).sum() for g in slopes), [x, w, b]))
    for ours, theirs in zip(*results, strict=True):
        torch.testing.assert_close(ours, theirs, rtol=1e-4, atol=1e-5 * theirs.abs().max().item())


@pytest.mark.parametrize("flatten", [True, False])
def test_the_layer(counted, flatten):
    rng = np.random.RandomState(0)
    x, w, b = (rng.randn(*shape).astype("float32") for shape in ((24, 2, WIDTH // 2), (FILTERS, WIDTH), (FILTERS,)))
    x = x if flatten else x.reshape(12, 2, WIDTH)
    out = mx.nd.FullyConnected(mx.nd.array(x), mx.nd.array(w), mx.nd.array(b), num_hidden=FILTERS, flatten=flatten)
    rows = x.reshape(-1, WIDTH)
    np.testing.assert_allclose(out.asnumpy().reshape(-1, FILTERS), rows @ w.T + b, rtol=1e-4, atol=1e-3)
    assert len(counted) == 1
