"""The order of channels in memory inside of a graph: innermost, where two-dimensional convolutions compute.

PyTorch's convolutions, pooling and batch normalization on CPUs and GPUs are faster when the channels of a picture
lie together (``torch.channels_last``); a tensor's shape and values are the same either way. What enters a
convolution is brought into that order, whatever follows keeps it by itself, and the graph's outputs leave in
the usual order. Weights stay as they are: their arrays are shared with the program.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import fx


def order_channels(graph: fx.Graph) -> None:
    """Rewrite a lowered graph so that its two-dimensional convolutions compute with the channels innermost."""
    found = False
    ordered: dict[fx.Node, fx.Node] = {}
    for call in list(graph.nodes):
        if call.op == "call_function" and _wants_channels_innermost(call.meta.get("node")):
            data, found = call.args[0], True
            if data not in ordered:
                with graph.inserting_before(call):
                    ordered[data] = graph.call_function(with_channels_innermost, (data,))
            call.args = (ordered[data], *call.args[1:])
    if found:
        end = graph.output_node()
        with graph.inserting_before(end):
            end.args = (tuple(graph.call_function(in_usual_order, (head,)) for head in end.args[0]),)


def _wants_channels_innermost(node: Any) -> bool:
    return node is not None and node.op is not None and node.op.wants_channels_last(node.params)


def with_channels_innermost(data: torch.Tensor) -> torch.Tensor:
    """Return ``data`` with its second axis innermost in memory, and strides that say so even for one channel."""
    if data.dim() != 4:
        return data
    if data.shape[1] == 1 and data.is_contiguous() and not data.requires_grad:
        return data.as_strided(data.shape, (data.stride(0), 1, data.stride(2), 1))
    return data.contiguous(memory_format=torch.channels_last)


def in_usual_order(data: torch.Tensor) -> torch.Tensor:
    """Return ``data`` with its last axis innermost in memory."""
    return data.contiguous()
