"""Channels-last memory format for two-dimensional convolutions.

PyTorch's convolutions, pooling and batch normalization are faster on CPUs and GPUs in ``torch.channels_last``; shapes
and values do not change. The data of a convolution is converted, the operators after it keep the format, and the
graph's outputs are converted back. Weights are not converted: their arrays are shared with the program.
"""

from __future__ import annotations

import torch

from ...kernels.conv import is_small_image
from ...registry.traits import Convolution, Deconvolution
from ..call_graph import Value
from .base import Lowered, Pass


def channels_last(lowered: Lowered) -> int:
    """Convert the data of two-dimensional convolutions to channels-last; return the number of conversions."""
    graph = lowered.graph
    ordered: dict[Value, Value] = {}
    for call, *_ in lowered.layers(Convolution) + lowered.layers(Deconvolution):
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
