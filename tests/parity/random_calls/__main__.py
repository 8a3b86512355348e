"""Draw, run, compare, report; see the package's text."""

from __future__ import annotations

import argparse
import sys
import time

from .run import Tally, run


def main() -> int:
    """Read the command line; return 1 when a difference is unexplained."""
    parser = argparse.ArgumentParser(prog="python -m tests.parity.random_calls")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--start", type=int, default=0, help="the first number")
    parser.add_argument("--only", type=int, default=None, help="one number, shown in full")
    parser.add_argument("--ops", default="", help="operators to draw from, separated by commas")
    parser.add_argument("--misfits", action="store_true", help="infer from shapes and types that may not fit")
    args = parser.parse_args()
    numbers = range(args.start, args.start + args.count) if args.only is None else [args.only]
    begun, tally = time.monotonic(), Tally()
    operators = args.ops.split(",") if args.ops else None
    for result in run(args.seed, numbers, operators, args.misfits):
        tally.add(result)
        extra = (f" --ops {args.ops}" if args.ops else "") + (" --misfits" if args.misfits else "")
        if args.only is not None:
            print(result.show())
        elif result.unexplained:
            print(
                f"{result.line()}\n"
                f"    python -m tests.parity.random_calls --seed {args.seed} --only {result.number}{extra}"
            )
            sys.stdout.flush()
    print(tally.summary(), f"{time.monotonic() - begun:.0f} s")
    return 1 if tally.unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
