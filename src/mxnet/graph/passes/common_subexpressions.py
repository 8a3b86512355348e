"""Common subexpression elimination."""

from collections.abc import Hashable, Sequence
from typing import Any

from ..call_graph import FUNCTION, METHOD, CallGraph, Value
from ..calls import is_part, operator_of
from .base import Lowered, Pass


def common_subexpressions(lowered: Lowered) -> int:
    """Replace equal calls by the first of them; return how many calls that saves."""
    graph = lowered.graph
    outputs = _outputs(graph)
    seen: dict[Hashable, list[Value]] = {}
    saved = 0
    for call in graph.nodes:
        if call.op not in (FUNCTION, METHOD):
            continue
        alike = seen.setdefault((call.target, *map(_value, call.args)), [])
        first = _first_equal(alike, call, lowered.is_train)
        if first is None:
            alike.append(call)
        elif call not in outputs:
            call.replace_all_uses_with(first)
            graph.erase_node(call)
            saved += operator_of(first) is not None
    return saved


def _outputs(graph: CallGraph) -> set[Value]:
    """Return the calls whose results are outputs."""
    result = set(graph.output_node().all_input_nodes)
    return result | {item.args[0] for item in result if is_part(item)}


def _first_equal(alike: Sequence[Value], call: Value, is_train: bool) -> Value | None:
    """Return the first call that equals one, among those of the same function on the same arguments.

    In training two equal losses are two: each adds its gradient.
    """
    node = operator_of(call)
    if not alike or (node is not None and (node.op.mutates or node.op.stochastic or (is_train and node.bound.starts))):
        return None
    if node is None and not is_part(call) and call.target != "to":
        return None
    key = _keywords(call)
    return next((other for other in alike if _keywords(other) == key), None)


def _keywords(call: Value) -> list[Hashable]:
    return [(key, _value(value)) for key, value in call.kwargs.items()]


def _value(value: Any) -> Hashable:
    """Return an argument's key, which tells 1 from 1.0 and 0.0 from -0.0."""
    return value if isinstance(value, Value) else (type(value), repr(value))


COMMON_SUBEXPRESSIONS = Pass(
    "common_subexpressions",
    common_subexpressions,
    assumes="operators that neither draw random numbers nor write to states are deterministic",
    effect="computes equal calls once; outputs are never merged, so that no two share memory",
)
