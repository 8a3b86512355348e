"""Equal expressions of a graph are computed once."""

from __future__ import annotations

from collections.abc import Sequence

from ..symbol.node import Entry, Node, topological


def merge_equal(heads: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the heads over a graph in which nodes of equal operator, attributes and inputs are one.

    Left alone are operators that draw random numbers or change states, and nodes that are heads themselves, so that
    no two outputs share memory. Nodes above a merged one are new, the others are the given ones.
    """
    outputs = {id(head.node) for head in heads}
    kept: dict[int, Node] = {}
    known: dict[object, Node] = {}
    for node in topological(heads):
        inputs = tuple(Entry(kept[id(source)], index) for source, index in node.inputs)
        key = _key(node, inputs)
        if key in known and id(node) not in outputs:
            kept[id(node)] = known[key]
            continue
        if any(new.node is not old.node for new, old in zip(inputs, node.inputs, strict=True)):
            twin = Node(node.op, node.name, node.attrs, inputs)
            twin.versions, twin.mutations, twin.subgraphs = node.versions, node.mutations, node.subgraphs
        else:
            twin = node
        kept[id(node)] = twin
        if key is not None:
            known.setdefault(key, twin)
    return tuple(Entry(kept[id(head.node)], head.index) for head in heads)


def _key(node: Node, inputs: tuple[Entry, ...]) -> object:
    """Return what makes a node equal to another; None for one that equals none."""
    if node.op is None:
        return "variable", node.name
    if node.op.stochastic or node.op.mutates:
        return None
    return node.op, tuple(sorted(node.attrs.items())), tuple((id(source), index) for source, index in inputs)
