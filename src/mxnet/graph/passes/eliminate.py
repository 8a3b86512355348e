"""Calls that need not run: those equal to another one, and at inference operators that are the identity."""

from collections.abc import Hashable, Sequence
from typing import Any

from ...registry.traits import Identity
from ..call_graph import FUNCTION, METHOD, CallGraph, Value, is_first_output, is_part, may_alias_input, operator_of
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


# -- operators that are the identity at inference ----------------------------------------------------------------------
# Dropout, ``identity``, ``BlockGrad`` and ``make_loss`` copy their input, because no two results of operators may share
# memory. Inside a graph nobody writes to a value, so that later operators can read the original. With gradients or
# observers, the graph runs unchanged.


def eliminate_identity(lowered: Lowered) -> int:
    """Remove nodes that only copy; return how many.

    Nodes that an output is, or may be a view of, stay, since outputs may be written to; so do all nodes of a graph that
    writes to its inputs.
    """
    graph, result = lowered.graph, 0
    calls = lowered.layers(Identity)
    if not calls or lowered.calls(lambda op: op.mutates and not op.trains_states):
        return 0
    shared = _sharing_with_outputs(graph)
    for call, node, _ in calls:
        if call in shared:
            continue
        outputs = [call] if node.op.one_output else list(call.users)
        if all(output is call or is_first_output(output) for output in outputs):
            for output in outputs:
                output.replace_all_uses_with(call.args[0])
                graph.erase_node(output)
            if call not in outputs:
                graph.erase_node(call)
            result += 1
    return result


def _sharing_with_outputs(graph: CallGraph) -> set[Value]:
    """Return the values that the outputs are, or may share memory with."""
    seen: set[Value] = set()
    pending = list(graph.output_node().all_input_nodes)
    while pending:
        call = pending.pop()
        if call not in seen:
            seen.add(call)
            if may_alias_input(call):
                pending += call.all_input_nodes
    return seen


ELIMINATE_IDENTITY = Pass(
    "eliminate_identity",
    eliminate_identity,
    assumes="inference, no gradient, and nobody observes or writes to values inside the graph",
    effect="removes operators that return their input; keeps those that are outputs, and graphs that write to states",
    needs=(Identity,),
    without_gradient=True,
)
