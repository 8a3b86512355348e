"""Small operators at inference call PyTorch directly where all numbers are float32.

What an operator's function looks at in each call, and its attributes, of which PyTorch wraps a number in a tensor each
time, takes as long as a small array's computation. Where the inputs of the graph are float32, all is that they flow
through, as long as operators keep their type, and PyTorch's own function gives the operator's result, to the bit
(the option ``graphs`` of :attr:`.Traits.fast_path`).
"""

from collections.abc import Callable, Sequence
from operator import attrgetter, itemgetter
from typing import Any

import torch

from ...kernels.choice import PLAIN
from ..call_graph import INPUT, CallGraph, Value, operator_of, target
from .base import Lowered, Pass

#: what the inputs that must be float32 are marked with
_MARKS = frozenset(("float32",))


def direct_calls(lowered: Lowered) -> int:
    """Replace the functions of operators by PyTorch's; return how many."""
    nodes = lowered.graph.nodes
    operators = {node.op for node in map(operator_of, nodes) if node is not None}
    keeping = {op for op in operators if op.keeps_type}
    targets = {op: (target(op, True), target(op, False)) for op in keeping if op.fast_path.options["graphs"]}
    if PLAIN or not targets:
        return 0
    unknown, used = set[Value](), set[Value]()
    answers = dict[int, tuple[Any, Sequence[Any] | None]]()
    changed = 0
    for call in nodes:
        if call.op == INPUT:
            continue
        node = operator_of(call)
        arguments = call.flat_args or call.all_input_nodes
        if node is None or node.op not in keeping or not arguments or not unknown.isdisjoint(arguments):
            unknown.add(call)
            continue
        used.update(arguments)
        if not node.op.one_output:
            unknown.add(call)
        if call.flat_args and call.target in targets.get(node.op, ()):
            params = node.params
            if id(params) not in answers:
                answers[id(params)] = params, node.op.in_graphs(params)
            _, answer = answers[id(params)]
            if answer is not None:
                call.call_instead(answer[0], last=answer[1:])
                changed += 1
    for value in nodes if changed else ():
        if value.op == INPUT and value in used:
            value.marks = value.marks | _MARKS if value.marks else _MARKS
    return changed


def _all_float32(graph: CallGraph) -> Callable[..., bool]:
    """Return the check that the marked inputs are float32."""
    inputs = [value for value in graph.nodes if value.op == INPUT]
    marked = [i for i, value in enumerate(inputs) if value.marks >= _MARKS]
    expected, dtype = {torch.float32}, attrgetter("dtype")
    if len(marked) == len(inputs):
        return lambda *tensors: set(map(dtype, tensors)) == expected
    if len(marked) == 1:
        return lambda *tensors: tensors[marked[0]].dtype is torch.float32
    take = itemgetter(*marked)
    return lambda *tensors: set(map(dtype, take(tensors))) == expected


DIRECT_CALLS = Pass(
    "direct_calls",
    direct_calls,
    assumes="inference, no gradient, float32 inputs, and nobody observes values inside the graph",
    effect="calls PyTorch's functions for small operators directly, with numbers as tensors",
    without_gradient=True,
    guard=_all_float32,
    fails_alike=True,
)
