"""What a pass is, and the graph that it works on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from operator import attrgetter
from typing import Any, NamedTuple

from ...registry.op import Op
from ..call_graph import CallGraph, Value, operator_of

_has_layer = attrgetter("layer")
#: the attribute of :attr:`Lowered.caching`; without it, the class says that nothing is cached
CACHE = "_ready"


class Lowered:
    """A lowered graph, with how it will be used, and what passes add beside it."""

    def __init__(
        self, graph: CallGraph, is_train: bool, open_nodes: list[Any], needs_grad: frozenset[int] | None, on_cpu: bool
    ) -> None:
        self.graph = graph
        self.is_train = is_train
        #: whether all values are on CPUs
        self.on_cpu = on_cpu
        #: the graph's nodes whose output shape is an input after the variables
        self.open = open_nodes
        #: the inputs whose gradients a caller that starts losses wants, None if PyTorch differentiates
        self.needs_grad = needs_grad
        #: how many of the results are outputs; the others are what losses, the backward pass and effects need
        self.number = len(graph.output_node().args[0])
        #: see :mod:`.losses`
        self.losses: list[Any] = []
        #: see :mod:`.backward`
        self.derivative: Any = None
        #: see :mod:`.for_compilers`
        self.effects: Any = None
        #: the functions that cache what they prepare of weights in :data:`CACHE`, their attribute
        self.caching: list[Any] = []

    def calls(self, has: Callable[[Op], Any]) -> list[tuple[Value, Any]]:
        """Return the calls of those operators that ``has`` is true of, each with the graph's node."""
        operators = {op for op in self._operators if has(op)}
        if not operators:
            return []
        pairs = [(call, operator_of(call)) for call in self.graph.nodes]
        return [(call, node) for call, node in pairs if node is not None and node.op in operators]

    def layers(self, layer_type: type[Any]) -> list[tuple[Value, Any, Any]]:
        """Return the calls of layers of a kind (:attr:`.Traits.layer`), each with the graph's node and the layer."""
        if layer_type not in self._kinds:
            return []
        calls = [(call, node, node.op.layer_of(layer_type, node.params)) for call, node in self.calls(_has_layer)]
        return [item for item in calls if item[2] is not None]

    def has_any(self, facts: Sequence[str | type[Any]]) -> bool:
        """Return whether there may be an operator with one of some traits, or a layer of some kinds (True: of none)."""
        for fact in facts:
            if any(map(attrgetter(fact), self._operators)) if isinstance(fact, str) else fact in self._kinds:
                return True
        return not facts

    @cached_property
    def _kinds(self) -> set[type[Any]]:
        """The kinds of layers in the graph, perhaps of some that passes have removed."""
        nodes = {(node.op, id(node.params)): node for _, node in self.calls(_has_layer)}
        return {type(node.op.layer.of(node.params)) for node in nodes.values()}

    @cached_property
    def _operators(self) -> set[Op]:
        """The operators of the graph, perhaps with some that passes have removed."""
        nodes = map(operator_of, self.graph.nodes)
        return {node.op for node in nodes if node is not None}

    def copy(self) -> Lowered:
        """Return a copy, which passes may change."""
        result = Lowered(self.graph.copy(), self.is_train, self.open, self.needs_grad, self.on_cpu)
        result.number, result.losses, result.derivative = self.number, list(self.losses), self.derivative
        return result

    @property
    def results(self) -> list[Any]:
        """The results, a copy of the list."""
        return list(self.graph.output_node().args[0])

    @results.setter
    def results(self, results: list[Any]) -> None:
        self.graph.output_node().args = (tuple(results),)


class Pass(NamedTuple):
    """One pass: ``apply(lowered)`` changes a lowered graph and returns how many changes it made."""

    name: str
    apply: Callable[[Lowered], int]
    #: what must hold where the graph runs
    assumes: str
    #: what it does, and what it leaves as it is
    effect: str
    #: without an operator of one of these traits, or a layer of one of these kinds, it has nothing to do
    needs: tuple[str | type[Any], ...] = ()
    #: whether the changed graph is valid only without gradients; with them the graph before it runs
    without_gradient: bool = False
    #: makes, of the changed graph, a check of the inputs: if it fails, the graph before it runs
    guard: Callable[[CallGraph], Callable[..., bool]] | None = None
    #: whether only a compiler can run the changed graph
    for_compiler: bool = False
