"""Layers on whole numbers of 8 bits: these become real ones, go through a layer on real numbers, and come back.

ONNX Runtime, OpenVINO and others make kernels on whole numbers of such groups of nodes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import torch

from ...core.dtypes import TORCH_OF
from ...kernels.integer import LARGEST, LEAST_UNIT, REACH, farther, part_of, widest
from ..quantize import calibrated, calibrated_ends, chosen_type, ends_in, ends_of, new_reach
from ..quantized import bias_and_reaches, normalizes, product_range, rescaled
from . import writes
from .conv import geometry, pooled
from .formulas import Written, known, value
from .indexing import rows
from .linear import dense, dense_operands
from .norm import along


def scale_and_zero(g: Any, one: Any, dtype: str) -> tuple[Any, Any]:
    """Return what one of whole numbers stands for, in all or by row, and their number for 0: inputs of nodes.

    A scale of zero, of numbers that are all zero, is written as next to nothing.
    """
    if isinstance(one, Written):
        return g.reshape(g.Max(one.value, g.scalar(LEAST_UNIT, "float32"), shape=one.shape), ()), g.scalar(0, dtype)
    one = one.clamp(min=LEAST_UNIT)
    shape = () if one.numel() == 1 else one.shape
    return g.constant(one.reshape(shape).numpy()), g.constant(np.zeros(shape, dtype))


def real(g: Any, x: Any, one: Any, axis: int | None = None) -> Any:
    """Return the real numbers that whole ones stand for, ``one`` for each, or one for each place along an axis."""
    scale, zero = scale_and_zero(g, one, x.dtype)
    axis = axis if scale.shape else None
    return g.DequantizeLinear(x, scale, zero, axis=axis, dtype="float32", shape=x.shape)


def whole(g: Any, x: Any, one: Any, dtype: str) -> Any:
    """Return real numbers as whole ones of 8 bits."""
    return g.QuantizeLinear(x, *scale_and_zero(g, one, dtype), dtype=dtype, shape=x.shape)


def sums(g: Any, x: Any, one: Any) -> Any:
    """Return real numbers as whole ones of 32 bits, which keep the real ones for what brings them to 8 bits.

    ``one`` is what one stands for, in all or by the last axis.
    """
    made = g.cast(g.Round(g.Div(x, value(g, one), shape=x.shape), shape=x.shape), "int32")
    return replace(made, real=(x, one)) if tuple(one.shape) == (1,) else made


def values(g: Any, *listed: Any) -> list[Any]:
    """Return what formulas gave as values of the graph."""
    return [value(g, each) for each in listed]


def reach_of(g: Any, low: Any, high: Any) -> Any:
    """Return how far from zero a range reaches, for formulas."""
    return farther(known(g, low), known(g, high))


def unit(reach: Any, dtype: str) -> Any:
    """Return what one of numbers that reach so far stands for."""
    return reach / REACH[TORCH_OF[dtype]]


# -- into 8 bits and back ----------------------------------------------------------------------------------------------


@writes("_contrib_quantize")
def _(g, p, x, low, high):
    dtype = TORCH_OF[p.out_type]
    ends = known(g, low), known(g, high)
    reach = farther(*ends)
    return whole(g, x, reach / LARGEST[dtype], p.out_type), *values(g, *ends_in(dtype, *ends, reach))


@writes("_contrib_quantize_v2")
def _(g, p, x):
    kind = chosen_type(p)
    ends = ends_of(Written(g, x), p.min_calib_range, p.max_calib_range)
    if not x.is_float:
        return g.Identity(x), *values(g, *ends)
    dtype, reach = TORCH_OF[kind], farther(*ends)
    return whole(g, x, unit(reach, kind), kind), *values(g, *ends_in(dtype, *ends, reach))


@writes("_contrib_requantize")
def _(g, p, x, low, high):
    kind, one = chosen_type(p), unit(reach_of(g, low, high), "int32")
    dtype = TORCH_OF[kind]
    numbers, old = x.real or (g.cast(x, "float32"), torch.ones(1))
    ratio = one / old
    reach = new_reach(Written(g, numbers), ratio, p.min_calib_range, p.max_calib_range)
    made = whole(g, numbers, part_of(1, ratio * part_of(LARGEST[dtype], reach)), kind)
    return made, *values(g, *ends_in(dtype, torch.zeros(1), reach, reach))


@writes("_contrib_dequantize")
def _(g, p, x, low, high):
    return real(g, x, unit(reach_of(g, low, high), x.dtype))


# -- products ----------------------------------------------------------------------------------------------------------


class _Product:
    """The operands of a product as real numbers: data, weight and bias."""

    def __init__(self, g: Any, p: Any, data: Any, weight: Any, rest: Any, of: torch.dtype) -> None:
        """``of``: the type whose range the data are taken to have."""
        bias, reaches = bias_and_reaches(p.no_bias, *[known(g, each) for each in rest])
        ones = reaches[0] / LARGEST[of], reaches[1] / LARGEST[torch.int8]
        self.one = ones[0] * ones[1]
        self.data, self.weight, self.bias = real(g, data, ones[0]), real(g, weight, ones[1]), None
        if bias is not None:
            self.bias = real(g, value(g, rescaled(bias, TORCH_OF[data.dtype], *reaches)), self.one)
        self.range = values(g, *product_range(of, *reaches[:2]))


@writes("_contrib_quantized_conv")
def _(g, p, data, weight, *rest):
    of = _Product(g, p, data, weight, rest, torch.int8)
    made = g.Conv(of.data, of.weight, of.bias, group=p.num_group, shape=g.outs[0].shape, **geometry(p))
    return sums(g, made, of.one), *of.range


@writes("_contrib_quantized_fully_connected")
def _(g, p, data, weight, *rest):
    data, weight, attrs = dense_operands(g, p, data, weight)
    of = _Product(g, p, data, weight, rest, TORCH_OF[data.dtype])
    return sums(g, dense(g, attrs, of.data, of.weight, of.bias), of.one), *of.range


# -- what leaves the range as it is ------------------------------------------------------------------------------------


@writes("_contrib_quantized_pooling")
def _(g, p, x, low, high):
    # numbers stand for themselves: means then lie in the middle of two where ours do
    one = torch.ones(1)
    count_pad = p.count_include_pad is None or p.count_include_pad
    made = pooled(g, p, real(g, x, one), count_pad)
    return whole(g, made.of_shape(g.outs[0].shape), one, x.dtype), low, high


@writes("_contrib_quantized_act")
def _(g, p, x, low, high):
    one = unit(reach_of(g, low, high), x.dtype)
    return whole(g, g.Relu(real(g, x, one), shape=x.shape), one, x.dtype), low, high


@writes("_contrib_quantized_flatten")
def _(g, p, x, low, high):
    one = unit(reach_of(g, low, high), x.dtype)
    return whole(g, g.Flatten(real(g, x, one), axis=1, shape=g.outs[0].shape), one, x.dtype), low, high


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
    one = unit(farther(low, high), kind)
    # whole numbers are joined: OpenVINO 2026.4 makes a join of real ones, which follow from int8, wrong
    parts = [_brought(g, x, unit(farther(*pair), x.dtype), one, kind) for x, pair in zip(arrays, pairs, strict=True)]
    return g.Concat(*parts, axis=p.dim, shape=g.outs[0].shape), *values(g, low, high)


def _brought(g: Any, x: Any, own: Any, one: Any, kind: str) -> Any:
    """Return whole numbers of 8 bits, each of which stands for ``own``, as those of another type and unit."""
    is_known = isinstance(own, torch.Tensor) and isinstance(one, torch.Tensor)
    return x if x.dtype == kind and is_known and bool(own == one) else whole(g, real(g, x, own), one, kind)


def _factors(g: Any, inputs: Any) -> list[tuple[Any, Any]]:
    """Return two arrays, each with how far it reaches."""
    lhs, rhs, *ends = inputs
    return [(lhs, reach_of(g, *ends[:2])), (rhs, reach_of(g, *ends[2:]))]


@writes("_contrib_quantized_elemwise_add")
def _(g, p, *inputs):
    kind, factors = g.outs[0].dtype, _factors(g, inputs)
    if calibrated(p.min_calib_range, p.max_calib_range):
        low, high = calibrated_ends(p.min_calib_range, p.max_calib_range)
    else:
        high = factors[0][1] + factors[1][1]
        low = -high
    one = unit(farther(low, high), kind)
    parts = []
    for x, reach in factors:
        part = real(g, x, unit(reach, x.dtype))
        if (kind, x.dtype) == ("int8", "uint8"):  # as in the operator
            part = real(g, whole(g, part, one, kind), one)
        parts.append(part)
    total = g.Add(*parts, shape=g.outs[0].shape)
    made = sums(g, total, one) if kind == "int32" else whole(g, total, one, kind)
    return made, *values(g, low, high)


@writes("_contrib_quantized_elemwise_mul")
def _(g, p, *inputs):
    factors = (lhs, left), (rhs, right) = _factors(g, inputs)
    kind, shape = g.outs[0].dtype, g.outs[0].shape
    if kind == "float32":
        return g.Mul(*[real(g, x, unit(reach, x.dtype)) for x, reach in factors], shape=shape)
    if kind == "int32":
        low, high = product_range(TORCH_OF[lhs.dtype], left, right, TORCH_OF[rhs.dtype])
        ones = [reach / LARGEST[TORCH_OF[x.dtype]] for x, reach in factors]
        parts = [real(g, x, one) for (x, _), one in zip(factors, ones, strict=True)]
        return sums(g, g.Mul(*parts, shape=shape), ones[0] * ones[1]), *values(g, low, high)
    low, high = calibrated_ends(p.min_calib_range, p.max_calib_range)
    one = unit(left, lhs.dtype) * unit(right, rhs.dtype)
    scale = one * part_of(REACH[torch.int8], farther(low, high))
    product = g.Mul(g.cast(lhs, "float32"), g.cast(rhs, "float32"), shape=shape)
    # as in the operator, fractions are cut off: QuantizeLinear would round them
    cut = g.Clip(g.Mul(product, value(g, scale), shape=shape), g.scalar(-128, "float32"), g.scalar(127, "float32"))
    return g.cast(cut, "int8"), *values(g, low, high)


# -- normalization -----------------------------------------------------------------------------------------------------


@writes("_contrib_quantized_batch_norm")
def _(g, p, x, gamma, beta, mean, var, low, high):
    if not calibrated(p.min_calib_range, p.max_calib_range):
        g.refuse("expected min_calib_range and max_calib_range: calibrate the graph")
    reach = reach_of(g, low, high)
    numbers = real(g, x, unit(reach, x.dtype))
    one = unit(reach, "int8")
    if x.dtype == "uint8":  # as in the operator
        numbers = real(g, whole(g, numbers, one, "int8"), one)
    scale, shift = (
        along(g, value(g, each), 1, x.rank)
        for each in normalizes(*[known(g, each) for each in (gamma, beta, mean, var)], p.eps)
    )
    made = g.Add(g.Mul(numbers, scale, shape=x.shape), shift, shape=x.shape)
    ends = calibrated_ends(p.min_calib_range, p.max_calib_range)
    return whole(g, made, unit(farther(*ends), "int8"), "int8"), *values(g, *ends)
