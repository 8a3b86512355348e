"""Quantized products: convolution and the fully connected layer. They take int8 or uint8 data and int8 weights with
their ranges, and give int32 sums with theirs.
"""

import torch

from ..core.errors import MXNetError, MXNetShapeError
from ..kernels.integer import LARGEST, QUANTIZED_RANGE, convolve, multiply, quotient
from ..registry.rule_class import only_if
from ..registry.traits import Quantized
from .conv import convolution, per_axes
from .linear import fully_connected
from .quantize import INT8_TYPES, expect_type, float_ranges, one_of, quantized_op, range_amax, ranges


def bias_and_amaxes(no_bias, *inputs):
    """Return the bias or None, and the absolute maxima of data, weight and bias."""
    tensors = [item for item in inputs if item is not None]
    bias = None if no_bias else tensors.pop(0)
    if bias is not None:
        expect_type("bias", bias, torch.int8)
    names = ("data", "weight", "bias")
    return bias, [range_amax(name, *tensors[2 * i : 2 * i + 2]) for i, name in enumerate(names[: len(tensors) // 2])]


def product_range(dtype, data_amax, weight_amax, weight_dtype=torch.int8):
    """Return the range of int32 sums of products of data and weights, given the absolute maxima of their ranges."""
    high = (data_amax / LARGEST[dtype]) * (weight_amax / LARGEST[weight_dtype]) * LARGEST[torch.int32]
    return -high, high


def rescaled(bias, dtype, data_amax, weight_amax, bias_amax):
    """Return an int8 bias in the scale of the sums."""
    to_data, to_weight = quotient(QUANTIZED_RANGE[dtype], data_amax), quotient(QUANTIZED_RANGE[torch.int8], weight_amax)
    factor = to_data * to_weight / quotient(QUANTIZED_RANGE[torch.int8], bias_amax)
    return (bias.to(torch.float32) * factor).to(torch.int32)


def _product_inputs(p):
    names = ("data", "weight", "min_data", "max_data", "min_weight", "max_weight")
    return names if p.no_bias else ("data", "weight", "bias", *names[2:], "min_bias", "max_bias")


def _product_types(p, t):
    t.weight = "int8"
    count = 2 if p.no_bias else 3
    if not p.no_bias:
        t.bias = "int8"
    t.out[0] = "int32"
    float_ranges(t, count)


def _product(name, layer):
    """Return the decorator of a layer's quantized form, which has its attributes."""

    def shapes(p, s):
        layer.shapes.of(p, s)
        ranges(s, "min_data", "max_data", "min_weight", "max_weight", "min_bias", "max_bias")

    return quantized_op(name, attributes_of=layer, inputs=_product_inputs, types=_product_types, shapes=shapes)


@_product("_contrib_quantized_conv", convolution)
def quantized_conv(
    data,
    weight,
    bias=None,
    min_data=None,
    max_data=None,
    min_weight=None,
    max_weight=None,
    min_bias=None,
    max_bias=None,
    *,
    kernel,
    stride,
    dilate,
    pad,
    num_filter,
    num_group,
    no_bias,
    layout,
    **unused,
):
    """Convolve integers of 8 bits with int8 filters.

    As ``Convolution`` over two or three axes. As in 1.9.1, the range of the result is that of int8 data, whatever their
    type.

    Parameters
    ----------
    data
        The input, int8 or uint8, ``(N, C, *space)``.
    weight
        The filters, int8, ``(num_filter, C / num_group, *kernel)``.
    bias
        What is added to each channel of the result, int8, ``(num_filter,)``; not given with ``no_bias``. It is brought
        to the scale of the sums.
    layout
        Only ``None``, 'NCHW' and 'NCDHW'.

    Returns
    -------
    A list of three: the sums, int32, and the least and the greatest number that int32 stands for, ``(1,)`` each.

    See Also
    --------
    requantize : makes 8 bits of the sums.

    Examples
    --------
    >>> data, weight = mx.nd.ones((1, 1, 2, 2), dtype='uint8'), mx.nd.ones((1, 1, 2, 2), dtype='int8')
    >>> zero, one = mx.nd.array([0]), mx.nd.array([1])
    >>> sums, _, _ = mx.nd.contrib.quantized_conv(
    ...     data=data, weight=weight, min_data=zero, max_data=one, min_weight=-one, max_weight=one,
    ...     kernel=(2, 2), stride=(1, 1), pad=(0, 0), dilate=(1, 1), num_filter=1, no_bias=True)
    >>> print(sums.asnumpy())
    [[[[4]]]]
    """
    bias, amaxes = bias_and_amaxes(no_bias, bias, min_data, max_data, min_weight, max_weight, min_bias, max_bias)
    if layout not in (None, "NCHW", "NCDHW") or len(kernel) not in (2, 3):
        raise MXNetError("quantized_conv: expected layout NCHW or NCDHW, got " + (layout or f"kernel {kernel}"))
    expect_type("data", data, *INT8_TYPES)
    expect_type("weight", weight, torch.int8)
    expected = (num_filter, data.shape[1] // num_group, *kernel)
    if weight.shape != expected:
        raise MXNetShapeError(f"weight: expected {expected}, got {tuple(weight.shape)}")
    stride, dilate, pad = per_axes(kernel, stride, dilate, pad)
    sums = convolve(data, weight, stride, pad, dilate, num_group).to(torch.int32)
    if bias is not None:
        sums += rescaled(bias, data.dtype, *amaxes).view(-1, *[1] * len(kernel))
    return (sums, *product_range(torch.int8, *amaxes[:2]))


@_product("_contrib_quantized_fully_connected", fully_connected)
def quantized_fully_connected(
    data,
    weight,
    bias=None,
    min_data=None,
    max_data=None,
    min_weight=None,
    max_weight=None,
    min_bias=None,
    max_bias=None,
    *,
    num_hidden,
    no_bias,
    flatten,
):
    """Return ``data @ weight.T + bias`` of integers of 8 bits.

    Parameters
    ----------
    data
        The input, int8 or uint8, ``(N, ...)``.
    weight
        The weights, int8, ``(num_hidden, K)``.
    bias
        What is added, int8, ``(num_hidden,)``; not given with ``no_bias``. It is brought to the scale of the sums.
    num_hidden
        The number of results of a sample.
    flatten
        Whether all axes but the first are taken as one; if not, the last axis alone is replaced.

    Returns
    -------
    A list of three: the sums, int32, and the least and the greatest number that int32 stands for, ``(1,)`` each.

    See Also
    --------
    requantize : makes 8 bits of the sums.

    Examples
    --------
    >>> data, weight = mx.nd.array([[1, 2]], dtype='int8'), mx.nd.array([[3, 4]], dtype='int8')
    >>> low, high = mx.nd.array([-1]), mx.nd.array([1])
    >>> sums, _, _ = mx.nd.contrib.quantized_fully_connected(
    ...     data=data, weight=weight, min_data=low, max_data=high, min_weight=low, max_weight=high,
    ...     num_hidden=1, no_bias=True)
    >>> print(sums.asnumpy())
    [[11]]
    """
    bias, amaxes = bias_and_amaxes(no_bias, bias, min_data, max_data, min_weight, max_weight, min_bias, max_bias)
    expect_type("data", data, *INT8_TYPES)
    expect_type("weight", weight, torch.int8)
    if weight.shape[0] != num_hidden:
        raise MXNetShapeError(f"weight: expected ({num_hidden}, ...), got {tuple(weight.shape)}")
    sums = multiply(data.flatten(1) if flatten else data, weight).to(torch.int32)
    if bias is not None:
        sums += rescaled(bias, data.dtype, *amaxes)
    return (sums, *product_range(data.dtype, *amaxes[:2]))


@quantized_fully_connected.types
def _(p, t):
    one_of("data", t.data, "int8", "uint8")
    _product_types(p, t)


def _is_channel_first(p):
    return len(p.kernel) in (2, 3) and p.layout in (None, "NCHW", "NCDHW")


convolution.quantized(only_if(_is_channel_first, Quantized("_contrib_quantized_conv", must=True, sums=True)))
fully_connected.quantized(Quantized("_contrib_quantized_fully_connected", must=True, sums=True))
