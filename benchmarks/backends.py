"""Inference by backend: ``python -m benchmarks.backends --networks ResNet-18 MobileNet`` prints a table for each.

By default one network, MobileNet, with batches of 1 and 4: some minutes on a quiet machine of two cores, most of which
compilers take, half a minute for each of their three rows and each batch. ``--backends`` chooses rows. All networks
with batches of 1, 4 and 32 take about an hour. Lines about the progress go to standard error.

The backends of ``optimize_for`` and, beside them, ONNX Runtime and OpenVINO called directly on the exported file. In
every round all do the same work one after the other; times are medians over the rounds, per image. ``first`` is
``optimize_for`` with its first call, memory what the process holds more afterwards, the difference the largest to the
graph as it was written. Above a table stands how long the network's convolutions and products would take at the rate of
the fastest product of matrices that PyTorch computes here: less than that needs other arithmetic.
"""

from __future__ import annotations

import argparse
import gc
import importlib.util
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Collection
from functools import partial
from typing import Any

import mxnet as mx
import numpy as np
import torch
from mxnet.gluon.model_zoo import vision
from torch.utils.flop_counter import FlopCounterMode

from . import report

NETWORKS = {
    "ResNet-18": vision.resnet18_v1,
    "ResNet-50": vision.resnet50_v1,
    "MobileNet": vision.mobilenet1_0,
    "DenseNet-121": vision.densenet121,
}
#: name, backend, options, the package that it needs
BACKENDS: list[tuple[str, str, dict[str, Any], str]] = [
    ("onednn", "onednn", {}, ""),
    ("inductor", "inductor", {}, ""),
    ("inductor, frozen", "inductor", {"freeze": True}, ""),
    ("aot", "aot", {}, ""),
    ("int8", "int8", {}, ""),
    ("onnxruntime", "onnxruntime", {}, "onnxruntime"),
    ("openvino", "openvino", {}, "openvino"),
]
#: runtimes that are also called directly
RUNTIMES = ("onnxruntime", "openvino")
#: the names of all rows
ALL = (*(name for name, *_ in BACKENDS), *(f"{name}, directly" for name in RUNTIMES))


def resident() -> float:
    """Return the memory of this process in MiB."""
    gc.collect()
    with open("/proc/self/statm") as stream:
        return int(stream.read().split()[1]) * os.sysconf("SC_PAGESIZE") / 2**20


def exported(net: Any, x: Any, folder: str) -> str:
    """Write a network as ONNX and return the file."""
    prefix = os.path.join(folder, "net")
    net.export(prefix)
    return mx.onnx.export_model(
        f"{prefix}-symbol.json", f"{prefix}-0000.params", [x.shape], np.float32, f"{prefix}.onnx"
    )


def directly(name: str, net: Any, x: Any) -> Callable[[], Any]:
    """Return what runs the exported network by a runtime of ONNX itself."""
    values = x.asnumpy()
    with tempfile.TemporaryDirectory() as folder:
        file = exported(net, x, folder)
        if name == "onnxruntime":
            import onnxruntime

            settings = onnxruntime.SessionOptions()
            settings.intra_op_num_threads = torch.get_num_threads()
            session = onnxruntime.InferenceSession(file, settings, providers=["CPUExecutionProvider"])
            key = session.get_inputs()[0].name
            return lambda: session.run(None, {key: values})[0]
        import openvino

        core = openvino.Core()
        properties = {"INFERENCE_PRECISION_HINT": "f32", "INFERENCE_NUM_THREADS": torch.get_num_threads()}
        compiled = core.compile_model(core.read_model(file), "CPU", properties)
        return lambda: compiled([values])[0]


def made(factory: Callable[[], Any], x: Any) -> Any:
    """Return a network with the same parameters as ever, run once as a graph."""
    mx.random.seed(0)
    net = factory()
    net.initialize(mx.init.Xavier())
    net.hybridize()
    net(x)
    return net


def operations(factory: Callable[[], Any], x: Any) -> int:
    """Return how many additions and multiplications a network's convolutions and products take."""
    net = made(factory, x)
    net.hybridize(active=False)
    with FlopCounterMode(display=False) as counter:
        net(x)
    return counter.get_total_flops()


def rate(size: int = 2048, rounds: int = 9) -> float:
    """Return the additions and multiplications a second of a product of float32 matrices, the best of some rounds."""
    matrix = torch.rand(size, size)
    return 2 * size**3 / min(seconds(lambda: matrix @ matrix) for _ in range(rounds))


def seconds(work: Callable[[], Any]) -> float:
    """Return the seconds of one call."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def call(net: Any, x: Any) -> Any:
    """Return a network's answer."""
    return net(x).asnumpy()


def first_call(net: Any, x: Any, backend: str, options: dict[str, Any]) -> None:
    """Make a network's graph for a backend, and run it."""
    net.optimize_for(x, backend=backend, **options)
    call(net, x)


def row(name: str, first: str, times: list[float], held: str, difference: str) -> str:
    """Return a line of a table."""
    return f"| {name} | {first} | " + " | ".join(f"{1000 * each:.1f}" for each in times) + f" | {held} | {difference} |"


def table(
    title: str,
    factory: Callable[[], Any],
    batches: list[int],
    rounds: int,
    chosen: Collection[str] = ALL,
    image: tuple[int, ...] = (3, 224, 224),
    peak: float = 0.0,
) -> None:
    """Print the table of a network, with the ``chosen`` rows, and the time at the rate ``peak``."""
    columns = " | ".join(f"ms per image, batch {n}" for n in batches)
    print(f"\n### {title}\n")
    if peak:
        work = operations(factory, mx.nd.zeros((1, *image)))
        print(f"{work / 1e9:.2f} GFLOP per image: {1000 * work / peak:.1f} ms at {peak / 1e9:.0f} GFLOP/s.\n")
    print(f"| backend | first, s | {columns} | memory, MiB | max difference |")
    print("|---|" + "---|" * (len(batches) + 3))
    times: dict[str, list[float]] = {}
    facts: dict[str, tuple[str, str, str]] = {}
    for batch in batches:
        x = mx.nd.random.uniform(shape=(batch, *image))
        expected = made(factory, x)(x).asnumpy()
        works: dict[str, Callable[[], Any]] = {}
        for name, backend, options, package in BACKENDS:
            if name not in chosen or (package and importlib.util.find_spec(package) is None):
                continue
            print(f"{title}, batch {batch}: {name}", file=sys.stderr, flush=True)
            net, before = made(factory, x), resident()
            took = seconds(partial(first_call, net, x, backend, options))
            works[name] = partial(call, net, x)
            far = np.abs(net(x).asnumpy() - expected).max()
            if batch == batches[0]:
                facts[name] = f"{took:.1f}", f"{resident() - before:.0f}", f"{far:.1e}"
        for name in RUNTIMES:
            if f"{name}, directly" in chosen and importlib.util.find_spec(name) is not None:
                works[f"{name}, directly"] = directly(name, made(factory, x), x)
        found: dict[str, list[float]] = {name: [] for name in works}
        for number in range(rounds + 1):
            for name in list(works) if number % 2 else reversed(works):
                took = seconds(works[name]) / batch
                if number:  # the first warms up
                    found[name].append(took)
        for name, values in found.items():
            times.setdefault(name, []).append(statistics.median(values))
    for name, values in times.items():
        first, held, difference = facts.get(name, ("", "", ""))
        print(row(name, first, values, held, difference), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--networks", nargs="+", default=["MobileNet"], choices=NETWORKS)
    parser.add_argument("--backends", nargs="+", default=ALL, choices=ALL)
    parser.add_argument("--batches", nargs="+", type=int, default=[1, 4])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--output", help="keep the tables there, too: docs/benchmarks_backends.md")
    args = parser.parse_args()
    about = "Made by `python -m benchmarks.backends --output docs/benchmarks_backends.md`."
    with report.page(args.output, "Inference by backend", about):
        print(f"PyTorch {torch.__version__}, threads: {torch.get_num_threads()}")
        peak = rate()
        print(f"A product of two matrices of 2048 x 2048 runs at {peak / 1e9:.0f} GFLOP/s.")
        for name in args.networks:
            table(name, NETWORKS[name], args.batches, args.rounds, args.backends, peak=peak)


if __name__ == "__main__":
    main()
