"""Writing symbols as JSON, to the byte as MXNet 1.9.1 does; with the interface of MXNet 2 in its names.

A node is its operator, name, attributes (sorted) and inputs ``[node, output, version]``. Lists of more than ten
elements and objects of more than one member stand one element a line.
"""

from collections.abc import Container, Iterable, Sequence
from typing import Any

from ..core.files.paths import utf8
from ..core.semantics import semantics
from . import graph, version2
from .graph import Heads, Order
from .node import Entry, Node, topological
from .rewrite import Replacement, Rewriter, rewrite

#: MXNet 1.9.1, as a number
VERSION = 10901
_ESCAPES = str.maketrans({'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"})


def text(heads: Heads, np_shape: bool = False, remove_amp_cast: bool = True, order: Order | None = None) -> str:
    """Return the JSON text of a graph.

    ``np_shape``: note in the file that its shapes follow NumPy's semantics; ``remove_amp_cast``: leave out the
    casts that mixed precision put between operators; ``order``: that of the heads, where the caller knows it.
    """
    nodes = (order or Order(heads)).nodes
    if remove_amp_cast and any(map(_is_cast, nodes)):
        heads = _without_casts(heads)
        nodes = topological(heads)
    variables = graph.variables(nodes).values()
    if any(len(same) > 1 for same in variables):
        heads = _without_copies(heads, variables)
        nodes = topological(heads)
    notes = {"is_np_shape": '["int", 1]'} if np_shape else {}
    version = version2.VERSION if semantics.api == 2 else VERSION
    notes |= {"mxnet_version": f'["int", {version}]'}
    return _graph(heads, nodes, 0, {"attrs": _object(notes, 2, always=False)})


def _graph(heads: Heads, nodes: Sequence[Node], indent: int, notes: dict[str, str]) -> str:
    """Return the text of a graph whose braces stand at ``indent``, with ``notes`` at its end."""
    index = {node: i for i, node in enumerate(nodes)}
    rows = [0]
    for node in nodes:
        rows.append(rows[-1] + node.num_outputs)
    inner = indent + 2
    attributes: dict[Any, str] = {}
    members = {
        "nodes": _block("[]", [_node(node, index, inner + 2, attributes) for node in nodes], inner),
        "arg_nodes": _array([str(i) for i, node in enumerate(nodes) if node.op is None], inner),
        "node_row_ptr": _array(list(map(str, rows)), inner),
        "heads": _array([f"[{index[node]}, {i}, 0]" for node, i in heads], inner),
    }
    return _object(members | notes, indent)


def listing(heads: Heads) -> str:
    """Return a readable listing of a graph: outputs, variables, and operators with their inputs and attributes."""
    lines = ["Symbol Outputs:"]
    lines += [f"\toutput[{i}]={entry.node.name}({entry.index})" for i, entry in enumerate(heads)]
    for node in topological(heads):
        if node.op is None:
            lines.append(f"Variable:{node.name}")
            continue
        lines += ["-" * 20, f"Op:{node.op.name}, Name={node.name}", "Inputs:"]
        for i, (entry, version) in enumerate(zip(node.inputs, node.versions, strict=True)):
            note = f" version={version}" if entry.node.op is None else ""
            lines.append(f"\targ[{i}]={entry.node.name}({entry.index}){note}")
        if node.attrs:
            lines += ["Attrs:", *(f"\t{key}={node.attrs[key]}" for key in sorted(node.attrs))]
    return "\n".join(lines) + "\n"


def quote(value: str) -> str:
    """Return a JSON string; characters beyond ASCII and control characters stay as they are."""
    return f'"{value}"' if value.isidentifier() else f'"{value.translate(_ESCAPES)}"'


def _node(node: Node, indices: dict[Node, int], indent: int, attributes: dict[Any, str]) -> str:
    """Return the text of a node; ``attributes`` collects the texts of attributes, which many nodes share."""
    op, attrs = node.op.name if node.op else "null", node.attrs
    inputs: Sequence[str] = [
        f"[{indices[source]}, {index}, {version}]"
        for source, index, version in zip(node.sources, node.indices, node.versions, strict=True)
    ]
    if semantics.api == 2:
        op, attrs, inputs = version2.written(op, attrs, inputs)
    members = {"op": quote(op), "name": quote(node.name)}
    if attrs:
        key = node.foreign, *attrs.items()
        if key not in attributes:
            attributes[key] = _attributes(attrs, node.foreign, indent + 2)
        members["attrs"] = attributes[key]
    members["inputs"] = _array(inputs, indent + 2)
    if node.subgraphs:
        inside = [_graph(item.heads, topological(item.heads), indent + 4, {}) for item in node.subgraphs]
        members["subgraphs"] = _block("[]", inside, indent + 2)
    return _object(members, indent)


def _attributes(attrs: dict[str, str], foreign: Container[str], indent: int) -> str:
    # what the operator does not know is written hidden, so that every reader passes it over
    attrs = {f"__{key}__" if key in foreign else key: value for key, value in attrs.items()}
    keys = sorted(attrs, key=utf8)
    return _object({key: quote(attrs[key]) for key in keys}, indent, always=False)


def _block(brackets: str, items: Iterable[str], indent: int) -> str:
    space = " " * (indent + 2)
    return f"{brackets[0]}\n{space}" + f", \n{space}".join(items) + f"\n{' ' * indent}{brackets[1]}"


def _array(items: Sequence[str], indent: int) -> str:
    return _block("[]", items, indent) if len(items) > 10 else f"[{', '.join(items)}]"


def _object(members: dict[str, str], indent: int, always: bool = True) -> str:
    items = [f"{quote(key)}: {value}" for key, value in members.items()]
    return _block("{}", items, indent) if always or len(items) > 1 else f"{{{', '.join(items)}}}"


def _without_casts(heads: Heads) -> Heads:
    """Return the graph with everyone taking what was cast instead of the cast; heads that are casts stay."""
    casts: dict[Node, Node] = {}

    def rule(node: Node, new: Rewriter) -> Replacement:
        inputs = tuple(map(new, node.inputs))
        same = node if inputs == node.inputs else node.replace(inputs=inputs)
        if not _is_cast(node):
            return same
        casts[node] = same
        return inputs

    new_heads = rewrite(heads, rule)
    return tuple(
        Entry(casts[old.node], old.index) if old.node in casts else new
        for old, new in zip(heads, new_heads, strict=True)
    )


def _without_copies(heads: Heads, variables: Iterable[Sequence[Node]]) -> Heads:
    """Return the graph with one node for all copies of a variable, which MXNet would read as different variables.

    ``variables``: those of one name, for each name.
    """
    merged: dict[tuple[str, object], Node] = {}
    for variable in (node for same in variables for node in same):
        first = merged.setdefault((variable.name, variable.identity), variable.replace())
        first.attrs.update(variable.attrs)
        first.mutations = max(first.mutations, variable.mutations)

    def rule(node: Node, new: Rewriter) -> Replacement:
        if node.op is None:
            return merged[node.name, node.identity]
        return node.replace(inputs=map(new, node.inputs))

    return rewrite(heads, rule)


def _is_cast(node: Node) -> bool:
    return node.op is not None and node.op.is_cast
