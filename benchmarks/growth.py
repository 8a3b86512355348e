"""How time and memory grow with a graph: `python -m benchmarks.growth [--graph GRAPH] [SIZE ...]`.

An LSTM cell, unrolled over ever more steps, and ever more layers of which no two are equal, are composed, inferred,
written, read, bound and run (`unrolled.py`), each time in a new process, with one thread, by remx and by MXNet 1.9.1.
Times are CPU seconds.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys

from benchmarks import report, sides

#: by graph of `unrolled.py`, its sizes
SIZES = {"unrolled": (250, 500, 1000, 2000), "different": (300, 600, 1200, 2400)}
OUTPUT = "docs/benchmarks_growth.md"
PAGE = """# Benchmarks of graphs that grow

Made by `python -m benchmarks.growth`. Processor: {processor}. The machine's load when the run ended: {load:.1f}.

The graphs are in `benchmarks/unrolled.py`, one text for both; each size has a new process with one thread. Cells are
remx / MXNet 1.9.1. Times are CPU seconds of the process, so that other work on the machine changes them little; memory
is MiB above what the import takes. MXNet 1.9.1 plans a graph when it is bound, remx when it first runs, so that the two
together are a row too.

## A cell that is unrolled

An LSTM cell over ever more steps: equal pieces are lowered once.

{unrolled}

## Layers that differ

Fully connected layers, activations, sums and clips, of which no two have the same attributes, so that nothing is
lowered once for several of them.

{different}
"""
#: the line under each table
NOTE = "The nodes grow x {nodes:.1f}: what is linear grows as much, and the cost of a call not at all."
#: the phases that are added up in a row
TOGETHER = ("simple_bind", "first run: forward")


def point(side, graph, size):
    """Return what `unrolled.py` measures of a graph on one side."""
    done = subprocess.run(
        [side.python, str(sides.HERE / "unrolled.py"), graph, str(size)],
        env=side.environment(),
        cwd="/",
        check=True,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    result = json.loads(done.stdout.splitlines()[-1])
    result["seconds"][" and ".join(TOGETHER)] = sum(result["seconds"][phase] for phase in TOGETHER)
    return result


def cells(name, ours, theirs, digits=2):
    """Return a line of the table: a phase, ours and theirs at each size, the growth of ours and the last ratio."""
    both = [f"{a:.{digits}f} / {b:.{digits}f}" for a, b in zip(ours, theirs, strict=True)]
    grown = ours[-1] / ours[0] if ours[0] else float("nan")
    ratio = ours[-1] / theirs[-1] if theirs[-1] else float("nan")
    return [name, *both, f"x {grown:.1f}", f"{ratio:.2f}"]


def table(curves):
    """Return the table; curves: for each side what was measured at each size."""
    ours = curves[0]
    sizes = [f"{at['nodes']} nodes" for at in ours]
    lines = [
        cells(f"{phase}, s", *([at["seconds"][phase] for at in curve] for curve in curves), digits=3)
        for phase in ours[0]["seconds"]
    ]
    for what, title in (("graph", "memory of graphs, MiB"), ("peak", "peak memory, MiB")):
        lines.append(cells(title, *([at[what] for at in curve] for curve in curves), digits=0))
    for what in ours[0]["calls"]:
        lines.append(cells(f"{what}, µs", *([at["calls"][what] for at in curve] for curve in curves), digits=1))
    return report.table(lines, ["remx / MXNet 1.9.1", *sizes, "growth of remx", "last ratio"])


def curve_table(graph, sizes):
    """Measure a graph at each size on both sides; return the table, with its note."""
    compared = sides.three(1)[:2]
    curves = [[], []]
    for size in sizes:
        for curve, side in zip(curves, compared, strict=True):
            print(f"{side.name}: {graph}, {size} ...", file=sys.stderr, flush=True)
            curve.append(point(side, graph, size))
    nodes = curves[0][-1]["nodes"] / curves[0][0]["nodes"]
    return f"{table(curves)}\n\n{NOTE.format(nodes=nodes)}"


def main():
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth", description=__doc__)
    parser.add_argument("sizes", nargs="*", type=int, metavar="SIZE", help="none: all, and the page is written")
    parser.add_argument("--graph", choices=SIZES, default="unrolled", help="of which sizes are given (%(default)s)")
    parser.add_argument("--output", default=OUTPUT, help="where a full run is kept (%(default)s)")
    args = parser.parse_args()
    if args.sizes:
        print(curve_table(args.graph, args.sizes))
        return 0
    tables = {graph: curve_table(graph, sizes) for graph, sizes in SIZES.items()}
    text = PAGE.format(processor=report.processor(), load=os.getloadavg()[0], **tables)
    print(text)
    with open(args.output, "w") as file:
        file.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
