"""Weights: recurrent layers take them one by one where a graph only joins them for them, as Gluon's does, and for
inference on CPUs they are kept packed in oneDNN's memory format.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import torch

from ...kernels.choice import HAS_ONEDNN
from ...kernels.packed_linear import PackedLinear, packed_linear
from ...kernels.packed_lstm import PackedLSTM
from ...registry.traits import Joined, Linear, Recurrent
from ..call_graph import INPUT, CallGraph, Value, operator_of, with_name
from ..codegen import LoweredModule
from .base import Lowered, Pass


def separate_weights(lowered: Lowered) -> int:
    """Give recurrent layers a tuple of weights in the place of their vector; return how many."""
    vectors = {call: call for call, _, _ in lowered.layers(Joined)}
    result = 0
    for call, _, _ in lowered.layers(Recurrent):
        data, vector, *states = call.args
        if vector not in vectors:
            continue
        call.args = (data, tuple(map(_before_reshaping, vector.args)), *states)
        for unused in dict.fromkeys((vector, *vector.args)):  # weights may be shared
            if not unused.users and operator_of(unused) is not None:
                lowered.graph.erase_node(unused)
        result += 1
    return result


def _before_reshaping(value: Value) -> Any:
    """Return what a value is a reshaped form of, or itself."""
    node = operator_of(value)
    part = None if node is None or not node.op.attention else node.op.attention.of(node.params)
    return value.args[0] if part is not None and part.kind == "reshape" else value


SEPARATE_WEIGHTS = Pass(
    "separate_weights",
    separate_weights,
    assumes="nobody observes values inside the graph",
    effect="gives recurrent layers their weights one by one, where they are only joined to a vector for them",
    needs=(Recurrent, Joined),
)


def pack_linear(lowered: Lowered) -> int:
    """Replace fully connected layers whose weights are variables by layers with packed weights; return how many."""
    if not lowered.on_cpu or not HAS_ONEDNN:
        return 0
    result = 0
    for call, node, layer in lowered.layers(Linear):
        if "fused" not in call.marks and all(isinstance(a, Value) and a.op == INPUT for a in call.args[1:]):
            packed = PackedLinear(
                partial(node.op.fn, **call.kwargs), layer.filters, layer.flatten, f"packed_{call.name}"
            )
            lowered.caching.append(packed)
            call.call_instead(packed_linear, (packed, packed.filters))
            result += 1
    return result


PACK_LINEAR = Pass(
    "pack_linear",
    pack_linear,
    assumes="inference on a CPU with oneDNN, no gradient, and nobody observes values inside the graph",
    effect="keeps large weights of fully connected layers in oneDNN's memory format, for some rows of data",
    needs=(Linear,),
    without_gradient=True,
)


def pack_lstm(lowered: Lowered) -> int:
    """Replace LSTM layers whose weights depend on variables alone by layers with packed weights; return how many.

    Gluon joins the weights to a vector in the graph: that is done once, with the packing.
    """
    if not HAS_ONEDNN:
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
    pending = list(value) if isinstance(value, tuple) else [value]
    while pending:
        at = pending.pop()
        if at.op == INPUT and at.node is not None:
            variables[at] = None
        elif at not in calls:
            node = operator_of(at)
            if node is None or node.op.stochastic or node.op.mutates or node.op.bound:
                return [], []
            calls.add(at)
            pending += at.all_input_nodes
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
