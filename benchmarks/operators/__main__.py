"""Command line: `python -m benchmarks.operators [--quick] [NAME ...]`."""

from __future__ import annotations

import argparse
import os
import statistics
import sys
from importlib.metadata import version

from benchmarks import report, sides

sys.path.insert(0, str(sides.HERE))
from operators.table import ROWS

ROUND = 0.02  # seconds of work in a round of one side


def operator_sides(threads):
    """Return remx, MXNet 1.9.1 and PyTorch with the cases of the table."""
    ours, theirs, torch = sides.three(threads)
    ours.module = theirs.module = "operators.mxnet_side"
    torch.module = "operators.torch_side"
    return [ours, theirs, torch]


def measure(case, compared, rounds):
    """Return {side: [seconds of each round]}; each side repeats the work for about the same time."""
    times, repeats = {side.name: [] for side in compared}, {}
    for side in compared:
        seconds = side.ask({"case": case, "n": 2})["seconds"]
        repeats[side.name] = max(2, min(2000, int(ROUND / max(seconds, 1e-7))))
    for number in range(rounds):
        turn = number % len(compared)
        for side in compared[turn:] + compared[:turn]:
            times[side.name].append(side.ask({"case": case, "n": repeats[side.name]})["seconds"])
    for side in compared:
        side.ask({"free": case})
    return times


def lines(chosen, compared, rounds):
    """Yield the cells of a line and its two ratios, for each operator's forward pass and then with its backward."""
    for number, row in chosen:
        some = compared if row.torch else compared[:2]
        for kind in ("forward", "backward")[: 2 if row.grad else 1]:
            try:
                times = measure(f"{kind}_{number}", some, rounds)
            except RuntimeError as error:
                print(f"{row.title}, {kind}: {error}", file=sys.stderr)
                continue
            ours, theirs, torch = (times.get(side.name, []) for side in compared)
            ratios = [report.ratio(ours, other)[0] if other else None for other in (theirs, torch)]
            medians = [report.human(statistics.median(side)) if side else "" for side in (ours, theirs, torch)]
            title = row.title + (" + backward" if kind == "backward" else "")
            yield [title, *medians, *("" if r is None else f"{r:.2f}" for r in ratios)], ratios


def summary(ratios):
    """Return the sentence that says how the ratios lie."""
    text = []
    for name, column in zip(("MXNet 1.9.1", "PyTorch"), zip(*ratios, strict=True), strict=True):
        found = sorted(r for r in column if r is not None)
        slower = sum(r > 1 for r in found)
        text.append(f"beside {name}: median ratio {statistics.median(found):.2f}, slower in {slower} of {len(found)}")
    return "; ".join(text) + "."


def main():
    parser = argparse.ArgumentParser(prog="python -m benchmarks.operators", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="operators whose name holds one of these; none: all")
    parser.add_argument("--quick", action="store_true", help="three rounds of each; nothing is kept")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument(
        "--output", default="docs/benchmarks_operators.md", help="where a full run is kept (%(default)s)"
    )
    args = parser.parse_args()
    chosen = [(i, r) for i, r in enumerate(ROWS) if not args.names or any(name in r.title for name in args.names)]
    load, compared, cells, ratios = os.getloadavg()[0], operator_sides(args.threads), [], []
    try:
        for line, pair in lines(chosen, compared, 3 if args.quick else 9):
            print(" | ".join(line), file=sys.stderr, flush=True)
            cells.append(line)
            ratios.append(pair)
    finally:
        for side in compared:
            side.close()
    text = f"{report.table(cells)}\n\nOver all lines, {summary(ratios)}"
    print(text)
    if not args.quick and not args.names:
        versions = f"PyTorch {version('torch')}, NumPy {version('numpy')}, Python {sys.version.split()[0]}"
        with open(args.output, "w") as file:
            file.write(
                report.document(text, versions, args.threads, load, "operators", "mxnet_side.py", "torch_side.py")
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
