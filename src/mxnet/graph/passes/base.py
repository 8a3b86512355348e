"""What a pass is, and the graph that it works on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from torch import fx

from ..calls import copy_of


class Lowered:
    """A lowered graph on its way through passes: what is known of its use, and what passes leave beside it."""

    def __init__(self, graph: fx.Graph, is_train: bool, open_nodes: list[Any], wanted: frozenset[int] | None) -> None:
        self.graph = graph
        self.is_train = is_train
        #: the graph's nodes whose output's shape comes in after the variables
        self.open = open_nodes
        #: the inputs whose gradients are taken by one who starts losses, None where PyTorch differentiates
        self.wanted = wanted
        #: how many of the results are outputs; after them comes what losses, the backward pass and effects need
        self.number = len(graph.output_node().args[0])  # type: ignore[arg-type]
        #: see :mod:`.losses`
        self.losses: list[Any] = []
        #: see :mod:`.backward`
        self.derivative: Any = None
        #: see :mod:`.functionalize`
        self.effects: Any = None

    def copy(self) -> Lowered:
        """Return a copy, which passes may change."""
        made = Lowered(copy_of(self.graph), self.is_train, self.open, self.wanted)
        made.number, made.losses, made.derivative = self.number, list(self.losses), self.derivative
        return made

    @property
    def results(self) -> list[Any]:
        """The results, a copy of the list."""
        return list(self.graph.output_node().args[0])  # type: ignore[arg-type]

    @results.setter
    def results(self, results: list[Any]) -> None:
        self.graph.output_node().args = (tuple(results),)


class Pass(NamedTuple):
    """One pass: ``apply(lowered)`` changes a lowered graph and returns how many changes it made."""

    name: str
    apply: Callable[[Lowered], int]
    #: what must hold where the graph runs, beside what the graph says
    assumes: str
    #: what it does, and what it leaves as it is
    effect: str
    #: whether the changed graph runs only where no gradient is asked for, the one before it else
    without_gradient: bool = False
    #: gives, for the graph that it changed, whether that may run with some inputs, the one before it else
    guard: Callable[[fx.Graph], Callable[..., bool]] | None = None
    #: whether it makes of a graph what only a compiler takes
    for_compiler: bool = False
