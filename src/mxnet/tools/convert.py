"""Convert a checkpoint: to ONNX, safetensors, PyTorch's weights, a torch.export program, or source of a PyTorch module.

remx convert model -o model.onnx --shape data=batch,3,224,224
"""

import argparse
import keyword
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from .. import ndarray as nd
from .. import symbol as sym
from ..core import torch_compat
from ..core.dtypes import torch_dtype
from ..core.errors import MXNetError
from ..core.files.saving import atomic_write, staged, written_together
from ..core.interruptions import explained, unless_interrupted
from ..core.progress import Stages
from ..core.text import printable
from ..ndarray.numpyfiles import read_numpy
from .console import FINE, PROBLEMS, Refusal, command, count, pairs, plural, quiet, shapes, show, styled, table
from .networks import Network, block_network, load_network, zoo_name
from .outputs import (
    CARD,
    SOURCE_TITLE,
    SOURCE_WEIGHTS,
    card,
    check_output,
    folder_for,
    move_all,
    save_symbol,
    source_weights,
)
from .torch_source import Batch, write_source
from .verification import differ_in_order_only, difference, picture, top
from .weights import ENDS, convert_weights, write_state_dict

Arrays = list[np.ndarray]
Runner = Callable[[Arrays], Arrays]
Shapes = Mapping[str, tuple[int, ...]]
Inputs = Mapping[str, np.ndarray]
#: the largest relative difference of networks that compute in float32
_EXACT = 1e-4


class Task:
    """One conversion: the network, the shapes of all variables, and inputs to verify it with, for two batch sizes.

    ``known`` are the shapes of inputs, ``axes`` says which axis of an input is the batch (None: what follows from the
    shapes), ``values`` are inputs. With ``fixed`` there is one batch size.
    """

    def __init__(
        self, network: Network, known: Shapes, axes: Mapping[str, int], values: Inputs, fixed: bool = False
    ) -> None:
        missing = network.missing()
        if missing and not set(network.arrays) & set(network.symbol.list_inputs()):
            raise Refusal(
                f"{network.files[1]} has no name of {network.files[0]}: {next(iter(network.arrays), 'it is empty')}, "
                f"not {missing[0]}. Files of save_parameters go by a block's attributes: leave the symbol out, and "
                "name the block by --network; without one they convert to .safetensors, .pt and .params"
            )
        if missing:
            raise Refusal(f"{network.files[1]}: no array for {', '.join(missing[:8])}, which {network.files[0]} needs")
        self.network = network
        self.names = network.inputs()
        unknown = [name for name in values if name not in self.names]
        if unknown:
            raise Refusal(f"--input: the network has no input {unknown[0]!r}; it has {', '.join(self.names)}")
        own = {name: value.shape for name, value in values.items()}
        known = {**_declared(network), **known, **own}
        self.shapes = network.shapes(known)
        random = np.random.RandomState(0)
        self.inputs = [
            values[name] if name in values else network.random_input(random, name, self.shapes[name])
            for name in self.names
        ]
        self.module = network.module(self.shapes)
        self.expected = run_module(self.module, self.inputs)
        #: whether items along the axis are independent, as in a batch; a sequence can have any length, too
        self.is_batch = True
        #: why there is one batch size only; empty where there are others
        self.reason = "as asked for" if fixed else self._open(random, known, axes, values)
        if not (fixed or axes or self.reason or self.is_batch):
            self._open_second(random, known, values)

    def _open_second(self, random: Any, known: Shapes, values: Inputs) -> None:
        """Take the second axis of the first input for the batch if items along that one are independent: a sequence
        ``(T, N, ...)`` comes first.
        """
        before = dict(vars(self))
        name = next(iter(self.axes))
        if self._open(random, known, {name: 1}, values) or not self.is_batch:
            vars(self).update(before)

    def _open(self, random: Any, known: Shapes, axes: Mapping[str, int], values: Inputs) -> str:
        """Find which axes are the batch, and what the network computes for one more item; return why it cannot."""
        more = {
            name: tuple(n + (i == axis) for i, n in enumerate(known[name]))
            for name, axis in self._leading(known, axes).items()
            if name in known and len(known[name]) > axis
        }
        try:
            #: the shapes of all variables for the other batch size
            self.other_shapes = self.network.shapes({**known, **more})
            changed = {name: _changed(self.shapes[name], self.other_shapes[name]) for name in self.names}
            if not any(changed.values()) or any(len(item) > 1 for item in changed.values()):
                return "its inputs have no batch axis in common"
            #: the axis of the batch, by input
            self.axes = {name: item[0] for name, item in changed.items() if item}
            self.other_inputs = [
                _longer(value, self.axes.get(name)) if name in values
                else self.network.random_input(random, name, self.other_shapes[name])
                for name, value in zip(self.names, self.inputs, strict=True)
            ]  # fmt: skip
            self.other_module = self.network.module(self.other_shapes)
            self.other_expected = run_module(self.other_module, self.other_inputs)
        except unless_interrupted(MXNetError, RuntimeError) as error:
            return f"the network is written for it: {first_line(error)}"
        self.is_batch = self._is_batch()
        return ""

    def _is_batch(self) -> bool:
        """Return whether the other items' results stay when the first one is another."""
        inputs = [_begun_otherwise(x, self.axes.get(n)) for n, x in zip(self.names, self.other_inputs, strict=True)]
        name, axis = next(iter(self.axes.items()))
        size = self.other_inputs[self.names.index(name)].shape[axis]
        runs = zip(self.expected, self.other_expected, run_module(self.other_module, inputs), strict=True)
        return all(_same_behind(_changed(a.shape, b.shape), size, b, c) for a, b, c in runs if b.size > 1)

    def _leading(self, known: Shapes, axes: Mapping[str, int]) -> dict[str, int]:
        """Return ``axes``, else axis 0 (or N of the layout) of the first input; and those of others as long.

        Of others it is the same one, else axis 0.
        """
        listed = [name for name in self.names if known.get(name)]
        if not axes:
            if not listed:
                return {}
            layout = self.network.symbol.attr_dict().get(listed[0], {}).get("__layout__", "N")
            axes = {listed[0]: max(layout.find("N"), 0)}
        first, axis = next(iter(axes.items()))
        size = known[first][axis]
        same = {name: axis for name in listed if known[name][axis : axis + 1] == (size,)}
        return {name: 0 for name in listed if known[name][0] == size} | same | dict(axes)

    @property
    def tolerance(self) -> float:
        """The largest relative difference that rounding explains: in networks of int8 that of two of its steps."""
        if self.network.is_quantized:
            return 2 / 127
        halves = any(array.dtype == np.float16 for array in self.network.arrays.values())
        return 1e-2 if halves else _EXACT

    @property
    def size(self) -> int:
        """The batch size of the first inputs."""
        axis = 0 if self.reason else next(iter(self.axes.values()))
        shape = next(iter(self.inputs)).shape if self.inputs else ()
        return shape[axis] if len(shape) > axis else 1

    @property
    def batch(self) -> Batch | None:
        """What source for any batch size is written from."""
        return None if self.reason else Batch(self.axes, self.other_shapes)


def _changed(first: tuple[int, ...], other: tuple[int, ...]) -> list[int]:
    return [i for i, (a, b) in enumerate(zip(first, other, strict=True)) if a != b]


def _longer(value: np.ndarray, axis: int | None) -> np.ndarray:
    """Return an input with its first item once more at the end."""
    return value if axis is None else np.concatenate([value, value.take([0], axis)], axis)


def _begun_otherwise(value: np.ndarray, axis: int | None) -> np.ndarray:
    """Return an input with its last item in the place of its first one."""
    if axis is None:
        return value
    items = [value.shape[axis] - 1, *range(1, value.shape[axis])]
    return value.take(items, axis)


def _same_behind(axes: Sequence[int], size: int, first: np.ndarray, other: np.ndarray) -> bool:
    """Return whether two results are the same behind the first of ``size`` items along an axis, the one of ``axes``.

    Several results of an item are beside each other, or come in turn with those of the others, as of ``(T * N, C)``.
    """
    if len(axes) != 1 or first.shape[axes[0]] % size:
        return False
    axis, several = axes[0], first.shape[axes[0]] // size

    def behind(result: np.ndarray, divided: tuple[int, int], at: int) -> np.ndarray:
        return result.reshape(*result.shape[:axis], *divided, -1).take(range(1, size), at)

    ways = ((size, several), axis), ((several, size), axis + 1)
    return any(_near(behind(first, *way), behind(other, *way)) for way in ways)


def _near(a: np.ndarray, b: np.ndarray) -> bool:
    largest = float(np.abs(a).max(initial=0, where=np.isfinite(a)))
    return np.allclose(a, b, rtol=1e-3, atol=1e-3 * largest, equal_nan=True)


def _declared(network: Network) -> dict[str, tuple[int, ...]]:
    """Return the shapes that the symbol itself gives to its inputs."""
    result = {}
    for name, attrs in network.symbol.attr_dict().items():
        numbers = tuple(int(item) for item in re.findall(r"-?\d+", attrs.get("__shape__", "")))
        if name not in network.arrays and numbers and min(numbers) > 0:
            result[name] = numbers
    return result


def run_module(module: Any, inputs: Arrays) -> Arrays:
    """Return what a module of PyTorch computes of arrays."""
    with torch.no_grad():
        result = module(*(torch.from_numpy(np.ascontiguousarray(item)) for item in inputs))
    return [item.float().numpy() for item in (result if isinstance(result, (tuple, list)) else (result,))]


def first_line(error: BaseException) -> str:
    """Return the first line of an error's text; PyTorch's have graphs and advice after it."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0][:300].rstrip(".:") if lines else type(error).__name__


# -- targets: each writes a file, for any batch size or for one, and returns what runs it ------------------------------


def to_onnx(task: Task, path: str, any_batch: bool) -> Runner | None:
    """Write an ONNX file; return what runs it, None without ONNX Runtime."""
    from .. import onnx

    listed = [task.shapes[name] for name in task.names]
    types = [value.dtype for value in task.inputs]
    free = None
    if any_batch:
        free = [
            tuple("batch" if i == task.axes.get(name) else n for i, n in enumerate(shape))
            for name, shape in zip(task.names, listed, strict=True)
        ]
    onnx.export_model(
        task.network.prediction, task.network.arrays, listed, types, path, dynamic=any_batch, dynamic_input_shapes=free
    )
    try:
        import onnxruntime
    except ImportError:
        return None
    options = onnxruntime.SessionOptions()
    saturates = not torch_compat.multiplies_bytes() and task.network.is_quantized
    if saturates:
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    names = [item.name for item in session.get_inputs()]
    by_name = dict(zip(task.names, range(len(task.names)), strict=True))

    def run(inputs: Arrays) -> Arrays:
        values = session.run(None, {name: inputs[by_name[name]] for name in names})
        return [np.asarray(item, np.float32) for item in values]

    if saturates:
        run.remark = (  # type: ignore[attr-defined]
            "ONNX Runtime's int8 kernels saturate on processors without VNNI, as this one: verified with its graph "
            "optimizations switched off, with which the file has to be run here (see docs/onnx.md)"
        )
    return run


def to_arrays(task: Task, path: str, any_batch: bool) -> Runner:
    """Write parameters and states as ``save_checkpoint`` names them; return the network run on what is read back."""
    network = task.network
    arrays = {f"arg:{name}": array for name, array in network.arguments.items()}
    nd.save(path, arrays | {f"aux:{name}": array for name, array in network.states.items()})
    arrays = {name[4:]: array for name, array in nd.load(path).items()}
    return _either(task, network.with_arrays(arrays), lambda module: None)


def to_state_dict(task: Task, path: str, any_batch: bool) -> Runner:
    """Write the module's ``state_dict``; return the network run on what is read back."""
    write_state_dict(task.module.state_dict(), path)
    network = task.network
    empty = {name: nd.zeros(array.shape, dtype=array.dtype) for name, array in network.arrays.items()}
    state = torch.load(path, weights_only=True)
    return _either(task, network.with_arrays(empty), lambda module: module.load_state_dict(state))


def _either(task: Task, network: Network, prepare: Callable[[Any], Any]) -> Runner:
    """Return what runs a network on inputs of both batch sizes: labels of losses of the user's own depend on them."""
    modules = [network.module(shapes) for shapes in (task.shapes, *(() if task.reason else (task.other_shapes,)))]
    for module in modules:
        prepare(module)
    first = task.inputs[0].shape if task.inputs else ()
    return lambda inputs: run_module(modules[0 if not inputs or inputs[0].shape == first else -1], inputs)


def to_program(task: Task, path: str, any_batch: bool) -> Runner:
    """Write a program of ``torch.export``; return what runs it."""
    module, arrays, free = task.module, task.inputs, None
    if any_batch:
        batch = torch.export.Dim("batch", min=1)
        module, arrays = task.other_module, task.other_inputs  # a batch of 1 would be taken as fixed
        free = [{task.axes[name]: batch} if name in task.axes else None for name in task.names]
    inputs = tuple(map(torch.from_numpy, arrays))
    with torch.no_grad(), quiet(), explained(_of_export, Exception):
        program = torch.export.export(module, inputs, dynamic_shapes=free)
    with staged(path) as temporary, open(temporary, "wb") as stream:
        torch.export.save(program, stream)
    with open(path, "rb") as stream:
        loaded = torch.export.load(stream).module()
    return lambda inputs: run_module(loaded, inputs)


def to_source(task: Task, path: str, any_batch: bool) -> Runner:
    """Write source and, beside it, a ``state_dict``; return what runs them."""
    weights = source_weights(path)
    stem = Path(path).stem
    name = "".join(word.capitalize() for word in re.split(r"\W|_", stem) if word)
    if not (name.isascii() and name.isidentifier()) or keyword.iskeyword(name) or name == "F":
        name = "Net"
    title = f"The network {stem}, {SOURCE_TITLE}"
    batch = task.batch if any_batch else None
    text, state = write_source(task.network, task.shapes, name, title, os.path.basename(weights), batch)
    with written_together():
        write_state_dict(state, weights)
        with atomic_write(path, "w", encoding="utf-8") as stream:
            stream.write(text)
    result: dict[str, Any] = {}
    exec(compile(text, path, "exec"), result)  # what was written above, of nothing but names and numbers
    module = result[name]().eval()
    module.load_state_dict(torch.load(weights, weights_only=True))
    return lambda inputs: run_module(module, inputs)


TARGETS: dict[str, Callable[[Task, str, bool], Runner | None]] = {
    ".onnx": to_onnx,
    ".safetensors": to_arrays,
    ".pt": to_state_dict,
    ".pt2": to_program,
    ".py": to_source,
    ".params": to_arrays,
}


# -- the command ------------------------------------------------------------------------------------------------------


def _check(parser: argparse.ArgumentParser, args: argparse.Namespace) -> None:
    if Path(args.output).suffix not in TARGETS:
        parser.error(f"-o {printable(args.output)}: expected a name that ends in {', '.join(TARGETS)}")
    if args.output.endswith(SOURCE_WEIGHTS):
        parser.error(f"-o {printable(args.output)}: the weights of {printable(args.output[:-3])} have this name")
    if args.output.encode(errors="ignore").decode() != args.output:
        parser.error(f"-o {printable(args.output)}: expected a name in UTF-8")


def _run(args: argparse.Namespace) -> int:
    is_onnx = args.params is None and Path(args.model).suffix in ENDS
    if not is_onnx and (args.like or args.network):
        option = "--like" if args.like else "--network"
        raise Refusal(f"{option} goes with a file of weights alone, got {args.model}")
    if is_onnx and not args.network:
        return _run_weights(args)
    if args.like:
        raise Refusal("--like and --network: expected one of them")
    values = {}
    for name, file in pairs(args.input, "--input").items():
        try:
            values[name] = read_numpy(file, lambda array: array)
        except MXNetError as error:
            raise Refusal(f"--input {name}={file}: no array of NumPy (.npy): {error}") from error
        if not isinstance(values[name], np.ndarray):
            raise Refusal(f"--input {name}={file}: expected one array of NumPy (.npy), got an archive of them")
        torch_dtype(values[name].dtype)
    with Stages(args.output) as stages:
        outcome = _converted(args, values, stages)
    show(args.json, outcome, _summary(outcome))
    return FINE if outcome.get("equal", True) else PROBLEMS


def _run_weights(args: argparse.Namespace) -> int:
    """Convert a file of weights, without a network."""
    if Path(args.output).suffix not in ENDS:
        raise Refusal(
            f"{args.model} has weights alone: for {args.output}, name the network's -symbol.json before it, or with "
            f"--network {zoo_name(args.model) or 'resnet18_v1'} a network of the model zoo, or with --network "
            "module:function what makes your block"
        )
    like = Network(sym.load(args.like), {}, {}, [args.like]) if args.like else None
    with Stages(args.output) as stages:
        stages.begin(f"converting {args.model}")
        outcome = convert_weights(args.model, args.output, like)
    text = printable(f"{outcome['output']}: {count(outcome['bytes'])}B, {plural(outcome['arrays'], 'array')}")
    return show(args.json, outcome, f"{text}\n{styled('verified: read again, and equal', 'green')}")


def _converted(args: argparse.Namespace, values: Mapping[str, np.ndarray], stages: Stages) -> dict[str, Any]:
    """Convert, verify, and return what came of it."""
    output = Path(args.output)
    stages.begin(f"reading {args.model} and running it")
    known, axes = shapes(args.shape)
    if args.network:
        network = block_network(args.network, args.model, len(set(known) | set(values)) or 1)
    else:
        network = load_network(args.model, args.params, args.epoch, args.bucket)
    check_output(output, network.files, args.card)
    task = Task(network, known, axes, values, args.fixed_batch)
    names = Path(args.synset).read_text(encoding="utf-8").splitlines() if args.synset else []
    image_input = None
    if args.check:
        image_input = picture(args.check, task.shapes[task.names[0]], args.mean, args.std, args.scale)
    with folder_for(output, args.card) as temporary:
        path = os.path.join(temporary, output.name)
        tolerance = task.tolerance if args.tolerance is None else args.tolerance
        run, outcome = _written(task, path, tolerance, stages)
        outcome = {"output": args.output, **outcome}
        if run is not None and image_input is not None:
            batch = np.repeat(image_input, task.shapes[task.names[0]][0], 0).astype(task.inputs[0].dtype)
            outcome["before"] = top(run_module(task.module, [batch])[0][0], names)
            outcome["after"] = top(run([batch])[0][0], names)
        if args.card:
            _describe(task, outcome, args, names, temporary)
        if outcome.get("equal", True):
            others = sorted(name for name in os.listdir(temporary) if name != output.name)
            outcome["beside"] = [str(output.with_name(name)) for name in others]
            move_all(temporary, output)
    return outcome


def _describe(task: Task, outcome: Mapping[str, Any], args: Any, classes: Sequence[str], folder: str) -> None:
    """Write a card, and for safetensors the symbol, which have to lie beside the weights."""
    images = {key: getattr(args, key) for key in ("scale", "mean", "std")}
    if images == {"scale": 1.0, "mean": [0, 0, 0], "std": [1, 1, 1]}:
        images["scale"] = None
    output = Path(args.output)
    text = card(output.stem, task.network, outcome, {**images, "classes": classes})
    Path(folder, CARD).write_text(text, encoding="utf-8")
    if output.suffix == ".safetensors":
        save_symbol(task.network.prediction, output, task.network.files[0], folder)


def _written(task: Task, path: str, tolerance: float, stages: Stages) -> tuple[Runner | None, dict[str, Any]]:
    """Write a file, for any batch size if that can be; return what runs it, and what came of it."""
    write, reason = TARGETS[Path(path).suffix], task.reason
    if not reason:
        stages.begin("writing it for any batch size")
        try:
            run = write(task, path, True)
            outcome = _outcome(task, path, run, "any", "")
            if run is None:
                return run, outcome
            stages.begin("verifying it at two batch sizes")
            for inputs, expected in ((task.inputs, task.expected), (task.other_inputs, task.other_expected)):
                outcome = _worse(outcome, _ran(run, inputs), expected, tolerance)
            if outcome["equal"]:
                return run, outcome
            reason = "its results differ at another"
        except unless_interrupted(Exception) as error:  # whatever the reason, the one batch size says it, or works
            reason = first_line(error)
        for name in os.listdir(os.path.dirname(path)):
            os.remove(os.path.join(os.path.dirname(path), name))
    stages.begin("writing")
    run = write(task, path, False)
    outcome = _outcome(task, path, run, task.size, reason)
    if run is not None:
        stages.begin("verifying")
        outcome = _worse(outcome, _ran(run, task.inputs), task.expected, tolerance)
    return run, outcome


def _of_export(error: Exception) -> MXNetError:
    """Return the error for what ``torch.export`` raised."""
    message = first_line(error)
    if message.startswith("Constraints violated"):
        return MXNetError("torch.export fixes this length, as PyTorch's layers read it")
    return MXNetError(f"torch.export cannot write it: {message}")


def _ran(run: Runner, inputs: Arrays) -> Arrays:
    """Return what the written file computes."""
    failed = explained(lambda error: MXNetError(f"what was written does not run: {first_line(error)}"), Exception)
    with quiet(), failed:
        return run(inputs)


def _outcome(task: Task, path: str, run: Runner | None, batch: str | int, reason: str) -> dict[str, Any]:
    return {
        "bytes": sum(os.path.getsize(item) for item in (path, f"{path}.data") if os.path.exists(item)),
        "inputs": {name: value.shape for name, value in zip(task.names, task.inputs, strict=True)},
        "dtypes": {name: str(value.dtype) for name, value in zip(task.names, task.inputs, strict=True)},
        "axes": {} if task.reason else task.axes,
        "is_batch": task.is_batch,
        "batch": batch,
        "reason": reason,
        "verified": run is not None,
        "remark": getattr(run, "remark", ""),
        "largest_difference": 0.0,
        "relative": 0.0,
        "order": False,
        "is_quantized": task.network.is_quantized,
    }


def _worse(outcome: Mapping[str, Any], actual: Arrays, expected: Arrays, tolerance: float) -> dict[str, Any]:
    """Return an outcome with what a run adds to it."""
    absolute, relative = difference(actual, expected)
    order = relative > tolerance and differ_in_order_only(actual, expected, tolerance)
    if order:
        absolute = relative = 0.0
    relative = max(relative, outcome["relative"])
    return {
        **outcome,
        "largest_difference": max(absolute, outcome["largest_difference"]),
        "relative": relative,
        "equal": relative <= tolerance,
        "order": outcome["order"] or order,
    }


def _summary(outcome: Mapping[str, Any]) -> str:
    """Return what came of a conversion, for people."""
    free = "batch" if outcome["is_batch"] else "any"
    opened = outcome["axes"] if outcome["batch"] == "any" else {}
    shown = ", ".join(
        f"{name} ({', '.join(free if i == opened.get(name) else str(n) for i, n in enumerate(shape))})"
        + f" {outcome['dtypes'][name]}" * (outcome["dtypes"][name] != "float32")
        for name, shape in outcome["inputs"].items()
    )
    batch = "any batch" if outcome["batch"] == "any" else f"batch {outcome['batch']} only ({outcome['reason']})"
    if not outcome["is_batch"]:
        name, axis = next(iter(outcome["axes"].items()))
        if opened:
            batch = f"any length of axis {axis} of {name} (its items depend on each other, as in a sequence)"
        else:
            batch = f"length {outcome['batch']} of axis {axis} of {name} only ({outcome['reason']})"
    lines = [printable(f"{outcome['output']}: {count(outcome['bytes'])}B, {batch}, inputs {shown}")]
    if not outcome["verified"]:
        lines.append(styled("not verified: ONNX Runtime is not installed (pip install onnxruntime)", "yellow"))
        return "\n".join(lines)
    text = f"largest difference {outcome['largest_difference']:.3g} (relative {outcome['relative']:.3g})"
    text += f" at two {'batch sizes' if outcome['is_batch'] else 'lengths'}" if outcome["batch"] == "any" else ""
    if outcome["is_quantized"] and outcome["equal"] and outcome["relative"] > _EXACT:
        text += "; numbers between two steps of int8 are rounded otherwise"
    if outcome["order"]:
        text += "; rows of equal scores come in another order"
    if outcome["equal"]:
        lines.append(styled(f"verified: {text}", "green"))
        lines += [styled(remark, "yellow") for remark in (outcome["remark"],) if remark]
    else:
        lines.append(styled(f"DIFFERENT: {text}; nothing was written (--tolerance accepts more)", "red"))
    if outcome.get("beside"):
        lines.append(printable(f"beside it: {', '.join(outcome['beside'])}"))
    if "before" in outcome:
        pairs = zip(outcome["before"], outcome["after"], strict=True)
        rows = [(a, f"{x:.4f}", b, f"{y:.4f}") for (a, x), (b, y) in pairs]
        lines.append(table(("MXNet", "score", "converted", "score"), rows, right=(1, 3)))
    return "\n".join(lines)


main = command("convert", _run, _check)

if __name__ == "__main__":
    sys.exit(main())
