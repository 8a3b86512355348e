"""For compilers: what they must not look into is called as it is, between compiled parts.

That is what draws, writes to states, runs a program of the user's or graphs of its own, or is a whole layer in PyTorch
already (the trait ``opaque``), which a compiler would take apart step by step.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import torch

from ..calls import operator_of, with_name
from .base import Lowered, Pass

_disable: Callable[..., Any] = torch.compiler.disable


def opaque(lowered: Lowered) -> int:
    """Have compilers call operators as they are; return how many."""
    found = 0
    for call in lowered.graph.nodes:
        node = operator_of(call)
        if node is not None and "traceable" not in call.meta and _is_opaque(node, lowered.is_train):
            # the function of one node alone goes with its graph
            call.target = (_known if node.op.bind is None else as_it_is)(call.target)
            found += 1
    return found


def _is_opaque(node: Any, is_train: bool) -> bool:
    op = node.op
    return bool(op.opaque or op.bind is not None or op.mutates or op.is_stochastic(node.params, is_train))


def as_it_is(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that compilers call and do not look into."""
    call = with_name(function, getattr(function, "__name__", "call"))
    disabled: Callable[..., Any] = _disable(call, reason="called as it is between compiled parts")
    return disabled


#: the same, made once of each operator's function
_known = cache(as_it_is)


OPAQUE = Pass(
    "opaque",
    opaque,
    assumes="a compiler",
    effect="has it call operators as they are that draw, write to states, run programs or graphs, or are whole layers",
    for_compiler=True,
)
