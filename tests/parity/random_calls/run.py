"""Puts drawn cases to both sides and judges the answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from .case import Case
from .compare import differences
from .expected_differences import Difference, explain
from .generator import draw_case
from .sides import Side

#: what a gradient that is added to starts from: see child.py
START = 0.5


@dataclass
class Result:
    """What became of one draw."""

    number: int
    case: Case
    ours: dict[str, Any] | None
    theirs: dict[str, Any] | None
    lines: list[str] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)

    @property
    def unexplained(self) -> bool:
        """Whether the sides differ without a known reason."""
        return bool(self.lines)

    @property
    def kind(self) -> str:
        """In a word, what happened."""
        if self.lines:
            return "unexplained"
        if self.theirs is None:
            return "1.9.1 died"
        if self.reasons:
            return "explained"
        return "both raise" if "raised" in self.theirs else "agree"

    def line(self) -> str:
        """Return the case and its differences, briefly."""
        return "\n".join([f"#{self.number} {self.case}", *(f"    {line}" for line in self.lines)])

    def show(self) -> str:
        """Return everything."""
        parts = [self.line(), f"  {self.kind} {self.reasons}", *(repr(a) for a in self.case.inputs)]
        with np.printoptions(threshold=200):
            return "\n".join([*parts, f"ours: {self.ours}", f"theirs: {self.theirs}"])


class Tally:
    """Counts of what happened."""

    def __init__(self) -> None:
        self.kinds: Counter[str] = Counter()
        self.modes: Counter[str] = Counter()
        self.operators: set[str] = set()

    def add(self, result: Result) -> None:
        """Count one result."""
        self.kinds[result.kind] += 1
        self.modes[result.case.mode] += 1
        self.operators.add(result.case.op)

    @property
    def unexplained(self) -> int:
        """How many draws differ without a reason."""
        return self.kinds["unexplained"]

    def summary(self) -> str:
        """Return the counts in a line."""
        kinds = ", ".join(f"{n} {kind}" for kind, n in self.kinds.most_common())
        modes = ", ".join(f"{n} {mode}" for mode, n in self.modes.most_common())
        return f"{self.kinds.total()} draws of {len(self.operators)} operators ({modes}): {kinds};"


def run(
    seed: int, numbers: Iterable[int], operators: list[str] | None = None, misfits: bool = False
) -> Iterator[Result]:
    """Yield the result of each numbered draw."""
    sides = Side("ours"), Side("theirs")
    try:
        for number in numbers:
            case = draw_case(seed, number, operators, misfits)
            for side in sides:
                side.ask(case)
            result = judge(number, case, *(side.answer() for side in sides))
            if result.unexplained and case.grad_req == "add":
                _excuse_adding(result, sides)
            yield result
    finally:
        for side in sides:
            side.close()


def _excuse_adding(result: Result, sides: tuple[Side, Side]) -> None:
    """Explain differing sums if written gradients agree, and ours is what was there plus what is written."""
    case = replace(result.case, grad_req="write")
    for side in sides:
        side.ask(case)
    ours, theirs = (side.answer() for side in sides)
    added = (result.ours or {}).get("grads")
    if ours is None or theirs is None or added is None or differences(case, ours, theirs) or "grads" not in ours:
        return
    whole = {**ours, "grads": [None if g is None else g + g.dtype.type(START) for g in ours["grads"]]}
    if not differences(case, {**ours, "grads": added}, whole):
        gone = [line for line in result.lines if line.startswith(("grads", "error: theirs alone raises (backward)"))]
        result.lines = [line for line in result.lines if line not in gone]
        result.reasons += ["1.9.1 adds wrongly: what it writes agrees, and ours is that plus what was there"] * len(
            gone
        )


def judge(number: int, case: Case, ours: dict[str, Any] | None, theirs: dict[str, Any] | None) -> Result:
    """Compare two answers; where 1.9.1 died there is nothing to compare with, but ours must live."""
    result = Result(number, case, ours, theirs)
    if ours is None:
        result.lines.append("ours died or took too long")
    elif theirs is not None:
        for line in differences(case, ours, theirs):
            reason = explain(Difference(case, line, ours, theirs))
            (result.reasons if reason else result.lines).append(reason or line)
    return result
