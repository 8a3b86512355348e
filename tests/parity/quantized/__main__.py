"""Build, run, compare, report; see the package's text."""

from __future__ import annotations

import argparse
import sys
import time

from .run import run, tally


def main() -> int:
    """Read the command line; return 1 when a difference is unexplained."""
    parser = argparse.ArgumentParser(prog="python -m tests.parity.quantized")
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--start", type=int, default=0, help="the first number")
    parser.add_argument("--only", type=int, default=None, help="one number, shown in full")
    args = parser.parse_args()
    numbers = range(args.start, args.start + args.count) if args.only is None else [args.only]
    begun, results = time.monotonic(), []
    for result in run(args.seed, numbers):
        results.append(result)
        if args.only is not None:
            print(result.answers)
        for line in result.lines:
            print(f"#{result.number} {line}")
        if result.reasons:
            print(f"#{result.number} explained: {sorted(set(result.reasons))}")
        if result.kind == "both raise":
            print(f"#{result.number} both raise: {' '.join(result.answers[-1][1]['message'].split())[:300]}")
        sys.stdout.flush()
    kinds = tally(results)
    print(", ".join(f"{n} {kind}" for kind, n in kinds.most_common()), f"{time.monotonic() - begun:.0f} s")
    return 1 if kinds["unexplained"] else 0


if __name__ == "__main__":
    sys.exit(main())
