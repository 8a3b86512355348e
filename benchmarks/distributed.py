"""Data-parallel training in several processes: `python -m benchmarks.distributed [--workers 2 4] [--steps 6]`.

`--parts` says what is measured: `speed` and `network` (these two by default), `rounding`, `overlap`.

ResNet-18 (images of 32 x 32) and an LSTM language model are trained by 2 and 4 local workers with one thread each, over
the loopback device: by remx's `dist_sync`, by PyTorch's DistributedDataParallel of the same network, and by MXNet
1.9.1's own `dist_sync` with as many servers. The weights of remx are compared with those of one
process and the joint batch. Two workers measure the latency and the bandwidth of the loopback device, from which the
cost of an exchange between many workers is worked out.

`rounding` follows the difference between several workers and one process over the steps, in float32 and in float64,
and beside it that of DistributedDataParallel. `overlap` trains over a link of limited bandwidth, with gradients sent
during the backward pass and after it, and tells when buckets leave and have arrived; the link is a loopback device of a
network namespace of its own, slowed by `tc`, which takes Linux and root.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from benchmarks import sides
from benchmarks.exchange_cost import Network, bytes_and_messages, seconds

WORKER = str(sides.HERE / "distributed_worker.py")
#: how many times as many steps are measured: those of the LSTM take a tenth of the time
NETWORKS = {"resnet18": 1, "lstm": 8}
#: bytes of the gradients of ResNet-18
SIZE = 45_000_000
#: how long one run may take, in seconds
LONGEST = 150


def environment(path):
    """Return the environment of processes with one thread."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("DMLC_")}
    return {**kept, "PYTHONPATH": path, "OMP_NUM_THREADS": "1"}


def result_of(text):
    """Return what a worker found."""
    line = next(line for line in text.splitlines() if line.startswith("RESULT "))
    return json.loads(line.removeprefix("RESULT "))


def ended(command, **variables):
    """Return what a program finds that runs on remx's sources."""
    environ = {**environment(str(sides.ROOT / "src")), **variables}
    done = subprocess.run(command, env=environ, check=True, text=True, stdout=subprocess.PIPE, timeout=LONGEST)
    return result_of(done.stdout)


def launched(side, network, workers, steps, *words, rate=None, **variables):
    """Return what workers find, over a link of so many bits a second (in `tc`'s words) where ``rate`` is given."""
    launcher = [sys.executable, "-m", "mxnet.tools.launch", "-n", str(workers), "--launcher", "local"]
    command = [*launcher, sys.executable, WORKER, side, network, str(steps), *words]
    if rate is not None:
        limit = f"ip link set lo up && tc qdisc add dev lo root tbf rate {rate} burst 128kb latency 50ms"
        command = ["unshare", "--net", "sh", "-c", f'{limit} && exec "$@"', "sh", *command]
    return ended(command, **variables)


def alone(network, workers, steps, *words, side="alone"):
    """Return what one process with the joint batch finds."""
    return ended([sys.executable, WORKER, side, network, str(steps), "--workers", str(workers), *words])


def free_port():
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def of_reference(network, workers, steps):
    """Return what MXNet 1.9.1 finds, with a scheduler and as many servers as workers; None without it, or too late."""
    if not sides.REFERENCE.exists():
        return None
    base = {
        **environment(""),
        "DMLC_NUM_WORKER": str(workers),
        "DMLC_NUM_SERVER": str(workers),
        "DMLC_PS_ROOT_URI": "127.0.0.1",
        "DMLC_PS_ROOT_PORT": str(free_port()),
        "DMLC_NODE_HOST": "127.0.0.1",
    }
    command = [str(sides.REFERENCE), WORKER, "mxnet", network, str(steps)]
    roles = ["scheduler"] + ["server"] * workers + ["worker"] * workers
    processes = [
        subprocess.Popen(command, env={**base, "DMLC_ROLE": role}, stdout=subprocess.PIPE, text=True) for role in roles
    ]
    end = time.monotonic() + LONGEST
    try:
        outputs = [process.communicate(timeout=max(end - time.monotonic(), 1))[0] for process in processes]
    except subprocess.TimeoutExpired:
        print(f"MXNet 1.9.1 did not end within {LONGEST} s", file=sys.stderr)
        return None
    finally:
        for process in processes:
            process.kill()
    return result_of("".join(outputs))


def difference(found, expected):
    """Return the largest relative difference between the sums over weights of two runs."""
    pairs = zip(sorted(found["sums"].items()), sorted(expected["sums"].items()), strict=True)
    return max(abs(a - b) / max(abs(b), 1e-12) for (_, a), (_, b) in pairs)


def predicted(network):
    """Return lines of a table: what a step's exchange of 45 MB costs 8 to 1,024 workers (see `exchange_cost`)."""
    for workers in (8, 16, 32, 64, 128, 256, 512, 1024):
        cells = []
        for kind in ("all-reduce", "sharded update", "2bit", "1bit"):
            sent, messages = bytes_and_messages(kind, SIZE, workers)
            took = seconds(kind, SIZE, workers, network)
            cells.append(f"{sent / 1e6:.1f} MB, {messages} messages, {took * 1e3:.0f} ms")
        yield f"| {workers} | " + " | ".join(cells) + " |"


def speed(args):
    """Print the table of the steps' times, bytes and results."""
    print("| network | workers | remx | DDP | ratio | MXNet 1.9.1 | bytes of a step | difference to one process |")
    print("|---|---|---|---|---|---|---|---|")
    for network in args.networks:
        steps = args.steps * NETWORKS[network]
        for workers in args.workers:
            ours, ddp = (launched(side, network, workers, steps) for side in ("remx", "ddp"))
            reference, one = of_reference(network, workers, steps), alone(network, workers, steps)
            theirs = f"{reference['seconds'] * 1e3:.0f} ms" if reference else "-"
            print(
                f"| {network} | {workers} | {ours['seconds'] * 1e3:.0f} ms | {ddp['seconds'] * 1e3:.0f} ms | "
                f"{ours['seconds'] / ddp['seconds']:.2f} | {theirs} | {ours['bytes'] / 1e6:.1f} MB (DDP "
                f"{ddp['bytes'] / 1e6:.1f} MB) | {difference(ours, one):.1e} |",
                flush=True,
            )


def rounding(args):
    """Print the differences between the weights of several workers and of one process, step by step."""
    workers = max(args.workers)
    print(f"\nResNet-18, {workers} workers and one process: the largest |a - b| / |b| of a parameter after each step\n")
    for side, other, dtype in (("remx", "alone", "float32"), ("ddp", "torch", "float32"), ("remx", "alone", "float64")):
        with tempfile.TemporaryDirectory() as folder:
            words = ["--dtype", dtype, "--weights", folder]
            launched(side, "resnet18", workers, args.steps, *words)
            alone("resnet18", workers, args.steps, *words, side=other)
            found = []
            for number in range(len(list(Path(folder).glob(f"{side}-*.npz")))):
                pair = [np.load(f"{folder}/{each}-{number}.npz") for each in (side, other)]
                found.append(max(np.linalg.norm(pair[0][n] - pair[1][n]) / np.linalg.norm(pair[1][n]) for n in pair[1]))
        print(f"| {side} | {dtype} | " + " | ".join(f"{each:.1e}" for each in found) + " |", flush=True)


def overlap(args):
    """Print step times over a slow link, and when gradients travel."""
    print(f"\nResNet-18, 2 workers, a link of {args.rate} for both\n\n| gradients are sent | a step |\n|---|---|")
    for early, when in (("1", "during the backward pass"), ("0", "after it")):
        found = launched("remx", "resnet18", 2, args.steps, rate=args.rate, MXNET_KVSTORE_OVERLAP=early)
        print(f"| {when} | {found['seconds'] * 1e3:.0f} ms |", flush=True)
    print("\n| bucket | leaves | has arrived |\n|---|---|---|")
    found = launched("remx", "resnet18", 2, args.steps, "--timeline", rate=args.rate)
    for number, times in enumerate(found["timeline"]):
        print(f"| {number} | " + " | ".join(f"{each:.0%}" for each in times) + " |", flush=True)


def network(args):
    """Print what exchanges between many workers cost, by formulas."""
    found = launched("network", "-", 2, args.steps)
    loopback = Network(found["latency"], found["bandwidth"])
    networks = {"loopback, measured": loopback, "10 Gbit/s, assumed": Network(latency=30e-6, bandwidth=1.25e9)}
    for name, each in networks.items():
        print(f"\n{name}: {each.latency * 1e6:.0f} us from message to message, {each.bandwidth / 1e9:.2f} GB/s\n")
        print("| workers | all-reduce | sharded update | 2 bits | 1 bit |\n|---|---|---|---|---|")
        print("\n".join(predicted(each)), flush=True)


PARTS = {"speed": speed, "network": network, "rounding": rounding, "overlap": overlap}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--steps", type=int, default=6)
    parser.add_argument("--networks", nargs="+", default=list(NETWORKS), choices=NETWORKS)
    parser.add_argument("--parts", nargs="+", default=["speed", "network"], choices=PARTS)
    parser.add_argument("--rate", default="1gbit", help="of the link of the part `overlap`, in tc's words")
    args = parser.parse_args()
    for part in args.parts:
        PARTS[part](args)


if __name__ == "__main__":
    main()
