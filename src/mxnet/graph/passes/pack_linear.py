"""Inference on CPUs: fully connected layers keep their weights packed in oneDNN's memory format."""

from functools import partial

from ...kernels.choice import has_onednn
from ...kernels.packed_linear import PackedLinear, packed_linear
from ...registry.traits import Linear
from ..call_graph import INPUT, Value
from .base import Lowered, Pass


def pack_linear(lowered: Lowered) -> int:
    """Replace fully connected layers whose weights are variables by layers with packed weights; return how many."""
    if not lowered.on_cpu or not has_onednn():
        return 0
    result = 0
    for call, node, layer in lowered.layers(Linear):
        if "fused" not in call.marks and all(isinstance(a, Value) and a.op == INPUT for a in call.args[1:]):
            packed = PackedLinear(
                partial(node.op.fn, **call.kwargs), layer.filters, layer.flatten, f"packed_{call.name}"
            )
            lowered.caching.append(packed)
            call.call_instead(packed_linear, (packed, packed.filters))
            result += 1
    return result


PACK_LINEAR = Pass(
    "pack_linear",
    pack_linear,
    assumes="inference on a CPU with oneDNN, no gradient, and nobody observes values inside the graph",
    effect="keeps large weights of fully connected layers in oneDNN's memory format, for some rows of data",
    needs=(Linear,),
    without_gradient=True,
)
