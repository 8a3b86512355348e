"""For compilers: operators with a functional form (``Op.traceable``) are replaced by it, others are called as they are.

The new values of states become results of the graph, after its outputs. They are written in the *backward* pass, as in
MXNet, by an autograd node at the graph's end.
"""

import operator
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import torch

from ...core.write_tracking import writable
from ..call_graph import INPUT, Value, operator_of, with_name
from .base import Lowered, Pass


class Update(NamedTuple):
    """How the states of one call change in the backward pass."""

    function: Callable[..., Any]
    #: positions of the states among the inputs
    states: tuple[int, ...]
    #: the slice of the graph's results that the function takes after the states
    outputs: slice
    #: positions of the inputs that the call depends on, apart from states
    sources: tuple[int, ...]


class Effects:
    """The effects of a functionalized graph, applied before and after it runs."""

    def __init__(
        self, heads: int, preparations: list[tuple[Callable[..., Any], list[int]]], updates: list[Update]
    ) -> None:
        self._heads = heads
        self._preparations = preparations
        self._updates = updates

    def before(self, inputs: Sequence[Any]) -> None:
        """Apply what operators do to their inputs before they run."""
        for prepare, positions in self._preparations:
            prepare(*[inputs[i] for i in positions])

    def after(self, inputs: Sequence[Any], results: Sequence[Any]) -> tuple[torch.Tensor, ...]:
        """Return the graph's outputs; their backward pass writes the states."""
        heads = tuple(results[: self._heads])
        if not self._updates or not torch.is_grad_enabled():
            return heads
        due = [
            (update, [inputs[i] for i in update.states], [value.detach() for value in results[update.outputs]])
            for update in self._updates
            if any(inputs[j].requires_grad for j in update.sources)
        ]
        positions = [i for i, head in enumerate(heads) if head.requires_grad]
        if not due or not positions:
            return heads
        after = iter(_Updates.apply(due, *(heads[i] for i in positions)))  # type: ignore[no-untyped-call]
        return tuple(next(after) if i in positions else head for i, head in enumerate(heads))

    def at_once(self, inputs: Sequence[Any], results: Sequence[Any]) -> tuple[torch.Tensor, ...]:
        """Write the states now, as PyTorch's own layers do and traces can record; return the graph's outputs."""
        for update in self._updates:
            states = [inputs[i] for i in update.states]
            outputs = [value.detach() for value in results[update.outputs]]
            for state, new in zip(states, update.function(*states, *outputs), strict=True):
                state.copy_(new)
        return tuple(results[: self._heads])


class _Updates(torch.autograd.Function):
    """The identity; its backward pass writes the states."""

    @staticmethod
    def forward(ctx: Any, due: list[Any], *heads: torch.Tensor) -> Any:
        ctx.due = due
        ctx.set_materialize_grads(False)
        return tuple(head.view_as(head) for head in heads)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        for item, states, outputs in ctx.due:
            for state, new in zip(states, item.function(*states, *outputs), strict=True):
                writable(state).copy_(new)
        return (None, *grads)


def functionalize(lowered: Lowered) -> int:
    """Replace operators by their functional forms; return how many."""
    return _Functionalization(lowered).run()


class _Functionalization:
    """The functionalization of one graph."""

    def __init__(self, lowered: Lowered) -> None:
        self.lowered, self.graph = lowered, lowered.graph
        inputs = [node for node in self.graph.nodes if node.op == INPUT]
        self.heads = lowered.results
        self.position = {node: i for i, node in enumerate(inputs)}
        self.preparations: list[tuple[Callable[..., Any], list[int]]] = []
        #: by call, the function that gives the new states, their positions, and the outputs that it takes
        self.updates: dict[Value, tuple[Callable[..., Any], tuple[int, ...], list[Value]]] = {}

    def run(self) -> int:
        """Replace all calls that have a functional form; return how many."""
        result = 0
        for index, call in enumerate(self.graph.nodes):
            node = operator_of(call)
            result += node is not None and self._replace(call, node, index)
        results = list(self.heads)
        updates = []
        for call, (function, states, outputs) in self.updates.items():
            updates.append(self._described(call, function, states, slice(len(results), len(results) + len(outputs))))
            results += outputs
        self.lowered.results = results
        self.lowered.effects = Effects(len(self.heads), self.preparations, updates)
        return result

    def _replace(self, call: Value, node: Any, index: int) -> bool:
        """Replace a call, the ``index``-th, by the operator's functional form; return whether it has one."""
        result = node.op.traceable.of(node.params, self.lowered.is_train, index)
        if result is None or result == "opaque":
            return False
        if result.prepare or result.update:  # effects on values inside the graph would be lost
            if not all(arg in self.position for arg in call.args[1:]):
                return False
            states = tuple(self.position[call.args[i]] for i in node.states())
        if result.prepare:
            self.preparations.append((result.prepare, [self.position.get(arg, 0) for arg in call.args]))
        call.marks |= {"traceable"}
        call.target, call.args, call.kwargs = result.call, call.args[: result.number], dict(result.kwargs)
        if result.update:
            with self.graph.inserting_after(call):
                numbers = range(node.num_outputs - 1, 0, -1)
                parts = [self.graph.call_function(operator.getitem, (call, i)) for i in numbers]
            self.updates[call] = result.update, states, parts[::-1]
        return True

    def _described(self, call: Value, function: Callable[..., Any], states: tuple[int, ...], outputs: slice) -> Update:
        seen, pending = {call}, [call]
        while pending:  # also through operators that block gradients: these pass zeros on
            for node in pending.pop().all_input_nodes:
                if node not in seen:
                    seen.add(node)
                    pending.append(node)
        return Update(function, states, outputs, tuple([self.position[node] for node in seen if node in self.position]))


FUNCTIONALIZE = Pass(
    "functionalize",
    functionalize,
    assumes="a compiler, and a caller who applies the effects before and after a call",
    effect="replaces operators by functional forms (BatchNorm's statistics, Dropout's random numbers)",
    for_compiler=True,
)


# -- operators that are called as they are, between compiled parts -----------------------------------------------------
# These are operators that draw random numbers, write to states, run user code or subgraphs, or are a single PyTorch
# layer already (the trait ``opaque``), which a compiler would decompose into steps.


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
