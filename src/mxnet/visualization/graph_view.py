"""A symbol's nodes, with the shapes and types of their outputs, as plain data to print and draw."""

import ast
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..core.errors import expect
from ..symbol import load_json


@dataclass
class NodeView:
    """One node: ``op`` is None for variables; ``inputs`` are ``(node number, output number)``.

    ``key`` is the name, made different from those of all nodes before.
    """

    name: str
    key: str
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
        return table.get(node.key if node.op is None else f"{node.key}_output")

    def of_output(self, table: Mapping[str, Any], node: NodeView, output: int) -> Any:
        """Return what ``table`` has for the output number ``output`` of ``node``, or None."""
        return table.get(f"{node.key}_output{output}", self.of_only_output(table, node))


def view(symbol: Any, shape: Mapping[str, Any] | None = None, dtype: Mapping[str, Any] | None = None) -> GraphView:
    """Return the graph of ``symbol``, with shapes and types when those of the inputs are given.

    Raises ValueError when they do not determine all others.
    """
    for name, values in {"shape": shape or {}, "dtype": dtype or {}}.items():
        expect(isinstance(values, Mapping), name, "a dict such as {'data': (1, 3)}", values)
    content = json.loads(symbol.tojson(), strict=False)  # names may have any characters
    graph = GraphView(_nodes(content["nodes"]))
    if any(node.key != node.name for node in graph.nodes):  # nodes of one name may differ in shape
        for entry, node in zip(content["nodes"], graph.nodes, strict=True):
            entry["name"] = node.key
        symbol = load_json(json.dumps(content))
    internals = symbol.get_internals()
    if shape is not None:
        _, shapes, _ = internals.infer_shape(**_for_all(graph, shape))
        if shapes is None:
            raise ValueError("Input shape is incomplete")
        graph.shapes = dict(zip(internals.list_outputs(), shapes, strict=True))
    if dtype is not None:
        _, types, _ = internals.infer_type(**_for_all(graph, dtype))
        if types is None:
            raise ValueError("Input type is incomplete")
        names = [np.dtype(entry).name for entry in types]
        graph.types = dict(zip(internals.list_outputs(), names, strict=True))
    return graph


def _nodes(entries: Sequence[Mapping[str, Any]]) -> list[NodeView]:
    nodes: list[NodeView] = []
    seen: Counter[str] = Counter()
    for entry in entries:
        name, op = entry["name"], None if entry["op"] == "null" else entry["op"]
        key = f"{name} ({seen[name] + 1})" if seen[name] else name
        seen[name] += 1
        inputs = [(source[0], source[1]) for source in entry["inputs"]]
        nodes.append(NodeView(name, key, op, entry.get("attrs", {}), inputs))
    return nodes


def _for_all(graph: GraphView, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is given by name, for every variable of that name."""
    alike = {node.key: values[node.name] for node in graph.nodes if node.op is None and node.name in values}
    return {**values, **alike}


def dimensions(shape: Sequence[int] | None) -> str:
    """Return ``shape`` without its first axis, the batch, as ``'3x28x28'``."""
    return "" if shape is None else "x".join(str(size) for size in shape[1:])


def tuple_of(text: str) -> tuple[int, ...]:
    """Return the integers of an attribute such as ``'(3, 3)'``, ``'[3,3]'`` or ``'3'``."""
    value = ast.literal_eval(text)
    return (value,) if isinstance(value, int) else tuple(value)
