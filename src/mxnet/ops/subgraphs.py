"""What operators with graphs inside have in common: which input goes where, and asking the graphs about facts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import torch

from ..core.errors import MXNetError
from ..registry.op import Params


class Subgraph(Protocol):
    """A graph inside a node: a function of its variables."""

    #: the variables, in the order in which they are passed
    names: Sequence[str]
    #: those of them that running the graph may write to
    states: Sequence[str]
    #: the names of the outputs
    outputs: Sequence[str]

    def function(self, device: torch.device, is_train: bool) -> Callable[..., tuple[torch.Tensor, ...]]:
        """Return the function from tensors on a device to the outputs."""

    def shapes(self, ins: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        """Return what follows about the shapes of variables and outputs from those of the variables."""

    def types(self, ins: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        """Return what follows about the data types."""

    def facts(self, inputs: Sequence[torch.Tensor]) -> list[tuple[Any, str | None]]:
        """Return the shape and data type of each output for these inputs."""


def inputs_of(graphs: int) -> Callable[[Params], tuple[str, ...]]:
    """Return the rule that names the inputs: ``num_args`` counts the graphs too."""
    return lambda p: tuple(f"arg{i}" for i in range(p.num_args - graphs))


def positions(p: Params, which: int, locs: Sequence[int]) -> Sequence[int]:
    """Return ``locs``, the node's inputs that graph ``which`` takes; raise :class:`MXNetError` where they cannot be."""
    graph = _graph(p, which)
    count = p.num_args - len(p.subgraphs)
    if len(locs) != len(graph.names) or not all(0 <= k < count for k in locs):
        raise MXNetError(
            f"graph {which} inside takes {len(graph.names)} of {count} inputs, {tuple(locs)} cannot be them"
        )
    return locs


def permutation(p: Params, places: Sequence[int]) -> tuple[int, ...]:
    """Return, by input of the one graph inside, which input of the node it is; ``places`` says it the other way."""
    count = len(_graph(p, 0).names)
    if sorted(places) != list(range(count)) or p.num_args - 1 != count:
        raise MXNetError(f"the graph inside takes {count} inputs; {tuple(places)} cannot be their places")
    order = [0] * count
    for k, position in enumerate(places):
        order[position] = k
    return tuple(order)


def _graph(p: Params, which: int) -> Subgraph:
    result: Sequence[Subgraph] = p.get("subgraphs", ())
    if which >= len(result):
        raise MXNetError("the graphs that belong inside are missing: such a node is made by mx.sym.contrib")
    return result[which]


def deduce(p: Params, which: int, order: Sequence[int], ins: Sequence[Any], what: str) -> tuple[list[Any], list[Any]]:
    """Return what graph ``which`` says about the node's inputs (None: nothing) and about its own outputs.

    ``order``: by input of the graph, the number of the node's input; ``what``: ``"shapes"`` or ``"types"``.
    """
    result, outs = getattr(_graph(p, which), what)([ins[k] for k in order])
    facts = list(ins)
    for k, fact in zip(order, result, strict=True):
        if fact is not None:
            facts[k] = fact
    return facts, outs
