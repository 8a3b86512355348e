"""Quantized layers as ONNX's QDQ form: DequantizeLinear, the layer in float32, QuantizeLinear.

ONNX Runtime, OpenVINO and others fuse such groups of nodes into int8 kernels.
"""

from dataclasses import replace
from typing import Any

import numpy as np
import torch

from ...core.dtypes import TORCH_OF
from ...kernels.integer import LARGEST, MIN_SCALE, QUANTIZED_RANGE, amax_of, quotient, widest
from ..quantize import calibrated, calibrated_ends, chosen_type, ends_in, ends_of, requantized_amax
from ..quantized import normalizes
from ..quantized_products import bias_and_amaxes, product_range, rescaled
from . import writes
from .conv import geometry, pooled
from .indexing import rows
from .linear import dense, dense_operands
from .norm import along
from .tensors import Tensor, known, value


def scale_and_zero(g: Any, scale: Any, dtype: str) -> tuple[Any, Any]:
    """Return the inputs scale and zero point of a node; the scale is one for all values, or one a row.

    A scale of zero, which values have that are all zero, is written as the smallest positive one.
    """
    if isinstance(scale, Tensor):
        return g.reshape(g.Max(scale.value, g.scalar(MIN_SCALE, "float32"), shape=scale.shape), ()), g.scalar(0, dtype)
    scale = scale.clamp(min=MIN_SCALE)
    shape = () if scale.numel() == 1 else scale.shape
    return g.constant(scale.reshape(shape).numpy()), g.constant(np.zeros(shape, dtype))


def dequantize(g: Any, x: Any, scale: Any, axis: int | None = None) -> Any:
    """Return the floats that quantized values stand for; the scale is one for all, or one for each index of an axis."""
    scale, zero = scale_and_zero(g, scale, x.dtype)
    axis = axis if scale.shape else None
    return g.DequantizeLinear(x, scale, zero, axis=axis, dtype="float32", shape=x.shape)


def quantize(g: Any, x: Any, scale: Any, dtype: str) -> Any:
    """Return floats quantized to int8 or uint8."""
    return g.QuantizeLinear(x, *scale_and_zero(g, scale, dtype), dtype=dtype, shape=x.shape)


def sums(g: Any, x: Any, scale: Any) -> Any:
    """Return floats as int32 sums; a node that requantizes these starts from the floats instead.

    There is one scale, or one for each index of the last axis.
    """
    result = g.cast(g.Round(g.Div(x, value(g, scale), shape=x.shape), shape=x.shape), "int32")
    return replace(result, real=(x, scale)) if tuple(scale.shape) == (1,) else result


def values(g: Any, *listed: Any) -> list[Any]:
    """Return what formulas gave as values of the graph."""
    return value(g, list(listed))


def amax_between(g: Any, low: Any, high: Any) -> Any:
    """Return the absolute maximum of a range, for formulas."""
    return amax_of(known(g, low), known(g, high))


def scale_of(amax: Any, dtype: str) -> Any:
    """Return the scale of quantized values of a type, given the absolute maximum of their range."""
    return amax / QUANTIZED_RANGE[TORCH_OF[dtype]]


# -- quantize and dequantize -------------------------------------------------------------------------------------------


@writes("_contrib_quantize")
def _(g, p, x, low, high):
    dtype = TORCH_OF[p.out_type]
    ends = known(g, low), known(g, high)
    amax = amax_of(*ends)
    return quantize(g, x, amax / LARGEST[dtype], p.out_type), *values(g, *ends_in(dtype, *ends, amax))


@writes("_contrib_quantize_v2")
def _(g, p, x):
    out_dtype = chosen_type(p)
    ends = ends_of(Tensor(g, x), p.min_calib_range, p.max_calib_range)
    if not x.is_float:
        return g.Identity(x), *values(g, *ends)
    dtype, amax = TORCH_OF[out_dtype], amax_of(*ends)
    return quantize(g, x, scale_of(amax, out_dtype), out_dtype), *values(g, *ends_in(dtype, *ends, amax))


@writes("_contrib_requantize")
def _(g, p, x, low, high):
    out_dtype, scale = chosen_type(p), scale_of(amax_between(g, low, high), "int32")
    dtype = TORCH_OF[out_dtype]
    numbers, old = x.real or (g.cast(x, "float32"), torch.ones(1))
    ratio = scale / old
    amax = requantized_amax(Tensor(g, numbers), ratio, p.min_calib_range, p.max_calib_range)
    result = quantize(g, numbers, quotient(1, ratio * quotient(LARGEST[dtype], amax)), out_dtype)
    return result, *values(g, *ends_in(dtype, torch.zeros(1), amax, amax))


writes("_contrib_dequantize")(lambda g, p, x, *ends: dequantize(g, x, scale_of(amax_between(g, *ends), x.dtype)))


# -- products ----------------------------------------------------------------------------------------------------------


class _Product:
    """The operands of a product, dequantized: data, weight and bias."""

    def __init__(self, g: Any, p: Any, data: Any, weight: Any, rest: Any, of: torch.dtype) -> None:
        """``of``: the type whose largest value the scale of the data is computed with."""
        bias, amaxes = bias_and_amaxes(p.no_bias, *[known(g, item) for item in rest])
        scales = amaxes[0] / LARGEST[of], amaxes[1] / LARGEST[torch.int8]
        self.scale = scales[0] * scales[1]
        self.data, self.weight, self.bias = dequantize(g, data, scales[0]), dequantize(g, weight, scales[1]), None
        if bias is not None:
            self.bias = dequantize(g, value(g, rescaled(bias, TORCH_OF[data.dtype], *amaxes)), self.scale)
        self.range = values(g, *product_range(of, *amaxes[:2]))


@writes("_contrib_quantized_conv")
def _(g, p, data, weight, *rest):
    of = _Product(g, p, data, weight, rest, torch.int8)
    result = g.Conv(of.data, of.weight, of.bias, group=p.num_group, shape=g.outs[0].shape, **geometry(p))
    return sums(g, result, of.scale), *of.range


@writes("_contrib_quantized_fully_connected")
def _(g, p, data, weight, *rest):
    data, weight, attrs = dense_operands(g, p, data, weight)
    of = _Product(g, p, data, weight, rest, TORCH_OF[data.dtype])
    return sums(g, dense(g, attrs, of.data, of.weight, of.bias), of.scale), *of.range


# -- layers that keep the range of their input -------------------------------------------------------------------------


@writes("_contrib_quantized_pooling")
def _(g, p, x, low, high):
    # with a scale of 1, means are halfway between two integers exactly where ours are
    scale = torch.ones(1)
    count_pad = p.count_include_pad is None or p.count_include_pad
    result = pooled(g, p, dequantize(g, x, scale), count_pad)
    return quantize(g, result.of_shape(g.outs[0].shape), scale, x.dtype), low, high


@writes("_contrib_quantized_act", "_contrib_quantized_flatten")
def _(g, p, x, low, high):
    scale = scale_of(amax_between(g, low, high), x.dtype)
    numbers, shape = dequantize(g, x, scale), g.outs[0].shape
    result = g.Relu(numbers, shape=x.shape) if "act_type" in p else g.Flatten(numbers, axis=1, shape=shape)
    return quantize(g, result, scale, x.dtype), low, high


writes("_contrib_quantized_embedding")(lambda g, p, index, weight, *ends: (rows(g, p, index, weight), *ends))


# -- sums, products and concatenation ----------------------------------------------------------------------------------


@writes("_contrib_quantized_concat")
def _(g, p, *inputs):
    count = p.num_args
    arrays, ends = inputs[:count], [known(g, item) for item in inputs[count:]]
    pairs = list(zip(ends[::2], ends[1::2], strict=True))
    low, high = widest(pairs)
    dtype = g.outs[0].dtype
    scale = scale_of(amax_of(low, high), dtype)
    # the quantized values are joined: OpenVINO 2026.4 joins dequantized ones wrongly
    scales = [scale_of(amax_of(*pair), x.dtype) for x, pair in zip(arrays, pairs, strict=True)]
    parts = [_requantize(g, x, own, scale, dtype) for x, own in zip(arrays, scales, strict=True)]
    return g.Concat(*parts, axis=p.dim, shape=g.outs[0].shape), *values(g, low, high)


def _requantize(g: Any, x: Any, old_scale: Any, scale: Any, dtype: str) -> Any:
    """Return values quantized with the scale ``old_scale``, requantized to another type and scale."""
    is_known = isinstance(old_scale, torch.Tensor) and isinstance(scale, torch.Tensor)
    if x.dtype == dtype and is_known and bool(old_scale == scale):
        return x
    return quantize(g, dequantize(g, x, old_scale), scale, dtype)


def _factors(g: Any, inputs: Any) -> list[tuple[Any, Any]]:
    """Return two arrays, each with the absolute maximum of its range."""
    lhs, rhs, *ends = inputs
    return [(lhs, amax_between(g, *ends[:2])), (rhs, amax_between(g, *ends[2:]))]


@writes("_contrib_quantized_elemwise_add")
def _(g, p, *inputs):
    dtype, factors = g.outs[0].dtype, _factors(g, inputs)
    if calibrated(p.min_calib_range, p.max_calib_range):
        low, high = calibrated_ends(p.min_calib_range, p.max_calib_range)
    else:
        high = factors[0][1] + factors[1][1]
        low = -high
    scale = scale_of(amax_of(low, high), dtype)
    parts = []
    for x, amax in factors:
        part = dequantize(g, x, scale_of(amax, x.dtype))
        if (dtype, x.dtype) == ("int8", "uint8"):  # as in the operator
            part = dequantize(g, quantize(g, part, scale, dtype), scale)
        parts.append(part)
    total = g.Add(*parts, shape=g.outs[0].shape)
    result = sums(g, total, scale) if dtype == "int32" else quantize(g, total, scale, dtype)
    return result, *values(g, low, high)


@writes("_contrib_quantized_elemwise_mul")
def _(g, p, *inputs):
    factors = (lhs, left), (rhs, right) = _factors(g, inputs)
    dtype, shape = g.outs[0].dtype, g.outs[0].shape
    if dtype == "float32":
        return g.Mul(*[dequantize(g, x, scale_of(amax, x.dtype)) for x, amax in factors], shape=shape)
    if dtype == "int32":
        low, high = product_range(TORCH_OF[lhs.dtype], left, right, TORCH_OF[rhs.dtype])
        scales = [amax / LARGEST[TORCH_OF[x.dtype]] for x, amax in factors]
        parts = [dequantize(g, x, scale) for (x, _), scale in zip(factors, scales, strict=True)]
        return sums(g, g.Mul(*parts, shape=shape), scales[0] * scales[1]), *values(g, low, high)
    low, high = calibrated_ends(p.min_calib_range, p.max_calib_range)
    scale = scale_of(left, lhs.dtype) * scale_of(right, rhs.dtype)
    factor = scale * quotient(QUANTIZED_RANGE[torch.int8], amax_of(low, high))
    product = g.Mul(g.cast(lhs, "float32"), g.cast(rhs, "float32"), shape=shape)
    # truncated as in the operator: QuantizeLinear would round
    cut = g.Clip(g.Mul(product, value(g, factor), shape=shape), g.scalar(-128, "float32"), g.scalar(127, "float32"))
    return g.cast(cut, "int8"), *values(g, low, high)


# -- normalization -----------------------------------------------------------------------------------------------------


@writes("_contrib_quantized_batch_norm")
def _(g, p, x, gamma, beta, mean, var, low, high):
    if not calibrated(p.min_calib_range, p.max_calib_range):
        g.refuse("expected min_calib_range and max_calib_range: calibrate the graph")
    amax = amax_between(g, low, high)
    numbers = dequantize(g, x, scale_of(amax, x.dtype))
    if x.dtype == "uint8":  # as in the operator
        of_int8 = scale_of(amax, "int8")
        numbers = dequantize(g, quantize(g, numbers, of_int8, "int8"), of_int8)
    scale, shift = (
        along(g, value(g, item), 1, x.rank)
        for item in normalizes(*[known(g, item) for item in (gamma, beta, mean, var)], p.eps)
    )
    result = g.Add(g.Mul(numbers, scale, shape=x.shape), shift, shape=x.shape)
    ends = calibrated_ends(p.min_calib_range, p.max_calib_range)
    return quantize(g, result, scale_of(amax_of(*ends), "int8"), "int8"), *values(g, *ends)
