"""The order of channels in memory inside of a graph: innermost, where two-dimensional convolutions compute.

PyTorch's convolutions, pooling and batch normalization on CPUs and GPUs are faster when the channels of an image
lie together (``torch.channels_last``); a tensor's shape and values are the same either way. What enters a
convolution is brought into that order, whatever follows keeps it by itself, and the graph's outputs leave in
the usual order. Weights stay as they are: their arrays are shared with the program.
"""

from __future__ import annotations

import torch
from torch import fx

from ..calls import operator_of
from .base import Lowered, Pass


def channels_last(lowered: Lowered) -> int:
    """Have two-dimensional convolutions compute with the channels innermost; return for how many values."""
    graph = lowered.graph
    ordered: dict[fx.Node, fx.Node] = {}
    for call in list(graph.nodes):
        node = operator_of(call)
        if node is None or not node.op.wants_channels_last(node.params):
            continue
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
    """Return ``data`` with its second axis innermost in memory, and strides that say so even for one channel."""
    if data.dim() != 4:
        return data
    if data.shape[1] == 1 and data.is_contiguous() and not data.requires_grad:
        return data.as_strided(data.shape, (data.stride(0), 1, data.stride(2), 1))
    return data.contiguous(memory_format=torch.channels_last)


def to_contiguous(data: torch.Tensor) -> torch.Tensor:
    """Return ``data`` with its last axis innermost in memory."""
    return data.contiguous()


CHANNELS_LAST = Pass(
    "channels_last",
    channels_last,
    assumes="operators give the same values whatever the order of memory",
    effect="brings what enters two-dimensional convolutions into channels-last order; outputs leave in the usual one",
)
