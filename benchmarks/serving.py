"""How remx serves: requests a second by threads, memory over many requests, and the first request after a load.

``python -m benchmarks.serving`` prints three tables in three minutes on a quiet machine of two cores. ``--requests``
is the number of requests of the memory table: 10,000 of them take another quarter of an hour. Each thread of a server
runs one request, with one thread of PyTorch's. The first request is timed in new processes, remx and MXNet 1.9.1 in
turn (``--reference``: the interpreter that has 1.9.1), the import apart, and with Python's compiled files, which an
installed package has.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import mxnet as mx
import numpy as np
import torch
from mxnet.gluon.model_zoo import vision

from . import report

#: prints the seconds from the load of a checkpoint to its first answer, the import apart
FIRST = """
import sys, time
import mxnet as mx
import numpy as np
image = np.zeros((1, 3, 224, 224), "float32")
began = time.perf_counter()
if sys.argv[2] == "module":
    module = mx.mod.Module.load(sys.argv[1], 0, label_names=None)
    module.bind([("data", image.shape)], for_training=False)
    module.predict(mx.io.NDArrayIter(image, batch_size=1)).asnumpy()
else:
    net = mx.gluon.SymbolBlock.imports(sys.argv[1] + "-symbol.json", ["data"], sys.argv[1] + "-0000.params")
    net.hybridize()
    net(mx.nd.array(image)).asnumpy()
print(time.perf_counter() - began)
"""
#: the batches and image sizes of requests, which come in this order again and again
KINDS = [(batch, size) for size in (224, 192, 160, 128) for batch in (1, 3, 2, 4, 8)]


def checkpoint(folder: str, name: str) -> str:
    """Write a network of the zoo and return its prefix."""
    net = vision.get_model(name)
    net.initialize(mx.init.Xavier())
    net.hybridize()
    net(mx.nd.zeros((1, 3, 224, 224)))
    prefix = os.path.join(folder, name)
    net.export(prefix)
    return prefix


def block(prefix: str) -> mx.gluon.SymbolBlock:
    """Return the network as a hybridized block."""
    net = mx.gluon.SymbolBlock.imports(f"{prefix}-symbol.json", ["data"], f"{prefix}-0000.params")
    net.hybridize()
    return net


def module(prefix: str) -> mx.mod.Module:
    """Return the network as a bound module."""
    found = mx.mod.Module.load(prefix, 0, label_names=None)
    found.bind([("data", (1, 3, 224, 224))], for_training=False)
    return found


def rate(answers: list, seconds: float) -> float:
    """Return requests a second of as many threads as there are ``answers``, functions that answer one request."""
    counts, end = [0] * len(answers), threading.Event()

    def work(i: int) -> None:
        while not end.is_set():
            answers[i]()
            counts[i] += 1

    threads = [threading.Thread(target=work, args=(i,)) for i in range(len(answers))]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    time.sleep(seconds)
    end.set()
    for thread in threads:
        thread.join()
    return sum(counts) / (time.perf_counter() - began)


def scaling(prefix: str, seconds: float, rounds: int) -> None:
    """Print requests a second by threads: one block for all, and a module for each."""
    torch.set_num_threads(1)
    image = mx.nd.random.uniform(shape=(1, 3, 224, 224))
    net = block(prefix)
    numbers = sorted({1, 2, os.cpu_count() or 1})
    modules = [module(prefix) for _ in range(numbers[-1])]
    batch = mx.io.DataBatch([image])

    def predict(each: mx.mod.Module) -> None:
        each.forward(batch, is_train=False)
        each.get_outputs()[0].asnumpy()

    ways = {
        "one `SymbolBlock`": lambda number: [lambda: net(image).asnumpy()] * number,
        "a `Module` each": lambda number: [lambda each=each: predict(each) for each in modules[:number]],
    }
    print("| ResNet-18, batch 1 | " + " | ".join(f"{n} threads, requests/s" for n in numbers) + " | scaling |")
    print("|---|" + "---|" * (len(numbers) + 1))
    for name, make in ways.items():
        for answer in make(1):
            answer()
        found = {number: [] for number in numbers}
        for _ in range(rounds):
            for number in numbers:
                found[number].append(rate(make(number), seconds))
        middle = {number: statistics.median(found[number]) for number in numbers}
        ratios = " ".join(f"{middle[n] / middle[1]:.2f}" for n in numbers[1:])
        print(f"| {name} | " + " | ".join(f"{middle[n]:.1f}" for n in numbers) + f" | {ratios} |")


def resident() -> float:
    """Return the memory of this process in MiB."""
    with open("/proc/self/statm") as stream:
        return int(stream.read().split()[1]) * os.sysconf("SC_PAGESIZE") / 2**20


def memory(prefix: str, requests: int) -> None:
    """Print the process's memory over requests of varying batch and image size."""
    net = block(prefix)
    images = {kind: mx.nd.random.uniform(shape=(kind[0], 3, kind[1], kind[1])) for kind in KINDS}
    marks = [len(KINDS) * 2, *(requests * i // 4 for i in range(1, 5))]
    print("\n| requests | resident, MiB |\n|---|---|")
    for number in range(1, marks[-1] + 1):
        net(images[KINDS[number % len(KINDS)]]).wait_to_read()
        if number in marks:
            gc.collect()
            print(f"| {number} | {resident():.0f} |")


def first(prefixes: list[str], reference: str, rounds: int) -> None:
    """Print the seconds of a load with its first request, remx and MXNet 1.9.1 in turn."""
    print("\n| load and first request | remx | MXNet 1.9.1 | ratio |\n|---|---|---|---|")
    sides = {"remx": sys.executable}
    if Path(reference).exists():
        sides["mxnet"] = reference
    compiled = os.path.join(os.path.dirname(prefixes[0]), "compiled")
    for prefix, way in itertools.product(prefixes, ("module", "block")):
        found: dict[str, list[float]] = {name: [] for name in sides}
        for number in range(rounds + 1):
            for name, python in sides.items():
                env = {**os.environ, "OMP_NUM_THREADS": "2", "PYTHONPYCACHEPREFIX": compiled}
                env.pop("PYTHONDONTWRITEBYTECODE", None)
                if name == "mxnet":
                    env.pop("PYTHONPATH", None)
                done = subprocess.run(
                    [python, "-c", FIRST, prefix, way], capture_output=True, text=True, env=env, check=True
                )
                if number:  # the first writes compiled files
                    found[name].append(float(done.stdout.split()[-1]))
        middle = {name: statistics.median(values) for name, values in found.items()}
        other = f"{middle['mxnet']:.2f} s | {middle['remx'] / middle['mxnet']:.2f}" if "mxnet" in middle else " | "
        print(f"| {os.path.basename(prefix)}, {way} | {middle['remx']:.2f} s | {other} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--requests", type=int, default=400)
    parser.add_argument("--reference", default=".reference/bin/python")
    parser.add_argument("--output", help="keep the tables there, too: docs/benchmarks/serving.md")
    args = parser.parse_args()
    np.random.seed(0)
    about = "Made by `python -m benchmarks.serving --output docs/benchmarks/serving.md`."
    with tempfile.TemporaryDirectory() as folder, report.page(args.output, "Serving", about):
        prefix = checkpoint(folder, "resnet18_v1")
        scaling(prefix, args.seconds, args.rounds)
        memory(prefix, args.requests)
        first([prefix, checkpoint(folder, "resnet152_v1")], args.reference, args.rounds)


if __name__ == "__main__":
    main()
