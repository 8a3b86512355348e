"""Common subexpression elimination."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from torch import fx

from ..calls import is_part, operator_of
from .base import Lowered, Pass


def common_subexpressions(lowered: Lowered) -> int:
    """Replace equal calls by the first of them; return how many calls that saves."""
    graph = lowered.graph
    outputs = _outputs(graph)
    known: dict[Hashable, fx.Node] = {}
    saved = 0
    for call in list(graph.nodes):
        key = _key(call)
        if key is None:
            continue
        first = known.setdefault(key, call)
        if first is not call and call not in outputs:
            call.replace_all_uses_with(first)
            graph.erase_node(call)
            saved += operator_of(first) is not None
    return saved


def _outputs(graph: fx.Graph) -> set[fx.Node]:
    """Return the calls whose results are outputs."""
    result = set(graph.output_node().all_input_nodes)
    return result | {item.args[0] for item in result if is_part(item)}  # type: ignore[misc]


def _key(call: fx.Node) -> Hashable:
    """Return a key that equal calls share; None for a call that equals no other."""
    if call.op not in ("call_function", "call_method"):
        return None
    node = operator_of(call)
    if node is not None and (node.op.mutates or node.op.stochastic):
        return None
    if node is None and not is_part(call) and call.target != "to":
        return None
    return call.target, tuple(map(_value, call.args)), tuple([(k, _value(v)) for k, v in call.kwargs.items()])


def _value(value: Any) -> Hashable:
    """Return an argument's key, which tells 1 from 1.0 and 0.0 from -0.0."""
    return value if isinstance(value, fx.Node) else (type(value), repr(value))


COMMON_SUBEXPRESSIONS = Pass(
    "common_subexpressions",
    common_subexpressions,
    assumes="operators that neither draw random numbers nor write to states are deterministic",
    effect="computes equal calls once; outputs are never merged, so that no two share memory",
)
