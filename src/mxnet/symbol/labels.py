"""Labels of losses: variables that are no parameters, and that prediction does not need."""

from collections.abc import Set as AbstractSet
from typing import Any

from .graph import Heads
from .node import Node, topological
from .rewrite import Replacement, Rewriter, rewrite

#: what files and modules call parameters, whatever takes them
PARAMETER_SUFFIXES = ("_weight", "_bias", "_gamma", "_beta")


def labels(heads: Heads) -> list[str]:
    """Return the names of the variables on which labels of losses alone depend, through operators or not."""
    needed = predicted_from(heads)
    names = [node.name for node in topological(heads) if node.op is None and node.name not in needed]
    return [name for name in names if not name.endswith(PARAMETER_SUFFIXES)]


def predicted_from(heads: Heads) -> set[str]:
    """Return the names of the variables that outputs depend on when losses look at no labels."""
    seen: set[int] = set()
    names = set()
    pending = [entry.node for entry in heads]
    while pending:
        node = pending.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if node.op is None:
            names.add(node.name)
        unread = _positions_of_labels(node)
        pending += [entry.node for i, entry in enumerate(node.inputs) if i not in unread]
    return names


def _positions_of_labels(node: Node) -> list[int]:
    """Return the positions of the inputs of a node that are labels, which it does not need in prediction."""
    if node.op is None or not node.op.loss.options["prediction"]:
        return []
    return [i for i, name in enumerate(node.op.list_inputs(node.params)) if name == "label"]


def without_labels(symbol: Any, names: AbstractSet[str] | None, functions: Any) -> Any:
    """Return a symbol whose losses that depend on one of the labels ``names`` compute their prediction alone.

    ``names`` None: all losses do. ``functions``: the namespace ``mx.sym``.
    """

    def rule(node: Node, new: Rewriter) -> Replacement:
        entries = [node.inputs[i] for i in _positions_of_labels(node)]
        depends = {item.name for item in topological(entries) if item.op is None}
        if not entries or (names is not None and names.isdisjoint(depends)):
            return node.replace(inputs=map(new, node.inputs))
        assert node.op is not None
        return node.op.loss.options["prediction"](
            functions, functions.Symbol((new(node.inputs[0]),)), node.params, node.name
        ).handle

    return type(symbol)(rewrite(symbol.handle, rule))
