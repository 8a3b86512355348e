"""A model card: a README.md beside converted weights that says what they are, as sites for models expect it.

Source: Mitchell et al., "Model Cards for Model Reporting", arXiv 1810.03993.
"""

import os
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from .._version import REMX_VERSION
from ..core.text import printable
from ..registry.traits import Affine
from .console import count
from .networks import Network, nodes_of

CARD = "README.md"


def card(title: str, network: Network, outcome: Mapping[str, Any], options: Mapping[str, Any]) -> str:
    """Return the text of the card of a converted network.

    ``outcome`` is what the conversion says, ``options`` what the command was told of images: ``mean``, ``std``,
    ``scale`` (None where nothing), and names of ``classes``.
    """
    operators = Counter(node.op.name for node in nodes_of(network.prediction))
    files = list(map(os.path.basename, network.files))
    elements = sum(int(np.prod(array.shape)) for array in network.arrays.values())
    sections = {
        "Architecture": [
            f"{count(elements)} parameters and states in {len(network.arrays)} arrays; the graph is in "
            f"{_code(files[0])}.",
            "",
            "| operator | count |",
            "|---|---|",
            *(f"| {_code(name)} | {times} |" for name, times in operators.most_common()),
        ],
        "Inputs and outputs": [
            *(f"- input {_code(name)}: {_shape(name, shape, outcome)}" for name, shape in outcome["inputs"].items()),
            *(f"- output {_code(name)}" for name in network.prediction.list_outputs()),
            "",
            _sizes(outcome),
        ],
        "Preprocessing": _preprocessing(network, options),
        "Use": _use(outcome["output"]),
        "Source": [f"Converted by remx {REMX_VERSION} from MXNet's files {', '.join(map(_code, files))}."],
        "Checks": _checks(outcome),
    }
    lines = ["---", "tags:", "- mxnet", "- remx", "---", "", f"# {printable(title)}"]
    for head, text in sections.items():
        lines += ["", f"## {head}", "", *text]
    return "\n".join([*lines, ""])


def _code(text: str) -> str:
    return f"`{printable(text).replace('`', '')}`"


def _shape(name: str, shape: Any, outcome: Mapping[str, Any]) -> str:
    axes = outcome["axes"] if outcome["batch"] == "any" else {}
    words = ["batch" if i == axes.get(name) else str(length) for i, length in enumerate(shape)]
    return f"({', '.join(words)}{',' * (len(words) == 1)}), {outcome['dtypes'][name]}"


def _sizes(outcome: Mapping[str, Any]) -> str:
    if outcome["batch"] != "any":
        if not outcome["is_batch"]:
            name, axis = next(iter(outcome["axes"].items()))
            return f"For length {outcome['batch']} of axis {axis} of {name} alone."
        return f"For a batch of {outcome['batch']} alone."
    return (
        "For any batch size."
        if outcome["is_batch"]
        else "For any length of the axis named batch, whose items depend on each other."
    )


def _use(output: str) -> list[str]:
    """Return a program that reads the files, of remx or of PyTorch."""
    name, stem = os.path.basename(output), Path(output).stem
    lines = {
        ".safetensors": ["import mxnet as mx  # remx", "", f'symbol = mx.sym.load("{stem}-symbol.json")',
                         f'module = symbol.to_torch(mx.nd.load("{name}")).eval()'],
        ".pt2": ["import torch", "", f'module = torch.export.load("{name}").module()'],
        ".onnx": ["import onnxruntime", "", f'session = onnxruntime.InferenceSession("{name}")'],
    }.get(Path(output).suffix)  # fmt: skip
    return ["```python", *lines, "```"] if lines else [f"See {_code(name)}."]


def _preprocessing(network: Network, options: Mapping[str, Any]) -> list[str]:
    lines = [f"- {line}" for name in network.inputs() for line in in_graph(network, name)]
    if options["scale"] is not None:
        numbers = ", ".join(f"{key} {options[key]}" for key in ("scale", "mean", "std"))
        lines.append(f"- Before the network: `(pixel / scale - mean) / std`, red first, with {numbers}.")
    if not lines:
        lines = ["The graph does none, and none was named: how the inputs were prepared is known to who trained it."]
    if options["classes"]:
        lines.append(f"- The classes, in order: {', '.join(map(printable, options['classes'][:1000]))}.")
    return lines


def in_graph(network: Network, name: str) -> list[str]:
    """Return what the first nodes after an input do to it, where that is arithmetic with numbers or normalization."""
    lines: list[str] = []
    users: dict[tuple[str, bool], list[Any]] = {}
    for node in nodes_of(network.prediction):
        for source, _ in node.inputs:
            users.setdefault((source.name, source.op is None), []).append(node)
    following = users.get((name, True), [])
    while len(following) == 1:
        node = following[0]
        if "scalar" in node.params and len(node.inputs) == 1:
            lines.append(f"In the graph: {_code(node.op.name)} with {node.params['scalar']:g} on {_code(name)}.")
        elif node.op.layer_of(Affine, node.params) is not None and len(node.inputs) > 1:
            lines.append(f"In the graph: {_code(node.name)} ({node.op.name}) normalizes the channels of {_code(name)}.")
            break
        else:
            break
        following = users.get((node.name, False), [])
    return lines


def _checks(outcome: Mapping[str, Any]) -> list[str]:
    if not outcome["verified"]:
        return ["The file was not run: ONNX Runtime was not installed."]
    sizes = "two batch sizes" if outcome["batch"] == "any" else "one batch size"
    return [
        f"The written file was read and run again on random inputs, for {sizes}. The largest difference from MXNet's "
        f"results (as remx computes them) was {outcome['largest_difference']:.3g}, {outcome['relative']:.3g} of the "
        "largest result."
    ]
