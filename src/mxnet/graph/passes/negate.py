"""Negate in the kernel that computes, as of losses, which are what is picked of logarithms, times -1."""

from collections.abc import Callable
from typing import Any

import torch

from ..call_graph import Value, operator_of
from .base import Lowered, Pass


def negate(lowered: Lowered) -> int:
    """Let operators that can be negated at once take the place of them and of a product with -1; return how many."""
    graph, result = lowered.graph, 0
    for call, node in lowered.calls(lambda op: op.negated):
        negated = node.op.negated.of(node.params)
        user = next(iter(call.users)) if len(call.users) == 1 else None
        if negated is None or user is None or not _multiplies_by_minus_one(user):
            continue
        with graph.inserting_before(user):
            at_once = graph.call_function(_at_once(call, user, *negated), tuple(call.args))
        user.replace_all_uses_with(at_once)
        graph.erase_node(user)
        graph.erase_node(call)
        result += 1
    return result


def _multiplies_by_minus_one(value: Value) -> bool:
    node = operator_of(value)
    part = node.op.attention.of(node.params) if node is not None and node.op.attention else None
    return part is not None and part.kind == "scale" and part.factor == -1


def _at_once(call: Value, user: Value, negated: Any, fits: Any) -> Callable[..., torch.Tensor]:
    first: Any = call.target
    second: Any = user.target
    kwargs, others = call.kwargs, user.kwargs

    def minus(*tensors: torch.Tensor) -> torch.Tensor:
        return negated(*tensors) if fits(*tensors) else second(first(*tensors, **kwargs), **others)

    return minus


NEGATE = Pass(
    "negate",
    negate,
    assumes="nobody observes values inside the graph",
    effect="on GPUs, negates what is picked of logarithms with the picking",
    needs=("negated",),
)
