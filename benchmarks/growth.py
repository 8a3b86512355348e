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

from benchmarks import reasons, report, sides
from benchmarks.reasons import Reason

#: by graph of `unrolled.py`, its sizes
SIZES = {"unrolled": (250, 500, 1000, 2000), "different": (300, 600, 1200, 2400)}
OUTPUT = "docs/benchmarks/growth.md"
PAGE = """# Benchmarks of graphs that grow

Made by `python -m benchmarks.growth`. Processor: {processor}. The machine's load when the run ended: {load:.1f}.

The graphs are in `benchmarks/unrolled.py`, one text for both; each size has a new process with one thread. Cells are
remx / MXNet 1.9.1. Times are CPU seconds of the process, so that other work on the machine changes them little; memory
is MiB above what the import takes. MXNet 1.9.1 plans a graph when it is bound, remx when it first runs, so that the two
together are rows too. The goal for each row, at the largest size, is at most {target} times MXNet 1.9.1; a sign in
brackets is the reason for more, under the table.

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
#: the phases that are added up in rows
TOGETHER = (("simple_bind", "first run: forward"), ("simple_bind, no gradients", "first prediction"))
#: the greatest ratio of the last column
TARGET = 1.5
#: why rows are over it: titles of rows, and the graph as the side
REASONS = [
    Reason(
        "plan",
        "A graph is planned when it first runs; 1.9.1 plans it in `simple_bind`: the rows of both together say what a "
        "program waits for. Of 14,403 nodes, in a training run: lowering takes 52 ms, common subexpressions 9, the "
        "backward graph 115, the list of calls 30, the run itself 56; in a prediction lowering 52, packed layers 20, "
        "direct calls of PyTorch 25 to 30, the list 40, the run 37.",
        r"first (run: forward|prediction), s",
        "different",
    ),
    Reason(
        "calls",
        "9,600 calls of PyTorch's functions: in a loop of nothing else, they take 28.5 ms, and 24.3 with numbers that "
        "are tensors already, as here (`python -m benchmarks.bare`). 1.9.1 takes 23 for the whole prediction.",
        r"prediction, s",
        "different",
    ),
    Reason(
        "nodes",
        "1 µs for each of 14,403 nodes, one after the other in Python, though what is known of an operator's kind is "
        "asked once.",
        r"infer_(shape|type), s",
        "different",
    ),
    Reason(
        "text",
        "2.3 MB of JSON: to write it, indented, takes Python's `json` 128 ms (here 90 to 110, line by line), to read "
        "it 26 of 140, before nodes are made.",
        r"(tojson|load_json|pickle), s",
        "different",
    ),
]


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
    for phases in TOGETHER:
        result["seconds"][" and ".join(phases)] = sum(result["seconds"][phase] for phase in phases)
    return result


def cells(graph, name, ours, theirs, digits=2):
    """Return a line of the table: a phase, ours and theirs at each size, the growth of ours and the last ratio.

    The ratio has the sign of the reason why it is over its target.
    """
    both = [f"{a:.{digits}f} / {b:.{digits}f}" for a, b in zip(ours, theirs, strict=True)]
    grown = ours[-1] / ours[0] if ours[0] else float("nan")
    ratio = ours[-1] / theirs[-1] if theirs[-1] else float("nan")
    sign = reasons.sign(REASONS, name, graph) if ratio > TARGET else ""
    return [name, *both, f"x {grown:.1f}", f"{ratio:.2f}{sign}"]


def table(graph, curves):
    """Return the table of a graph; curves: for each side what was measured at each size."""
    ours = curves[0]
    sizes = [f"{at['nodes']} nodes" for at in ours]
    lines = [
        cells(graph, f"{phase}, s", *([at["seconds"][phase] for at in curve] for curve in curves), digits=3)
        for phase in ours[0]["seconds"]
    ]
    for what, title in (("graph", "memory of graphs, MiB"), ("peak", "peak memory, MiB")):
        lines.append(cells(graph, title, *([at[what] for at in curve] for curve in curves), digits=0))
    for what in ours[0]["calls"]:
        lines.append(cells(graph, f"{what}, µs", *([at["calls"][what] for at in curve] for curve in curves), digits=1))
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
    text = table(graph, curves)
    return f"{text}\n\n{NOTE.format(nodes=nodes)}\n\n{reasons.legend(REASONS, text)}".rstrip()


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
    text = PAGE.format(processor=report.processor(), load=os.getloadavg()[0], target=TARGET, **tables)
    print(text)
    with open(args.output, "w") as file:
        file.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
