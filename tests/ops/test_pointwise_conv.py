"""Convolutions with a kernel of one element, a stride and few channels: values and gradients in every way of calling.

What went wrong here went wrong in memory, and not at every run: tests/memcheck/ is where it is caught for certain.
"""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.ops import conv

STRIDES = [(2, 2), (1, 3), (3, 1)]
LAYOUTS = ["NCHW", "NHWC"]


def numbers(*shape):
    return np.random.RandomState(sum(shape)).uniform(-1, 1, shape).astype("float32")


def placed(values, like, stride):
    """Return zeros of a shape with values at every stride-th place of the last two axes."""
    out = np.zeros(like)
    out[:, :, :: stride[0], :: stride[1]] = values
    return out


def by_numpy(op, data, weight, bias, head, stride):
    """Return the result and the gradients of data, weight and bias, all with the channels first."""
    data, weight, bias, head = (item.astype("float64") for item in (data, weight[:, :, 0, 0], bias, head))
    if op == "Deconvolution":
        out = placed(np.einsum("nchw,cf->nfhw", data, weight), head.shape, stride) + bias[:, None, None]
        seen = head[:, :, :: stride[0], :: stride[1]]
        to_data, to_weight = np.einsum("nfhw,cf->nchw", seen, weight), np.einsum("nchw,nfhw->cf", data, seen)
    else:
        seen = data[:, :, :: stride[0], :: stride[1]]
        out = np.einsum("nchw,fc->nfhw", seen, weight) + bias[:, None, None]
        to_data = placed(np.einsum("nfhw,fc->nchw", head, weight), data.shape, stride)
        to_weight = np.einsum("nfhw,nchw->fc", head, seen)
    return out, to_data, to_weight[:, :, None, None], head.sum((0, 2, 3))


def innermost(array):
    """Return an array whose memory has the channels innermost, as programs that share tensors with PyTorch have."""
    return mx.nd.NDArray.from_torch(torch.from_numpy(array).to(memory_format=torch.channels_last))


def eagerly(op, inputs, head, attrs):
    for item in inputs:
        item.attach_grad()
    with mx.autograd.record():
        out = getattr(mx.nd, op)(*inputs, **attrs)
    out.backward(head)
    return [out, *(item.grad for item in inputs)]


def in_a_graph(op, inputs, head, attrs):
    names = ["data", "weight", "bias"]
    symbol = getattr(mx.sym, op)(*map(mx.sym.Variable, names), **attrs)
    executor = symbol.bind(mx.cpu(), dict(zip(names, inputs, strict=True)), [mx.nd.zeros_like(x) for x in inputs])
    executor.forward(is_train=True)
    executor.backward(head)
    return [*executor.outputs, *executor.grad_arrays]


@pytest.mark.parametrize("call", [eagerly, in_a_graph])
@pytest.mark.parametrize("stride", STRIDES)
@pytest.mark.parametrize("layout", [*LAYOUTS, "innermost"])
@pytest.mark.parametrize("op", ["Convolution", "Convolution_v1", "Deconvolution"])
def test_values_and_gradients(op, layout, stride, call):
    small, wide = (3, 4), (3 * stride[0], 4 * stride[1])
    data, head = (small, wide) if op == "Deconvolution" else (wide, small)
    arrays = [numbers(2, 5, *data), numbers(*((5, 3) if op == "Deconvolution" else (3, 5)), 1, 1), numbers(3)]
    arrays.append(numbers(2, 3, *head))
    expected = by_numpy(op, *arrays, stride)
    attrs = {"kernel": (1, 1), "stride": stride, "num_filter": 3, "no_bias": False}
    if op == "Deconvolution":
        attrs["adj"] = (stride[0] - 1, stride[1] - 1)
    if layout == "NHWC":
        attrs["layout"] = layout
        arrays = [np.moveaxis(array, 1, -1) if array.ndim == 4 else array for array in arrays]
    make = innermost if layout == "innermost" else mx.nd.array
    *inputs, head = [make(array) if array.ndim == 4 else mx.nd.array(array) for array in arrays]
    for got, want in zip(call(op, inputs, head, attrs), expected, strict=True):
        got = got.asnumpy()
        got = np.moveaxis(got, -1, 1) if layout == "NHWC" and got.ndim == 4 else got
        np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("adj", [0, 1])
def test_of_one_and_three_axes(adj):
    for axes in (1, 3):
        shape, kernel = (2, 3, *(4,) * axes), (1,) * axes
        data, weight = numbers(*shape), numbers(3, 2, *kernel)
        common = {"kernel": kernel, "stride": (2,) * axes, "no_bias": True}
        out = mx.nd.Deconvolution(mx.nd.array(data), mx.nd.array(weight), num_filter=2, adj=(adj,) * axes, **common)
        assert out.shape == (2, 2, *(7 + adj,) * axes)
        matrix = weight.reshape(3, 2)
        strided = out.asnumpy()[(..., *(slice(None, None, 2),) * axes)]
        np.testing.assert_allclose(strided, np.einsum("nc...,cf->nf...", data, matrix), rtol=1e-5, atol=1e-6)
        back = mx.nd.Convolution(out, mx.nd.array(weight), num_filter=3, **common)
        np.testing.assert_allclose(
            back.asnumpy(), np.einsum("nc...,cf,df->nd...", data, matrix, matrix), rtol=1e-4, atol=1e-5
        )


@pytest.mark.parametrize(
    ("channels", "kernel", "pad", "strided"),
    [(15, (1, 1), (0, 0), False), (16, (1, 1), (0, 0), True), (3, (1, 2), (0, 0), True), (3, (1, 1), (0, 1), True)],
)
def test_which_keep_their_stride(channels, kernel, pad, strided, monkeypatch):
    seen = []

    def convolve(data, weight, bias, stride=1, *rest, **kwargs):
        seen.append(stride)
        return torch.conv2d(data, weight, bias, stride, *rest, **kwargs)

    monkeypatch.setitem(conv._CONV, 2, convolve)
    data, weight = mx.nd.ones((1, channels, 4, 6)), mx.nd.ones((2, channels, *kernel))
    mx.nd.Convolution(data, weight, kernel=kernel, stride=(2, 2), pad=pad, num_filter=2, no_bias=True)
    assert (seen == [(2, 2)]) is strided


@pytest.mark.parametrize("call", [eagerly, in_a_graph])
@pytest.mark.parametrize("op", ["Convolution", "Deconvolution"])
def test_groups_where_an_axis_has_one_element(op, call):
    attrs = {"kernel": (1, 1), "stride": (1, 2), "num_filter": 6, "num_group": 3, "no_bias": False}
    arrays = [numbers(6, 15, 3, 1), numbers(*((15, 2) if op == "Deconvolution" else (6, 5)), 1, 1), numbers(6)]
    arrays.append(numbers(6, 6, 3, 1))
    *plain, head = [mx.nd.array(item.astype("float64"), dtype="float64") for item in arrays]
    expected = call(op, plain, head, attrs)
    *inputs, head = [innermost(item) if item.ndim == 4 else mx.nd.array(item) for item in arrays]
    for got, want in zip(call(op, inputs, head, attrs), expected, strict=True):
        np.testing.assert_allclose(got.asnumpy(), want.asnumpy(), rtol=1e-4, atol=1e-5)
