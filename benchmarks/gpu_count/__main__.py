"""Command line: ``python -m benchmarks.gpu_count [--rows TEXT] [--pixels 224] [--output PAGE]``.

For each step of ``benchmarks.gpu``: the kernels that it launches and the bytes that they read and write, casts, copies,
how often the processor waits, and what it does itself, remx beside PyTorch written by hand. ``--differences`` lists the
kernels that one side launches more often. What the processor does in between is timed with networks of few channels
(:mod:`.host`), and counted where there is Valgrind. It needs g++ and a PyTorch without CUDA.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]


class Row(NamedTuple):
    """A step: its program in ``benchmarks/gpu``, the program's arguments, and the batch that bytes are drawn out to."""

    program: str
    kwargs: dict[str, Any]
    batch: int


def _training(network: str, precision: str, channels_last: bool = False) -> Row:
    kwargs = {"network": network, "precision": precision, "channels_last": channels_last}
    return Row("training", kwargs, 32 if network.startswith("BERT") else 64)


def _prediction(network: str) -> Row:
    return Row("prediction", {"network": network, "precision": "float32"}, 1)


ROWS = {
    "ResNet-50, float32": _training("ResNet-50", "float32"),
    "ResNet-50, bfloat16, channels last": _training("ResNet-50", "bfloat16", True),
    "ResNet-50, float16, channels last": _training("ResNet-50", "float16", True),
    "MobileNet, float32": _training("MobileNet", "float32"),
    "MobileNet, bfloat16, channels last": _training("MobileNet", "bfloat16", True),
    "BERT-base, float32 and tf32": _training("BERT-base encoder", "float32"),
    "BERT-base, bfloat16": _training("BERT-base encoder", "bfloat16"),
    "LSTM language model": Row("case", {"name": "language_model_step"}, 16),
    "SSD": Row("case", {"name": "ssd_step"}, 16),
    "prediction, ResNet-50": _prediction("ResNet-50"),
    "prediction, MobileNet": _prediction("MobileNet"),
    "prediction, BERT-base": _prediction("BERT-base encoder"),
}
SIDES = ("remx", "PyTorch")
#: what one side of a row gave: kernels, bytes and waits by name, and calls, for a batch of 1 and of 2
Pair = list[dict[str, Any]]


def counted(titles: Sequence[str], side: str, pixels: int, batches: tuple[int, ...] = (1, 2)) -> dict[str, Pair]:
    """Count the fourth step of rows for each batch, in a process for each; RuntimeError if one fails."""
    result: dict[str, Pair] = {title: [] for title in titles}
    for batch in batches:
        command = [sys.executable, "-m", "benchmarks.gpu_count.step", side, str(batch), str(pixels), *titles]
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
        if done.returncode:
            raise RuntimeError(f"{', '.join(titles)}, {side}: {done.stderr[-2000:]}")
        for title, found in json.loads(done.stdout.splitlines()[-1]).items():
            result[title].append(found)
    return result


def host_work(titles: Sequence[str], *command: str) -> dict[str, list[float]]:
    """Return by row what :mod:`.host` measures of a step, remx and by hand, where it does."""
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT / "benchmarks")])
    env = os.environ | {"PYTHONPATH": path, "BENCHMARK_BATCHES": "2", "PYTHONHASHSEED": "0"}
    printed = subprocess.check_output([*command, *titles], env=env, text=True, cwd=ROOT)
    result: dict[str, list[float]] = json.loads(printed.splitlines()[-1])
    return result


def _is_cast(name: str) -> bool:
    return "->" in name


def is_copy(name: str) -> bool:
    """Return whether kernels of a name copy a tensor, perhaps to lay it out, in its type."""
    return name.startswith(("clone", "copy", "cudnn layout", "cudnn: weights")) and not _is_cast(name)


def number(found: Pair, what: str, of: Callable[[str], bool] = lambda _: True) -> int:
    """Return how many kernels, bytes or waits of certain names the larger batch takes."""
    return sum(count for name, count in found[-1][what].items() if of(name))


def drawn_out(found: Pair, batch: int) -> int:
    """Return the bytes of a batch, from those of 1 and 2 in a straight line."""
    one, two = (sum(item["bytes"].values()) for item in found)
    return one + (two - one) * (batch - 1)


def calls(found: Pair) -> int:
    """Return the calls of Python's functions in a step of the larger batch: axes of length 1 take other branches."""
    return found[-1]["calls"]


def differences(remx: Pair, by_hand: Pair) -> list[str]:
    """Return a line for each name of which one side launches more kernels: their numbers, with the larger batch."""
    ours, theirs = remx[-1]["kernels"], by_hand[-1]["kernels"]
    names = sorted(ours.keys() | theirs.keys(), key=lambda name: theirs.get(name, 0) - ours.get(name, 0))
    pairs = [(name, ours.get(name, 0), theirs.get(name, 0)) for name in names]
    return [f"    {name}: {one} / {other}" for name, one, other in pairs if one != other]


def _cell(one: float, other: float, form: str = "") -> str:
    return f"{one:{form}} / {other:{form}} = {one / other:.2f}"


def line(title: str, remx: Pair, by_hand: Pair, times: Sequence[float], instructions: Sequence[float]) -> str:
    """Return a row of the table; the processor's times in microseconds, and instructions, if they were measured."""
    sides = remx, by_hand
    cells = [title, _cell(*(number(side, "kernels") for side in sides))]
    cells.append(_cell(*(drawn_out(side, ROWS[title].batch) / 1e9 for side in sides), form=".2f"))
    cells += [" / ".join(str(number(side, "kernels", of)) for side in sides) for of in (_is_cast, is_copy)]
    cells.append(" / ".join(str(number(side, "waits")) for side in sides))
    cells.append(_cell(*map(calls, sides)))
    cells.append(_cell(*(count / 1e6 for count in instructions), form=".1f") if instructions else "")
    cells.append(_cell(*times, form=".0f") if times else "")
    return "| " + " | ".join(cells) + " |"


_HEAD = """\
# What a step launches on a GPU

Counted without a card by `make gpu-count` (PyTorch {torch}): the tensors say `cuda:0` to PyTorch and compute on the
processor, so that what is counted are the branches for GPUs. Each cell is remx / PyTorch written by hand. Bytes are
what the kernels read and write, for the batch of [the benchmark on a GPU](../benchmarks_gpu.md);
waits are copies between processor and GPU, and results that Python looks at. Large values are not computed.

The processor's own work are the calls of Python's functions in a step, and the instructions and the time of a step of
the same network with few channels, small images and texts and a batch of 2: both sides run on a processor, one thread,
by the branches for GPUs, and hardly any arithmetic is left (not SSD, whose images stay large, nor float16, for which
PyTorch lacks operators there). Valgrind counts the instructions, which repeat within 0.01; the times are of turns of
both sides, and repeat within 0.1 on a machine with other work. Processor: {processor}.

| step | kernels | GB | casts | copies | waits | Python calls | million instructions | µs of the processor |
|---|---|---|---|---|---|---|---|---|
"""


_NOTES = """
Where remx launches more:

- SSD and float32 networks: arrays of weights are in rows, as programs see and view them, so those of convolutions are
  laid out channels last in each step, those of one shape together, and their gradients back (9 kernels of SSD, 11 of
  ResNet-50). In half precision the casts do it. `MultiBoxTarget` pairs boxes with anchors one after the other, as
  MXNet does, in whole batches and without waiting; by hand every box takes its best anchor, and masks wait.
  `SoftmaxOutput` and `MakeLoss` count what they divide by.
- LSTM language model: words and labels are floats, as in MXNet's programs (2 casts); indices out of range are clipped;
  gradients that cuDNN writes side by side are copied to arrays of their own (1); each word has a loss. The program
  waits for the norm, a number in MXNet.
"""


def main() -> None:
    """Count rows, print the table, and write it to a page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gpu_count", description=__doc__)
    parser.add_argument("--rows", default="", help="only rows whose title has this text")
    parser.add_argument("--pixels", type=int, default=224, help="the images' height and width")
    parser.add_argument("--differences", action="store_true", help="list the kernels in which the sides differ")
    parser.add_argument("--output", help="write the table to this page")
    args = parser.parse_args()
    from importlib.metadata import version

    from benchmarks.report import processor

    titles = [title for title in ROWS if args.rows in title]
    sides = [counted(titles, side, args.pixels) for side in SIDES]
    host = (sys.executable, "-m", "benchmarks.gpu_count.host")
    times = host_work(titles, *host)
    callgrind = ("valgrind", "--quiet", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={os.devnull}")
    instructions = host_work(titles, *callgrind, *host, "--instructions") if shutil.which("valgrind") else {}
    text = _HEAD.format(torch=version("torch"), processor=processor())
    for title in titles:
        pairs = [side[title] for side in sides]
        lines = [line(title, *pairs, times.get(title, ()), instructions.get(title, ()))]
        text += "\n".join([*lines, *(differences(*pairs) if args.differences else ()), ""])
    text += _NOTES
    print(text, end="")
    if args.output:
        Path(args.output).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
