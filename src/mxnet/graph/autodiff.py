"""A graph's backward pass as a graph of its own, if every operator that gradients flow through has a vjp rule.

PyTorch records every run and walks back over the record, which takes most of the time of a small network. Here the
backward graph is built once. The forward graph returns, after its other results, the values that the backward graph
needs.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import torch

from .call_graph import FUNCTION, INPUT, OUTPUT, CallGraph, Value, is_part
from .codegen import LoweredModule

if TYPE_CHECKING:
    from ..registry.op import Op, Params
    from .passes.backward import Loss

#: the largest graph, in values, that is differentiated here: building the backward graph takes 20 µs an operator, and
#: saves 15 in each run
_LARGEST = 100_000
#: so many gradients that are elements of one result are handed over by one call
_MANY = 16


class Receiver(Protocol):
    """Receives the gradients of arguments, by number."""

    #: by number, the tensor to compute a gradient into, None for a new one
    targets: Sequence[torch.Tensor | None]

    def take(self, i: int, grad: torch.Tensor) -> None:
        """Take the complete gradient of an argument."""


class Derivative(NamedTuple):
    """A backward graph: ``module(receiver, targets, saved, *starts)``; ``targets`` are the receiver's.

    ``saved`` is a list of the forward graph's results from ``first`` on, in reverse, which the graph pops one by one.
    ``starts`` are the gradients of the first input of each of ``losses``, and of the outputs ``heads``.
    """

    module: LoweredModule
    first: int
    losses: Sequence[Loss]
    heads: Sequence[int]
    #: the number of its calls
    size: int
    #: the numbers of the arguments that get a gradient
    receives: frozenset[int]
    #: those of them whose gradients can be computed into their targets
    direct: frozenset[int]

    def __call__(self, results: list[Any], head_grads: Sequence[Any], receiver: Receiver) -> None:
        """Hand the gradient of each argument that has one to ``receiver``.

        ``head_grads``: by output, its gradient; only those of ``heads`` are used.
        """
        starts = [loss.gradients(results)[0] for loss in self.losses]
        starts += [head_grads[i] for i in self.heads]
        saved = results[self.first :]
        results.clear()
        saved.reverse()
        self.module.forward(receiver, receiver.targets, saved, *starts)


def derive(
    graph: CallGraph, count: int, losses: Sequence[Loss], needs_grad: Collection[int]
) -> tuple[list[Any], Derivative | None]:
    """Return the results that a graph has to return, and the backward pass to the inputs ``needs_grad``, by number.

    ``graph`` is a lowered one of ``count`` outputs, after the pass ``losses``. The backward pass is None if PyTorch
    has to differentiate.
    """
    results: list[Any] = list(graph.output_node().args[0])
    if not needs_grad or len(graph.nodes) > _LARGEST:
        return results, None
    inputs = [node for node in graph.nodes if node.op == INPUT]
    active = _active_values(graph, {inputs[i] for i in needs_grad}, losses)
    starts = [loss for loss in losses if results[loss.inputs[0]] in active]
    ended = {id(loss.node) for loss in losses}
    heads = [i for i, head in enumerate(results[:count]) if head in active and id(head.node) not in ended]
    roots = [results[loss.inputs[0]] for loss in starts] + [results[i] for i in heads]
    between = _between(roots, active) if roots else None
    if between is None or _starts_elsewhere(graph, {inputs[i] for i in needs_grad}, ended, between):
        return results, None
    result = Backward(graph, active, inputs, needs_grad)
    result.build(roots)
    module = LoweredModule(result.graph)
    return [*results, *result.saved_nodes], Derivative(
        module,
        len(results),
        starts,
        heads,
        len(result.graph.nodes),
        frozenset(result.received),
        frozenset(result.direct),
    )


def _active_values(graph: CallGraph, needs_grad: set[Value], losses: Sequence[Loss]) -> set[Value]:
    """Return the active values: those through which gradients flow to a wanted input, blocked by no operator."""
    ended = {id(loss.node) for loss in losses}
    active = set(needs_grad)
    for node in graph.nodes:
        if node.op == OUTPUT or not node.uses_any(active):
            continue
        source = node.node
        if source is None or not (id(source) in ended or (source.op.blocks and source.op.blocks.of(source.params))):
            active.add(node)
    return active


def has_vjp(op: Op, params: Params) -> bool:
    """Return whether the operator has a vjp rule for these attributes."""
    rule = op.vjp
    when = rule.options["when"] if rule else False
    return bool(when(params) if callable(when) else when)


def _between(roots: Sequence[Value], active: set[Value]) -> set[Value] | None:
    """Return the values from the roots to the wanted inputs; None where an operator has no vjp rule."""
    pending, seen = list(roots), set(roots)
    while pending:
        node = pending.pop()
        if node.op == INPUT:
            continue
        source = node.node
        if node.op != FUNCTION or (not (is_part(node) if source is None else has_vjp(source.op, source.params))):
            return None
        for item in node.all_input_nodes:
            if item in active and item not in seen:
                seen.add(item)
                pending.append(item)
    return seen


def _starts_elsewhere(graph: CallGraph, needs_grad: set[Value], ended: set[int], between: set[Value]) -> bool:
    """Return whether a call's gradient is to run where none comes to it: PyTorch comes to it behind what blocks."""
    behind = set(needs_grad)
    for node in graph.nodes:
        if node.op == OUTPUT or not node.uses_any(behind):
            continue
        behind.add(node)
        source = node.node
        if source is None or node in between or id(source) in ended:
            continue
        if source.bound.starts:
            return True
    return False


class Backward:
    """Builds one backward graph; the second half of its methods is what vjp rules call."""

    def __init__(
        self, forward: CallGraph, active: set[Value], inputs: Sequence[Value], needs_grad: Collection[int]
    ) -> None:
        self.forward = forward
        self.active = active
        self.graph = CallGraph()
        self.receiver = self.graph.placeholder("receiver")
        self.targets = self.graph.placeholder("targets")
        self.saved = self.graph.placeholder("saved")
        self.saved_nodes: list[Value] = []
        self.values: dict[Value, Value] = {}
        self.grads: dict[Value, Value] = {}
        #: the values whose gradients may be added to in place
        self.unshared: set[Value] = set()
        self.numbers = {inputs[i]: i for i in needs_grad}
        self.received: set[int] = set()
        self.direct: list[int] = []
        #: elements of results that :func:`_take_parts` hands over
        self._unpacked: dict[Value, None] = {}

    def build(self, roots: Sequence[Value]) -> None:
        """Write the calls, from the last operator to the first."""
        for i, root in enumerate(roots):
            self.add(root, self.graph.placeholder(f"start_{i}"))
        nodes = self.forward.nodes
        ready = self._ready(nodes)
        parts: dict[Value, dict[int, Value]] = {}
        for node in reversed(nodes):
            grad = self.grads.pop(node, None) if node.op == FUNCTION else None
            source = node.node
            if grad is not None and source is None:
                parts.setdefault(node.args[0], {})[node.args[1]] = grad
            elif grad is not None or node in parts:
                result = parts.pop(node, {})
                if not result and grad is not None:
                    result[0] = grad
                source.op.vjp.of(self, node, source.params, result)
            if node in ready:
                self._hand_over(ready[node])
        for part in self._unpacked:
            if not part.users:
                self.graph.erase_node(part)
        self.graph.output(())

    def _ready(self, nodes: Sequence[Value]) -> dict[Value, list[Value]]:
        """Return by node the inputs whose gradients are complete after that node's rule."""
        first: dict[Value, Value] = {}
        for node in nodes:
            for item in node.all_input_nodes:
                if item in self.numbers:
                    first.setdefault(item, node)
        ready: dict[Value, list[Value]] = {}
        for item, node in first.items():
            ready.setdefault(node, []).append(item)
        return ready

    def _hand_over(self, variables: Sequence[Value]) -> None:
        """Hand over the gradients of variables; many that are elements of one result by one call."""
        grads = {self.numbers[item]: self.grads.pop(item) for item in variables if item in self.grads}
        self.received.update(grads)
        parts: dict[Value, dict[int, Value]] = {}
        for i, grad in grads.items():
            if grad.target is operator.getitem:
                parts.setdefault(grad.args[0], {})[i] = grad
        for results, of_results in parts.items():
            if len(of_results) >= _MANY:
                indices = tuple([grad.args[1] for grad in of_results.values()])
                self.graph.call_function(_take_parts, (self.receiver, results, tuple(of_results), indices))
                self._unpacked.update(dict.fromkeys(of_results.values()))
                grads = {i: grad for i, grad in grads.items() if i not in of_results}
        for i, grad in grads.items():
            self.graph.call_method("take", (self.receiver, i, grad))

    def is_argument_used_once(self, node: Value) -> bool:
        """Return whether a value is an argument with a single use."""
        return node in self.numbers and len(node.users) == 1

    # -- called by vjp rules ---------------------------------------------------------------------------------------

    def needs_gradient(self, node: Any) -> bool:
        """Return whether a value's gradient is needed."""
        return node in self.active

    def call(self, function: Callable[..., Any], *args: Any) -> Value:
        """Add a call to the backward graph."""
        return self.graph.call_function(function, args)

    def part(self, results: Value, i: int) -> Value:
        """Return one of several results."""
        return self.call(operator.getitem, results, i)

    def value(self, node: Value) -> Value:
        """Return a value of the forward graph; it is popped off a list, so that it is freed after its last use."""
        result = self.values.get(node)
        if result is None:
            result = self.values[node] = self.graph.call_method("pop", (self.saved,))
            self.saved_nodes.append(node)
        return result

    def add_forward(self, node: Value, function: Callable[..., Any], *args: Any) -> Value:
        """Add a call to the forward graph, after a node of it."""
        with self.forward.inserting_after(node):
            return self.forward.call_function(function, args)

    def output(self, node: Value, i: int) -> Value:
        """Return output ``i`` of a call of the forward graph that has several."""
        for user in node.users:
            if user.target is operator.getitem and user.args[1] == i:
                return user
        return self.add_forward(node, operator.getitem, node, i)

    def add(self, node: Any, grad: Value, plus: Callable[..., Any] = torch.add) -> None:
        """Add a gradient to a value's gradients, by ``plus``."""
        if node not in self.active:
            return
        before = self.grads.get(node)
        if before is None:
            self.grads[node] = grad
        elif node in self.unshared and plus is torch.add:
            self._become(node, self.call(_added, before, grad))
        else:
            self._become(node, self.call(plus, before, grad))

    def compute(self, node: Any, function: Callable[..., Any], args: tuple[Value, ...]) -> None:
        """Add the gradient ``function(*args)`` to a value's gradients.

        If it is the only gradient of an argument, the function gets one more argument: a tensor to write it into and
        return, or None.
        """
        if node in self.active:
            self.add(node, self._first(node, function, args))

    def accumulate(
        self, node: Value, first: Callable[..., Any], more: Callable[..., Any], args: tuple[Value, ...]
    ) -> None:
        """Do the same with ``first``, or add the gradient in place by ``more(total, *args)``."""
        before = self.grads.get(node)
        if before is None:
            self._become(node, self._first(node, first, args))
        elif node in self.unshared:
            self._become(node, self.call(more, before, *args))
        else:
            self.add(node, self.call(first, *args))

    def _first(self, node: Value, function: Callable[..., Any], args: tuple[Value, ...]) -> Value:
        if node in self.grads or not self.is_argument_used_once(node):
            return self.call(function, *args)
        index = self.numbers[node]
        self.direct.append(index)
        return self.call(function, *args, self.part(self.targets, index))

    def _become(self, node: Value, grad: Value) -> None:
        self.grads[node] = grad
        self.unshared.add(node)


def _take_parts(receiver: Receiver, results: Sequence[torch.Tensor], arguments: Sequence[int], parts: Any) -> None:
    """Hand over elements of results, ``parts``, as the gradients of arguments."""
    for i, part in zip(arguments, parts, strict=True):
        receiver.take(i, results[part])


def _added(total: torch.Tensor, grad: torch.Tensor) -> torch.Tensor:
    return total.add_(grad)
