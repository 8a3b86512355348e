"""Rectifiers and sums inside of a graph that write over a value which nothing else needs: less memory to walk through.

It is done where the value's maker is known to need only its inputs to be differentiated, and nobody sees the value:
it is no output, and whoever watches a graph's values (:mod:`mxnet.graph.interpreter`) runs the graph as it was written.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from torch import fx

from ..calls import is_first_output, operator_of


def inplace(graph: fx.Graph) -> None:
    """Rewrite a lowered graph so that rectifiers and sums write over their operand where it is theirs alone.

    The FX nodes that do have the function that they called before in ``meta['plain']``.
    """
    for call in graph.nodes:
        node = operator_of(call)
        if node is None:
            continue
        for place, function in enumerate(node.op.inplace_of(node.params)):
            if call.args.count(call.args[place]) == 1 and _is_free(call.args[place]):
                _replace(call, function)
                break


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
    return node is not None and node.op.is_overwritable(node.params)
