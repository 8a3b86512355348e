"""The files that a conversion writes: their names, what they may replace, the model card beside them, and their move to
where they belong.
"""

import contextlib
import os
import shutil
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .._version import REMX_VERSION
from ..core.files.saving import staged, written_together
from ..core.text import printable
from ..registry.traits import Affine
from .console import Refusal, count, refuse_input, same_file
from .networks import Network, nodes_of
from .weights import folder_beside

#: what is written beside source: no output of its own may end so, or it would be another's weights
SOURCE_WEIGHTS = ".py.pt"
#: what the title of source ends with, by which a file is known as one that may be written anew
SOURCE_TITLE = "converted from MXNet by remx."


def source_weights(path: str) -> str:
    """Return the name of the weights of a file of source."""
    return f"{path}.pt"


def check_output(output: Path, inputs: Sequence[str], with_card: bool) -> None:
    """Raise a :class:`Refusal` where writing an output, or its card, would take something away from its user."""
    refuse_input("-o", str(output), *inputs)
    if output.suffix == ".py":
        _check_source(output)
    if with_card and (own := output.with_name(CARD)).exists():
        text = own.read_text(encoding="utf-8")
        if "- remx" not in text:
            raise Refusal(f"--card: {own} is there already, and not written by remx")
        if not _describes(text, output):
            raise Refusal(f"--card: {own} describes another file: leave --card out, or name another folder")


def _check_source(output: Path) -> None:
    if output.stem in {*sys.stdlib_module_names, "torch"}:
        raise Refusal(f"-o {output}: programs beside it could not import the module {output.stem} of Python any more")
    if output.exists() and SOURCE_TITLE not in output.read_text(encoding="utf-8", errors="replace"):
        raise Refusal(f"-o {output}: it is there already, and not written by remx")


def _describes(card: str, output: Path) -> bool:
    return any(f"{mark}{output.name}{mark}" in card for mark in '`"')


@contextlib.contextmanager
def folder_for(output: Path, create: bool) -> Iterator[str]:
    """Give a temporary folder beside a file, whose folder is created if asked for, and stays if something is in it."""
    target = output.parent
    new = create and not target.exists()
    if new:
        target.mkdir()
    try:
        with folder_beside(output) as temporary:
            yield temporary
    finally:
        if new and not any(target.iterdir()):
            target.rmdir()


def save_symbol(symbol: Any, output: Path, source: str, folder: str) -> None:
    """Write the symbol that a card names into a temporary folder, unless the network's own file has its name.

    A :class:`Refusal` says that another network's file has it.
    """
    target = output.with_name(f"{output.stem}-symbol.json")
    if same_file(target, source):
        return
    others = target.exists() and not output.with_name(CARD).exists()  # a card that is there is this output's
    if others and target.read_text(encoding="utf-8", errors="replace") != symbol.tojson():
        raise Refusal(f"--card: {target} is there already, and another network's: choose another name after -o")
    symbol.save(os.path.join(folder, target.name))


def move_all(folder: str, output: Path) -> None:
    """Let the files in a folder take the places of those beside ``output``, all of them or none; ``output`` last.

    A :class:`Refusal` names a file beside it that is there while ``output`` is not: it belongs to something else.
    """
    neighbours = [output.with_name(name) for name in sorted(os.listdir(folder)) if name != output.name]
    for path in neighbours:
        if path.name.startswith(f"{output.name}.") and path.exists() and not output.exists():
            raise Refusal(f"-o {output}: what belongs to it would replace {path}, which is there already")
    with written_together():
        for path in (*neighbours, output):
            with staged(path) as temporary:
                shutil.move(os.path.join(folder, path.name), temporary)


# -- the model card: a README.md beside converted weights that says what they are --------------------------------------
# Source: Mitchell et al., "Model Cards for Model Reporting", arXiv 1810.03993.


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
