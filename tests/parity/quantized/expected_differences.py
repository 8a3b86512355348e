"""Differences that are meant, each with its reason, which may name a row of the list of differences."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from ..reasons import told


class Known(NamedTuple):
    """An explanation: of which lines, of answers whose text has something, and why."""

    pattern: str
    reason: str
    among: str = ""


#: what 1.9.1 says of a quantized graph of its own that it cannot run; the graphs have been compared before
_CANNOT_RUN = "|".join(
    (
        "only supports uint8 as input type",
        "only supports num_group=1 for now",
        "Shape inconsistent",
        "Type inconsistent",
        "in_shape->size",
        "Expect int8 when data_min",
        "TBlob.get_with_shape",
        "could not create a primitive descriptor",
    )
)
_NONE_MODE = "row: quantize-net"
REAL_FOR_WHOLE = "1.9.1 takes outputs for integers that are real ones, loses what is behind, and cannot run that"
#: what 1.9.1's blocks say of such a layer, whatever runs them: their parameters have gradients
NO_GRADIENT = "_contrib_quantized_rnn is non-differentiable"
LOST = "row: graph-backends"
ZERO_AT_FIRST = "row: quantize-net"
TWICE_BACK = "row: quantized-without-form"
KNOWN = [
    Known(rf"theirs alone raises before outputs: .*({_CANNOT_RUN})", "row: quantized-without-form"),
    Known("theirs alone raises .*Data must be list of NDArrays", "row: quantize-net"),
    Known(
        r"theirs alone raises before (graph|block): .*idx_g.input_nodes\(\).size\(\)",
        "1.9.1 fuses layers into nodes of wrong inputs",
    ),
    Known("theirs alone raises .*UnboundLocalError", _NONE_MODE, "calib_mode=None"),
    Known(
        "both raise: .*expected min_calib_range.*; theirs: cannot access local variable", _NONE_MODE, "calib_mode=None"
    ),
    Known(
        "both raise: ours: cannot read nowhere-symbol.json.*; theirs: 'str' object has no attribute 'handle'",
        "row: quantize-net",
    ),
    Known(
        r"nodes\[\d+\]\[4\]\[0\] nodes\[0\]\[1\]: ours is .*'sg_mkldnn_fully_connected_\d+_output0'",
        "1.9.1 fuses convolutions first, and calls what they take of a fully connected layer after the layer",
    ),
    Known(r"nodes\[\d+\]\[3\]\[\d+\]\[1\]: ours is [12], theirs 4294967295", "1.9.1 takes no output of its own node"),
]


def brought_back_once(graph: dict[str, Any]) -> dict[str, Any]:
    """Return a graph without the nodes that bring a value back to real numbers which is brought back already.

    1.9.1 adds such a node for each output of the graph that a layer takes before; what it makes fails when it runs.
    """
    nodes, places, kept = graph["nodes"], {}, []
    for i, (op, name, attrs, inputs, subgraphs) in enumerate(nodes):
        source = nodes[inputs[0][0]] if inputs else None
        if op == "_contrib_dequantize" and source and source[:2] == [op, name]:
            places[i] = places[inputs[0][0]]
        else:
            places[i] = len(kept)
            kept.append([op, name, attrs, [[places[at], output] for at, output in inputs], subgraphs])
    return {"heads": [[places[at], output] for at, output in graph["heads"]], "nodes": kept}


def takes_real_for_whole(graph: dict[str, Any]) -> bool:
    """Return whether a node takes the range of what a quantized layer gives as real numbers, without a range."""
    nodes = graph["nodes"]
    return any(output and "enable_float_output" in nodes[at][2] for node in nodes for at, output in node[3])


def lost(ours: dict[str, Any], theirs: dict[str, Any]) -> set[str]:
    """Return the names of the layers that 1.9.1 has no more after it fused layers."""
    return set(ours.get("layers left", ())) - set(theirs.get("layers left", ours.get("layers left", ())))


def _range_of_zeros(line: str, ours: dict[str, Any]) -> bool:
    """Return whether a line is about the range of a value that is zero in the first batch."""
    found = re.match(r"graph nodes\[(\d+)\]\[2\] (min|max)_calib_range: ", line)
    if found is None:
        return False
    name = ours["graph"]["nodes"][int(found[1])][1]
    layer = re.sub("^(requantize|quantized)_", "", name) + "_output"
    return bool({layer, name.removesuffix("_quantize")} & set(ours.get("zero at first", ())))


def explain(line: str, ours: dict[str, Any], theirs: dict[str, Any]) -> str | None:
    """Return the reason for a difference; None when there is none."""
    if _range_of_zeros(line, ours):
        return told(ZERO_AT_FIRST)
    text = f"{ours.get('way')} {theirs.get('graph')}"
    return next(
        (told(each.reason) for each in KNOWN if re.search(each.pattern, line) and re.search(each.among, text)), None
    )
