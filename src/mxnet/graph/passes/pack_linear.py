"""Inference on CPUs: fully connected layers keep their weights packed in oneDNN's memory format."""

from __future__ import annotations

from functools import partial

from ...kernels.choice import has_onednn
from ...kernels.packed_linear import PackedLinear, packed_linear
from ..call_graph import INPUT, Value
from ..calls import operator_of
from .base import Lowered, Pass


def pack_linear(lowered: Lowered) -> int:
    """Replace fully connected layers whose weights are variables by layers with packed weights; return how many."""
    if not has_onednn():
        return 0
    result = [call for call, _ in lowered.calls(lambda op: op.linear) if _is_linear(call)]
    for node in result:
        layer = _layer(node)
        lowered.caching.append(layer)
        node.call_instead(packed_linear, (layer, layer.filters))
    return len(result)


def _is_linear(node: Value) -> bool:
    result = None if "fused" in node.marks else operator_of(node)
    return (
        result is not None
        and result.op.linear.of(result.params) is not None
        and all(isinstance(a, Value) and a.op == INPUT for a in node.args[1:])
    )


def _layer(node: Value) -> PackedLinear:
    result = operator_of(node)
    filters, flatten = result.op.linear.of(result.params)
    return PackedLinear(partial(result.op.fn, **node.kwargs), filters, flatten, f"packed_{node.name}")


PACK_LINEAR = Pass(
    "pack_linear",
    pack_linear,
    assumes="inference on a CPU with oneDNN, no gradient, and nobody observes values inside the graph",
    effect="keeps large weights of fully connected layers in oneDNN's memory format, for some rows of data",
    without_gradient=True,
)
