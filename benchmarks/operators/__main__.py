"""Command line: `python -m benchmarks.operators [--quick] [--only PATTERN] [NAME ...]`."""

from __future__ import annotations

import argparse
import os
import re
import statistics
import sys
from importlib.metadata import version

from benchmarks import by_processor, reasons, report, sides

sys.path.insert(0, str(sides.HERE))
from operators.reasons import REASONS, TARGETS
from operators.table import ROWS

ROUND = 0.02  # seconds of work in a round of one side
SLOW = 0.1  # seconds of one repetition on all sides from which on there are fewer rounds


TIMES = """Times are those of the best round: now and then both threads of a side share one core for a whole round,
which then takes up to ten times as long. A ratio is that of the best rounds."""
#: what the table's signs say
ABOUT = """Targets: 1.0 of MXNet 1.9.1 and 1.3 of PyTorch. A row over its target has the sign of its reason.
Of a "small" row most is the call, a "large" one fits into no cache (32 MB an array), others have arrays of 0.5 to 4 MB.
Where a side lacks a type of 16 bits, it has no time."""


def operator_sides(threads):
    """Return remx, MXNet 1.9.1 and PyTorch with the cases of the table."""
    ours, theirs, torch = sides.three(threads)
    ours.module = theirs.module = "operators.mxnet_side"
    torch.module = "operators.torch_side"
    return [ours, theirs, torch]


def those_that_can(case, row, compared):
    """Yield the sides that can run a case, each with its seconds: MXNet 1.9.1 and PyTorch may lack a data type.

    A process that was stopped takes up to a millisecond for its first repetition.
    """
    for side in compared[: 3 if row.torch else 2]:
        try:
            first = side.ask({"case": case, "n": 1})["seconds"]
            yield side, side.ask({"case": case, "n": min(50, max(1, int(ROUND / first)))})["seconds"]
        except RuntimeError as error:
            if side is compared[0]:
                raise
            print(f"{row.title}: {side.name} has none: {str(error).splitlines()[-1]}", file=sys.stderr)


def measure(case, row, compared, rounds):
    """Return {side: [seconds of each round]}; each side repeats the work for about the same time."""
    able = list(those_that_can(case, row, compared))
    repeats = {side.name: max(1, min(2000, int(ROUND / max(seconds, 1e-7)))) for side, seconds in able}
    times, able_sides = {name: [] for name in repeats}, [side for side, _ in able]
    for number in range(min(rounds, 5) if sum(seconds for _, seconds in able) > SLOW else rounds):
        turn = number % len(able_sides)
        for side in able_sides[turn:] + able_sides[:turn]:
            times[side.name].append(side.ask({"case": case, "n": repeats[side.name]})["seconds"])
    for side in able_sides:
        side.ask({"free": case})
    return times


def cell(ratio, target, sign):
    """Return the text of a ratio, with the sign of its reason where it is over its target."""
    return "" if ratio is None else f"{ratio:.2f}{sign if ratio > target else ''}"


def lines(chosen, compared, rounds):
    """Yield the cells of a line and its two ratios, for each operator's forward pass and then with its backward."""
    for number, row in chosen:
        for kind in ("forward", "backward")[: 2 if row.grad else 1]:
            title = row.title + (" + backward" if kind == "backward" else "")
            try:
                times = measure(f"{kind}_{number}", row, compared, rounds)
            except RuntimeError as error:
                print(f"{title}: {error}", file=sys.stderr)
                continue
            ours, *others = (times.get(side.name, []) for side in compared)
            if not ours:
                continue
            ratios = [min(ours) / min(other) if other else None for other in others]
            best = [report.human(min(side)) if side else "" for side in (ours, *others)]
            shown = [
                cell(ratio, target, reasons.sign(REASONS, title, name))
                for ratio, (name, target) in zip(ratios, TARGETS.items(), strict=True)
            ]
            yield [title, *best, *shown], ratios


def summary(ratios):
    """Return the sentence that says how the ratios lie."""
    text = []
    for (name, target), column in zip(TARGETS.items(), zip(*ratios, strict=True), strict=True):
        result = sorted(ratio for ratio in column if ratio is not None)
        if result:
            over, middle = sum(ratio > target for ratio in result), statistics.median(result)
            text.append(f"beside {name}: median ratio {middle:.2f}, over {target:g} in {over} of {len(result)}")
    return "; ".join(text) + "."


def main():
    parser = argparse.ArgumentParser(prog="python -m benchmarks.operators", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="operators whose name holds one of these; none: all")
    parser.add_argument("--only", metavar="PATTERN", help="rows whose title a regular expression is found in")
    parser.add_argument("--quick", action="store_true", help="three rounds of each; nothing is kept")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument(
        "--output", default="docs/benchmarks/operators.md", help="where a full run is kept (%(default)s)"
    )
    args = parser.parse_args()
    chosen = [
        (i, row)
        for i, row in enumerate(ROWS)
        if (not args.names or any(name in row.title for name in args.names)) and re.search(args.only or "", row.title)
    ]
    load, compared, cells, ratios = os.getloadavg()[0], operator_sides(args.threads), [], []
    try:
        for line, pair in lines(chosen, compared, 3 if args.quick else 9):
            print(" | ".join(line), file=sys.stderr, flush=True)
            cells.append(line)
            ratios.append(pair)
    finally:
        for side in compared:
            side.close()
    table = report.table(cells)
    text = f"{table}\n\nOver all lines, {summary(ratios)}\n\n{ABOUT}\n\n{reasons.legend(REASONS, table)}".rstrip()
    print(text)
    if not (args.quick or args.names or args.only):
        versions = f"PyTorch {version('torch')}, NumPy {version('numpy')}, Python {sys.version.split()[0]}"
        with open(args.output, "w") as file:
            file.write(
                report.document(
                    text, versions, args.threads, load, "operators", "mxnet_side.py", "torch_side.py", TIMES
                )
            )
        by_processor.take_over(args.output)
    return int("[?]" in table)


if __name__ == "__main__":
    sys.exit(main())
