"""Activations and sums inside of a graph write over a value which nothing else needs: less memory to walk through."""

from __future__ import annotations

from typing import Any

from ..calls import is_first_output, operator_of
from .base import Lowered, Pass


def inplace(lowered: Lowered) -> int:
    """Have activations and sums write over their operand where it is theirs alone; return how many do."""
    if not lowered.is_train:
        return 0
    found = 0
    for call in lowered.graph.nodes:
        node = operator_of(call)
        if node is None:
            continue
        for place, function in enumerate(node.op.inplace_of(node.params)):
            if call.args.count(call.args[place]) == 1 and _is_free(call.args[place]):
                call.target, call.kwargs = function, {}
                call.meta["inplace"] = True
                found += 1
                break
    return found


def _is_free(value: Any) -> bool:
    """Return whether a value may be written over by the one node that uses it."""
    if len(value.users) != 1:
        return False
    if is_first_output(value):
        value = value.args[0]
    node = operator_of(value)
    return node is not None and node.op.is_overwritable(node.params)


INPLACE = Pass(
    "inplace",
    inplace,
    assumes="nobody watches values inside of the graph",
    effect="lets operators write over an operand that nothing else needs and whose own gradient does not look at it",
)
