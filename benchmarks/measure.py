"""Measuring rows: in each round every side does the same work, one after the other, in changing order."""

from __future__ import annotations

import sys
import time
from dataclasses import replace

from benchmarks import report, suite

OUTSIDE = ("import", *(case.name for case in suite.PEAKS))  # what the sides' servers do not measure


def turns(compared, rounds):
    """Yield the sides in each round's order."""
    for number in range(rounds):
        turn = number % len(compared)
        yield from compared[turn:] + compared[:turn]


def seconds(case, compared, quick):
    """Run the rounds of a case; return {side: [seconds]}, nothing for another side than remx that cannot run it."""
    if case.apart:
        fresh = [replace(side, process=None) for side in compared]
        try:
            return seconds(replace(case, apart=False), fresh, quick)
        finally:
            for side in fresh:
                side.close()
    found, unable = {side.name: [] for side in compared}, set()
    n, rounds = (max(1, case.n // 10), min(2, case.n)) if quick else (case.n, case.rounds)
    for side in turns(compared, rounds):
        if side.name in unable:
            continue
        try:
            each = side.seconds(case.name, n)
        except RuntimeError as error:
            if side.name == "remx":
                raise
            print(error, file=sys.stderr)
            unable.add(side.name)
            found[side.name].clear()
            continue
        if each is not None:
            found[side.name].append(each)
    if case.name not in OUTSIDE:
        for side in compared:
            side.ask({"free": case.name})
    return found


def memory(case, compared, quick):
    """Return {side: [(MiB when imported, MiB at most)]} of fresh processes."""
    found = {side.name: [] for side in compared}
    n, rounds = (1, 1) if quick else (case.n, case.rounds)
    for side in turns(compared, rounds):
        found[side.name].append(side.memory(case.name, n))
    return found


def rows(case, compared, quick):
    """Return the rows of a case: cells, and whether its targets are met."""
    if case in suite.PEAKS:
        return report.memory_rows(case, memory(case, compared, quick))
    return [report.row(case, seconds(case, compared, quick))]


class Run:
    """The tables of one run, and what went wrong."""

    def __init__(self, compared, quick):
        self.compared, self.quick = compared, quick
        self.over, self.failed = [], []

    def tables(self, sections):
        """Measure sections, {heading: cases}, and return their tables as text."""
        parts = []
        try:
            for heading, cases in sections.items():
                found = [cells for case in cases for cells in self._cells(case)]
                if found:
                    parts.append(f"### {heading}\n\n{report.table(found, report.WITH_TARGETS)}")
        finally:
            for side in self.compared:
                side.close()
        return "\n\n".join(parts)

    def _cells(self, case):
        print(f"{case.name} ...", end=" ", file=sys.stderr, flush=True)
        began = time.perf_counter()
        try:
            found = rows(case, self.compared, self.quick)
            print(f"{time.perf_counter() - began:.1f} s", file=sys.stderr, flush=True)
        except RuntimeError as error:
            print(error, file=sys.stderr)
            self.failed.append(case.name)
            return [[case.title, "failed", *[""] * (len(report.WITH_TARGETS) - 2)]]
        if not all(met for _, met in found):
            self.over.append(case.name)
        return [cells for cells, _ in found]
