"""Channels-last memory format for two-dimensional convolutions.

PyTorch's convolutions, pooling and batch normalization are faster on CPUs and GPUs in ``torch.channels_last``; shapes
and values do not change. The data of a convolution is converted, the operators after it keep the format, and the
graph's outputs are converted back. The arrays of weights are not converted: they are shared with the program. On a
GPU, in training, those of equal shapes are laid out by one kernel; where mixed precision casts them, and the data, the
cast does.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

import torch

from ...core.dtypes import HALF_NAMES, TORCH_OF
from ...core.tracing import traced
from ...kernels.conv import cast_channels_last, is_small_image, lay_out_together
from ...registry.traits import Convolution, Deconvolution
from ..call_graph import INPUT, CallGraph, Value, cast_of_variable, cast_target
from .base import Lowered, Pass


def channels_last(lowered: Lowered) -> int:
    """Convert the data of two-dimensional convolutions to channels-last; return the number of conversions."""
    graph = lowered.graph
    ordered: dict[Value, Value] = {}
    convolutions = [call for call, *_ in lowered.layers(Convolution)]
    if lowered.is_train:
        for value in {value: None for call in convolutions for value in call.args[:2]}:
            _lay_out_by_cast(value, set(convolutions))
        if not lowered.on_cpu:
            _lay_out_together(graph, convolutions)
    for call in convolutions + [call for call, *_ in lowered.layers(Deconvolution)]:
        data = call.args[0]
        if data not in ordered:
            with graph.inserting_before(call):
                ordered[data] = graph.call_function(to_channels_last, (data,))
        call.args = (ordered[data], *call.args[1:])
    if ordered:
        with graph.inserting_before(graph.output_node()):
            lowered.results = [graph.call_function(to_contiguous, (head,)) for head in lowered.results]
    return len(ordered)


def to_channels_last(data: torch.Tensor) -> torch.Tensor:
    """Return ``data`` in channels-last format, with the strides of it even for one channel; a small image as it is."""
    if data.dim() != 4 or (data.shape[0] == 1 and is_small_image(data)):
        return data
    if data.shape[1] == 1 and data.is_contiguous() and not data.requires_grad:
        return data.as_strided(data.shape, (data.stride(0), 1, data.stride(2), 1))
    return data.contiguous(memory_format=torch.channels_last)


def _lay_out_together(graph: CallGraph, convolutions: Sequence[Value]) -> None:
    """Let one call lay out the weights of all convolutions that are variables."""
    weights = list({call.args[1]: None for call in convolutions if call.args[1].op == INPUT})
    if len(weights) > 1:
        with graph.inserting_before(convolutions[0]):
            laid_out = graph.call_function(lay_out_together, tuple(weights))
            parts = {w: graph.call_function(operator.getitem, (laid_out, i)) for i, w in enumerate(weights)}
        for call in convolutions:
            call.args = (call.args[0], parts.get(call.args[1], call.args[1]), *call.args[2:])


def _lay_out_by_cast(value: Value, convolutions: set[Value]) -> None:
    """Let the cast of a variable to half precision, if only convolutions use it, lay the result out on GPUs."""
    variable, cast = cast_of_variable(value)
    name = cast_target(value)
    if variable is None or cast is None or name not in HALF_NAMES or not convolutions.issuperset(value.users):
        return
    value.target, value.args, value.kwargs = _laying_out(cast, TORCH_OF[name]), (variable,), {}


def _laying_out(cast: Callable[[Any], Any], dtype: torch.dtype) -> Callable[[torch.Tensor], torch.Tensor]:
    def cast_laid_out(data: torch.Tensor) -> torch.Tensor:
        if (
            not data.is_cuda
            or data.shape[2:] == (1, 1)
            or data.dim() != 4
            or data.dtype is not torch.float32
            or traced()
        ):
            return cast(data)
        return cast_channels_last(data, dtype)

    return cast_laid_out


def to_contiguous(data: torch.Tensor) -> torch.Tensor:
    """Return ``data`` in the usual memory format."""
    return data.contiguous()


CHANNELS_LAST = Pass(
    "channels_last",
    channels_last,
    assumes="the values of operators do not depend on the memory format",
    effect="converts the data of two-dimensional convolutions to channels-last; outputs have the usual format",
    needs=(Convolution, Deconvolution),
)
