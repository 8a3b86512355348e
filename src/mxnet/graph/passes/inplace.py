"""Rectifiers and sums inside of a graph that write over a value which nothing else needs: less memory to walk through.

It is done where the value's maker is known to need only its inputs to be differentiated, and nobody sees the value:
it is no output, and whoever watches a graph's values (:mod:`mxnet.graph.interpreter`) runs the graph as it was written.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import torch
from torch import fx

from ..calls import is_first_output, is_rectifier, operator_of

#: by operator: with which attributes a result is memory of its own (no view of it) that its gradient does not look at
_FREE: dict[str, Callable[[Any], bool]] = {
    "BatchNorm": lambda p: p.axis == 1,
    "Convolution": lambda p: p.layout is None or p.layout[1] == "C",
    "elemwise_add": lambda p: True,
}


def work_in_place(graph: fx.Graph) -> None:
    """Rewrite a lowered graph so that rectifiers and sums write over their operand where it is theirs alone.

    The FX nodes that do have the function that they called before in ``meta['plain']``.
    """
    for call in graph.nodes:
        node = operator_of(call)
        if node is None:
            continue
        if is_rectifier(node):
            if _is_free(call.args[0]):
                _replace(call, torch.relu_)
        elif node.op.name == "elemwise_add" and call.args[0] is not call.args[1]:
            for place, function in enumerate((add_to_first, add_to_second)):
                if _is_free(call.args[place]):
                    _replace(call, function)
                    break


def add_to_first(first: torch.Tensor, second: torch.Tensor) -> torch.Tensor:
    """Return the sum, in the memory of ``first`` where it has the sum's shape and type."""
    return first.add_(second) if first.shape == second.shape and first.dtype == second.dtype else first + second


def add_to_second(first: torch.Tensor, second: torch.Tensor) -> torch.Tensor:
    """Return the sum, in the memory of ``second`` where it has the sum's shape and type."""
    return add_to_first(second, first)


def _replace(call: fx.Node, function: Callable[..., Any]) -> None:
    call.meta["plain"] = partial(call.target, **call.kwargs)  # type: ignore[arg-type, misc, operator]
    call.target, call.kwargs = function, {}


def _is_free(value: Any) -> bool:
    """Return whether a value may be written over by the one node that uses it."""
    if len(value.users) != 1:
        return False
    if is_first_output(value):
        value = value.args[0]
    node = operator_of(value)
    return node is not None and node.op.name in _FREE and _FREE[node.op.name](node.params)
