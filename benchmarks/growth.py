"""How time and memory grow with a graph: `python -m benchmarks.growth [STEPS ...]`.

An LSTM cell, unrolled over ever more steps, is composed, inferred, written, read, bound and run (`unrolled.py`), each
time in a new process, with one thread, by remx and by MXNet 1.9.1. Times are CPU seconds.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys

from benchmarks import report, sides

STEPS = (250, 500, 1000, 2000)
OUTPUT = "docs/benchmarks_growth.md"
PAGE = """# Benchmarks of graphs that grow

Made by `python -m benchmarks.growth`. Processor: {processor}. The machine's load when the run ended: {load:.1f}.

An LSTM cell (`benchmarks/unrolled.py`, one text for both) is unrolled over ever more steps, each size in a new process
with one thread. Cells are remx / MXNet 1.9.1. Times are CPU seconds of the process, so that other work on the machine
changes them little; memory is MiB above what the import takes.

{table}

The nodes grow x {nodes:.1f}: what is linear grows as much, and the cost of a call not at all.
"""


def point(side, steps):
    """Return what `unrolled.py` measures on one side."""
    done = subprocess.run(
        [side.python, str(sides.HERE / "unrolled.py"), str(steps)],
        env=side.environment(),
        cwd="/",
        check=True,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    return json.loads(done.stdout.splitlines()[-1])


def cells(name, ours, theirs, digits=2):
    """Return a line of the table: a phase, ours and theirs at each size, the growth of ours and the last ratio."""
    both = [f"{a:.{digits}f} / {b:.{digits}f}" for a, b in zip(ours, theirs, strict=True)]
    grown = ours[-1] / ours[0] if ours[0] else float("nan")
    ratio = ours[-1] / theirs[-1] if theirs[-1] else float("nan")
    return [name, *both, f"x {grown:.1f}", f"{ratio:.2f}"]


def table(steps, curves):
    """Return the table; curves: for each side what was measured at each size."""
    ours = curves[0]
    sizes = [f"{n} steps, {at['nodes']} nodes" for n, at in zip(steps, ours, strict=True)]
    lines = [
        cells(f"{phase}, s", *([at["seconds"][phase] for at in curve] for curve in curves), digits=3)
        for phase in ours[0]["seconds"]
    ]
    for what, title in (("graph", "memory of graphs, MiB"), ("peak", "peak memory, MiB")):
        lines.append(cells(title, *([at[what] for at in curve] for curve in curves), digits=0))
    for what in ours[0]["calls"]:
        lines.append(cells(f"{what}, µs", *([at["calls"][what] for at in curve] for curve in curves), digits=1))
    return report.table(lines, ["remx / MXNet 1.9.1", *sizes, "growth of remx", "last ratio"])


def main():
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth", description=__doc__)
    parser.add_argument("steps", nargs="*", type=int, metavar="STEPS", help="none: all, and the page is written")
    parser.add_argument("--output", default=OUTPUT, help="where a full run is kept (%(default)s)")
    args = parser.parse_args()
    steps = args.steps or STEPS
    compared = sides.three(1)[:2]
    curves = [[], []]
    for n in steps:
        for curve, side in zip(curves, compared, strict=True):
            print(f"{side.name}: {n} steps ...", file=sys.stderr, flush=True)
            curve.append(point(side, n))
    nodes = curves[0][-1]["nodes"] / curves[0][0]["nodes"]
    text = PAGE.format(processor=report.processor(), load=os.getloadavg()[0], table=table(steps, curves), nodes=nodes)
    print(text)
    if not args.steps:
        with open(args.output, "w") as file:
            file.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
