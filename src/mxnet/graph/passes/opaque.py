"""For compilers: call some operators as they are, between compiled parts.

These are operators that draw random numbers, write to states, run user code or subgraphs, or are a single PyTorch layer
already (the trait ``opaque``), which a compiler would decompose into steps.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import torch

from ..calls import operator_of, with_name
from .base import Lowered, Pass

_disable: Callable[..., Any] = torch.compiler.disable


def opaque(lowered: Lowered) -> int:
    """Hide operators from compilers; return how many."""
    result = 0
    for call in lowered.graph.nodes:
        node = operator_of(call)
        if node is not None and "traceable" not in call.marks and _is_opaque(node, lowered.is_train):
            # a function made for one node must not outlive the graph in a cache
            call.target = (as_it_is if node.op.bound else _known)(call.target)
            result += 1
    return result


def _is_opaque(node: Any, is_train: bool) -> bool:
    op = node.op
    return bool(op.traceable.answer == "opaque" or op.bound or op.mutates or op.stochastic.of(node.params, is_train))


def as_it_is(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that compilers call without tracing it."""
    call = with_name(function, getattr(function, "__name__", "call"))
    disabled: Callable[..., Any] = _disable(call, reason="called as it is between compiled parts")
    return disabled


#: the same, once for each operator's function
_known = cache(as_it_is)


OPAQUE = Pass(
    "opaque",
    opaque,
    assumes="a compiler",
    effect="calls operators as they are that draw random numbers, write to states, run user code, or are whole layers",
    for_compiler=True,
)
