"""Command line of the benchmarks: `python -m benchmarks [--quick] [--only PATTERN] [CASE ...]`."""

from __future__ import annotations

import argparse
import os
import re
import sys
from importlib.metadata import version

from benchmarks import by_processor, measure, reasons, report, sides, suite
from benchmarks.gpu import __main__ as gpu

BY_ITSELF = """## With as many threads as each library takes by itself

`OMP_NUM_THREADS` is not set."""
ABOUT = """Targets are the greatest ratios aimed at. A row over its target has the sign of its reason. An empty cell:
the library has no such case, or cannot run it on this processor."""
MORE = """Others: [by processor](benchmarks/processors.md); [operator by operator](benchmarks/operators.md);
[graphs that grow](benchmarks/growth.md); [backends](benchmarks/backends.md); [serving](benchmarks/serving.md);
[beside busy processes](benchmarks/busy.md); [fast forms by processor](benchmarks/kernels.md);
[on a GPU](benchmarks_gpu.md); images from records, alone and while a network trains (`python -m benchmarks.images`)."""


def arguments(given=None):
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("cases", nargs="*", metavar="CASE", help="names of cases; none: all")
    parser.add_argument("--only", metavar="PATTERN", help="cases in whose name this regular expression is found")
    parser.add_argument("--quick", action="store_true", help="at most two short rounds of each; nothing is kept")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--as-it-comes", action="store_true", help="as many threads as each library takes by itself")
    parser.add_argument("--cpu-time", action="store_true", help="CPU seconds, for a busy machine; nothing is kept")
    parser.add_argument("--device", choices=["cpu", "gpu"], default="cpu", help="gpu: see python -m benchmarks.gpu")
    parser.add_argument("--output", help="where a full run is kept (docs/benchmarks.md)")
    args = parser.parse_args(given)
    known = {case.name for cases in suite.CPU.values() for case in cases}
    if unknown := set(args.cases) - known:
        parser.error(f"no such case: {', '.join(sorted(unknown))}")
    args.output = args.output or "docs/benchmarks.md"
    args.whole = not (args.quick or args.cases or args.only or args.as_it_comes or args.cpu_time)
    return args


def chosen(sections, args):
    """Return the sections with the cases that were asked for."""
    return {
        heading: [c for c in cases if (not args.cases or c.name in args.cases) and re.search(args.only or "", c.name)]
        for heading, cases in sections.items()
    }


def plan(args):
    """Return the tables of a run: the text above each, its sections and who is compared."""
    options = {"cpu_time": args.cpu_time}
    as_given = ("", suite.CPU, sides.three(args.threads, **options))
    by_itself = (BY_ITSELF, suite.AS_IT_COMES, sides.three(None, **options))
    if args.as_it_comes:
        return [by_itself]
    return [as_given, by_itself] if args.whole else [as_given]


def tables(args):
    """Measure what was asked for; return the text, the cases over their targets and those that failed."""
    parts, over, failed = [], [], []
    for heading, sections, compared in plan(args):
        run = measure.Run(compared, args.quick)
        parts += [heading, run.tables(chosen(sections, args))]
        over += run.over
        failed += run.failed
    return "\n\n".join(filter(None, parts)), over, failed


def missing():
    """Return what this machine lacks for a run, or None."""
    if sides.REFERENCE.exists():
        return None
    return "There is no MXNet 1.9.1 in .reference: run `make bench` or `make parity`, which make it."


def keep(text, args, load):
    """Write the page of a whole run."""
    versions = f"PyTorch {version('torch')}, NumPy {version('numpy')}, Python {sys.version.split()[0]}"
    with open(args.output, "w") as file:
        file.write(report.document(f"{text}\n\n{MORE}", versions, args.threads, load))
    by_processor.take_over(args.output)
    print(f"\nkept in {args.output}")


def main():
    device = argparse.ArgumentParser(add_help=False)
    device.add_argument("--device", choices=["cpu", "gpu"], default="cpu")
    chosen_device, rest = device.parse_known_args()
    if chosen_device.device == "gpu":
        return gpu.main(rest)
    args, load = arguments(), os.getloadavg()[0]
    if lack := missing():
        print(lack, file=sys.stderr)
        return 1
    text, over, failed = tables(args)
    text = f"{text}\n\n{ABOUT}\n\n{reasons.legend(suite.REASONS, text)}".rstrip()
    print(text)
    for names, what in ((over, "over their targets"), (failed, "failed")):
        if names:
            print(f"\n{what}: {', '.join(names)}", file=sys.stderr)
    if args.whole and not failed:
        keep(text, args, load)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
