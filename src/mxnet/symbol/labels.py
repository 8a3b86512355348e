"""Labels of losses: variables that are no parameters, and that prediction does not need."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from .graph import Heads
from .node import Node, topological
from .rewrite import Replacement, Rewriter, rewrite

#: what files and modules call parameters, whatever takes them
_PARAMETER_SUFFIXES = ("_weight", "_bias", "_gamma", "_beta")


def labels(heads: Heads) -> list[str]:
    """Return the names of the variables that losses take as their label, and nothing else takes."""
    users: dict[str, bool] = {}
    for node in topological(heads):
        for i, (source, _) in enumerate(node.inputs):
            if source.op is None:
                users[source.name] = users.get(source.name, True) and _is_label(node, i)
    for entry in heads:
        users.pop(entry.node.name, None)
    return [name for name, only in users.items() if only and not name.endswith(_PARAMETER_SUFFIXES)]


def _is_label(node: Node, index: int) -> bool:
    op = node.op
    return op is not None and bool(op.prediction) and op.list_inputs(node.params)[index] == "label"


def without_labels(symbol: Any, names: Collection[str], functions: Any) -> Any:
    """Return a symbol whose losses that take one of the labels ``names`` compute their prediction alone.

    ``functions``: the namespace ``mx.sym``.
    """

    def rule(node: Node, new: Rewriter) -> Replacement:
        if not any(_is_label(node, i) and source.name in names for i, (source, _) in enumerate(node.inputs)):
            return node.replace(inputs=map(new, node.inputs))
        assert node.op is not None
        predicted: Heads = node.op.prediction.of(
            functions, functions.Symbol((new(node.inputs[0]),)), node.params, node.name
        ).handle
        return predicted

    return type(symbol)(rewrite(symbol.handle, rule))
