"""Half precision on processors without kernels for it: computed in float32, rounded once, gradients too."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.kernels import conv, half, linear, products
from mxnet.kernels.conv import conv2d

pytestmark = pytest.mark.usefixtures("fast_kernels", "without_half")
TYPES = [torch.float16, torch.bfloat16]


@pytest.fixture
def without_half(monkeypatch):
    monkeypatch.setattr(half, "_slow_types", lambda: frozenset(TYPES))


def some(*shape):
    return torch.randn(shape, generator=torch.Generator().manual_seed(sum(shape)))


CASES = {
    "conv1d": (conv.conv1d, torch.conv1d, (2, 3, 9), (4, 3, 3)),
    "conv2d": (conv2d, torch.conv2d, (2, 3, 9, 8), (4, 3, 3, 3)),
    "conv3d": (conv.conv3d, torch.conv3d, (1, 2, 5, 5, 5), (3, 2, 3, 3, 3)),
    "conv_transpose2d": (conv.conv_transpose2d, torch.conv_transpose2d, (2, 3, 9, 8), (3, 4, 3, 3)),
    "linear": (linear.linear, torch.nn.functional.linear, (3, 5), (4, 5)),
    "product": (products.product, torch.mm, (3, 5), (5, 4)),
    "bmm": (products.bmm, torch.bmm, (2, 3, 5), (2, 5, 4)),
    "matmul": (products.matmul, torch.matmul, (2, 3, 5), (5, 4)),
}


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", sorted(CASES))
def test_result_and_gradients_are_those_of_float32_rounded(name, dtype):
    function, plain, *shapes = CASES[name]
    inputs = [some(*shape).to(dtype).requires_grad_() for shape in shapes]
    wide = [t.detach().float().requires_grad_() for t in inputs]
    out, expected = function(*inputs), plain(*wide)
    assert out.dtype is dtype
    torch.testing.assert_close(out, expected.to(dtype), rtol=0, atol=0)
    grad = some(*out.shape).to(dtype)
    for mine, other in zip(
        torch.autograd.grad(out, inputs, grad), torch.autograd.grad(expected, wide, grad.float()), strict=True
    ):
        torch.testing.assert_close(mine, other.to(dtype), rtol=0, atol=0)


@pytest.mark.parametrize("name", sorted(CASES))
def test_other_types_are_refused_as_ever(name):
    function, plain, data, weight = CASES[name]
    inputs = some(*data).half(), some(*weight)
    with pytest.raises(RuntimeError) as expected:
        plain(*inputs)
    with pytest.raises(RuntimeError) as error:
        function(*inputs)
    assert str(error.value) == str(expected.value)


@pytest.mark.parametrize("dtype", TYPES)
def test_products_into_memory(dtype):
    a, b = some(3, 5).to(dtype), some(5, 4).to(dtype)
    expected = (a.float() @ b.float()).to(dtype)
    torch.testing.assert_close(products.product_into(a, b, torch.empty(3, 4, dtype=dtype)), expected, rtol=0, atol=0)
    total = products.add_product(torch.ones(3, 4, dtype=dtype), a, b)
    torch.testing.assert_close(total, 1 + expected, rtol=0, atol=0)


@pytest.mark.parametrize("mode", ["lstm", "gru", "rnn_tanh"])
def test_recurrent_layers(mode):
    gates = {"lstm": 4, "gru": 3, "rnn_tanh": 1}[mode]
    data, weights = some(5, 2, 3).numpy(), some(gates * 4 * (3 + 4 + 2)).numpy() / 3
    states = [mx.nd.zeros((1, 2, 4))] * (2 if mode == "lstm" else 1)

    def run(dtype):
        inputs = [mx.nd.array(a.astype(np.float16)).astype(dtype) for a in (data, weights)]
        return mx.nd.RNN(*inputs, *(s.astype(dtype) for s in states), state_size=4, num_layers=1, mode=mode)

    assert run("float16").dtype == np.float16
    np.testing.assert_array_equal(run("float16").asnumpy(), run("float32").astype("float16").asnumpy())


def test_einsum():
    a = mx.np.array(some(3, 4).numpy(), dtype="float16")
    expected = (a.astype("float32").asnumpy() @ a.astype("float32").asnumpy().T).astype(np.float16)
    np.testing.assert_array_equal(mx.np.einsum("ij,kj->ik", a, a).asnumpy(), expected)


def test_strided_depthwise_convolution_of_bfloat16(monkeypatch):
    monkeypatch.setattr(half, "_slow_types", frozenset)
    shapes = (2, 8, 9, 9), (8, 1, 3, 3)
    inputs = [some(*shape).bfloat16().requires_grad_() for shape in shapes]
    wide = [t.detach().float().requires_grad_() for t in inputs]
    out = conv2d(*inputs, None, (2, 2), (1, 1), (1, 1), 8)
    expected = torch.conv2d(*wide, None, 2, 1, 1, 8)
    torch.testing.assert_close(out, expected.bfloat16(), rtol=0, atol=0)
    for mine, other in zip(
        torch.autograd.grad(out.float().sum(), inputs), torch.autograd.grad(expected.sum(), wide), strict=True
    ):
        torch.testing.assert_close(mine, other.bfloat16(), rtol=0, atol=0)
