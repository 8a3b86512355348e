"""A symbol's nodes, with the shapes and types of their outputs, as plain data to print and draw."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np


@dataclass
class NodeView:
    """One node: ``op`` is None for variables; ``inputs`` are ``(node number, output number)``."""

    name: str
    op: str | None
    attrs: Mapping[str, str]
    inputs: Sequence[tuple[int, int]]


@dataclass
class GraphView:
    """The nodes of a symbol in topological order; ``shapes`` and ``types`` are keyed by output name."""

    nodes: list[NodeView]
    shapes: dict[str, tuple[int, ...]] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)

    def of_only_output(self, table: Mapping[str, Any], node: NodeView) -> Any:
        """Return what ``table`` (``shapes`` or ``types``) has for the output of ``node``; None if it has several."""
        return table.get(node.name if node.op is None else f"{node.name}_output")

    def of_output(self, table: Mapping[str, Any], node: NodeView, output: int) -> Any:
        """Return what ``table`` has for the output number ``output`` of ``node``, or None."""
        return table.get(f"{node.name}_output{output}", self.of_only_output(table, node))


def view(symbol: Any, shape: Mapping[str, Any] | None = None, dtype: Mapping[str, Any] | None = None) -> GraphView:
    """Return the graph of ``symbol``, with shapes and types when those of the inputs are given.

    Raises ValueError when they do not determine all others.
    """
    internals = symbol.get_internals()
    graph = GraphView([_node(entry) for entry in json.loads(symbol.tojson())["nodes"]])
    if shape is not None:
        _, shapes, _ = internals.infer_shape(**shape)
        if shapes is None:
            raise ValueError("Input shape is incomplete")
        graph.shapes = dict(zip(internals.list_outputs(), shapes, strict=True))
    if dtype is not None:
        _, types, _ = internals.infer_type(**dtype)
        if types is None:
            raise ValueError("Input type is incomplete")
        names = [np.dtype(entry).name for entry in types]
        graph.types = dict(zip(internals.list_outputs(), names, strict=True))
    return graph


def _node(entry: Mapping[str, Any]) -> NodeView:
    op = None if entry["op"] == "null" else entry["op"]
    inputs = [(source[0], source[1]) for source in entry["inputs"]]
    return NodeView(entry["name"], op, entry.get("attrs", {}), inputs)


def dimensions(shape: Sequence[int] | None) -> str:
    """Return ``shape`` without its first axis, the batch, as ``'3x28x28'``."""
    return "" if shape is None else "x".join(str(size) for size in shape[1:])


def tuple_of(text: str) -> tuple[int, ...]:
    """Return the integers of an attribute such as ``'(3, 3)'``, ``'[3,3]'`` or ``'3'``."""
    value = ast.literal_eval(text)
    return (value,) if isinstance(value, int) else tuple(value)
