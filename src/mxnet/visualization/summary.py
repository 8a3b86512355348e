"""The table of layers that ``print_summary`` writes."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from ..core.text import printable
from ..registry.op import get
from ..symbol import Symbol
from .graph_view import GraphView, NodeView, dimensions, view

COLUMNS = ("Layer (type)", "Output Shape", "Param #", "Previous Layer")


#: inputs of operators that are data even if they are variables without a shape of their own
_DATA = frozenset(("label", "state", "state_cell", "sequence_length", "data_lengths", "label_lengths"))


def print_summary(
    symbol: Symbol,
    shape: Mapping[str, Any] | None = None,
    line_length: int = 120,
    positions: Sequence[float] = (0.44, 0.64, 0.74, 1.0),
) -> None:
    """Print a table of the layers of a network with output shapes and numbers of parameters.

    The table is that of MXNet 1.9.1. The parameters of a layer are its arguments that are variables, but those in
    ``shape``, labels and states; what several layers share counts for the first of them.

    Parameters
    ----------
    symbol
        The network.
    shape : dict or None
        Shapes of inputs by name, the batch first; None: shapes are left out and what depends on them counts nothing.
    line_length
        The width of the table in characters.
    positions
        Where the columns end, in characters or as parts of ``line_length``.

    Raises
    ------
    TypeError
        When ``symbol`` is no Symbol.
    ValueError
        When ``shape`` does not determine all shapes.

    Examples
    --------
    >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
    >>> mx.viz.print_summary(net, shape={"data": (1, 3)}, line_length=80)
    ________________________________________________________________________________
    Layer (type)                       Output Shape    Param # Previous Layer
    ================================================================================
    data(null)                         3               0
    ________________________________________________________________________________
    fc(FullyConnected)                 2               8       data
    ================================================================================
    Total params: 8
    ________________________________________________________________________________
    """
    if not isinstance(symbol, Symbol):
        raise TypeError("symbol must be Symbol")
    ends: list[Any] = [int(line_length * part) for part in positions] if positions[-1] <= 1 else list(positions)
    graph = view(symbol, shape)
    sizes = _sizes(symbol, graph, shape or {})
    print("_" * line_length)
    print(_row(COLUMNS, ends))
    print("=" * line_length)
    total = 0
    for index, node in enumerate(graph.nodes):
        if node.op is None and index > 0:
            continue
        count = sum(sizes.pop(name, 0) for name in _parameters(graph, node))
        total += count
        _print_layer(graph, node, count, ends)
        print(("=" if index == len(graph.nodes) - 1 else "_") * line_length)
    print(f"Total params: {total}")
    print("_" * line_length)


def _print_layer(graph: GraphView, node: NodeView, count: int, ends: Sequence[Any]) -> None:
    """Print one layer with its number of parameters, and a line for each layer before it."""
    before = [graph.nodes[source] for source, _ in node.inputs if source == 0 or graph.nodes[source].op is not None]
    names = [source.name for source in before] or [""]
    title = f"{node.name}({node.op or 'null'})"
    print(_row((title, dimensions(graph.of_only_output(graph.shapes, node)), count, names[0]), ends))
    for name in names[1:]:
        print(_row(("", "", "", name), ends))


def _sizes(symbol: Symbol, graph: GraphView, shape: Mapping[str, Any]) -> dict[str, int]:
    """Return the sizes of the arguments that may be parameters, by name, as far as their shapes are known."""
    arguments = symbol.list_arguments()
    if graph.shapes:
        shapes = [graph.shapes.get(name) for name in arguments]
    else:
        shapes, _, _ = symbol.infer_shape_partial()
    return {
        name: math.prod(item)
        for name, item in zip(arguments, shapes, strict=True)
        if item and min(item) > 0 and name not in shape
    }


def _parameters(graph: GraphView, node: NodeView) -> list[str]:
    """Return the names of the variables among a layer's inputs, but for those that are data by their nature."""
    if node.op is None:
        return []
    op = get(node.op)
    inputs = zip(op.list_inputs(op.parse(node.attrs)), node.inputs, strict=False)
    return [graph.nodes[source].name for name, (source, _) in inputs if name not in _DATA]


def _row(fields: Sequence[Any], ends: Sequence[Any]) -> str:
    line = ""
    for text, end in zip(fields, ends, strict=False):
        line = (line + printable(str(text)))[:end].ljust(end)
    return line
