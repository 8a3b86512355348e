"""Remove operators that are the identity at inference.

Dropout, ``identity``, ``BlockGrad`` and ``make_loss`` copy their input, because no two results of operators may share
memory. Inside a graph nobody writes to a value, so that later operators can read the original. With gradients or
observers, the graph runs unchanged.
"""

from ...registry.traits import Identity
from ..call_graph import CallGraph, Value
from ..calls import is_first_output, may_alias_input
from .base import Lowered, Pass


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
    assumes="inference, no gradient, and nobody observes or writes to values inside the graph",
    effect="removes operators that return their input; keeps those that are outputs, and graphs that write to states",
    needs=(Identity,),
    without_gradient=True,
)
