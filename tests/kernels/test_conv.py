"""Convolutions that PyTorch leaves to a slow BLAS."""

from __future__ import annotations

import pytest
import torch
from mxnet.kernels.conv import conv2d

pytestmark = pytest.mark.usefixtures("fast_kernels")


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
