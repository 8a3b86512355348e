"""Fused layers, as MXNet's graph backend for CPUs makes them: a node with a graph inside, which is a convolution or
fully connected layer followed by batch normalization, a sum and an activation.

Quantized ones take the data and the addend as int8 or uint8 with their ranges. They give int8 or uint8 in a calibrated
range, int32 without one, or float32.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import torch

from ..core import torch_compat
from ..core.errors import MXNetError
from ..core.tracing import traced
from ..core.write_tracking import Kept
from ..kernels.integer import (
    MIN_SCALE,
    QUANTIZED_RANGE,
    amax_of,
    amax_of_rows,
    convolve,
    multiply,
    prepared,
    round_into,
    rows_of_int8,
)
from ..kernels.quantized_convolution import Fused, QuantizedConvolution
from ..registry import get, op
from ..registry.rule_class import only_if
from ..registry.traits import UNFUSED, Affine, Clamp, Fusing, Quantized, QuantizedLayer, Sum
from . import elementwise  # noqa: F401  # some activations are registered there
from .activation import activation, leaky_relu
from .attention import selfatt_qk, selfatt_valatt
from .conv import convolution, per_axes
from .elementwise_attrs import clip
from .elementwise_table import UNARY
from .linear import fully_connected
from .quantize import calibrated, calibrated_ends, single
from .quantized_products import product_range


class Layer:
    """The graph inside a fused node: the layer and the steps after it, in order."""

    def __init__(self, p: Any) -> None:
        graph = p.subgraphs[0]
        self.names = list(graph.names)
        steps = [node for node in graph.nodes if node.op is not None]
        self.base, *rest = steps
        self.normalization = rest.pop(0) if rest and rest[0].op.layer_of(Affine, rest[0].params) else None
        self.rest = rest
        #: the nodes whose output is one of those steps
        self.steps = {id(node) for node in steps}
        self.sum = next((node for node in rest if node.op.layer_of(Sum, node.params)), None)

    def place(self, entry: Any) -> int:
        """Return which input of the node a variable of the graph stands for."""
        return self.names.index(entry.node.name)

    @property
    def data(self) -> int:
        """The input that is the layer's data."""
        return self.place(self.base.inputs[0])

    @property
    def added(self) -> int | None:
        """The input that is added, None if there is none."""
        if self.sum is None:
            return None
        result = [self.place(entry) for entry in self.sum.inputs if entry.node.op is None]
        return result[0] if result else None

    def is_nonnegative(self) -> bool:
        """Whether the last step gives no negative numbers."""
        if not self.rest:
            return False
        last = self.rest[-1]
        bounds = last.op.layer_of(Clamp, last.params)
        return bounds is not None and bounds[0] == 0

    def behind(self, values: Any, added: Any, call: Callable[[Any, Any], Any] | None = None) -> Any:
        """Apply the steps after the layer and its normalization to its result.

        ``call(node, inputs)`` applies one step; by default it computes it.
        """
        for node in self.rest:
            operands = [values if id(entry.node) in self.steps else added for entry in node.inputs]
            values = (call or _computed)(node, operands)
        return values


def _computed(node: Any, value: Any) -> torch.Tensor:
    more = {"is_train": False} if "is_train" in node.op.injected else {}
    result = node.op.call(*value, **node.bound.kwargs, **more)
    return result[0] if isinstance(result, tuple) else result


class _Names:
    """The names of a fused layer's inputs: those of its graph, then minimum and maximum of each quantized one."""

    def __init__(self, chosen: Any) -> None:
        self.chosen = chosen

    def __call__(self, p: Any) -> tuple[str, ...]:
        if not p.get("subgraphs"):
            raise MXNetError("the graph that belongs inside is missing: such a node is made by get_backend_symbol")
        names = tuple(p.subgraphs[0].names)
        if not p.quantized:
            return names
        ends = [
            f"{names[i]}_{end}" for i in self.chosen(p, p.get("channel_wise_quantize", True)) for end in ("min", "max")
        ]
        return (*names, *ends)


def chosen_of_convolution(p: Any, channel_wise: bool) -> list[int]:
    """Return the positions of the quantized inputs: the data and the addend."""
    layer = Layer(p)
    return sorted({layer.data, layer.added if layer.added is not None else layer.data})


def chosen_of_product(p: Any, channel_wise: bool) -> list[int]:
    """Return the positions of the quantized inputs: the data alone, or weight and bias as well."""
    return [Layer(p).data] if channel_wise else list(range(len(p.subgraphs[0].names)))


# -- in float32 ----------------------------------------------------------------------------------------------------


def _real(p: Any) -> Any:
    graph = p.subgraphs[0]

    def call(*inputs: torch.Tensor, is_train: bool = False, **_: Any) -> Any:
        return graph.function(inputs[0].device, is_train)(*inputs)[0]

    return call


# -- quantized -----------------------------------------------------------------------------------------------------


class _CalibratedEnds:
    """The calibrated range as the last two outputs of a node; none without a range."""

    def __init__(self, p: Any) -> None:
        self.numbers = (p.min_calib_range, p.max_calib_range)
        value = calibrated(*self.numbers)
        self.arrays = calibrated_ends(*self.numbers) if value else ()

    def __call__(self, like: torch.Tensor) -> list[torch.Tensor]:
        return [array.clone() if array.device == like.device else array.to(like.device) for array in self.arrays]


def _finished(
    p: Any, layer: Layer | None, real: torch.Tensor, scale: torch.Tensor, amaxes: Any, data_type: torch.dtype
) -> Any:
    """Return float results as the node's outputs.

    ``scale``: that of the int32 sums; ``amaxes``: the absolute maxima of data, of type ``data_type``, and weights.
    """
    if p.get("enable_float_output"):
        return real
    low, high = p.min_calib_range, p.max_calib_range
    if calibrated(low, high):
        dtype = torch.uint8 if layer is not None and layer.is_nonnegative() else torch.int8
        amax = max(abs(low), abs(high))
        return round_into(real * (QUANTIZED_RANGE[dtype] / amax if amax else torch.inf), dtype), *_CalibratedEnds(p)(
            real
        )
    return round_into(real / scale, torch.int32), *product_range(data_type, *amaxes)


def _bounds(layer: Layer) -> tuple[Any, bool]:
    """Return the bounds that the steps after a layer clamp its result to, and whether one kernel can compute them.

    It can if they are at most a sum and then a clamp.
    """
    rest = [node for node in layer.rest if node is not layer.sum]
    bounds = [node.op.layer_of(Clamp, node.params) for node in rest]
    sums_first = layer.sum is None or (layer.added is not None and layer.rest[0] is layer.sum)
    return (bounds[0] if bounds else None), len(rest) < 2 and None not in bounds and sums_first


class _InputAmax:
    """The absolute maxima of the ranges of a node's quantized inputs."""

    def __init__(self, layer: Layer, chosen: list[int]) -> None:
        self.places = {index: len(layer.names) + 2 * i for i, index in enumerate(chosen)}

    def __call__(self, inputs: Any, index: int) -> float:
        low = self.places[index]
        return max(abs(float(inputs[low])), abs(float(inputs[low + 1])))


def _kernel(p: Any, layer: Layer, positions: list[int], geometry: Any) -> Any:
    """Return the function that computes a calibrated convolution by oneDNN, None if that cannot."""
    bounds, is_fast = _bounds(layer)
    if not calibrated(p.min_calib_range, p.max_calib_range) or len(geometry[0]) != 2 or not is_fast:
        return None
    statistics = layer.normalization.inputs[1:] if layer.normalization is not None else ()
    weights = [*positions[1:], *[layer.place(entry) for entry in statistics]]

    def fold(*args: torch.Tensor) -> Any:
        inputs = dict(zip(weights, args, strict=True))
        weight, bias = folded(layer, inputs, inputs[positions[1]], inputs[positions[2]] if len(positions) > 2 else None)
        return weight, None, bias

    stride, pad, dilate = map(tuple, geometry)
    fused = Fused(
        (pad, stride, dilate, layer.base.params.num_group),
        bounds,
        (p.min_calib_range, p.max_calib_range),
        torch.uint8 if layer.is_nonnegative() else torch.int8,
    )
    convolution_of_bytes = QuantizedConvolution(fused, fold)
    input_amax, of_data, of_added = _InputAmax(layer, chosen_of_convolution(p, True)), layer.data, layer.added

    def run(inputs: Any, owned: bool) -> Any:
        data = inputs[of_data]
        if not convolution_of_bytes.fits(data):
            return None
        added = () if of_added is None else (inputs[of_added], input_amax(inputs, of_added), owned)
        return convolution_of_bytes(data, input_amax(inputs, of_data), [inputs[i] for i in weights], *added)

    return run


def _quantized_convolution(p: Any) -> Any:
    layer = Layer(p)
    base, chosen = layer.base, chosen_of_convolution(p, True)
    attrs = base.params
    stride, dilate, pad = per_axes(attrs.kernel, attrs.stride, attrs.dilate, attrs.pad)
    geometry = [stride, pad, dilate]
    positions = [layer.place(entry) for entry in base.inputs]
    fast, ends = _kernel(p, layer, positions, geometry), _CalibratedEnds(p)

    def call(*inputs: torch.Tensor, is_train: bool = False, owned: bool = False, **_: Any) -> Any:
        data, weight = inputs[positions[0]], inputs[positions[1]]
        if fast is not None:
            result = fast(inputs, owned)
            if result is not None:
                return result, *ends(result)
        bias = inputs[positions[2]] if len(positions) > 2 else None
        amaxes = dict(zip(chosen, amax_of_pairs(inputs[len(layer.names) :]), strict=True))
        weight, bias = folded(layer, inputs, weight, bias)
        data_scale = amaxes[layer.data] / QUANTIZED_RANGE[data.dtype]
        channels = [1, -1, *[1] * (data.dim() - 2)]
        small, weight_scale, amax = quantized_filters(p, weight)
        sums = convolve(data, small, *geometry, attrs.num_group)
        scale = data_scale * weight_scale
        added = None
        if layer.added is not None:
            other = inputs[layer.added]
            added = other.to(torch.float32) * (amaxes[layer.added] / QUANTIZED_RANGE[other.dtype])
        real = sums.to(torch.float32) * scale.view(channels)
        if bias is not None:
            real += bias.view(channels)
        real = layer.behind(real, added)
        return _finished(p, layer, real, scale.view(channels), (amaxes[layer.data], amax.amax().view(1)), data.dtype)

    return call


def amax_of_pairs(ends: Any) -> list[torch.Tensor]:
    """Return the absolute maximum of each range, given ``(minimum, maximum, minimum, ...)``."""
    return [amax_of(single("min", ends[i]), single("max", ends[i + 1])) for i in range(0, len(ends), 2)]


def folded(layer: Layer, inputs: Any, weight: torch.Tensor, bias: Any) -> tuple[torch.Tensor, Any]:
    """Return a layer's weight and bias with its batch normalization folded in."""
    if layer.normalization is None:
        return weight, bias
    node = layer.normalization
    scale, shift = node.op.layer_of(Affine, node.params).of(*[inputs[layer.place(entry)] for entry in node.inputs[1:]])
    shift = shift if bias is None else shift + bias * scale
    return weight * scale.view(-1, *[1] * (weight.dim() - 1)), shift


def quantized_filters(p: Any, weight: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return filters as int8, with scale and absolute maximum of each: one for all if the result is int32 sums."""
    amax = amax_of_rows(weight)
    if not calibrated(p.min_calib_range, p.max_calib_range):
        amax = amax.amax().expand_as(amax)
    return *rows_of_int8(weight, amax), amax


def _quantized_rows(weight: torch.Tensor, amax: torch.Tensor | None) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Quantize a weight to int8 by rows; return it, its scales and absolute maxima.

    ``amax`` is the absolute maximum of a weight that is int8 already.
    """
    if amax is not None:
        return weight, (amax / QUANTIZED_RANGE[torch.int8]).clamp(min=MIN_SCALE), amax
    amax = amax_of_rows(weight)
    return *rows_of_int8(weight, amax), amax


def weights_of_product(layer: Layer, chosen: list[int], positions: list[int]) -> tuple[list[int], Any]:
    """Return the positions of the weight, the bias and their ranges among a node's inputs, and the function that reads
    these as ``(weight, scale, amax, bias)``: an int8 weight with its scale and absolute maximum, and a float bias.
    """
    first = len(layer.names)
    ends = [first + 2 * i + end for i, index in enumerate(chosen) if index != positions[0] for end in (0, 1)]

    def read(weight: torch.Tensor, *rest: torch.Tensor) -> Any:
        amaxes = amax_of_pairs(rest[len(positions) - 2 :])
        small, scale, amax = _quantized_rows(weight, amaxes[0] if amaxes else None)
        bias = rest[0] if len(positions) > 2 else None
        if bias is not None and amaxes:
            bias = bias.to(torch.float32) * (amaxes[1] / QUANTIZED_RANGE[torch.int8])
        return small, scale, amax, bias

    return [*positions[1:], *ends], read


def _product_kernel(p: Any, layer: Layer, weights: list[int], read: Any, input_amax: _InputAmax) -> Any:
    """Return the function that computes a layer by oneDNN, as a convolution over a row of pixels.

    None if oneDNN cannot, or if the processor has no VNNI, where that is not faster.
    """
    bounds, is_fast = _bounds(layer)
    ends = (p.min_calib_range, p.max_calib_range) if calibrated(p.min_calib_range, p.max_calib_range) else None
    is_real = bool(p.get("enable_float_output"))
    if not is_fast or not (is_real or ends) or not torch_compat.multiplies_bytes():
        return None

    def fold(*args: torch.Tensor) -> Any:
        weight, scale, _, bias = read(*args)
        return weight[:, :, None, None], scale.expand(len(weight)).contiguous(), bias

    dtype = torch.float32 if is_real else torch.uint8 if layer.is_nonnegative() else torch.int8
    fused = Fused(((0, 0), (1, 1), (1, 1), 1), bounds, None if is_real else ends, dtype)
    convolution_of_bytes, of_data = QuantizedConvolution(fused, fold), layer.data

    def run(rows: torch.Tensor, inputs: Any) -> Any:
        lead, row = rows.shape[:-1], rows.reshape(1, -1, 1, rows.shape[-1]).permute(0, 3, 1, 2)
        if not convolution_of_bytes.fits(row):
            return None
        result = convolution_of_bytes(row, input_amax(inputs, of_data), [inputs[i] for i in weights])
        return None if result is None else result.permute(0, 2, 3, 1).reshape(*lead, -1)

    return run


def _quantized_product(p: Any) -> Any:
    layer = Layer(p)
    base, chosen = layer.base, chosen_of_product(p, p.channel_wise_quantize)
    weights, read = weights_of_product(layer, chosen, [layer.place(entry) for entry in base.inputs])
    input_amax, of_data, flat = _InputAmax(layer, chosen), layer.data, base.params.flatten
    fast, ends = _product_kernel(p, layer, weights, read, input_amax), _CalibratedEnds(p)
    first = input_amax.places[of_data]

    def prepare(*args: torch.Tensor) -> Any:
        weight, scale, amax, bias = read(*args)
        return prepared(weight), scale, amax, bias

    cached = Kept(prepare)

    def call(*inputs: torch.Tensor, is_train: bool = False, **_: Any) -> Any:
        data = inputs[of_data].flatten(1) if flat else inputs[of_data]
        if fast is not None:
            result = fast(data, inputs)
            if result is not None:
                return result if p.get("enable_float_output") else (result, *ends(result))
        parts, weight_scale, amax, bias = (prepare if traced() else cached)(*(inputs[i] for i in weights))
        data_amax = amax_of_pairs(inputs[first : first + 2])[0]
        scale = (data_amax / QUANTIZED_RANGE[data.dtype]) * weight_scale
        real = multiply(data, parts).to(torch.float32) * scale
        real = layer.behind(real if bias is None else real + bias, None)
        return _finished(p, layer, real, scale, (data_amax, amax.amax().view(1)), data.dtype)

    return call


def _quantized_graph(p: Any) -> Any:
    """Return the function that dequantizes the inputs and runs the graph in float32."""
    graph = p.subgraphs[0]
    count = len(graph.names)

    def call(*inputs: torch.Tensor, is_train: bool = False, **_: Any) -> Any:
        amaxes = amax_of_pairs(inputs[count:])
        scales = [amax / QUANTIZED_RANGE[item.dtype] for amax, item in zip(amaxes, inputs, strict=False)]
        floats = [item.to(torch.float32) * scale for item, scale in zip(inputs, scales, strict=False)]
        real = graph.function(inputs[0].device, False)(*floats)[0]
        return _finished(p, None, real, scales[0] * scales[-1], (amaxes[0], amaxes[-1]), inputs[0].dtype)

    return call


# -- the operators -------------------------------------------------------------------------------------------------


def _refuse(name: str) -> Any:
    raise MXNetError(f"{name}: such a node is made by get_backend_symbol, and has a graph inside")


_fused_op = partial(op, subgraphs=1, extension=True, differentiable=False, fusing=Fusing(ranges="makes"))


@_fused_op("_sg_mkldnn_conv", full_names=("outputs",))
def sg_mkldnn_conv(
    *data,
    with_bn: bool = False,
    with_act: bool = False,
    with_sum: bool = False,
    with_postsum_act: bool = False,
    quantized: bool = False,
    min_calib_range: float | None = None,
    max_calib_range: float | None = None,
):
    """Run a convolution with what was fused into it.

    The attributes ``with_...`` name what was fused. ``quantized`` says whether the data are quantized,
    ``min_calib_range`` and ``max_calib_range`` are the range of the result.
    """
    return _refuse("_sg_mkldnn_conv")


@_fused_op("_sg_mkldnn_fully_connected", full_names=("outputs",))
def sg_mkldnn_fully_connected(
    *data,
    with_eltwise: bool = False,
    quantized: bool = False,
    channel_wise_quantize: bool = False,
    enable_float_output: bool = False,
    min_calib_range: float | None = None,
    max_calib_range: float | None = None,
):
    """Run a fully connected layer with the activation that was fused with it.

    ``channel_wise_quantize``: the weight is float32 and quantized by rows. The other attributes are those of
    ``_sg_mkldnn_conv``.
    """
    return _refuse("_sg_mkldnn_fully_connected")


@_fused_op("_sg_mkldnn_selfatt_qk")
def sg_mkldnn_selfatt_qk(
    queries_keys_values,
    *,
    heads: int,
    quantized: bool = False,
    enable_float_output: bool = False,
    min_calib_range: float | None = None,
    max_calib_range: float | None = None,
):
    """Multiply queries and keys as ``_contrib_interleaved_matmul_selfatt_qk`` does."""
    return _refuse("_sg_mkldnn_selfatt_qk")


@_fused_op("_sg_mkldnn_selfatt_valatt", attributes_of=sg_mkldnn_selfatt_qk)
def sg_mkldnn_selfatt_valatt(queries_keys_values, attention, **unused):
    """Multiply values and attention as ``_contrib_interleaved_matmul_selfatt_valatt`` does."""
    return _refuse("_sg_mkldnn_selfatt_valatt")


def _all(p: Any, channel_wise: bool) -> list[int]:
    return list(range(len(p.subgraphs[0].names)))


sg_mkldnn_conv.outputs(lambda p: ("output", "output_min", "output_max") if p.quantized else ("output",))


@sg_mkldnn_selfatt_qk.outputs
@sg_mkldnn_selfatt_valatt.outputs
@sg_mkldnn_fully_connected.outputs
def _(p):
    return ("output", "min_output", "max_output") if p.quantized and not p.get("enable_float_output") else ("output",)


def out_type(p: Any) -> str:
    """Return the data type of a fused layer's result."""
    if not p.quantized or p.get("enable_float_output"):
        return "float32"
    if not calibrated(p.min_calib_range, p.max_calib_range):
        return "int32"
    return "uint8" if "heads" not in p and Layer(p).is_nonnegative() else "int8"


def _type_rule(chosen: Callable[[Any, bool], list[int]]) -> Any:
    def rule(p: Any, t: Any) -> None:
        full = chosen(p, p.get("channel_wise_quantize", True)) if p.quantized else []
        for i in range(len(t.inputs)):
            if i not in full:
                t.inputs[i] = "float32"
        if full and "channel_wise_quantize" in p:
            for i in set(full) - {Layer(p).data}:
                t.inputs[i] = "int8"
        t.out[0] = out_type(p)
        t.out.fill("float32", 1)

    return rule


def _shape_rule(p: Any, s: Any) -> None:
    graph = p.subgraphs[0]
    count = len(graph.names)
    ins, outs = graph.shapes(list(s.inputs[:count]))
    s.inputs[: len(ins)] = ins
    s.inputs.fill((1,), count)
    s.out[0] = outs[0]
    s.out.fill((1,), 1)


# each with the rule for its quantized inputs, and its quantized form
for _op, _chosen, _quantized in (
    (sg_mkldnn_conv, chosen_of_convolution, _quantized_convolution),
    (sg_mkldnn_fully_connected, chosen_of_product, _quantized_product),
    (sg_mkldnn_selfatt_qk, _all, _quantized_graph),
    (sg_mkldnn_selfatt_valatt, _all, _quantized_graph),
):
    _op.inputs(_Names(_chosen))
    _op.states(lambda p: p.subgraphs[0].states)
    _op.bound(lambda p, make=_quantized: make(p) if p.quantized else _real(p))
    _op.types(_type_rule(_chosen))
    _op.shapes(_shape_rule)


def _of_real_numbers(name: str, inputs: Any = None, attrs: Any = lambda _: {"quantized": "True"}) -> Any:
    """Return the rule for operators that are their own quantized form."""
    return only_if(lambda p: not p.quantized, Quantized(name, inputs, must=True, sums=True, attrs=attrs))


sg_mkldnn_conv.quantized(
    _of_real_numbers("_sg_mkldnn_conv", chosen_of_convolution, attrs=lambda _: {"quantized": "true"})
)
for _op in (sg_mkldnn_selfatt_qk, sg_mkldnn_selfatt_valatt):
    _op.quantized(_of_real_numbers(_op.name))
sg_mkldnn_fully_connected.quantized(
    _of_real_numbers(
        "_sg_mkldnn_fully_connected",
        chosen_of_product,
        lambda channel_wise: {"quantized": "True"} | ({"channel_wise_quantize": "True"} if channel_wise else {}),
    )
)


# -- what is fused -------------------------------------------------------------------------------------------------

sg_mkldnn_conv.layer(lambda p: QuantizedLayer(Layer(p).added if p.quantized else None))

_CONVOLUTION = Fusing("_sg_mkldnn_conv", sums=True)
convolution.fusing(
    lambda p: _CONVOLUTION if len(p.kernel) in (2, 3) and p.layout in (None, "NCHW", "NCDHW") else UNFUSED
)
fully_connected.fusing(Fusing("_sg_mkldnn_fully_connected"))
selfatt_qk.fusing(Fusing("_sg_mkldnn_selfatt_qk"))
selfatt_valatt.fusing(Fusing("_sg_mkldnn_selfatt_valatt"))
#: by what takes it along as an activation
_BY_ALL = Fusing(activation=True, convolutions=True, quantized=True)
_BY_FLOATS = Fusing(activation=True, convolutions=True)
_ACTIVATIONS = {"relu": _BY_ALL} | dict.fromkeys(("sigmoid", "softrelu", "tanh"), _BY_FLOATS)
activation.fusing(lambda p: _ACTIVATIONS.get(p.act_type, UNFUSED))
leaky_relu.fusing(lambda p: _BY_ALL if p.act_type in ("leaky", "elu", "gelu") else UNFUSED)
clip.fusing(lambda p: _BY_ALL if p.a_min == 0 else Fusing(activation=True))
for _row in UNARY:
    if _row.fusible:
        get(_row.name).fusing(Fusing(activation=True, quantized=_row.fusible == "all"))
