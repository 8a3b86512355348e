"""Recurrent layers take their weights one by one where a graph only joins them for them, as Gluon's does."""

from typing import Any

from ...registry.traits import Joined, Recurrent
from ..call_graph import Value
from ..calls import operator_of
from .base import Lowered, Pass


def separate_weights(lowered: Lowered) -> int:
    """Give recurrent layers a tuple of weights in the place of their vector; return how many."""
    vectors = {call: call for call, _, _ in lowered.layers(Joined)}
    result = 0
    for call, _, _ in lowered.layers(Recurrent):
        data, vector, *states = call.args
        if vector not in vectors:
            continue
        call.args = (data, tuple(map(_before_reshaping, vector.args)), *states)
        for unused in dict.fromkeys((vector, *vector.args)):  # weights may be shared
            if not unused.users and operator_of(unused) is not None:
                lowered.graph.erase_node(unused)
        result += 1
    return result


def _before_reshaping(value: Value) -> Any:
    """Return what a value is a reshaped form of, or itself."""
    node = operator_of(value)
    part = None if node is None or not node.op.attention else node.op.attention.of(node.params)
    return value.args[0] if part is not None and part.kind == "reshape" else value


SEPARATE_WEIGHTS = Pass(
    "separate_weights",
    separate_weights,
    assumes="nobody observes values inside the graph",
    effect="gives recurrent layers their weights one by one, where they are only joined to a vector for them",
    needs=(Recurrent, Joined),
)
