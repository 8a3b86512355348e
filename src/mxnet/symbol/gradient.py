"""The gradient of a symbol as a symbol.

It is one node of operator ``_gradient_of``, which holds the graph as JSON text and takes its variables and head
gradients as inputs; so it is saved, composed and bound like any other, and has a gradient itself.
"""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import torch

from ..core.errors import MXNetError
from ..graph.program import Program
from ..registry.op import Op, Params, op
from ..registry.rules import Slots
from . import graph, inference, read, write
from .graph import Heads, Order
from .node import Entry, Node


class _Graph(NamedTuple):
    """The graph that a node differentiates: its outputs, nodes, and variables by kind."""

    heads: Heads
    nodes: list[Node]
    arguments: tuple[str, ...]
    states: tuple[str, ...]

    @property
    def head_grads(self) -> tuple[str, ...]:
        """The names of the head gradients."""
        return tuple(f"{head.node.name}_{head.index}_grad" for head in self.heads)


def _analyse(heads: Heads) -> _Graph:
    order = Order(heads)
    arguments, states = order.names()
    return _Graph(heads, order.nodes, tuple(arguments), tuple(states))


@lru_cache(maxsize=256)
def _read(text: str) -> _Graph:
    return _analyse(read.from_text(text, "the graph of a gradient"))


@lru_cache(maxsize=256)
def _requested(text: str, wrt: str) -> tuple[str, ...]:
    """Return the names in attribute ``wrt``; raise :class:`MXNetError` where they are no arguments of the graph."""
    try:
        names = json.loads(wrt)
    except (ValueError, RecursionError):
        names = None
    if not isinstance(names, list) or not all(name in _read(text).arguments for name in names):
        raise MXNetError(f"wrt={wrt[:99]!r} is no list of the graph's arguments")
    return tuple(names)


class _StateNames(tuple[str, ...]):
    """The names of ``_gradient_of``'s states: all that start so."""

    prefix = "state "
    __slots__ = ()

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.startswith(self.prefix)

    def __bool__(self) -> bool:
        return True


@op("_gradient_of", extension=True, view=True)
def _gradient_of(*data: torch.Tensor, graph: str, wrt: str, is_train: bool, device: Any) -> tuple[torch.Tensor, ...]:
    """Return the gradients of a graph's outputs.

    ``graph``: the graph's JSON text; ``wrt``: a JSON list of the arguments to differentiate by. Inputs are the
    graph's arguments, its states, and one gradient for each of its outputs (loss layers ignore theirs).
    """
    parsed, names = _read(graph), _requested(graph, wrt)
    program, variables = _program(graph), (*parsed.arguments, *parsed.states)
    indices = [variables.index(name) for name in names]
    tensors, head_grads = list(data[: len(variables)]), data[len(variables) :]
    if torch.is_grad_enabled() and any(t.requires_grad for t in data):
        grads = _recorded(program, tensors, head_grads, indices, is_train, device)
    else:
        grads = program.gradients(tensors, head_grads, indices, is_train, device)
    return tuple(torch.zeros_like(tensors[i]) if g is None else g for i, g in zip(indices, grads, strict=True))


def _recorded(
    program: Program,
    tensors: list[torch.Tensor],
    head_grads: Sequence[torch.Tensor],
    indices: Sequence[int],
    is_train: bool,
    device: Any,
) -> Sequence[torch.Tensor | None]:
    """Return gradients that PyTorch can differentiate again."""
    with torch.enable_grad():
        for i in indices:
            if not tensors[i].requires_grad:
                tensors[i] = tensors[i].detach().requires_grad_()
        outputs = program(tensors, is_train, device)
        pairs = [(o, g) for o, g in zip(outputs, head_grads, strict=True) if o.requires_grad]
        if not pairs:
            return [None] * len(indices)
        heads, grads = zip(*pairs, strict=True)
        return torch.autograd.grad(heads, [tensors[i] for i in indices], grads, create_graph=True, allow_unused=True)


_gradient_of.aux = _StateNames()


@_gradient_of.inputs
def _(p: Params) -> tuple[str, ...]:
    parsed = _read(p.graph)
    return (*parsed.arguments, *(_StateNames.prefix + name for name in parsed.states), *parsed.head_grads)


@_gradient_of.outputs
def _(p: Params) -> tuple[str, ...]:
    return _requested(p.graph, p.wrt)


@_gradient_of.shapes
def _(p: Params, s: Slots) -> None:
    _infer(p, s, inference.shapes)


@_gradient_of.types
def _(p: Params, t: Slots) -> None:
    _infer(p, t, inference.types)


def _infer(p: Params, s: Slots, deduce: Any) -> None:
    """Deduce facts about the variables inside; gradients have those of what they belong to."""
    parsed = _read(p.graph)
    names = (*parsed.arguments, *parsed.states)
    facts = deduce(parsed.heads, dict(zip(names, s.inputs, strict=False)))
    for i, name in enumerate(names):
        s.inputs[i] = facts.variable(name)
    for i, head in enumerate(parsed.heads):
        s.inputs[len(names) + i] = facts[head]
    for i, name in enumerate(_requested(p.graph, p.wrt)):
        s.out[i] = facts.variable(name)


@lru_cache(maxsize=64)
def _program(text: str) -> Program:
    parsed = _read(text)
    names = (*parsed.arguments, *parsed.states)

    def shapes(nodes: Sequence[Any], known: Sequence[Any]) -> list[Any]:
        facts = inference.shapes(parsed.heads, dict(zip(names, known, strict=True)))
        return [facts[Entry(node)] for node in nodes]

    return Program(parsed.nodes, parsed.heads, names, shapes=shapes)


def gradient(heads: Heads, name: str, wrt: str | Sequence[str]) -> Heads:
    """Return the gradients of ``heads`` by the arguments ``wrt``, as outputs of a node named ``<name>_grad``.

    Raises :class:`MXNetError` where ``wrt`` names what is no argument.
    """
    names = [wrt] if isinstance(wrt, str) else list(wrt)
    parsed = _analyse(heads)
    for item in names:
        if item not in parsed.arguments:
            raise MXNetError(f"{item!r} is no argument of {name}; arguments are {', '.join(parsed.arguments)}")
    operator: Op = _gradient_of
    node = Node(operator, f"{name}_grad", {"graph": write.text(heads), "wrt": json.dumps(names)})
    variables = graph.variables(parsed.nodes)
    inputs = [Entry(variables[item][0]) for item in (*parsed.arguments, *parsed.states)]
    node.inputs = (*inputs, *(Entry(Node(None, grad)) for grad in parsed.head_grads))
    node.versions = tuple(item.node.mutations for item in node.inputs)
    return tuple(Entry(node, i) for i in range(len(names)))
