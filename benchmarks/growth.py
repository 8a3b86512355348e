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

from benchmarks import sides

STEPS = (500, 1000, 2000)


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


def row(name, ours, theirs, digits=2):
    """Return a line of the table: a phase, ours and theirs at each size, the growth of ours and the last ratio."""
    cells = [f"{a:.{digits}f} / {b:.{digits}f}" for a, b in zip(ours, theirs, strict=True)]
    grown = ours[-1] / ours[0] if ours[0] else float("nan")
    ratio = ours[-1] / theirs[-1] if theirs[-1] else float("nan")
    return "| " + " | ".join([name, *cells, f"x {grown:.1f}", f"{ratio:.2f}"]) + " |"


def table(steps, curves):
    """Return the table; curves: for each side what was measured at each size."""
    ours = curves[0]
    sizes = [f"{n} steps, {at['nodes']} nodes" for n, at in zip(steps, ours, strict=True)]
    head = ["remx / MXNet 1.9.1, seconds", *sizes, "growth of remx", "last ratio"]
    lines = ["| " + " | ".join(head) + " |", "| " + " | ".join(["---"] * len(head)) + " |"]
    for phase in ours[0]["seconds"]:
        lines.append(row(phase, *([at["seconds"][phase] for at in curve] for curve in curves), digits=3))
    for what, title in (("graph", "memory of graphs, MiB"), ("peak", "peak memory, MiB")):
        lines.append(row(title, *([at[what] for at in curve] for curve in curves), digits=0))
    growth = ours[-1]["nodes"] / ours[0]["nodes"]
    return "\n".join(lines) + f"\n\nThe nodes grow x {growth:.1f}."


def main():
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth", description=__doc__)
    parser.add_argument("steps", nargs="*", type=int, default=STEPS, metavar="STEPS")
    steps = parser.parse_args().steps
    compared = sides.three(1)[:2]
    curves = [[], []]
    for n in steps:
        for curve, side in zip(curves, compared, strict=True):
            print(f"{side.name}: {n} steps ...", file=sys.stderr, flush=True)
            curve.append(point(side, n))
    print(f"Load of the machine when the run ended: {os.getloadavg()[0]:.1f}\n")
    print(table(steps, curves))
    return 0


if __name__ == "__main__":
    sys.exit(main())
