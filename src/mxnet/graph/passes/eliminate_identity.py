"""What inference need not compute: nodes that hand on their input as it is.

Dropout outside of training, ``identity``, ``BlockGrad`` and ``make_loss`` copy their input, so that results of
operators share no memory. Inside of a graph nobody writes to a value, and what comes after can read the original.
Where a gradient is asked for, the graph runs as it was written, and so it does for those who watch its values.
"""

from __future__ import annotations

from torch import fx

from ..calls import is_first_output, may_alias_input, operator_of
from .base import Lowered, Pass


def eliminate_identity(lowered: Lowered) -> int:
    """Take out nodes that only copy; return how many there were.

    Left alone are those that an output is, or may be a view of, since outputs are written to, and all of a graph
    that writes to arrays.
    """
    graph, found = lowered.graph, 0
    calls = [node for node in graph.nodes if operator_of(node) is not None]
    if any(operator_of(call).op.mutates and not operator_of(call).op.trains_states for call in calls):
        return 0
    seen = _seen_from_outside(graph)
    for call in calls:
        node = operator_of(call)
        if call in seen or not node.op.is_identity(node.params):
            continue
        takers = [call] if node.op.one_output else list(call.users)
        if all(each is call or is_first_output(each) for each in takers):
            for each in takers:
                each.replace_all_uses_with(call.args[0])
                graph.erase_node(each)
            if call not in takers:
                graph.erase_node(call)
            found += 1
    return found


def _seen_from_outside(graph: fx.Graph) -> set[fx.Node]:
    """Return the values whose memory the outputs have, or may have."""
    seen: set[fx.Node] = set()
    waiting = list(graph.output_node().all_input_nodes)
    while waiting:
        call = waiting.pop()
        if call not in seen:
            seen.add(call)
            if may_alias_input(call):
                waiting += call.all_input_nodes
    return seen


ELIMINATE_IDENTITY = Pass(
    "eliminate_identity",
    eliminate_identity,
    assumes="inference, no gradient, and nobody watches or writes to values inside of the graph",
    effect="takes out operators that hand on their input; outputs stay, and so do graphs that write to states",
    without_gradient=True,
)
