"""Properties of a graph."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .node import Entry, Node, topological

Heads = tuple[Entry, ...]


def mutated(nodes: Iterable[Node]) -> set[str]:
    """Return the names of the variables that some operator mutates: the auxiliary states."""
    return {node.inputs[i].node.name for node in nodes if node.inputs for i in node.states()}


def atomic(node: Node) -> Heads:
    """Return the operator of a node by itself: its attributes, without name and inputs."""
    bare = Node(node.op, "", dict(node.attrs))
    bare.subgraphs = node.subgraphs
    return tuple(Entry(bare, i) for i in range(bare.num_visible))


def variables(nodes: Iterable[Node]) -> dict[str, list[Node]]:
    """Return the variables by name, in order of first use.

    Variables of one name are one input of the graph, however many nodes stand for it: this is how weights are
    shared by composing copies of one symbol.
    """
    found: dict[str, list[Node]] = {}
    for node in nodes:
        if node.op is None:
            found.setdefault(node.name, []).append(node)
    return found


def internals(heads: Sequence[Entry]) -> Heads:
    """Return every output that a user can see of every node, inputs first."""
    return tuple(Entry(node, i) for node in topological(heads) for i in range(node.num_visible))


def output_names(heads: Sequence[Entry]) -> list[str]:
    """Return the full names of outputs: ``fc1_output``, ``split0_output1``, a variable's own name."""
    return [entry.node.list_outputs()[entry.index] for entry in heads]
