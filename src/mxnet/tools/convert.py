"""Convert a checkpoint: to ONNX, safetensors, PyTorch's weights, a torch.export program, or source of a PyTorch module.

remx convert model -o model.onnx --shape data=1,3,224,224
"""

from __future__ import annotations

import argparse
import keyword
import math
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from remx.commands import parser

from .. import image
from .. import ndarray as nd
from ..core.dtypes import torch_dtype
from ..core.errors import MXNetError
from ..core.files import atomic_write, staged, written_together
from ..core.interruptions import unless_interrupted
from ..core.progress import Stages
from ..core.text import printable
from ..executor import SymbolModule
from .console import FINE, PROBLEMS, Refusal, count, guarded, pairs, shapes, show_json, styled, table
from .networks import Network, load_network
from .torch_source import write_source

Runner = Callable[[list[np.ndarray]], list[np.ndarray]]


class Task:
    """One conversion: the network, the shapes of all variables, and inputs to verify it with."""

    def __init__(
        self, network: Network, known: Mapping[str, tuple[int, ...]], values: Mapping[str, np.ndarray]
    ) -> None:
        missing = network.missing()
        if missing:
            raise Refusal(f"{network.files[1]}: no array for {', '.join(missing[:8])}, which {network.files[0]} needs")
        self.network = network
        self.names = network.inputs()
        unknown = [name for name in values if name not in self.names]
        if unknown:
            raise Refusal(f"--input: the network has no input {unknown[0]!r}; it has {', '.join(self.names)}")
        own = {name: value.shape for name, value in values.items()}
        self.shapes = network.shapes({**_declared(network), **known, **own})
        random = np.random.RandomState(0)
        self.inputs = [
            values[name] if name in values else random.uniform(0, 1, self.shapes[name]).astype(np.float32)
            for name in self.names
        ]
        labels = {name: self.shapes[name][1:] for name in network.labels()}
        self.module = SymbolModule(network.symbol, network.arrays, self.names, labels).eval()
        self.expected = self.run(self.inputs)

    def run(self, inputs: list[np.ndarray]) -> list[np.ndarray]:
        """Return what the network computes here."""
        return run_module(self.module, inputs)


def _declared(network: Network) -> dict[str, tuple[int, ...]]:
    """Return the shapes that the symbol itself gives to its inputs."""
    result = {}
    for name, attrs in network.symbol.attr_dict().items():
        numbers = tuple(int(item) for item in re.findall(r"-?\d+", attrs.get("__shape__", "")))
        if name not in network.arrays and numbers and min(numbers) > 0:
            result[name] = numbers
    return result


def run_module(module: Any, inputs: list[np.ndarray]) -> list[np.ndarray]:
    """Return what a module of PyTorch computes of arrays."""
    with torch.no_grad():
        result = module(*(torch.from_numpy(np.ascontiguousarray(item)) for item in inputs))
    return [item.float().numpy() for item in (result if isinstance(result, (tuple, list)) else (result,))]


# -- targets -----------------------------------------------------------------------------------------------------------


def to_onnx(task: Task, path: str) -> Runner | None:
    """Write an ONNX file; return what runs it, None without ONNX Runtime."""
    from .. import onnx

    shapes = [task.shapes[name] for name in task.names]
    types = [value.dtype for value in task.inputs]
    onnx.export_model(task.network.symbol, task.network.arrays, shapes, types, path)
    try:
        import onnxruntime
    except ImportError:
        return None
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    names = [item.name for item in session.get_inputs()]
    by_name = dict(zip(task.names, range(len(task.names)), strict=True))
    return lambda inputs: [
        np.asarray(item, np.float32) for item in session.run(None, {name: inputs[by_name[name]] for name in names})
    ]


def to_safetensors(task: Task, path: str) -> Runner:
    """Write parameters and states as ``save_checkpoint`` names them; return the network run on what is read back."""
    network = task.network
    nd.save(
        path, {f"arg:{k}": v for k, v in network.arguments.items()} | {f"aux:{k}": v for k, v in network.states.items()}
    )
    arrays = {name[4:]: array for name, array in nd.load(path).items()}
    labels = {name: task.shapes[name][1:] for name in network.labels()}
    module = SymbolModule(network.symbol, arrays, task.names, labels).eval()
    return lambda inputs: run_module(module, inputs)


def to_state_dict(task: Task, path: str) -> Runner:
    """Write the module's ``state_dict``; return the network run on what is read back."""
    _save_state(task.module.state_dict(), path)
    network = task.network
    labels = {name: task.shapes[name][1:] for name in network.labels()}
    empty = {name: nd.zeros(array.shape, dtype=array.dtype) for name, array in network.arrays.items()}
    module = SymbolModule(network.symbol, empty, task.names, labels).eval()
    module.load_state_dict(torch.load(path, weights_only=True))
    return lambda inputs: run_module(module, inputs)


def _save_state(state: Mapping[str, torch.Tensor], path: str) -> None:
    with atomic_write(path) as stream:
        torch.save({name: value.detach().contiguous() for name, value in state.items()}, stream)


def to_program(task: Task, path: str) -> Runner:
    """Write a program of ``torch.export``, for any size of batch if that can be; return what runs it."""
    inputs = tuple(torch.from_numpy(item) for item in task.inputs)
    program = _any_batch(task, inputs) or torch.export.export(task.module, inputs)
    with staged(path) as temporary, open(temporary, "wb") as stream:
        torch.export.save(program, stream)
    with open(path, "rb") as stream:
        module = torch.export.load(stream).module()
    return lambda inputs: run_module(module, inputs)


def _any_batch(task: Task, inputs: tuple[torch.Tensor, ...]) -> Any:
    """Return the program for any length of the first axis, None where the network is written for one."""
    if any(item.dim() == 0 or item.shape[0] != inputs[0].shape[0] for item in inputs):
        return None
    batch = torch.export.Dim("batch", min=1)
    two = tuple(torch.cat([item, item]) if item.shape[0] == 1 else item for item in inputs)  # 1 would be taken as fixed
    try:
        return torch.export.export(task.module, two, dynamic_shapes=[{0: batch}] * len(inputs))
    except unless_interrupted(Exception):  # whatever the reason, export for this size says it, or works
        return None


def to_source(task: Task, path: str) -> Runner:
    """Write source and, beside it, a ``state_dict``; return what runs them."""
    weights = str(Path(path).with_suffix(".pt"))
    stem = Path(path).stem
    name = "".join(word.capitalize() for word in re.split(r"\W|_", stem) if word)
    if not (name.isascii() and name.isidentifier()) or keyword.iskeyword(name) or name == "F":
        name = "Net"
    title = f"The network {stem}, converted from MXNet by remx."
    text, state = write_source(task.network, task.shapes, name, title, os.path.basename(weights))
    with written_together():
        _save_state(state, weights)
        with atomic_write(path, "w", encoding="utf-8") as stream:
            stream.write(text)
    result: dict[str, Any] = {}
    exec(compile(text, path, "exec"), result)  # what was written above, of nothing but names and numbers
    module = result[name]().eval()
    module.load_state_dict(torch.load(weights, weights_only=True))
    return lambda inputs: run_module(module, inputs)


TARGETS: dict[str, Callable[[Task, str], Runner | None]] = {
    ".onnx": to_onnx,
    ".safetensors": to_safetensors,
    ".pt": to_state_dict,
    ".pt2": to_program,
    ".py": to_source,
}


# -- verification -----------------------------------------------------------------------------------------------------


def difference(got: Sequence[np.ndarray], want: Sequence[np.ndarray]) -> tuple[float, float]:
    """Return the largest absolute difference, and that divided by the largest number expected.

    Infinite numbers and NaN have to be the same in both.
    """
    if [item.shape for item in got] != [item.shape for item in want]:
        raise MXNetError(
            f"shapes differ: {[item.shape for item in got]} came, {[item.shape for item in want]} expected"
        )
    actual, expected = (np.concatenate([[0.0], *(array.ravel() for array in arrays)]) for arrays in (got, want))
    finite = np.isfinite(expected)
    if not (np.isfinite(actual) == finite).all() or not np.array_equal(
        actual[~finite], expected[~finite], equal_nan=True
    ):
        return math.inf, math.inf
    absolute = float(np.abs(actual[finite] - expected[finite]).max())
    largest = float(np.abs(expected[finite]).max())
    return absolute, absolute / largest if largest else absolute


def picture(path: str, shape: Sequence[int], mean: Sequence[float], std: Sequence[float], scale: float) -> np.ndarray:
    """Return an image file as an input ``(1, 3, H, W)``: its middle, red first, ``(pixel / scale - mean) / std``."""
    if len(shape) != 4 or shape[1] != 3:
        raise Refusal(f"--check needs an input of images (N, 3, H, W), the network's is {tuple(shape)}")
    if not os.path.exists(path):
        raise Refusal(f"{path}: there is no such file")
    result = image.imread(path)
    high, wide = shape[2:]
    ratio = max(high / result.shape[0], wide / result.shape[1])
    result = image.imresize(
        result, max(wide, round(result.shape[1] * ratio)), max(high, round(result.shape[0] * ratio))
    )
    pixels = image.center_crop(result, (wide, high))[0].asnumpy().astype(np.float32)
    normalized = (pixels / scale - np.asarray(mean, np.float32)) / np.asarray(std, np.float32)
    return normalized.transpose(2, 0, 1)[None].astype(np.float32)


def top(scores: np.ndarray, names: Sequence[str], count: int = 5) -> list[tuple[str, float]]:
    """Return the best classes and their scores."""
    best = np.argsort(-scores.reshape(-1), kind="stable")[:count]
    return [(names[i] if i < len(names) else f"class {i}", float(scores.reshape(-1)[i])) for i in best]


# -- the command ------------------------------------------------------------------------------------------------------


def _numbers(text: str) -> list[float]:
    return [float(part) for part in text.split(",")]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    command = parser("convert")
    args = command.parse_args(argv)
    if Path(args.output).suffix not in TARGETS:
        command.error(f"-o {printable(args.output)}: expected a name that ends in {', '.join(TARGETS)}")
    if args.output.encode(errors="ignore").decode() != args.output:
        command.error(f"-o {printable(args.output)}: expected a name in UTF-8")
    return guarded(command.prog, lambda: _run(args))


def _run(args: argparse.Namespace) -> int:
    values = {}
    for name, file in pairs(args.input, "--input").items():
        values[name] = np.load(file, allow_pickle=False)
        torch_dtype(values[name].dtype)
    with Stages(args.output) as stages:
        outcome = _converted(args, values, stages)
    if args.json:
        show_json(outcome)
    else:
        _print(outcome)
    return FINE if outcome.get("equal", True) else PROBLEMS


def _converted(args: argparse.Namespace, values: Mapping[str, np.ndarray], stages: Stages) -> dict[str, Any]:
    """Convert, verify, and return what came of it."""
    stages.begin(f"reading {args.model} and running it")
    task = Task(load_network(args.model, args.params, args.epoch), shapes(args.shape), values)
    names = Path(args.synset).read_text(encoding="utf-8").splitlines() if args.synset else []
    image_input = None
    if args.check:
        image_input = picture(args.check, task.shapes[task.names[0]], args.mean, args.std, args.scale)
    output = Path(args.output)
    with tempfile.TemporaryDirectory(prefix=".remx-converting-", dir=output.parent) as temporary:
        stages.begin("writing")
        path = os.path.join(temporary, output.name)
        run = TARGETS[output.suffix](task, path)
        outcome: dict[str, Any] = {
            "output": args.output,
            "bytes": os.path.getsize(path),
            "inputs": {name: value.shape for name, value in zip(task.names, task.inputs, strict=True)},
            "verified": run is not None,
        }
        if run is not None:
            stages.begin("verifying")
            absolute, relative = difference(run(task.inputs), task.expected)
            outcome |= {"largest_difference": absolute, "relative": relative, "equal": relative <= args.tolerance}
            if image_input is not None:
                batch = np.repeat(image_input, task.shapes[task.names[0]][0], 0)
                outcome["before"] = top(task.run([batch])[0][0], names)
                outcome["after"] = top(run([batch])[0][0], names)
        if outcome.get("equal", True):
            _move_all(temporary, output)
    return outcome


def _move_all(folder: str, output: Path) -> None:
    """Let the files in a folder take the places of those beside ``output``, all of them or none; ``output`` last."""
    with written_together():
        for name in sorted(os.listdir(folder), key=lambda name: name == output.name):
            with staged(output.with_name(name)) as temporary:
                shutil.move(os.path.join(folder, name), temporary)


def _print(outcome: Mapping[str, Any]) -> None:
    shown = ", ".join(f"{name} {shape}" for name, shape in outcome["inputs"].items())
    print(printable(f"{outcome['output']}: {count(outcome['bytes'])}B, inputs {shown}"))
    if not outcome["verified"]:
        print(styled("not verified: ONNX Runtime is not installed (pip install onnxruntime)", "yellow"))
        return
    said = f"largest difference {outcome['largest_difference']:.3g} (relative {outcome['relative']:.3g})"
    if outcome["equal"]:
        print(styled(f"verified: {said}", "green"))
    else:
        print(styled(f"DIFFERENT: {said}; nothing was written (--tolerance accepts more)", "red"))
    if "before" in outcome:
        rows = [
            (a, f"{x:.4f}", b, f"{y:.4f}") for (a, x), (b, y) in zip(outcome["before"], outcome["after"], strict=True)
        ]
        print(table(("MXNet", "score", "converted", "score"), rows, right=(1, 3)))


if __name__ == "__main__":
    sys.exit(main())
