"""Differences that are meant, each with its reason."""

from __future__ import annotations

import re
from typing import Any, NamedTuple


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
    )
)
REAL_FOR_WHOLE = "1.9.1 takes outputs for whole numbers that are real ones, loses what is behind, and cannot run that"
#: what 1.9.1's blocks say of such a layer, whatever runs them: their parameters have gradients
NO_GRADIENT = "_contrib_quantized_rnn is non-differentiable"
TWICE_BACK = "1.9.1 brings outputs back to real numbers twice, and fails when it runs that"
KNOWN = [
    Known(rf"theirs alone raises before outputs: .*({_CANNOT_RUN})", "1.9.1 makes graphs that fail when they run"),
    Known("theirs alone raises .*Data must be list of NDArrays", "batches may be arrays, as a DataLoader gives them"),
    Known(
        r"theirs alone raises before graph: .*idx_g.input_nodes\(\).size\(\)",
        "1.9.1 fuses layers into nodes of wrong inputs",
    ),
    Known("theirs alone raises .*UnboundLocalError", "calib_mode=None is 'none' in quantize_net, too"),
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
    """Return whether a graph brings back to real numbers what a fused layer gives as such."""
    nodes = graph["nodes"]
    return any(
        op == "_contrib_dequantize" and "enable_float_output" in nodes[inputs[0][0]][2] for op, _, _, inputs, _ in nodes
    )


def explain(line: str, ours: dict[str, Any], theirs: dict[str, Any]) -> str | None:
    """Return the reason for a difference; None when there is none."""
    text = f"{ours.get('way')} {theirs.get('graph')}"
    return next((each.reason for each in KNOWN if re.search(each.pattern, line) and re.search(each.among, text)), None)
