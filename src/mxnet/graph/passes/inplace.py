"""Let activations and sums overwrite an operand that nothing else uses, which saves memory traffic."""

from typing import Any

from ..call_graph import is_first_output, operator_of
from .base import Lowered, Pass


def inplace(lowered: Lowered) -> int:
    """Let operators overwrite an operand where they are its only user; return how many do."""
    if not lowered.is_train:
        return 0
    result = 0
    for call, node in lowered.calls(lambda op: op.overwritable.options["inplace"]):
        for position, function in enumerate(node.op.overwritable.options["inplace"](node.params)):
            if call.args.count(call.args[position]) == 1 and _is_free(call.args[position]):
                call.target, call.kwargs = function, {}
                call.marks |= {"inplace"}
                result += 1
                break
    return result


def _is_free(value: Any) -> bool:
    """Return whether the only user of a value may overwrite it."""
    if len(value.users) != 1:
        return False
    if is_first_output(value):
        value = value.args[0]
    node = operator_of(value)
    return node is not None and "attention" not in value.marks and node.op.overwritable.of(node.params)


INPLACE = Pass(
    "inplace",
    inplace,
    assumes="nobody observes values inside the graph",
    effect="lets operators overwrite an operand that nothing else uses and whose own gradient does not need it",
    needs=("overwritable",),
)
