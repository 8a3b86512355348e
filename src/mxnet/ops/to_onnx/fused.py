"""Fused layers: the float32 graph inside, with QuantizeLinear and DequantizeLinear around it where it is quantized.

Batch normalization is folded into the weights of quantized layers, which are then quantized with a scale per filter.
"""

from collections.abc import Sequence
from typing import Any

import torch

from ...core.dtypes import TORCH_OF
from ...kernels.integer import MIN_SCALE, amax_of, round_into
from ..fused import (
    Layer,
    amax_of_pairs,
    chosen_of_convolution,
    chosen_of_product,
    folded,
    out_type,
    quantized_filters,
    weights_of_product,
)
from ..quantize import calibrated_ends
from ..quantized_products import product_range
from . import writes
from .conv import geometry
from .linear import dense, dense_operands
from .quantized import dequantize, quantize, scale_of, sums, values
from .tensors import known


def _graph(g: Any, p: Any, inputs: Sequence[Any]) -> Any:
    """Write the graph inside."""
    graph = p.subgraphs[0]
    return g.graph(graph.heads, dict(zip(graph.names, inputs, strict=True)))[0]


def _constants(g: Any, inputs: Sequence[Any], places: Sequence[int]) -> dict[int, torch.Tensor]:
    """Return the inputs at some places, which must be constants."""
    for position in places:
        if inputs[position].data is None:
            g.refuse(f"its input {inputs[position].name} must be a parameter that is given")
    return {position: known(g, inputs[position]) for position in places}


class _Weights:
    """The int8 weight and the bias of a quantized layer, and the nodes that dequantize them."""

    def __init__(self, g: Any, small: Any, scale: Any, bias: Any, data_scale: Any) -> None:
        self.g, self.small, self.scale, self.bias = g, small, scale, bias
        #: the scale of the data, None if it is known only when the network runs
        self.data_scale = data_scale.clamp(min=MIN_SCALE) if isinstance(data_scale, torch.Tensor) else None
        if bias is not None and self.data_scale is not None:
            self._widen()

    def _widen(self) -> None:
        """Enlarge the scale of rows whose bias, in the scale of the sums, would overflow int32."""
        least = (self.bias.abs() / 2**30).clamp(min=MIN_SCALE) / self.data_scale
        wider = torch.maximum(self.scale, least)
        rows = (self.scale / wider).expand(len(self.small)).view(-1, *[1] * (self.small.dim() - 1))
        self.small, self.scale = round_into(self.small.to(torch.float32) * rows, torch.int8), wider

    def dequantized_weight(self, small: Any, axis: int = 0) -> Any:
        return dequantize(self.g, small, self.scale, axis)

    def dequantized_bias(self) -> Any:
        """Return the bias: as int32 in the scale of the sums if that is known, as int8 kernels require."""
        if self.bias is None:
            return None
        if self.data_scale is None:
            return self.g.constant(self.bias.numpy())
        scale = (self.data_scale * self.scale).expand(len(self.bias))
        return dequantize(self.g, self.g.constant((self.bias / scale).round().to(torch.int32).numpy()), scale, 0)


def _finished(g: Any, p: Any, x: Any, scale: Any, data: torch.dtype, amaxes: Any) -> Any:
    """Return float results as the node's outputs; ``scale``: that of its int32 sums."""
    dtype = out_type(p)
    if dtype == "float32":
        return x
    if dtype == "int32":
        return sums(g, x, scale), *values(g, *product_range(data, *amaxes))
    ends = calibrated_ends(p.min_calib_range, p.max_calib_range)
    return quantize(g, x, scale_of(amax_of(*ends), dtype), dtype), *values(g, *ends)


@writes("_sg_mkldnn_conv")
def _(g, p, *inputs):
    if not p.quantized:
        return _graph(g, p, inputs)
    layer = Layer(p)
    attrs, (of_data, *of_weights) = layer.base.params, [layer.place(entry) for entry in layer.base.inputs]
    statistics = layer.normalization.inputs[1:] if layer.normalization is not None else ()
    constants = _constants(g, inputs, [*of_weights, *[layer.place(entry) for entry in statistics]])
    weight, bias = folded(layer, constants, *[constants[item] for item in of_weights], *[None] * (2 - len(of_weights)))
    small, scale, amax = quantized_filters(p, weight)

    ends = [known(g, item) for item in inputs[len(layer.names) :]]
    amaxes = dict(zip(chosen_of_convolution(p, True), amax_of_pairs(ends), strict=True))
    data = inputs[of_data]
    data_scale = scale_of(amaxes[of_data], data.dtype)
    weights = _Weights(g, small, scale, bias, data_scale)
    filters = weights.dequantized_weight(g.constant(weights.small.numpy(), f"{g.name}_weight"))
    floats, bias = dequantize(g, data, data_scale), weights.dequantized_bias()
    x = g.Conv(floats, filters, bias, group=attrs.num_group, **geometry(attrs))
    added = None
    if layer.added is not None:
        other = inputs[layer.added]
        added = dequantize(g, other, scale_of(amaxes[layer.added], other.dtype))
    x = layer.behind(x.of_shape(g.outs[0].shape), added, g.one_node)
    return _finished(g, p, x, data_scale * scale[:1], TORCH_OF[data.dtype], (amaxes[of_data], amax.amax().view(1)))


@writes("_sg_mkldnn_fully_connected")
def _(g, p, *inputs):
    if not p.quantized:
        return _graph(g, p, inputs)
    layer = Layer(p)
    chosen = chosen_of_product(p, p.channel_wise_quantize)
    base, places = layer.base.params, [layer.place(entry) for entry in layer.base.inputs]
    of_weights, read = weights_of_product(layer, chosen, places)
    small, scale, amax, bias = read(*_constants(g, inputs, of_weights).values())

    first = len(layer.names) + 2 * chosen.index(layer.data)
    (data_amax,) = amax_of_pairs([known(g, item) for item in inputs[first : first + 2]])
    x = inputs[layer.data]
    data_scale = scale_of(data_amax, x.dtype)
    weights = _Weights(g, small, scale, bias, data_scale)
    matrix = g.constant(weights.small.numpy(), f"{g.name}_weight")
    flat, matrix, is_matrix = dense_operands(g, base, x, matrix)
    filters = weights.dequantized_weight(matrix, 0 if is_matrix else 1)
    result = dense(g, is_matrix, dequantize(g, flat, data_scale), filters, weights.dequantized_bias())
    result = layer.behind(result, None, g.one_node)
    return _finished(g, p, result, data_scale * scale, TORCH_OF[x.dtype], (data_amax, amax.amax().view(1)))


@writes("_sg_mkldnn_selfatt_qk", "_sg_mkldnn_selfatt_valatt")
def _(g, p, *inputs):
    count = len(p.subgraphs[0].names)
    if not p.quantized:
        return _graph(g, p, inputs)
    amaxes = amax_of_pairs([known(g, item) for item in inputs[count:]])
    scales = [scale_of(amax, x.dtype) for x, amax in zip(inputs, amaxes, strict=False)]
    floats = [dequantize(g, x, scale) for x, scale in zip(inputs, scales, strict=False)]
    x = _graph(g, p, floats)
    return _finished(g, p, x, scales[0] * scales[-1], TORCH_OF[inputs[0].dtype], (amaxes[0], amaxes[-1]))
