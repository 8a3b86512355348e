"""Data-parallel training in several processes: `python -m benchmarks.distributed [--workers 2 4] [--steps 10]`.

ResNet-18 (images of 32 x 32) and an LSTM language model are trained by 2 and 4 local workers with one thread each, over
the loopback device: by remx's `dist_sync`, by PyTorch's DistributedDataParallel of the same network, and by MXNet
1.9.1's own `dist_sync` with as many servers. The weights of remx are compared with those of one
process and the joint batch.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys

from mxnet.kvstore.cost import PAGE_WORKERS, Network, bytes_and_messages, seconds

from benchmarks import sides

WORKER = str(sides.HERE / "distributed_worker.py")
NETWORKS = ("resnet18", "lstm")


def environment(path):
    """Return the environment of processes with one thread."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("DMLC_")}
    return {**kept, "PYTHONPATH": path, "OMP_NUM_THREADS": "1"}


def result_of(text):
    """Return what a worker found."""
    line = next(line for line in text.splitlines() if line.startswith("RESULT "))
    return json.loads(line.removeprefix("RESULT "))


def launched(side, network, workers, steps):
    """Return what workers on remx's sources find."""
    words = [sys.executable, "-m", "mxnet.tools.launch", "-n", str(workers), "--launcher", "local"]
    program = [sys.executable, WORKER, side, network, str(steps)]
    path = str(sides.ROOT / "src")
    done = subprocess.run([*words, *program], env=environment(path), check=True, text=True, stdout=subprocess.PIPE)
    return result_of(done.stdout)


def alone(network, workers, steps):
    """Return what one process with the joint batch finds."""
    command = [sys.executable, WORKER, "alone", network, str(steps), str(workers)]
    path = str(sides.ROOT / "src")
    done = subprocess.run(command, env=environment(path), check=True, text=True, stdout=subprocess.PIPE)
    return result_of(done.stdout)


def of_reference(network, workers, steps):
    """Return what MXNet 1.9.1 finds, with a scheduler and as many servers as workers; None without its environment."""
    if not sides.REFERENCE.exists():
        return None
    base = {
        **environment(""),
        "DMLC_NUM_WORKER": str(workers),
        "DMLC_NUM_SERVER": str(workers),
        "DMLC_PS_ROOT_URI": "127.0.0.1",
        "DMLC_PS_ROOT_PORT": "9397",
        "DMLC_NODE_HOST": "127.0.0.1",
    }
    command = [str(sides.REFERENCE), WORKER, "mxnet", network, str(steps)]
    roles = ["scheduler"] + ["server"] * workers + ["worker"] * workers
    processes = [
        subprocess.Popen(command, env={**base, "DMLC_ROLE": role}, stdout=subprocess.PIPE, text=True) for role in roles
    ]
    outputs = [process.communicate()[0] for process in processes]
    return result_of("".join(outputs))


def difference(found, expected):
    """Return the largest relative difference between the sums over weights of two runs."""
    pairs = zip(sorted(found["sums"].items()), sorted(expected["sums"].items()), strict=True)
    return max(abs(a - b) / max(abs(b), 1e-12) for (_, a), (_, b) in pairs)


def predicted():
    """Return lines of a table: what a step's exchange of 45 MB costs 8 to 1,024 workers (see `mxnet.kvstore.cost`)."""
    network = Network(latency=30e-6, bandwidth=1.25e9)
    for workers in PAGE_WORKERS:
        cells = []
        for kind in ("all-reduce", "sharded update", "2bit", "1bit"):
            sent, messages = bytes_and_messages(kind, 45_000_000, workers)
            cells.append(f"{sent / 1e6:.1f} MB, {messages}, {seconds(kind, 45_000_000, workers, network) * 1e3:.0f} ms")
        yield f"| {workers} | " + " | ".join(cells) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--steps", type=int, default=10)
    parser.add_argument("--networks", nargs="+", default=NETWORKS)
    args = parser.parse_args()
    print("| network | workers | remx | DDP | ratio | MXNet 1.9.1 | bytes of a step | difference to one process |")
    print("|---|---|---|---|---|---|---|---|")
    for network in args.networks:
        for workers in args.workers:
            ours, ddp = (launched(side, network, workers, args.steps) for side in ("remx", "ddp"))
            reference, one = of_reference(network, workers, args.steps), alone(network, workers, args.steps)
            theirs = f"{reference['seconds'] * 1e3:.0f} ms" if reference else "-"
            print(
                f"| {network} | {workers} | {ours['seconds'] * 1e3:.0f} ms | {ddp['seconds'] * 1e3:.0f} ms | "
                f"{ours['seconds'] / ddp['seconds']:.2f} | {theirs} | {ours['bytes'] / 1e6:.1f} MB (DDP "
                f"{ddp['bytes'] / 1e6:.1f} MB) | {difference(ours, one):.1e} |",
                flush=True,
            )
    print("\n| workers | all-reduce | sharded update | 2 bits | 1 bit |\n|---|---|---|---|---|")
    print("\n".join(predicted()))


if __name__ == "__main__":
    main()
