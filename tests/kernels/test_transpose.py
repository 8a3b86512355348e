"""Copies of transposed matrices by vectors: equal to PyTorch's."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.kernels import transpose
from mxnet.kernels.choice import KERNELS

pytestmark = pytest.mark.usefixtures("every_size")

ORDERS = [
    ((5, 7), (1, 0)), ((2, 64), (1, 0)), ((4, 6, 9), (0, 2, 1)), ((3, 5, 4, 6), (0, 2, 3, 1)),
    ((3, 5, 4, 6), (0, 3, 1, 2)), ((3, 5, 4, 6), (2, 3, 0, 1)), ((3, 1, 4, 1, 6), (4, 1, 3, 0, 2)),
    ((2, 3, 4, 5, 6), (0, 1, 4, 2, 3)),
]  # fmt: skip
PLAIN = [((5, 7, 3), (2, 1, 0)), ((4, 6, 9), (1, 0, 2)), ((3, 8), (1, 0)), ((1, 8), (1, 0)), ((0, 8), (1, 0))]


@pytest.mark.parametrize(("shape", "axes"), [*ORDERS, *PLAIN])
def test_orders_of_axes(shape, axes):
    values = np.random.RandomState(0).randn(*shape).astype("float32")
    x = torch.from_numpy(values).permute(axes)
    assert (transpose._matrices(x.shape, x.stride()) is not None) == ((shape, axes) in ORDERS)
    data = mx.nd.array(values)
    np.testing.assert_array_equal(mx.nd.transpose(data, axes).asnumpy(), values.transpose(axes))
    data.attach_grad()
    with mx.autograd.record():
        out = mx.nd.transpose(data, axes)
    head = np.random.RandomState(1).randn(*out.shape).astype("float32")
    out.backward(mx.nd.array(head))
    np.testing.assert_array_equal(out.asnumpy(), values.transpose(axes))
    np.testing.assert_array_equal(data.grad.asnumpy(), head.transpose(np.argsort(axes)))


@pytest.mark.parametrize(
    "view", [lambda x: x[:, 1:].mT, lambda x: x.expand(4, 8, 8).mT, lambda x: x[:, ::2].mT, lambda x: x[1:].mT]
)
def test_parts_of_memory(view):
    x = view(torch.randn(8, 8))
    assert torch.equal(transpose.in_order(x), x.contiguous())
    assert transpose.in_order(x).is_contiguous()
    assert transpose.in_order(x)._base is None


def test_others_are_copied_as_they_were():
    for x in (torch.randn(8, 8).mT.double(), torch.arange(64).view(8, 8).mT, torch.randn(8, 8)):
        assert torch.equal(transpose.in_order(x), x.contiguous())


def test_gradients_lie_as_the_data_and_are_differentiated():
    x = torch.randn(3, 5, 7, requires_grad=True)
    head = torch.randn(3, 7, 5)
    (grad,) = torch.autograd.grad(KERNELS["in_order"].fast(x.mT).square(), x, head, create_graph=True)
    assert grad.is_contiguous()
    torch.testing.assert_close(grad, 2 * head.mT * x, rtol=1e-6, atol=0)
    (second,) = torch.autograd.grad(grad.sum(), x)
    torch.testing.assert_close(second, 2 * head.mT, rtol=1e-6, atol=0)


@pytest.mark.parametrize("head", [torch.ones(()).expand(3, 7, 5), torch.arange(105.0).view(5, 7, 3).permute(2, 1, 0)])
def test_gradients_from_any_memory(head):
    x = torch.randn(3, 5, 7, requires_grad=True)
    transpose.in_order(x.mT).backward(head)
    assert torch.equal(x.grad, head.mT)
