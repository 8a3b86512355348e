"""Fused layers: their graph on real numbers, and around it, where they are quantized, what makes whole ones of these.

The weights of quantized layers are made whole here, the normalization folded in: one filter, one unit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ...core.dtypes import TORCH_OF
from ...kernels.integer import LEAST_UNIT, farther, round_into
from ..fused import (
    Layer,
    chosen_of_convolution,
    chosen_of_product,
    folded,
    out_type,
    pairs,
    small_filters,
    weights_of_product,
)
from ..quantize import calibrated_ends
from ..quantized import product_range
from . import writes
from .conv import geometry
from .formulas import known
from .linear import dense, dense_operands
from .quantized import real, sums, unit, values, whole


def _graph(g: Any, p: Any, inputs: Sequence[Any]) -> Any:
    """Write the graph inside."""
    graph = p.subgraphs[0]
    return g.graph(graph.heads, dict(zip(graph.names, inputs, strict=True)))[0]


def _constants(g: Any, inputs: Sequence[Any], places: Sequence[int]) -> dict[int, torch.Tensor]:
    """Return the inputs at some places, which must be constants."""
    for place in places:
        if inputs[place].data is None:
            g.refuse(f"its input {inputs[place].name} must be a parameter that is given")
    return {place: known(g, inputs[place]) for place in places}


class _Weights:
    """The weight and bias of a layer on whole numbers, as real ones that follow from whole ones."""

    def __init__(self, g: Any, small: Any, one: Any, bias: Any, data_one: Any) -> None:
        self.g, self.small, self.one, self.bias = g, small, one, bias
        #: what one of the data stands for, None where that is known when the network runs
        self.data_one = data_one.clamp(min=LEAST_UNIT) if isinstance(data_one, torch.Tensor) else None
        if bias is not None and self.data_one is not None:
            self._widen()

    def _widen(self) -> None:
        """Give larger units to rows so small that their bias, in units of their sums, does not fit into 32 bits."""
        least = (self.bias.abs() / 2**30).clamp(min=LEAST_UNIT) / self.data_one
        wider = torch.maximum(self.one, least)
        rows = (self.one / wider).expand(len(self.small)).view(-1, *[1] * (self.small.dim() - 1))
        self.small, self.one = round_into(self.small.to(torch.float32) * rows, torch.int8), wider

    def real_weight(self, small: Any, axis: int = 0) -> Any:
        return real(self.g, small, self.one, axis)

    def real_bias(self) -> Any:
        """Return the bias: as whole numbers in units of the sums, where these are known, as kernels ask for."""
        if self.bias is None:
            return None
        if self.data_one is None:
            return self.g.constant(self.bias.numpy())
        one = (self.data_one * self.one).expand(len(self.bias))
        return real(self.g, self.g.constant((self.bias / one).round().to(torch.int32).numpy()), one, 0)


def _finished(g: Any, p: Any, x: Any, one: Any, data: torch.dtype, reaches: Any) -> Any:
    """Return real results as the node gives them; ``one``: what one of its sums stands for."""
    kind = out_type(p)
    if kind == "float32":
        return x
    if kind == "int32":
        return sums(g, x, one), *values(g, *product_range(data, *reaches))
    ends = calibrated_ends(p.min_calib_range, p.max_calib_range)
    return whole(g, x, unit(farther(*ends), kind), kind), *values(g, *ends)


@writes("_sg_mkldnn_conv")
def _(g, p, *inputs):
    if not p.quantized:
        return _graph(g, p, inputs)
    layer = Layer(p)
    attrs, (of_data, *of_weights) = layer.base.params, [layer.place(entry) for entry in layer.base.inputs]
    statistics = layer.normalization.inputs[1:] if layer.normalization is not None else ()
    given = _constants(g, inputs, [*of_weights, *[layer.place(entry) for entry in statistics]])
    weight, bias = folded(layer, given, given[of_weights[0]], given[of_weights[1]] if of_weights[1:] else None)
    small, one, reach = small_filters(p, weight)

    ends = [known(g, each) for each in inputs[len(layer.names) :]]
    reaches = dict(zip(chosen_of_convolution(p, True), pairs(ends), strict=True))
    data = inputs[of_data]
    data_one = unit(reaches[of_data], data.dtype)
    weights = _Weights(g, small, one, bias, data_one)
    filters = weights.real_weight(g.constant(weights.small.numpy(), f"{g.name}_weight"))
    x = g.Conv(real(g, data, data_one), filters, weights.real_bias(), group=attrs.num_group, **geometry(attrs))
    added = None
    if layer.added is not None:
        other = inputs[layer.added]
        added = real(g, other, unit(reaches[layer.added], other.dtype))
    x = layer.behind(x.of_shape(g.outs[0].shape), added, g.one_node)
    return _finished(g, p, x, data_one * one[:1], TORCH_OF[data.dtype], (reaches[of_data], reach.amax().view(1)))


@writes("_sg_mkldnn_fully_connected")
def _(g, p, *inputs):
    if not p.quantized:
        return _graph(g, p, inputs)
    layer = Layer(p)
    chosen = chosen_of_product(p, p.channel_wise_quantize)
    base, places = layer.base.params, [layer.place(entry) for entry in layer.base.inputs]
    of_weights, read = weights_of_product(layer, chosen, places)
    small, one, reach, bias = read(*_constants(g, inputs, of_weights).values())

    first = len(layer.names) + 2 * chosen.index(layer.data)
    (data_reach,) = pairs([known(g, each) for each in inputs[first : first + 2]])
    x = inputs[layer.data]
    data_one = unit(data_reach, x.dtype)
    weights = _Weights(g, small, one, bias, data_one)
    matrix = g.constant(weights.small.numpy(), f"{g.name}_weight")
    flat, matrix, is_matrix = dense_operands(g, base, x, matrix)
    filters = weights.real_weight(matrix, 0 if is_matrix else 1)
    made = dense(g, is_matrix, real(g, flat, data_one), filters, weights.real_bias())
    made = layer.behind(made, None, g.one_node)
    return _finished(g, p, made, data_one * one, TORCH_OF[x.dtype], (data_reach, reach.amax().view(1)))


@writes("_sg_mkldnn_selfatt_qk", "_sg_mkldnn_selfatt_valatt")
def _(g, p, *inputs):
    number = len(p.subgraphs[0].names)
    if not p.quantized:
        return _graph(g, p, inputs)
    reaches = pairs([known(g, each) for each in inputs[number:]])
    ones = [unit(reach, x.dtype) for x, reach in zip(inputs, reaches, strict=False)]
    given = [real(g, x, one) for x, one in zip(inputs, ones, strict=False)]
    x = _graph(g, p, given)
    return _finished(g, p, x, ones[0] * ones[-1], TORCH_OF[inputs[0].dtype], (reaches[0], reaches[-1]))
