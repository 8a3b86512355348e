"""Rebuilding a graph node by node: the one loop of all passes over symbols.

A rule decides what becomes of one node. Example, which leaves out every ``identity``::

    def rule(node, new):
        if node.op is identity:
            return [new(node.inputs[0])]
        return node.replace(inputs=map(new, node.inputs))

    heads = rewrite(heads, rule)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from .graph import Heads
from .node import Entry, Node, topological

#: What stands for a node in the new graph: another node with the same outputs, an entry for each of its outputs, or
#: nothing, if no node of the new graph uses it.
Replacement = Node | Sequence[Entry] | None


class Rewriter:
    """A graph that is being rebuilt. Called with an entry of the old graph, it returns the entry of the new one."""

    def __init__(self, rule: Callable[[Node], Replacement]) -> None:
        self._rule = rule
        self._replacements: dict[Node, Replacement] = {}

    def __call__(self, entry: Entry) -> Entry:
        """Return what stands for an output of a node that :meth:`run` has reached."""
        replacement = self._replacements[entry.node]
        if isinstance(replacement, Node):
            return Entry(replacement, entry.index)
        assert replacement is not None, f"{entry.node} was left out but is used"
        return replacement[entry.index]

    def run(self, heads: Iterable[Entry]) -> Heads:
        """Apply the rule to every node that ``heads`` depend on, inputs first; return the new heads."""
        heads = tuple(heads)
        for node in topological(heads):
            self._replacements[node] = self._rule(node)
        return tuple(map(self, heads))


def rewrite(heads: Iterable[Entry], rule: Callable[[Node, Rewriter], Replacement]) -> Heads:
    """Return ``heads`` over a graph in which ``rule(node, new)`` stands for each node.

    ``new(entry)`` gives the entry of the new graph for an output of any node that comes before.
    """
    new = Rewriter(lambda node: rule(node, new))
    return new.run(heads)


def copy(heads: Iterable[Entry], replace: dict[str, Entry] | None = None) -> Heads:
    """Return ``heads`` over new nodes; entries of ``replace`` (not copied) stand for the variables of those names."""
    if not replace:
        copies: dict[Node, Node] = {}
        for node in topological(heads):
            copies[node] = node.with_sources(tuple([copies[source] for source in node.sources]))
        return tuple([Entry(copies[node], index) for node, index in heads])

    def rule(node: Node, new: Rewriter) -> Replacement:
        if node.op is None and node.name in replace:
            return [replace[node.name]]
        return node.replace(inputs=map(new, node.inputs))

    return rewrite(heads, rule)
