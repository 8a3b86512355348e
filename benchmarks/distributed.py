"""Data-parallel training in several processes: `python -m benchmarks.distributed [--workers 2 4] [--steps 6]`.

ResNet-18 (images of 32 x 32) and an LSTM language model are trained by 2 and 4 local workers with one thread each, over
the loopback device: by remx's `dist_sync`, by PyTorch's DistributedDataParallel of the same network, and by MXNet
1.9.1's own `dist_sync` with as many servers. The weights of remx are compared with those of one
process and the joint batch. Two workers measure the latency and the bandwidth of the loopback device, from which the
cost of an exchange between many workers is worked out.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import subprocess
import sys
import time

from mxnet.kvstore.cost import PAGE_WORKERS, Network, bytes_and_messages, seconds

from benchmarks import sides

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


def launched(side, network, workers, steps):
    """Return what workers on remx's sources find."""
    words = [sys.executable, "-m", "mxnet.tools.launch", "-n", str(workers), "--launcher", "local"]
    program = [sys.executable, WORKER, side, network, str(steps)]
    path = str(sides.ROOT / "src")
    done = subprocess.run(
        [*words, *program], env=environment(path), check=True, text=True, stdout=subprocess.PIPE, timeout=LONGEST
    )
    return result_of(done.stdout)


def alone(network, workers, steps):
    """Return what one process with the joint batch finds."""
    command = [sys.executable, WORKER, "alone", network, str(steps), str(workers)]
    path = str(sides.ROOT / "src")
    done = subprocess.run(
        command, env=environment(path), check=True, text=True, stdout=subprocess.PIPE, timeout=LONGEST
    )
    return result_of(done.stdout)


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
    """Return lines of a table: what a step's exchange of 45 MB costs 8 to 1,024 workers (see `mxnet.kvstore.cost`)."""
    for workers in PAGE_WORKERS:
        cells = []
        for kind in ("all-reduce", "sharded update", "2bit", "1bit"):
            sent, messages = bytes_and_messages(kind, SIZE, workers)
            took = seconds(kind, SIZE, workers, network)
            cells.append(f"{sent / 1e6:.1f} MB, {messages} messages, {took * 1e3:.0f} ms")
        yield f"| {workers} | " + " | ".join(cells) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--steps", type=int, default=6)
    parser.add_argument("--networks", nargs="+", default=list(NETWORKS), choices=NETWORKS)
    args = parser.parse_args()
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
    found = launched("network", "-", 2, args.steps)
    loopback = Network(found["latency"], found["bandwidth"])
    networks = {"loopback, measured": loopback, "10 Gbit/s, assumed": Network(latency=30e-6, bandwidth=1.25e9)}
    for name, each in networks.items():
        print(f"\n{name}: {each.latency * 1e6:.0f} us from message to message, {each.bandwidth / 1e9:.2f} GB/s\n")
        print("| workers | all-reduce | sharded update | 2 bits | 1 bit |\n|---|---|---|---|---|")
        print("\n".join(predicted(each)), flush=True)


if __name__ == "__main__":
    main()
