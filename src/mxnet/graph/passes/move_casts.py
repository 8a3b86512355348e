"""Leave out casts of mixed precision, or move them to where they are smaller.

Mixed precision casts the inputs of each operator by itself: between two layers in half precision, what only moves
elements (``Reshape``, ``transpose``) has a cast to float32 before it and one back after it. A cast to float32 goes
behind such an operator, a cast to half precision before it; of two casts in a row the one to float32, which has every
number of the half types, is left out; so are casts to float32 of values that are never half. Values stay the same.
"""

from typing import Any

from ...core.interruptions import attempt
from ...registry.infer import infer_types
from ..call_graph import OUTPUT, CallGraph, Value
from ..calls import cast_target, is_part, operator_of
from .base import Lowered, Pass

_WIDE = "float32"


def move_casts(lowered: Lowered) -> int:
    """Move casts and leave them out; return how many."""
    graph = lowered.graph
    if not lowered.calls(lambda op: op.amp_exception == "cast"):
        return 0
    result = _left_out(graph)
    for call in graph.nodes:
        while cast_target(call) == _WIDE and (user := _only_user(call)) is not None and _moves(user):
            call = _exchanged(graph, call, user)[1]
            result += 1
    for call in reversed(graph.nodes):
        while cast_target(call) not in (None, _WIDE) and _only_user(before := call.args[0]) is call and _moves(before):
            call = _exchanged(graph, before, call)[0]
            result += 1
    return result + _left_out(graph)


def _left_out(graph: CallGraph) -> int:
    """Leave out casts to float32 that change nothing, or that another cast follows; return how many."""
    wide: set[Value] = set()  # what is never half: float32, or a type that mixed precision does not cast
    result = 0
    for call in graph.nodes:
        node = operator_of(call)
        if node is None:
            if is_part(call) and not wide.isdisjoint(call.args):
                wide.add(call)
        elif node.op.amp_exception != "cast":
            if wide.issuperset(call.all_input_nodes) and _gives_wide(node):
                wide.add(call)
        elif cast_target(call) is None:
            if wide.issuperset(call.args) and not any(map(_is_output, call.users)):
                for part in list(call.users):
                    part.replace_all_uses_with(call.args[part.args[1]])
                    graph.erase_node(part)
                graph.erase_node(call)
                result += 1
            elif not wide.isdisjoint(call.args):
                wide.add(call)
        elif cast_target(before := call.args[0]) == _WIDE:
            call.args = before.args
            result += 1
            if not before.users:
                graph.erase_node(before)
        elif cast_target(call) == _WIDE and before in wide and not _is_output(call):
            call.replace_all_uses_with(before)
            graph.erase_node(call)
            result += 1
        elif cast_target(call) == _WIDE:
            wide.add(call)
    return result


def _only_user(value: Value) -> Value | None:
    return next(iter(value.users)) if len(value.users) == 1 else None


def _is_output(value: Value) -> bool:
    return any(user.op == OUTPUT for user in value.users)


def _moves(value: Value) -> bool:
    """Return whether a value is a call that moves the elements of its only argument."""
    node = operator_of(value)
    if node is None or not node.op.attention or len(value.flat_args) != 1:
        return False
    part = node.op.attention.of(node.params)
    return part is not None and part.kind in ("reshape", "transpose")


def _gives_wide(node: Any) -> bool:
    """Return whether an operator gives float32 for float32."""
    facts = [_WIDE] * len(node.inputs), [None] * node.num_outputs
    types = attempt(lambda: infer_types(node.op, node.params, *facts), Exception, runs_user_code=True)
    return types is not None and all(item == _WIDE for item in types[1])  # None: it takes other types


def _exchanged(graph: CallGraph, first: Value, second: Value) -> tuple[Value, Value]:
    """Let two calls, of which the second is the only user of the first, change their order; return them so."""
    with graph.inserting_before(second):
        start = graph.node_copy(second, lambda _: first.args[0])
        end = graph.node_copy(first, lambda _: start)
    second.replace_all_uses_with(end)
    graph.erase_node(second)
    graph.erase_node(first)
    return start, end


MOVE_CASTS = Pass(
    "move_casts",
    move_casts,
    assumes="nobody observes values inside the graph",
    effect="casts to float32 after what moves elements and to half precision before it, and nothing in vain",
)
