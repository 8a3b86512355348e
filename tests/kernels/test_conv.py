"""Convolutions with many weights: gradients by matrix products are the gradients."""

from __future__ import annotations

import pytest
import torch
from mxnet.kernels.conv import _pixels, conv2d
from mxnet.kernels.thresholds import CONV_WEIGHTS

pytestmark = pytest.mark.usefixtures("fast_kernels")

GEOMETRIES = [
    # channels, filters, kernel, size, stride, pad, dilate
    (128, 64, (3, 3), (5, 4), (1, 1), (1, 1), (1, 1)),
    (128, 64, (3, 3), (6, 7), (2, 1), (0, 1), (1, 2)),
    (256, 256, (1, 1), (3, 3), (1, 1), (0, 0), (1, 1)),
    (64, 64, (2, 9), (3, 9), (1, 1), (1, 4), (1, 1)),
]


def gradients(convolve, geometry, bias, dtype=torch.float64):
    """Return the result and the gradients of data, weight and bias."""
    channels, filters, kernel, size, *steps = geometry
    torch.manual_seed(0)
    data = torch.randn(1, channels, *size, dtype=dtype).to(memory_format=torch.channels_last).requires_grad_()
    weight = torch.randn(filters, channels, *kernel, dtype=dtype).requires_grad_()
    given = [data, weight, torch.randn(filters, dtype=dtype).requires_grad_() if bias else None]
    out = convolve(*given, *steps, 1)
    leaves = [item for item in given if item is not None]
    return [out, *torch.autograd.grad(out, leaves, torch.randn_like(out), create_graph=True)], leaves


@pytest.mark.parametrize("geometry", GEOMETRIES)
@pytest.mark.parametrize("bias", [False, True])
def test_equals_the_plain_convolution(geometry, bias):
    assert geometry[0] * geometry[1] * geometry[2][0] * geometry[2][1] >= CONV_WEIGHTS
    (out, *ours), _ = gradients(conv2d, geometry, bias)
    assert "_Convolution" in type(out.grad_fn).__name__
    (expected, *theirs), _ = gradients(torch.conv2d, geometry, bias)
    torch.testing.assert_close(out, expected)
    for mine, his in zip(ours, theirs, strict=True):
        torch.testing.assert_close(mine, his)


@pytest.mark.parametrize("geometry", GEOMETRIES)
@pytest.mark.parametrize("biased", [False, True])
def test_first_gradients_come_by_products_and_contiguous(geometry, biased):
    channels, filters, kernel, size, *steps = geometry
    torch.manual_seed(0)
    data = torch.randn(2, channels, *size, dtype=torch.float64).to(memory_format=torch.channels_last)
    weight = torch.randn(filters, channels, *kernel, dtype=torch.float64)
    bias = torch.randn(filters, dtype=torch.float64) if biased else None
    found = []
    for convolve in (conv2d, conv2d, torch.conv2d):
        leaves = [item.detach().requires_grad_() for item in (data, weight, bias) if item is not None]
        convolve(*leaves, *([] if biased else [None]), *steps, 1).pow(2).sum().backward()
        found.append([leaf.grad for leaf in leaves])
    first, second, expected = found
    assert first[1].is_contiguous()
    assert all(map(torch.equal, first, second))
    torch.testing.assert_close(first, expected)


def test_can_be_differentiated_twice():
    geometry = GEOMETRIES[1]
    seconds = []
    for convolve in (conv2d, torch.conv2d):
        (_, *firsts), leaves = gradients(convolve, geometry, True)
        seconds.append(torch.autograd.grad(sum(g.pow(2).sum() for g in firsts), leaves[:2]))
    for ours, theirs in zip(*seconds, strict=True):
        torch.testing.assert_close(ours, theirs)


@pytest.mark.parametrize(
    ("batch", "order", "groups", "wide"),
    [
        (1, torch.channels_last, 1, True),
        (8, torch.channels_last, 1, False),  # more pixels
        (1, torch.contiguous_format, 1, False),
        (1, torch.channels_last, 2, False),
    ],
)
def test_where_products_are_taken(batch, order, groups, wide):
    data = torch.randn(batch, 128, 5, 5).to(memory_format=order)
    weight = torch.randn(128, 128 // groups, 3, 3).requires_grad_()
    out = conv2d(data, weight, None, (1, 1), (1, 1), (1, 1), groups)
    assert ("_Convolution" in type(out.grad_fn).__name__) is wide
    assert _pixels(data, weight, (1, 1), (1, 1), (1, 1)) == batch * 25


@pytest.mark.parametrize("order", [torch.contiguous_format, torch.channels_last])
@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.usefixtures("slow_blas")
def test_kernels_of_one_element_are_not_left_to_a_slow_blas(order, wide, monkeypatch):
    monkeypatch.setattr(torch, "get_num_threads", lambda: 1)
    channels, size = (512, 5) if wide else (64, 20)
    torch.manual_seed(0)
    data = torch.randn(2, channels, size, size).to(memory_format=order).requires_grad_()
    weight = torch.randn(256, channels, 1, 1).requires_grad_()
    results = []
    for convolve in (conv2d, torch.conv2d):
        out = convolve(data, weight)
        results.append([out, *torch.autograd.grad(out.sin().sum(), [data, weight], create_graph=True)])
        results[-1] += torch.autograd.grad(results[-1][2].square().mean(), [data])
    for ours, plain in zip(*results, strict=True):
        assert ours.shape == plain.shape
        torch.testing.assert_close(ours, plain, rtol=1e-4, atol=1e-3)


@pytest.mark.parametrize(
    ("threads", "images", "stride", "kernel"), [(2, 2, 1, 1), (1, 16, 1, 1), (1, 2, 2, 1), (1, 2, 1, 3)]
)
@pytest.mark.usefixtures("slow_blas")
def test_other_convolutions_are_given_to_pytorch_as_they_are(threads, images, stride, kernel, monkeypatch):
    monkeypatch.setattr(torch, "get_num_threads", lambda: threads)
    seen = []
    monkeypatch.setattr(torch, "conv2d", lambda *args: seen.append(args[5]))
    conv2d(torch.ones(images, 64, 20, 20), torch.ones(256, 64, kernel, kernel), None, (stride, stride))
    assert seen == [(1, 1)]
