"""Steps beside other processes that compute: `python -m benchmarks.busy [--only PATTERN] [--sides NAME,...]`.

Programs rarely have a machine to themselves: loaders decode, other services run. OpenMP's threads wait for the last of
them at the end of every loop, and what they do meanwhile decides how much a neighbour costs.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from benchmarks import report, sides

OUTPUT = "docs/benchmarks/busy.md"
ABOUT = (
    "Made by `python -m benchmarks.busy`. The sides run one after the other, with as many threads as the processor has "
    "cores, beside processes that do nothing but compute, or that compute for 5 ms and sleep for 5 ms, as workers of a "
    "loader do. Times are medians of rounds."
)
#: by title, the programs of the processes beside
COMPUTES = "while True: pass"
HALF = """
import time
while True:
    end = time.perf_counter() + 5e-3
    while time.perf_counter() < end:
        pass
    time.sleep(5e-3)
"""
NEIGHBOURS = {
    "alone": [],
    "beside one process that computes": [COMPUTES],
    "beside two": [COMPUTES] * 2,
    "beside two that compute half of the time": [HALF] * 2,
}
#: names of cases, and how often a round repeats them
CASES = {
    "resnet18_step": 2, "gluon_mobilenet_step": 1, "gluon_lenet_step": 8, "gluon_mlp_step": 100, "chain": 100,
    "gluon_lstm_step": 2, "gluon_resnet18_inference": 3,
}  # fmt: skip
ROUNDS = 5


@contextmanager
def neighbours(programs: list[str]) -> Iterator[None]:
    """Run programs beside, each in a process."""
    processes = [subprocess.Popen([sys.executable, "-c", program]) for program in programs]
    try:
        time.sleep(0.5 if processes else 0)  # they have started
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def measured(compared: list[sides.Side], name: str, n: int, rounds: int) -> list[str]:
    """Return the cells of a case: each side's time, and the ratios of the first side's to the others'."""
    seconds: dict[str, list[float]] = {side.name: [] for side in compared}
    for _ in range(rounds):
        for side in compared:
            seconds[side.name].append(side.seconds(name, n))
    first, *others = (statistics.median(values) for values in seconds.values())
    return [name, *map(report.human, (first, *others)), *(f"{first / other:.2f}" for other in others)]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.busy", description=__doc__)
    parser.add_argument("--only", default="", metavar="PATTERN", help="cases in whose name this is found")
    parser.add_argument("--beside", default="", metavar="PATTERN", help="tables in whose title this is found")
    parser.add_argument("--sides", default="", metavar="NAME,...", help="remx, MXNet 1.9.1, PyTorch; all by default")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--output", help=f"where the page is written ({OUTPUT} for a full run)")
    args = parser.parse_args()
    compared = [side for side in sides.three(os.cpu_count()) if not args.sides or side.name in args.sides.split(",")]
    full = not (args.only or args.beside or args.sides)
    names = [side.name for side in compared]
    head = ["what", *names, *(f"{names[0]} / {name}" for name in names[1:])]
    with report.page(args.output or (OUTPUT if full else None), "Benchmarks beside busy processes", ABOUT):
        try:
            for title, programs in NEIGHBOURS.items():
                if not re.search(args.beside, title):
                    continue
                with neighbours(programs):
                    rows = [
                        measured(compared, name, n, args.rounds)
                        for name, n in CASES.items()
                        if re.search(args.only, name)
                    ]
                print(f"\n## {title.capitalize()}\n\n{report.table(rows, head)}", flush=True)
        finally:
            for side in compared:
                side.close()


if __name__ == "__main__":
    main()
