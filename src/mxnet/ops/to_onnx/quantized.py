"""Layers on whole numbers of 8 bits: these become real ones, go through a layer on real numbers, and come back.

ONNX Runtime, OpenVINO and others make kernels on whole numbers of such groups of nodes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import torch

from ...core.dtypes import TORCH_OF
from ...kernels.integer import LARGEST, MIN_SCALE, QUANTIZED_RANGE, amax_of, quotient, widest
from ..quantize import calibrated, calibrated_ends, chosen_type, ends_in, ends_of, requantized_amax
from ..quantized import bias_and_amaxes, normalizes, product_range, rescaled
from . import writes
from .conv import geometry, pooled
from .formulas import Written, known, value
from .indexing import rows
from .linear import dense, dense_operands
from .norm import along


def scale_and_zero(g: Any, scale: Any, dtype: str) -> tuple[Any, Any]:
    """Return the scale of quantized values, one for all or one a row, and their zero point: inputs of nodes.

    A scale of zero, of numbers that are all zero, is written as next to nothing.
    """
    if isinstance(scale, Written):
        return g.reshape(g.Max(scale.value, g.scalar(MIN_SCALE, "float32"), shape=scale.shape), ()), g.scalar(0, dtype)
    scale = scale.clamp(min=MIN_SCALE)
    shape = () if scale.numel() == 1 else scale.shape
    return g.constant(scale.reshape(shape).numpy()), g.constant(np.zeros(shape, dtype))


def real(g: Any, x: Any, scale: Any, axis: int | None = None) -> Any:
    """Return the real numbers that quantized values of one scale stand for, or of one for each place along an axis."""
    scale, zero = scale_and_zero(g, scale, x.dtype)
    axis = axis if scale.shape else None
    return g.DequantizeLinear(x, scale, zero, axis=axis, dtype="float32", shape=x.shape)


def whole(g: Any, x: Any, scale: Any, dtype: str) -> Any:
    """Return real numbers as whole ones of 8 bits."""
    return g.QuantizeLinear(x, *scale_and_zero(g, scale, dtype), dtype=dtype, shape=x.shape)


def sums(g: Any, x: Any, scale: Any) -> Any:
    """Return real numbers as whole ones of 32 bits, which keep the real ones for what brings them to 8 bits.

    There is one scale, or one for each place along the last axis.
    """
    made = g.cast(g.Round(g.Div(x, value(g, scale), shape=x.shape), shape=x.shape), "int32")
    return replace(made, real=(x, scale)) if tuple(scale.shape) == (1,) else made


def values(g: Any, *listed: Any) -> list[Any]:
    """Return what formulas gave as values of the graph."""
    return [value(g, each) for each in listed]


def amax_between(g: Any, low: Any, high: Any) -> Any:
    """Return the absolute maximum of a range, for formulas."""
    return amax_of(known(g, low), known(g, high))


def scale_of(amax: Any, dtype: str) -> Any:
    """Return the scale of quantized values of a type, given the absolute maximum of their range."""
    return amax / QUANTIZED_RANGE[TORCH_OF[dtype]]


# -- into 8 bits and back ----------------------------------------------------------------------------------------------


@writes("_contrib_quantize")
def _(g, p, x, low, high):
    dtype = TORCH_OF[p.out_type]
    ends = known(g, low), known(g, high)
    amax = amax_of(*ends)
    return whole(g, x, amax / LARGEST[dtype], p.out_type), *values(g, *ends_in(dtype, *ends, amax))


@writes("_contrib_quantize_v2")
def _(g, p, x):
    kind = chosen_type(p)
    ends = ends_of(Written(g, x), p.min_calib_range, p.max_calib_range)
    if not x.is_float:
        return g.Identity(x), *values(g, *ends)
    dtype, amax = TORCH_OF[kind], amax_of(*ends)
    return whole(g, x, scale_of(amax, kind), kind), *values(g, *ends_in(dtype, *ends, amax))


@writes("_contrib_requantize")
def _(g, p, x, low, high):
    kind, scale = chosen_type(p), scale_of(amax_between(g, low, high), "int32")
    dtype = TORCH_OF[kind]
    numbers, old = x.real or (g.cast(x, "float32"), torch.ones(1))
    ratio = scale / old
    amax = requantized_amax(Written(g, numbers), ratio, p.min_calib_range, p.max_calib_range)
    made = whole(g, numbers, quotient(1, ratio * quotient(LARGEST[dtype], amax)), kind)
    return made, *values(g, *ends_in(dtype, torch.zeros(1), amax, amax))


@writes("_contrib_dequantize")
def _(g, p, x, low, high):
    return real(g, x, scale_of(amax_between(g, low, high), x.dtype))


# -- products ----------------------------------------------------------------------------------------------------------


class _Product:
    """The operands of a product as real numbers: data, weight and bias."""

    def __init__(self, g: Any, p: Any, data: Any, weight: Any, rest: Any, of: torch.dtype) -> None:
        """``of``: the type whose range the data are taken to have."""
        bias, amaxes = bias_and_amaxes(p.no_bias, *[known(g, each) for each in rest])
        scales = amaxes[0] / LARGEST[of], amaxes[1] / LARGEST[torch.int8]
        self.scale = scales[0] * scales[1]
        self.data, self.weight, self.bias = real(g, data, scales[0]), real(g, weight, scales[1]), None
        if bias is not None:
            self.bias = real(g, value(g, rescaled(bias, TORCH_OF[data.dtype], *amaxes)), self.scale)
        self.range = values(g, *product_range(of, *amaxes[:2]))


@writes("_contrib_quantized_conv")
def _(g, p, data, weight, *rest):
    of = _Product(g, p, data, weight, rest, torch.int8)
    made = g.Conv(of.data, of.weight, of.bias, group=p.num_group, shape=g.outs[0].shape, **geometry(p))
    return sums(g, made, of.scale), *of.range


@writes("_contrib_quantized_fully_connected")
def _(g, p, data, weight, *rest):
    data, weight, attrs = dense_operands(g, p, data, weight)
    of = _Product(g, p, data, weight, rest, TORCH_OF[data.dtype])
    return sums(g, dense(g, attrs, of.data, of.weight, of.bias), of.scale), *of.range


# -- what leaves the range as it is ------------------------------------------------------------------------------------


@writes("_contrib_quantized_pooling")
def _(g, p, x, low, high):
    # of scale 1, means lie in the middle of two where ours do
    scale = torch.ones(1)
    count_pad = p.count_include_pad is None or p.count_include_pad
    made = pooled(g, p, real(g, x, scale), count_pad)
    return whole(g, made.of_shape(g.outs[0].shape), scale, x.dtype), low, high


@writes("_contrib_quantized_act")
def _(g, p, x, low, high):
    scale = scale_of(amax_between(g, low, high), x.dtype)
    return whole(g, g.Relu(real(g, x, scale), shape=x.shape), scale, x.dtype), low, high


@writes("_contrib_quantized_flatten")
def _(g, p, x, low, high):
    scale = scale_of(amax_between(g, low, high), x.dtype)
    return whole(g, g.Flatten(real(g, x, scale), axis=1, shape=g.outs[0].shape), scale, x.dtype), low, high


@writes("_contrib_quantized_embedding")
def _(g, p, index, weight, low, high):
    return rows(g, p, index, weight), low, high


# -- sums, products and joins of arrays with ranges of their own -------------------------------------------------------


@writes("_contrib_quantized_concat")
def _(g, p, *inputs):
    number = p.num_args
    arrays, ends = inputs[:number], [known(g, each) for each in inputs[number:]]
    pairs = list(zip(ends[::2], ends[1::2], strict=True))
    low, high = widest(pairs)
    kind = g.outs[0].dtype
    scale = scale_of(amax_of(low, high), kind)
    # whole numbers are joined: OpenVINO 2026.4 makes a join of real ones, which follow from int8, wrong
    parts = [
        _brought(g, x, scale_of(amax_of(*pair), x.dtype), scale, kind) for x, pair in zip(arrays, pairs, strict=True)
    ]
    return g.Concat(*parts, axis=p.dim, shape=g.outs[0].shape), *values(g, low, high)


def _brought(g: Any, x: Any, own: Any, scale: Any, kind: str) -> Any:
    """Return values of 8 bits of the scale ``own`` as those of another type and scale."""
    is_known = isinstance(own, torch.Tensor) and isinstance(scale, torch.Tensor)
    return x if x.dtype == kind and is_known and bool(own == scale) else whole(g, real(g, x, own), scale, kind)


def _factors(g: Any, inputs: Any) -> list[tuple[Any, Any]]:
    """Return two arrays, each with the absolute maximum of its range."""
    lhs, rhs, *ends = inputs
    return [(lhs, amax_between(g, *ends[:2])), (rhs, amax_between(g, *ends[2:]))]


@writes("_contrib_quantized_elemwise_add")
def _(g, p, *inputs):
    kind, factors = g.outs[0].dtype, _factors(g, inputs)
    if calibrated(p.min_calib_range, p.max_calib_range):
        low, high = calibrated_ends(p.min_calib_range, p.max_calib_range)
    else:
        high = factors[0][1] + factors[1][1]
        low = -high
    scale = scale_of(amax_of(low, high), kind)
    parts = []
    for x, amax in factors:
        part = real(g, x, scale_of(amax, x.dtype))
        if (kind, x.dtype) == ("int8", "uint8"):  # as in the operator
            part = real(g, whole(g, part, scale, kind), scale)
        parts.append(part)
    total = g.Add(*parts, shape=g.outs[0].shape)
    made = sums(g, total, scale) if kind == "int32" else whole(g, total, scale, kind)
    return made, *values(g, low, high)


@writes("_contrib_quantized_elemwise_mul")
def _(g, p, *inputs):
    factors = (lhs, left), (rhs, right) = _factors(g, inputs)
    kind, shape = g.outs[0].dtype, g.outs[0].shape
    if kind == "float32":
        return g.Mul(*[real(g, x, scale_of(amax, x.dtype)) for x, amax in factors], shape=shape)
    if kind == "int32":
        low, high = product_range(TORCH_OF[lhs.dtype], left, right, TORCH_OF[rhs.dtype])
        scales = [amax / LARGEST[TORCH_OF[x.dtype]] for x, amax in factors]
        parts = [real(g, x, scale) for (x, _), scale in zip(factors, scales, strict=True)]
        return sums(g, g.Mul(*parts, shape=shape), scales[0] * scales[1]), *values(g, low, high)
    low, high = calibrated_ends(p.min_calib_range, p.max_calib_range)
    scale = scale_of(left, lhs.dtype) * scale_of(right, rhs.dtype)
    factor = scale * quotient(QUANTIZED_RANGE[torch.int8], amax_of(low, high))
    product = g.Mul(g.cast(lhs, "float32"), g.cast(rhs, "float32"), shape=shape)
    # as in the operator, fractions are cut off: QuantizeLinear would round them
    cut = g.Clip(g.Mul(product, value(g, factor), shape=shape), g.scalar(-128, "float32"), g.scalar(127, "float32"))
    return g.cast(cut, "int8"), *values(g, low, high)


# -- normalization -----------------------------------------------------------------------------------------------------


@writes("_contrib_quantized_batch_norm")
def _(g, p, x, gamma, beta, mean, var, low, high):
    if not calibrated(p.min_calib_range, p.max_calib_range):
        g.refuse("expected min_calib_range and max_calib_range: calibrate the graph")
    amax = amax_between(g, low, high)
    numbers = real(g, x, scale_of(amax, x.dtype))
    if x.dtype == "uint8":  # as in the operator
        of_int8 = scale_of(amax, "int8")
        numbers = real(g, whole(g, numbers, of_int8, "int8"), of_int8)
    scale, shift = (
        along(g, value(g, each), 1, x.rank)
        for each in normalizes(*[known(g, each) for each in (gamma, beta, mean, var)], p.eps)
    )
    made = g.Add(g.Mul(numbers, scale, shape=x.shape), shift, shape=x.shape)
    ends = calibrated_ends(p.min_calib_range, p.max_calib_range)
    return whole(g, made, scale_of(amax_of(*ends), "int8"), "int8"), *values(g, *ends)
