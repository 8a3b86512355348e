"""Random networks by number: each is put to both sides, which exchange their files; the answers are judged and told."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from tests.parity.random_calls.sides import Side

#: the answers of both sides to one question; None where a process died or took too long
Answers = dict[str, dict[str, Any] | None]
#: puts a question with a folder for each side
Put = Callable[[dict[str, Any], dict[str, Path]], Answers]
#: the differences between two answers that have no reason, and the reasons of the others
Verdict = tuple[list[str], list[str]]


@dataclass
class Result:
    """What became of one network."""

    number: int
    answers: list[tuple[str, Any, Any]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    kind: str = "agree"

    def judge(self, step: str, answers: Answers, compare: Callable[[dict[str, Any], dict[str, Any]], Verdict]) -> bool:
        """Compare two answers to one question; return whether both sides gave one whole."""
        ours, theirs = answers["ours"], answers["theirs"]
        self.answers.append((step, ours, theirs))
        if ours is None or theirs is None:
            self.lines.append(f"{step}: {'ours' if ours is None else 'theirs'} died or took too long")
            return False
        lines, reasons = compare(ours, theirs)
        self.lines += [f"{step}: {line}" for line in lines]
        self.reasons += reasons
        if "raised" in theirs and "raised" in ours:
            self.kind = "both raise"
        return "raised" not in theirs and "raised" not in ours


def run(
    module: str, ask: Callable[[Result, Put, dict[str, Path]], None], seed: int, numbers: Iterable[int]
) -> Iterator[Result]:
    """Yield the result of each network, which ``ask(result, put, folders)`` fills; ``module`` answers on both sides."""
    sides = {name: Side(name, module) for name in ("ours", "theirs")}
    try:
        for number in numbers:
            result = Result(number)
            with tempfile.TemporaryDirectory() as folder:
                own = {name: Path(folder) / name for name in sides}
                for each in own.values():
                    each.mkdir()
                ask(result, partial(_put, sides, {"seed": seed, "number": number}), own)
            if result.lines:
                result.kind = "unexplained"
            elif result.reasons:
                result.kind = "explained"
            yield result
    finally:
        for side in sides.values():
            side.close()


def _put(
    sides: dict[str, Side], network: dict[str, Any], question: dict[str, Any], folders: dict[str, Path]
) -> Answers:
    for name, side in sides.items():
        side.ask({**network, **question, "folder": str(folders[name])})
    return {name: side.answer() for name, side in sides.items()}


def swapped(folders: dict[str, Path]) -> dict[str, Path]:
    """Return for each side what the other wrote."""
    return {"ours": folders["theirs"], "theirs": folders["ours"]}


def tally(results: Iterable[Result]) -> Counter[str]:
    """Return how many results there are of each kind."""
    return Counter(result.kind for result in results)


def main(package: str, run: Callable[[int, Iterable[int]], Iterator[Result]]) -> int:
    """Read the command line, run and report; return 1 when a difference is unexplained."""
    parser = argparse.ArgumentParser(prog=f"python -m {package}")
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
