"""Inference on CPUs: layers of LSTM keep their weights packed in oneDNN's memory format."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import torch

from ...kernels.choice import has_onednn
from ...kernels.packed_lstm import PackedLSTM
from ...registry.traits import Recurrent
from ..call_graph import INPUT, CallGraph, Value
from ..calls import operator_of, with_name
from ..codegen import LoweredModule
from .base import Lowered, Pass


def pack_lstm(lowered: Lowered) -> int:
    """Replace LSTM layers whose weights depend on variables alone by layers with packed weights; return how many.

    Gluon joins the weights to a vector in the graph: that is done once, with the packing.
    """
    if not has_onednn():
        return 0
    result = 0
    for call, _, recurrent in lowered.layers(Recurrent):
        data, vector, *states = call.args
        calls, variables = _made_of(vector, lowered.graph)
        layers = recurrent.lstm
        if not variables or layers is None:
            continue
        plain: Any = call.target
        function = PackedLSTM(
            partial(plain, **call.kwargs),
            _function_of(calls, variables, vector),
            *(layers.cells, layers.size, layers.layers, layers.directions),
        )
        lowered.caching.append(function.packed)
        call.target, call.kwargs = with_name(function, f"packed_{call.name}"), {}
        call.args = (data, *states, *variables)
        for unused in reversed(calls):
            if not unused.users:
                lowered.graph.erase_node(unused)
        result += 1
    return result


def _made_of(value: Any, graph: CallGraph) -> tuple[list[Value], list[Value]]:
    """Return the calls that compute a value, or those of a tuple, from variables, in order, and the variables.

    Both are empty where the variables alone do not determine it.
    """
    calls: set[Value] = set()
    variables: dict[Value, None] = {}
    waiting = list(value) if isinstance(value, tuple) else [value]
    while waiting:
        at = waiting.pop()
        if at.op == INPUT and at.node is not None:
            variables[at] = None
        elif at not in calls:
            node = operator_of(at)
            if node is None or node.op.stochastic or node.op.mutates or node.op.bound:
                return [], []
            calls.add(at)
            waiting += at.all_input_nodes
    return [node for node in graph.nodes if node in calls], list(variables)


def _function_of(calls: Sequence[Value], variables: Sequence[Value], value: Any) -> Callable[..., Any]:
    """Return the function of the variables that makes these calls for a value, or for a tuple, which it joins."""
    graph = CallGraph()
    copies = {variable: graph.placeholder(variable.name) for variable in variables}
    for call in calls:
        copies[call] = graph.node_copy(call, copies.__getitem__)
    if isinstance(value, tuple):
        pieces = [graph.call_method("reshape", (copies[item], -1)) for item in value]
        graph.output(graph.call_function(torch.cat, (pieces,)))
    else:
        graph.output(copies[value])
    return LoweredModule(graph)


PACK_LSTM = Pass(
    "pack_lstm",
    pack_lstm,
    assumes="inference on a CPU with oneDNN, no gradient, and nobody observes values inside the graph",
    effect="keeps the weights of LSTM layers, where they are variables or made of some, in oneDNN's memory format",
    needs=(Recurrent,),
    without_gradient=True,
)
