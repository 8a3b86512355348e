"""Convolutions that PyTorch leaves to a slow BLAS."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from mxnet.core import torch_compat
from mxnet.graph.passes.channels_last import to_channels_last
from mxnet.kernels import conv
from mxnet.kernels.choice import EVERY
from mxnet.kernels.conv import cast_channels_last, conv2d, conv_transpose2d

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


#: data, weight, stride, pad
_SMALL = {
    "one image": ((1, 3, 9, 8), (4, 3, 4, 5), (2, 1), (1, 2)),
    "one channel": ((3, 1, 9, 8), (4, 1, 3, 3), (1, 2), (0, 1)),
    "points of 16 images": ((16, 3, 5, 4), (4, 3, 1, 1), (1, 1), (0, 0)),
}


@pytest.fixture
def columns(monkeypatch):
    """Use columns at every size, and count the convolutions computed by them."""
    seen = []
    for name in ("POINTS", "CHANNEL", "IMAGE", "TRANSPOSED"):
        monkeypatch.setattr(conv, name, EVERY)
    monkeypatch.setattr(conv, "COLUMNS", True)
    for name in ("convolve_by_columns", "transpose_by_columns"):
        function = torch_compat.chosen(name)
        monkeypatch.setattr(torch_compat, name, lambda *args, f=function: seen.append(1) or f(*args))
    return seen


def _gradients(function, *tensors):
    out = function(*tensors)
    first = torch.autograd.grad(out.sin().sum(), tensors, create_graph=True)
    return [out, *first, *torch.autograd.grad(sum(item.square().sum() for item in first), tensors)]


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("case", _SMALL)
def test_small_convolutions_by_columns_are_those_of_pytorch(case, bias, columns):
    shapes, (stride, pad) = _SMALL[case][:2], _SMALL[case][2:]
    tensors = [torch.randn(shape).requires_grad_() for shape in (*shapes, shapes[1][:1])[: 2 + bias]]
    both = [_gradients(lambda x, w, b=None, f=f: f(x, w, b, stride, pad), *tensors) for f in (conv2d, torch.conv2d)]
    for ours, plain in zip(*both, strict=True):
        torch.testing.assert_close(ours, plain, rtol=1e-3, atol=1e-2)
    assert columns


@pytest.mark.parametrize("order", [torch.contiguous_format, torch.channels_last])
@pytest.mark.parametrize("wanted", [(0,), (0, 1), (0, 1, 2), (0, 2)])
def test_the_gradient_of_few_channels_is_that_of_pytorch(wanted, order, monkeypatch):
    monkeypatch.setattr(conv, "FEW", EVERY)
    function, seen = torch_compat.chosen("gradient_by_columns"), []
    monkeypatch.setattr(torch_compat, "gradient_by_columns", lambda *args: seen.append(1) or function(*args))
    tensors = [torch.randn(shape) for shape in ((2, 3, 9, 8), (4, 3, 4, 3), (4,))]
    tensors[0] = tensors[0].contiguous(memory_format=order)
    leaves = [tensors[i].requires_grad_() for i in wanted]
    both = []
    for convolve in (conv2d, torch.conv2d):

        def call(*_, convolve=convolve):
            return convolve(*tensors, (2, 3), (1, 2))

        both.append([*torch.autograd.grad(call().sin().sum(), leaves), *_gradients(call, *leaves)])
    assert len(seen) == 2  # in each pass that is not differentiated itself
    for ours, plain in zip(*both, strict=True):
        torch.testing.assert_close(ours, plain, rtol=1e-3, atol=1e-2)


@pytest.mark.parametrize("geometry", [((2, 2), (1, 1), (0, 0)), ((3, 2), (0, 1), (2, 1)), ((1, 1), (0, 0), (0, 0))])
def test_small_transposes_by_columns_are_those_of_pytorch(geometry, columns):
    tensors = [torch.randn(shape).requires_grad_() for shape in ((2, 3, 5, 4), (3, 4, 4, 3), (4,))]
    both = [
        _gradients(lambda x, w, b, f=f: f(x, w, b, *geometry, 1, (1, 1)), *tensors)
        for f in (conv_transpose2d, torch.conv_transpose2d)
    ]
    for ours, plain in zip(*both, strict=True):
        torch.testing.assert_close(ours, plain, rtol=1e-3, atol=1e-2)
    assert columns


@pytest.mark.parametrize(
    ("shape", "kernel", "options"),
    [
        ((2, 3, 9, 8), (4, 3, 4, 5), {}),  # more images
        ((1, 3, 9, 8), (4, 3, 3, 3), {}),  # which PyTorch has a form of
        ((1, 4, 9, 8), (4, 1, 5, 5), {"groups": 4}),
        ((1, 3, 12, 12), (4, 3, 5, 5), {"dilate": (2, 2)}),
        ((16, 3, 9, 8), (4, 3, 1, 1), {"stride": (2, 2)}),
    ],
)
def test_other_convolutions_have_no_columns(shape, kernel, options, columns):
    assert conv2d(torch.ones(shape), torch.ones(kernel), **options).numel()
    assert conv2d(torch.ones(shape).double(), torch.ones(kernel).double(), **options).numel()
    assert not columns


@pytest.mark.parametrize("channels", [1, 3])
def test_convolutions_keep_the_channels_last_format(channels, columns, monkeypatch):
    monkeypatch.setattr(conv, "ONE_IMAGE", range(0))
    data = to_channels_last(torch.randn(1, channels, 12, 12))
    out = conv2d(data, torch.randn(4, channels, 5, 5))
    assert out.is_contiguous(memory_format=torch.channels_last)
    assert not columns


@pytest.mark.parametrize("shape", [(4, 3, 3, 3), (4, 1, 2, 2), (1, 3, 1, 4)])
def test_a_cast_lays_out_and_its_gradient_is_laid_out_back(shape):
    data = torch.randn(shape, requires_grad=True)
    result = cast_channels_last(data, torch.bfloat16)
    assert result.is_contiguous(memory_format=torch.channels_last)
    np.testing.assert_array_equal(result.detach().float(), data.detach().bfloat16().float())
    head = torch.randn(shape).bfloat16().contiguous(memory_format=torch.channels_last)
    (grad,) = torch.autograd.grad(result, data, head)
    assert grad.is_contiguous()
    assert grad.dtype is torch.float32
    np.testing.assert_array_equal(grad, head.float())


def filters(*counts, requires_grad=True):
    generator = torch.Generator().manual_seed(0)
    return [torch.randn(n, 5, 3, 2, generator=generator).requires_grad_(requires_grad) for n in counts]


def test_weights_of_one_shape_are_laid_out_in_one_memory():
    weights = filters(4, 1, 3)
    laid_out = conv._lay_out(*weights)
    for weight, result in zip(weights, laid_out, strict=True):
        assert torch.equal(weight, result)
        assert result.is_contiguous(memory_format=torch.channels_last)
    assert len({result.untyped_storage().data_ptr() for result in laid_out}) == 1


def test_the_gradients_of_weights_laid_out_are_in_rows():
    weights, factors = filters(4, 1, 3), filters(4, 1, 3, requires_grad=False)
    products = [(w * w * f).sum() for w, f in zip(conv._lay_out(*weights), factors, strict=True)]
    first = torch.autograd.grad(sum(products), weights, create_graph=True)
    for weight, factor, grad in zip(weights, factors, first, strict=True):
        assert grad.is_contiguous()
        torch.testing.assert_close(grad, 2 * weight * factor)
    second = torch.autograd.grad(sum(grad.sum() for grad in first), weights)
    for factor, grad in zip(factors, second, strict=True):
        torch.testing.assert_close(grad, 2 * factor)


def test_on_processors_weights_stay_as_they_are():
    weights = filters(2, 2)
    assert [a is b for a, b in zip(conv.lay_out_together(*weights), weights, strict=True)] == [True, True]
