"""The table of layers that ``print_summary`` writes."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..core.text import printable
from ..symbol import Symbol
from .graph_view import GraphView, NodeView, dimensions, tuple_of, view

COLUMNS = ("Layer (type)", "Output Shape", "Param #", "Previous Layer")


def print_summary(
    symbol: Symbol,
    shape: Mapping[str, Any] | None = None,
    line_length: int = 120,
    positions: Sequence[float] = (0.44, 0.64, 0.74, 1.0),
) -> None:
    """Print a table of the layers of ``symbol`` with output shapes and numbers of parameters.

    ``shape`` maps input names to shapes, the batch first; without it shapes are left out and weights count nothing.
    ``positions`` are where the four columns end, in characters or as parts of ``line_length``. The table and its
    numbers are those of MXNet 1.9.1: parameters are counted for Convolution, FullyConnected, BatchNorm and Embedding,
    taking a layer's input channels from the second axis of what comes before it.

    Raises TypeError when ``symbol`` is no Symbol, ValueError when ``shape`` does not determine all shapes.
    """
    if not isinstance(symbol, Symbol):
        raise TypeError("symbol must be Symbol")
    ends: list[Any] = [int(line_length * part) for part in positions] if positions[-1] <= 1 else list(positions)
    graph = view(symbol, shape)
    print("_" * line_length)
    print(_row(COLUMNS, ends))
    print("=" * line_length)
    total = 0
    for number, node in enumerate(graph.nodes):
        if node.op is None and number > 0:
            continue
        total += _print_layer(graph, node, ends)
        print(("=" if number == len(graph.nodes) - 1 else "_") * line_length)
    print(f"Total params: {total}")
    print("_" * line_length)


def _print_layer(graph: GraphView, node: NodeView, ends: Sequence[Any]) -> int:
    """Print one layer, a line for each layer before it, and return how many parameters it has."""
    before = [graph.nodes[source] for source, _ in node.inputs if source == 0 or graph.nodes[source].op is not None]
    count = COUNTERS[node.op](node.attrs, _channels(graph, before)) if node.op in COUNTERS else 0
    names = [source.name for source in before] or [""]
    title = f"{node.name}({node.op or 'null'})"
    print(_row((title, dimensions(graph.of_only_output(graph.shapes, node)), count, names[0]), ends))
    for name in names[1:]:
        print(_row(("", "", "", name), ends))
    return count


def _channels(graph: GraphView, nodes: Sequence[NodeView]) -> int:
    shapes = [graph.of_only_output(graph.shapes, node) for node in nodes]
    return sum(shape[1] for shape in shapes if shape is not None and len(shape) > 1)


def _row(fields: Sequence[Any], ends: Sequence[Any]) -> str:
    line = ""
    for text, end in zip(fields, ends, strict=False):
        line = (line + printable(str(text)))[:end].ljust(end)
    return line


def _convolution(attrs: Mapping[str, str], channels: int) -> int:
    filters = int(attrs["num_filter"])
    weights = channels * filters // int(attrs.get("num_group", 1)) * math.prod(tuple_of(attrs["kernel"]))
    return weights + _bias(attrs, filters)


def _fully_connected(attrs: Mapping[str, str], channels: int) -> int:
    hidden = int(attrs["num_hidden"])
    return channels * hidden + _bias(attrs, hidden)


def _bias(attrs: Mapping[str, str], size: int) -> int:
    return 0 if attrs.get("no_bias") in ("True", "true", "1") else size


COUNTERS: dict[str | None, Callable[[Mapping[str, str], int], int]] = {
    "Convolution": _convolution,
    "FullyConnected": _fully_connected,
    "BatchNorm": lambda attrs, channels: 2 * channels,
    "Embedding": lambda attrs, channels: int(attrs["input_dim"]) * int(attrs["output_dim"]),
}
