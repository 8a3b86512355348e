"""Whole steps by fast forms beside plain ones: `python -m benchmarks.plain [--quick] [--only PATTERN] [--write]`.

Two processes of remx take turns, one with `MXNET_PLAIN_KERNELS=1`, over the steps and predictions of `make bench`.
`--write` puts the ratios into the page of fast forms, for the family of the processor it runs on.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from dataclasses import dataclass
from typing import Any

from mxnet.kernels.processor import family

from benchmarks import kernels, measure, report, sides, suite

SECTIONS = ("Training steps", "Training steps of small programs", "Training steps in bfloat16", "Inference", "int8")


@dataclass
class PlainSide(sides.Side):
    """remx with the plain form of every computation."""

    def environment(self) -> dict[str, str]:
        """Return the environment of its processes."""
        return {**super().environment(), "MXNET_PLAIN_KERNELS": "1"}


def compared(threads: int) -> list[sides.Side]:
    """Return remx with fast forms and with plain ones."""
    fast = sides.three(threads)[0]
    return [fast, PlainSide(**{**vars(fast), "name": "plain"})]


def steps(pattern: str, quick: bool, pair: list[sides.Side]) -> dict[str, float]:
    """Return the ratios of the cases in whose name the pattern is found, fast / plain, by name."""
    result = {}
    for case in (case for section in SECTIONS for case in suite.CPU[section] if re.search(pattern, case.name)):
        seconds = measure.seconds(case, pair, quick)
        result[case.name] = report.ratio(seconds["remx"], seconds["plain"])[0]
        print(f"{case.name}: {result[case.name]:.2f}", flush=True)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.plain", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="at most two short rounds of each")
    parser.add_argument("--only", default="", metavar="PATTERN", help="cases in whose name this is found")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--write", action="store_true", help="write the ratios into the page")
    args = parser.parse_args()
    pair = compared(args.threads)
    try:
        ratios = steps(args.only, args.quick, pair)
    finally:
        for side in pair:
            side.close()
    if args.write:
        figures: dict[str, Any] = json.loads(kernels.FIGURES.read_text())
        entry = figures[family()]
        kernels.write(family(), {**entry, "steps": {**entry.get("steps", {}), **ratios}}, figures)


if __name__ == "__main__":
    sys.exit(main())
