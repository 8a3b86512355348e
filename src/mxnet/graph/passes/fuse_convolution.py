"""Inference: fuse convolutions with the batch normalization, sum and activation after them.

Batch normalization is folded into the convolution's weights and bias. A sum and an activation after it are part of the
same kernel on CPUs with oneDNN, and run in place elsewhere (``kernels/fused_convolution.py``). With gradients, the
graph runs unchanged.

Results differ from separate operators by some units in the last place. oneDNN's activations turn NaN into 0, so a
graph whose data or weights are not all finite runs unchanged, too; only a NaN that arises inside the graph by overflow
can get lost.
"""

from collections.abc import Callable, Sequence
from typing import Any

import torch

from ...core.write_tracking import Seen
from ...kernels.choice import PLAIN
from ...kernels.fused_convolution import Activation, FusedConvolution, Workspace, is_finite
from ...registry.traits import Affine, Clamp, Convolution, Sum
from ..call_graph import INPUT, CallGraph, Value, cast_of_variable, is_first_output, operator_of, with_name
from .base import Lowered, Pass


def fuse_convolution(lowered: Lowered) -> int:
    """Replace each convolution and what follows it by one call; return how many."""
    if PLAIN:
        return 0
    workspace = Workspace()
    result = [call for call, *_ in lowered.layers(Convolution) if _is_convolution(call)]
    for node in result:
        lowered.caching.append(_Chain(node).replace(lowered.graph, workspace, node is result[-1]))
    return len(result)


def _finite_inputs(graph: CallGraph) -> Callable[..., bool]:
    """Return the function that checks whether the inputs of fused convolutions are finite.

    Inputs that are no operator's first argument are mostly parameters: they are checked again only when one changes.
    """
    entrances = _entrances(graph)
    first = {node.args[0] for node in graph.nodes if node.args and isinstance(node.args[0], Value)}
    data = [i for i, node in entrances.items() if node in first]
    parameters, known = [i for i in entrances if i not in data], _KnownFinite()

    def holds(*inputs: Any) -> bool:
        return all(is_finite(inputs[i]) for i in data) and known.holds([inputs[i] for i in parameters])

    return holds


class _KnownFinite:
    """Whether tensors are finite; the result is cached until one of them is replaced or written to."""

    def __init__(self) -> None:
        self._seen: Seen | None = None

    def holds(self, known: Sequence[Any]) -> bool:
        """Return whether all tensors among ``known`` are finite."""
        tensors = [item for item in known if isinstance(item, torch.Tensor)]
        if self._seen is not None and self._seen.same(tensors):
            return True
        now = Seen(tensors)
        finite = all(map(is_finite, tensors))
        self._seen = now if finite and now.is_known(tensors) else None
        return finite


def _entrances(graph: CallGraph) -> dict[int, Value]:
    """Return the inputs that the data of fused convolutions depend on, by position.

    Weights are not among them: they are checked when they are packed.
    """
    seen: set[Value] = set()
    pending = [node for node in graph.nodes if "fused" in node.marks]
    while pending:
        node = pending.pop()
        if node not in seen:
            seen.add(node)
            weights = node.args[1:7] if "fused" in node.marks else ()
            pending += [item for item in node.all_input_nodes if item not in weights]
    return {i: node for i, node in enumerate(n for n in graph.nodes if n.op == INPUT) if node in seen}


def _operator(node: Value) -> Any:
    """Return the graph's node that a value is the call of, None for other values and for fused calls."""
    return None if "fused" in node.marks else operator_of(node)


def _is_convolution(node: Value) -> bool:
    """Return whether a node is a convolution that can be fused: its weights are variables, or casts of them."""
    result = _operator(node)
    return (
        result is not None
        and result.op.layer_of(Convolution, result.params) is not None
        and all(cast_of_variable(a)[0] is not None for a in node.args[1:])
    )


class _Chain:
    """A convolution and the nodes after it that are fused into it."""

    def __init__(self, convolution: Value) -> None:
        self.convolution = self.last = convolution
        self.norm: Value | None = None
        self.affine: Callable[..., Any] | None = None
        self.sum: Value | None = None
        self.activation = Activation()
        self.activates: Value | None = None
        self._take_norm()
        self._take_sum()
        self._take_activation()

    def _next(self) -> tuple[Value, Any] | None:
        """Return the one node that uses the last one, and the graph's node that it calls."""
        users = list(self.last.users)
        result = _operator(users[0]) if len(users) == 1 else None
        return None if result is None else (users[0], result)

    def _take_norm(self) -> None:
        after = self._next()
        affine = None if after is None else after[1].op.layer_of(Affine, after[1].params)
        if after is None or affine is None or after[0].args[0] is not self.last:
            return
        call = after[0]
        users = list(call.users)
        parameters = call.args[1:5]
        if (
            len(users) == 1
            and is_first_output(users[0])
            and all(isinstance(a, Value) and a.op == INPUT for a in parameters)
        ):
            self.norm, self.affine, self.last = call, affine.of, users[0]

    def _take_sum(self) -> None:
        after = self._next()
        if (
            after is not None
            and after[1].op.layer_of(Sum, after[1].params)
            and after[0].args[0] is not after[0].args[1]
        ):
            self.sum = self.last = after[0]

    def _take_activation(self) -> None:
        after = self._next()
        result = None if after is None else _activation(after[1])
        if after is not None and result is not None and (self.sum is None or result.name == "relu"):
            self.activation, self.activates, self.last = result, after[0], after[0]

    def replace(self, graph: CallGraph, workspace: Workspace, is_last: bool) -> FusedConvolution:
        """Replace the chain by one call and return its function; the graph's last closes the workspace."""
        data, *args = self.convolution.args
        weights = [cast_of_variable(item) for item in args] + [(None, None)] * (2 - len(args))
        inputs: list[Any] = [data, *(variable for variable, _ in weights)]
        inputs += self.norm.args[1:5] if self.norm is not None else [None] * 4
        steps = [(step.target, dict(step.kwargs)) for step in (self.convolution, self.norm, self.activates) if step]
        before = self._before_sum()
        if self.sum is not None:
            inputs.append(next(a for a in self.sum.args if a is not before))
        fused = self._fused(steps, [cast for _, cast in weights], workspace, is_last)
        with graph.inserting_before(self.last):
            call = graph.call_function(with_name(fused, f"fused_{self.convolution.name}"), tuple(inputs))
        call.node = _operator(self.last) or _operator(self.norm or self.convolution)
        call.marks |= {"fused"}
        self.last.replace_all_uses_with(call)
        chain = self.last, self.activates, self.sum, before, self.norm, self.convolution
        for node in dict.fromkeys((*chain, *args)):
            if isinstance(node, Value) and node.op != INPUT and not node.users:
                graph.erase_node(node)
        return fused

    def _before_sum(self) -> Value:
        """Return the result of the convolution, or of the normalization after it."""
        return self.convolution if self.norm is None else next(iter(self.norm.users))

    def _fused(self, steps: list[Any], casts: list[Any], workspace: Workspace, is_last: bool) -> FusedConvolution:
        node = _operator(self.convolution)
        geometry = node.op.layer_of(Convolution, node.params)
        add: Any = None if self.sum is None else self.sum.target
        return FusedConvolution(steps, geometry, self.affine, self.activation, add, casts, workspace, is_last)


def _activation(node: Any) -> Activation | None:
    """Return the activation that a node computes, None for others."""
    bounds = node.op.layer_of(Clamp, node.params)
    if bounds == (0, None):
        return Activation("relu")
    return None if bounds is None or None in bounds else Activation("hardtanh", bounds)


FUSE_CONVOLUTION = Pass(
    "fuse_convolution",
    fuse_convolution,
    assumes="inference, no gradient, finite inputs on CPUs, and nobody observes values inside the graph",
    effect="folds batch normalization into the convolution's weights; sum and activation are computed with it",
    needs=(Convolution,),
    without_gradient=True,
    guard=_finite_inputs,
)
