"""Small products take one thread, large ones all; the limit is gone after the call, whatever happened."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.core import torch_compat
from mxnet.kernels import one_thread
from mxnet.kernels.linear import linear
from mxnet.kernels.products import bmm, matmul, product, product_into

#: multiplications
SMALL = range(1 << 13, (1 << 20) + 1)

pytestmark = pytest.mark.usefixtures("fast_kernels", "fast_blas")


@pytest.fixture
def limits(monkeypatch):
    """Return the list of the limits that are set; the process begins without one."""
    torch_compat.limit_products(0)  # chosen now: the first call puts the chosen function in place of the name
    result = []
    real = torch_compat.limit_products

    def limit(threads):
        result.append(threads)
        return real(threads)

    monkeypatch.setattr(torch_compat, "limit_products", limit)
    monkeypatch.setattr(one_thread, "SMALL_PRODUCT", SMALL)
    monkeypatch.setattr(torch, "get_num_threads", lambda: 2)  # where there is one, no limit is set
    monkeypatch.setattr(one_thread, "recorded", one_thread._Recorded())
    return result


def matrices(rows, width, columns):
    return torch.ones(rows, width), torch.ones(width, columns)


@pytest.mark.parametrize(
    ("call", "rows", "count"),
    [
        (lambda a, b: linear(a, b.t().contiguous()), 32, 1),
        (product, 32, 1),
        (lambda a, b: product_into(a, b, torch.empty(len(a), b.shape[1])), 32, 1),
        (lambda a, b: bmm(a[None], b[None]), 32, 1),
        (lambda a, b: matmul(a[None], b), 32, 1),
        (product, 1, 0),
        (product, 1024, 0),
        (linear, 1, 0),
        (linear, 1024, 0),
    ],
)
def test_one_thread_where_it_is_enough(limits, call, rows, count):
    a, b = matrices(rows, 64, 64)
    assert (rows * 64 * 64 in SMALL) == bool(count)
    assert torch.equal(call(a, b).reshape(rows, 64), torch.full((rows, 64), 64.0))
    assert limits == [1, 0] * count


def test_the_limit_is_gone_after_an_error(limits):
    with pytest.raises(RuntimeError):
        product(torch.ones(32, 64), torch.ones(63, 64))
    assert limits == [1, 0]


def recorded_product(rows, width=64):
    data, weight = mx.nd.ones((rows, width)), mx.nd.ones((width, width))
    weight.attach_grad()
    with mx.autograd.record():
        out = mx.nd.dot(data, weight)
    return out, weight


@pytest.mark.parametrize(("sizes", "limited"), [([32], True), ([32, 64], True), ([1024], False), ([32, 1024], False)])
def test_backward_passes(limits, sizes, limited):
    outputs = [recorded_product(rows) for rows in sizes]
    limits.clear()
    mx.autograd.backward([out for out, _ in outputs])
    assert (limits == [1, 0]) is limited
    for (_, weight), rows in zip(outputs, sizes, strict=True):
        np.testing.assert_array_equal(weight.grad.asnumpy(), np.full((64, 64), rows))


def test_a_backward_pass_without_products_takes_all_threads(limits):
    x = mx.nd.ones((4,))
    x.attach_grad()
    with mx.autograd.record():
        y = x * x
    y.backward()
    assert limits == []


def test_a_retained_graph_is_remembered(limits):
    out, _ = recorded_product(1024)
    out.backward(retain_graph=True)
    small, _ = recorded_product(32)
    limits.clear()
    mx.autograd.backward([out, small])
    assert limits == []


@pytest.mark.parametrize(
    "compute",
    [
        lambda w: mx.nd.Convolution(
            mx.nd.ones((1, 1, 1024, 1024)), w.reshape((2, 1, 1, 1)), kernel=(1, 1), num_filter=2, no_bias=True
        ),
        lambda w: mx.nd.Deconvolution(mx.nd.ones((1, 2, 4)), w.reshape((2, 1, 1)), kernel=(1,), num_filter=1),
        lambda w: mx.nd.RNN(
            mx.nd.ones((2, 1, 1)), w.tile(3)[:4], mx.nd.zeros((1, 1, 1)), state_size=1, num_layers=1, mode="rnn_tanh"
        ),
        lambda w: mx.np.einsum("i,i->", w.as_np_ndarray(), w.as_np_ndarray()),
    ],
    ids=["Convolution", "Deconvolution", "RNN", "einsum"],
)
def test_what_takes_all_threads(limits, compute):
    out, _ = recorded_product(32)
    weight = mx.nd.ones((2,))
    weight.attach_grad()
    with mx.autograd.record():
        other = compute(weight)
    limits.clear()
    mx.autograd.backward([out, other])
    assert limits == []


def test_products_that_are_not_recorded_do_not_count(limits):
    mx.nd.dot(mx.nd.ones((1024, 64)), mx.nd.ones((64, 64)))
    out, _ = recorded_product(32)
    limits.clear()
    out.backward()
    assert limits == [1, 0]
