"""Prediction by network and backend: ``python -m benchmarks.backends --output docs/benchmarks/backends.md``.

``--networks``, ``--backends`` and ``--batches`` choose; ``--output`` replaces the sections of these networks in the
file and keeps the others, so that a long run can be made in parts. All of it takes about 40 minutes on a quiet machine
of two cores, half of which compilers take. Lines about the progress go to standard error.

Each row runs in a process of its own: the backends of ``optimize_for``, PyTorch's eager calls, MXNet 1.9.1, and ONNX
Runtime and OpenVINO called directly on the exported file. What a row cannot do stands there in a phrase.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import statistics
import sys
import tempfile
import time
import warnings
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

import mxnet as mx
import numpy as np
import torch

from . import report
from .cases.prediction import gluon
from .sides import REFERENCE, ROOT, Side

ABOUT = """Made by `python -m benchmarks.backends --output docs/benchmarks/backends.md`, network by network.

Each row runs in a process of its own; in every round all rows do the same work one after the other, in changing order,
once unmeasured before unless even the quickest takes long.
Times are medians over the rounds. `first` is the first answer from a network that is loaded, with batch {first}: what
prepares, exports or compiles it, and the modules that this imports. Memory is what the process holds more after that
answer than before the network was loaded. The difference is the largest to the network as it was written, relative to
its largest output. `inductor, frozen` and `aot` compile for each batch anew, and are measured with one (all with
`--every-batch`). Weights are drawn, and normalizations have the statistics of data, such that values neither grow nor
fade. Above a table stands how long the network's convolutions and products would take in float32 at the rate of a
product of matrices of 2048 x 2048, `mx.nd.dot`: less than that needs other arithmetic.
`MXNet 1.9.1` is the hybridized block, in the row below made by its `optimize_for` with `MKLDNN`."""
_MOST, _LEAST = 15, 3  # rounds
#: seconds of the quickest row's call below which each is done once more, unmeasured, when it is a row's turn
_WARM = 0.3


class Row(NamedTuple):
    """A row: the module that it runs in, its options, and whether a compiler starts anew for each batch."""

    module: str
    wish: dict[str, Any]
    once: bool = False


def _ours(backend: str, **options: Any) -> Row:
    return Row("mx", {"backend": backend, "options": options}, once=backend == "aot" or "freeze" in options)


#: by name
ROWS = {
    "onednn (the default)": _ours("onednn"),
    "inductor": _ours("inductor"),
    "inductor, frozen": _ours("inductor", freeze=True),
    "aot": _ours("aot"),
    "bfloat16": _ours("onednn", dtype="bfloat16"),
    "int8": _ours("int8"),
    "onnxruntime": _ours("onnxruntime"),
    "onnxruntime, int8": _ours("onnxruntime", dtype="int8"),
    "openvino": _ours("openvino"),
    "openvino, bfloat16": _ours("openvino", dtype="bfloat16"),
    "openvino, int8": _ours("openvino", dtype="int8"),
    "tensorrt": _ours("tensorrt"),
    "onnxruntime, directly": Row("runtimes", {"runtime": "onnxruntime"}),
    "openvino, directly": Row("runtimes", {"runtime": "openvino"}),
    "PyTorch, eager": Row("torch", {}),
    "MXNet 1.9.1": Row("reference", {"backend": "", "options": {}}),
    "MXNet 1.9.1, MKLDNN": Row("reference", {"backend": "MKLDNN", "options": {}}),
}


@dataclass
class Worker(Side):
    """The process of a row."""

    wish: dict[str, Any] = field(default_factory=dict)

    def environment(self) -> dict[str, str]:
        """Return the environment of a side, with the wish, and a place where nothing was compiled before."""
        cache = f"{self.wish['folder']}/compiled{self.wish['row']}"
        wish = json.dumps(self.wish)
        return {**super().environment(), "BENCHMARK_PREDICTION": wish, "TORCHINDUCTOR_CACHE_DIR": cache}


def worker(name: str, number: int, folder: str, inputs: Sequence[str], hand_written: str, threads: int) -> Worker:
    """Return the process of a row, not yet begun."""
    row = ROWS[name]
    wish = {**row.wish, "folder": folder, "row": number, "inputs": list(inputs), "torch": hand_written}
    python = str(REFERENCE) if row.module == "reference" else sys.executable
    path = str(ROOT / "src") if row.module == "mx" else ""
    module = "cases.prediction." + ("mx" if row.module == "reference" else row.module)
    return Worker(name, python, module, "", path, threads, wish=wish)


def write(network: str, folder: str, batches: Sequence[int]) -> tuple[list[str], dict[int, list[Any]]]:
    """Write a network's files; return the names of its inputs, and its answers to each batch."""
    factory, inputs, _ = gluon.NETWORKS[network]
    net, answers = gluon.made(factory, inputs(4)), {}
    for batch in batches:
        arrays = [each.astype("float32") for each in inputs(batch)]
        np.savez(f"{folder}/batch{batch}.npz", *arrays)
        found = net(*map(mx.nd.array, arrays))
        answers[batch] = [each.asnumpy() for each in (found if isinstance(found, (list, tuple)) else [found])]
    net.hybridize()
    net(*map(mx.nd.array, arrays))
    prefix = f"{folder}/net"
    net.export(prefix)
    np.savez(f"{folder}/weights.npz", **{name: each.data().asnumpy() for name, each in net.collect_params().items()})
    symbol = mx.sym.load(f"{prefix}-symbol.json")
    names = ["data"] if len(arrays) == 1 else [f"data{i}" for i in range(len(arrays))]
    order = [name for name in symbol.list_inputs() if name in names]
    for batch in batches:
        shapes = dict(zip(names, [each.shape for each in inputs(batch)], strict=True))
        try:
            mx.onnx.export_model(
                f"{prefix}-symbol.json", f"{prefix}-0000.params", [shapes[n] for n in order], np.float32,
                f"{folder}/batch{batch}.onnx",
            )  # fmt: skip
        except mx.MXNetError as error:  # the runtimes' rows say so
            print(f"{network}: {error}", file=sys.stderr)
    return names, answers


def phrase(error: str) -> str:
    """Return what a traceback, or the words of an error, come to: one phrase."""
    lines = [line.strip() for line in error.strip().splitlines() if line.strip()]
    reasons = [
        line for line in lines if re.match(r"([A-Za-z_]\w*\.)*[A-Z]\w*(Error|Exception|Fail|Failure|Interrupt)\b", line)
    ]
    text = re.sub(r"^[\w.]+: ", "", reasons[-1] if reasons else lines[-1])
    text = re.split(r"(?<=[a-z)])\. ", text.replace("|", "/"))[0]
    return text if len(text) <= 120 else text[:117] + "..."


def rate(size: int = 2048, rounds: int = 9) -> float:
    """Return the additions and multiplications a second of a product of float32 matrices, the best of some rounds."""
    matrix = mx.nd.random.uniform(shape=(size, size))

    def seconds() -> float:
        began = time.perf_counter()
        mx.nd.dot(matrix, matrix).wait_to_read()
        return time.perf_counter() - began

    return 2 * size**3 / min(seconds() for _ in range(rounds))


def distance(expected: Sequence[Any], path: str) -> float:
    """Return the largest difference of the answers in a file, each relative to its largest number."""
    with np.load(path) as file:
        found = [file[f"arr_{i}"] for i in range(len(file.files))]
    return max(np.abs(a - b).max() / np.abs(a).max() for a, b in zip(expected, found, strict=True))


class Table:
    """The rows of a network, as they are measured."""

    def __init__(
        self,
        network: str,
        batches: Sequence[int],
        seconds: float,
        chosen: Collection[str],
        folder: str,
        every_batch: bool = False,
    ) -> None:
        self.network, self.batches, self.seconds, self.folder = network, list(batches), seconds, folder
        names, self.expected = write(network, folder, self.batches)
        self.workers = {
            name: worker(name, number, folder, names, gluon.NETWORKS[network][2], torch.get_num_threads())
            for number, name in enumerate(ROWS)
            if name in chosen
        }
        self.facts: dict[str, dict[str, Any]] = {}
        self.times: dict[tuple[str, int], float] = {}
        self.failed: dict[str, dict[int, str]] = {name: {} for name in self.workers}
        self.rounds: dict[int, int] = {}
        #: the batches for which the rows are measured that compile anew for each
        self.compiled = self.batches if every_batch else self.batches[:1]

    def measure(self) -> None:
        """Measure all batches."""
        try:
            for batch in self.batches:
                self._batch(batch)
        finally:
            for each in self.workers.values():
                each.close()

    def _begin(self, name: str, batch: int) -> float:
        """Have the first answer to a batch, note what it took, and return the seconds of the second."""
        each = self.workers[name]
        print(f"{self.network}, batch {batch}: {name}", file=sys.stderr, flush=True)
        if not Path(each.python).exists():
            raise RuntimeError("there is no MXNet 1.9.1 here")
        second = self._once(name, batch, 1)
        path = f"{self.folder}/{{}}.{each.wish['row']}.{batch}"
        facts = json.loads(Path(path.format("facts") + ".json").read_text())
        facts["difference"] = distance(self.expected[batch], path.format("answer") + ".npz")
        facts["flops"] = facts.get("flops", 0) / batch
        before = self.facts.setdefault(name, facts)
        before["difference"] = max(before["difference"], facts["difference"])
        return second

    def _batch(self, batch: int) -> None:
        once: dict[str, float] = {}
        for name in self.workers:
            if self.failed[name] or (ROWS[name].once and batch not in self.compiled):
                continue
            try:
                once[name] = self._begin(name, batch)
            except RuntimeError as error:
                self.failed[name][batch] = phrase(str(error).removeprefix(f"{name}: "))
        alive = list(once)
        found: dict[str, list[float]] = {name: [] for name in alive}
        counts = {name: max(1, int(0.05 / once[name])) for name in alive}
        warms = min(once.values(), default=_WARM) < _WARM  # all rows or none
        began, number = time.perf_counter(), 0
        limits = [float("inf")] * 2 + [3 * self.seconds] * (_LEAST - 2) + [self.seconds] * (_MOST - _LEAST)
        while number < _MOST and time.perf_counter() - began < limits[number]:
            turn = number % max(1, len(alive))
            for name in alive[turn:] + alive[:turn]:
                if warms:  # the other rows' work has taken the caches
                    self._once(name, batch, 1)
                found[name].append(self._once(name, batch, counts[name]))
            number += 1
        self.rounds[batch] = number
        for name, values in found.items():
            self.times[name, batch] = statistics.median(values) / batch
            self.workers[name].ask({"free": f"batch_{batch}"})

    def _once(self, name: str, batch: int, n: int) -> float:
        return float(self.workers[name].seconds(f"batch_{batch}", n))

    def text(self, peak: float) -> str:
        """Return the network's table and its conditions; ``peak``: additions and multiplications a second."""
        flops = max((each["flops"] for each in self.facts.values()), default=0)
        parts = (
            [f"{flops / 1e9:.2f} GFLOP: {1000 * flops / peak:.1f} ms at {peak / 1e9:.0f} GFLOP/s.\n"] if flops else []
        )
        columns = " | ".join(f"ms each, batch {n}" for n in self.batches)
        parts += [f"| backend | first, s | {columns} | memory, MiB | max difference |"]
        parts += ["|---|" + "---|" * (len(self.batches) + 3)]
        parts += [self._row(name) for name in self.workers]
        return "\n".join(parts)

    def _row(self, name: str) -> str:
        cells, facts = [], self.facts.get(name)
        for batch in self.batches:
            time_ = self.times.get((name, batch))
            cells.append("-" if time_ is None else f"{1000 * time_:.3g}" if time_ < 0.1 else f"{1000 * time_:.0f}")
        why = "".join(
            f" ({'cannot' if facts is None else f'not batch {n}'}: {reason})" for n, reason in self.failed[name].items()
        )
        if facts is None:
            return f"| {name}{why} | - | {' | '.join(cells)} | - | - |"
        about = f"{facts['memory']:.0f} | {facts['difference']:.1e}"
        return f"| {name}{why} | {facts['first']:.1f} | {' | '.join(cells)} | {about} |"


def conditions(load: float) -> str:
    """Return under which conditions a section was made."""
    versions = [f"PyTorch {torch.__version__}"]
    for package, name in (("onnxruntime", "ONNX Runtime"), ("openvino", "OpenVINO")):
        try:
            versions.append(f"{name} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            versions.append(f"no {name}")
    return (
        f"Processor: {report.processor()}, threads: {torch.get_num_threads()}, load when it began: {load:.1f}. "
        f"Python {platform.python_version()}, {', '.join(versions)}."
    )


def replaced(page: str, sections: dict[str, str], order: Sequence[str]) -> str:
    """Return a page with sections, by heading, in place of those it has; the others stay, in the ``order`` given."""
    parts = re.split(r"^## (.*)\n", page, flags=re.M)
    found = dict(zip(parts[1::2], parts[2::2], strict=True)) | sections
    listed = [name for name in order if name in found]
    return "# Inference by backend\n\n{}\n\n{}\n".format(
        ABOUT.format(first=1), "\n\n".join(f"## {name}\n\n{found[name].strip()}" for name in listed)
    )


def measured(
    network: str, batches: Sequence[int], seconds: float, chosen: Collection[str], every_batch: bool = False
) -> str:
    """Return a network's section, measured now."""
    load, peak = os.getloadavg()[0], rate()
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        table = Table(network, batches, seconds, chosen, folder, every_batch)
        table.measure()
    rounds = ", ".join(f"{n} of batch {batch}" for batch, n in table.rounds.items())
    return f"{conditions(load)} Rounds: {rounds}.\n\n{table.text(peak)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--networks", nargs="+", default=list(gluon.NETWORKS), help="the beginnings of their names")
    parser.add_argument("--backends", nargs="+", default=list(ROWS), choices=ROWS, metavar="ROW")
    parser.add_argument("--batches", nargs="+", type=int, default=[1, 4, 32])
    parser.add_argument("--every-batch", action="store_true", help="have compilers work for all batches, in all rows")
    seconds = "of the rounds of a network and batch; three times that for a third round, and two always"
    parser.add_argument("--seconds", type=float, default=10, help=seconds)
    parser.add_argument("--output", help="keep the sections there, too: docs/benchmarks/backends.md")
    args = parser.parse_args()
    for begin in args.networks:
        if not any(name.startswith(begin) for name in gluon.NETWORKS):
            parser.error(f"no network begins with {begin!r}: there are {', '.join(gluon.NETWORKS)}")
    for name in gluon.NETWORKS:
        if any(name.startswith(begin) for begin in args.networks):
            section = measured(name, args.batches, args.seconds, args.backends, args.every_batch)
            print(f"\n## {name}\n\n{section}", flush=True)
            if args.output:
                file = Path(args.output)
                before = file.read_text() if file.exists() else ""
                file.write_text(replaced(before, {name: section}, list(gluon.NETWORKS)))


if __name__ == "__main__":
    main()
