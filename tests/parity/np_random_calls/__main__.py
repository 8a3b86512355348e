"""Draws expressions, puts them to both sides and prints the differences."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from tests.parity.random_calls.sides import Side

from .compare import differences
from .expected_differences import reason
from .recipes import RECIPES, draw_case
from .recorded import write
from .referee import sides_with_us


def run(cases: Iterable[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], Any, Any, list[str]]]:
    """Yield each case with both answers and the lines that say how they differ."""
    module = "tests.parity.np_random_calls.child"
    sides = Side("ours", module), Side("theirs", module)
    try:
        for case in cases:
            for side in sides:
                side.ask(case)
            ours, theirs = (side.answer() for side in sides)
            found = differences(case, ours, theirs)
            meant = [line for line in found if reason(case, line) or sides_with_us(case, ours, line)]
            yield case, ours, theirs, [line for line in found if line not in meant]
    finally:
        for side in sides:
            side.close()


def describe(case: dict[str, Any]) -> str:
    """Return a case in a line."""
    arrays = ", ".join(
        f"{name}: {spec[1]}{spec[0]}{'' if spec[2] == 'any' else ' ' + str(spec[2])}"
        for name, spec in case["arrays"].items()
    )
    before = f"{case['before']}; " if case["before"] else ""
    how = f"{case['grad']}{'' if case['set_np'] else ' without set_np'}"
    return f"#{case['number']} {before}{case['text']}   [{arrays}] {how}"


def main() -> None:
    """Read the options, run, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only", type=int)
    parser.add_argument("--families", nargs="*", choices=list(RECIPES))
    parser.add_argument("--record", action="store_true", help="keep what both sides agree on for the tests")
    given = parser.parse_args()
    kept: dict[int, Any] = {}
    numbers = [given.only] if given.only is not None else range(given.first, given.first + given.count)
    kinds: Counter[str] = Counter()
    for case, ours, theirs, lines in run(draw_case(given.seed, n, given.families) for n in numbers):
        both = ours is not None and theirs is not None and "raised" in ours and "raised" in theirs
        kinds["differ" if lines else "1.9.1 died" if theirs is None else "both raise" if both else "agree"] += 1
        if theirs is not None and not differences(case, ours, theirs) and case["family"] != "random":
            theirs.pop("message", None)
            kept[case["number"]] = theirs
        if lines or given.only is not None:
            print(describe(case), *lines, sep="\n    ", flush=True)
        if theirs is None:
            print(describe(case), "1.9.1 died", sep="\n    ", flush=True)
        if given.only is not None:
            with np.printoptions(threshold=100):
                print(f"ours: {ours}\ntheirs: {theirs}")
    if given.record:
        write(given.seed, kept)
    print(dict(kinds))


if __name__ == "__main__":
    main()
