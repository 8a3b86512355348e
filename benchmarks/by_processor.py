"""Ratios of whole runs by processor: a run's page is read, its ratios are put beside those of other processors into
`processors.json`, and `docs/benchmarks/processors.md` is written."""

from __future__ import annotations

import json
import re
import statistics
from pathlib import Path
from typing import Any

from benchmarks import report
from benchmarks.operators.reasons import TARGETS as OPERATOR_TARGETS

FIGURES = Path(__file__).with_name("processors.json")
PAGE = Path("docs/benchmarks/processors.md")
#: by title, the page of a whole run
RUNS = {"make bench": Path("docs/benchmarks.md"), "operators": Path("docs/benchmarks/operators.md")}
ABOUT = """The last whole runs of `make bench` and `python -m benchmarks.operators` on each kind of processor, with the
day of each: what was changed since is not in it. A cell is remx / MXNet 1.9.1, remx / PyTorch written by hand. The
times and the reasons are on [the page of the last run](../benchmarks.md), and [operator by operator](operators.md)."""

#: remx / MXNet 1.9.1 and remx / PyTorch, None where the other side has no such case
Ratios = list[float | None]


def ratio(cell: str) -> float | None:
    """Return the ratio that a cell begins with, if any."""
    number = re.match(r"\d+\.\d+", cell)
    return float(number[0]) if number else None


def rows(text: str) -> dict[str, Ratios]:
    """Return the ratios of a page's rows, by title; rows "the same with ..." are named after the row above them.

    Runs with as many threads as each library takes, and cases without ratios, are left out.
    """
    result: dict[str, Ratios] = {}
    base = ""
    for line in text.partition("## With as many threads")[0].splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if not line.startswith("| ") or len(cells) < 6 or cells[0] == "what":
            continue
        same = cells[0].startswith("the same")
        title = f"{base}; {cells[0]}" if same else cells[0]
        base = base if same else title
        ratios = [ratio(cell) for cell in cells[4:6]]
        if any(ratios):
            result[title] = ratios
    return result


def add(figures: dict[str, Any], run: str, text: str) -> None:
    """Put a page's ratios in the place of those of its processor."""
    head = re.search(r"Made by `.+?` on (\S+)\. Processor: (.+?), threads for each side: (\d+)\. PyTorch (\S+?),", text)
    if not head:
        raise ValueError(f"the page of {run} does not say when, where and with what it was made")
    day, processor, threads, torch = head.groups()
    figures.setdefault(processor, {})[run] = {"day": day, "threads": int(threads), "torch": torch, "rows": rows(text)}


def pair(ratios: Ratios | None) -> str:
    """Return the text of a row's ratios."""
    return ", ".join("-" if r is None else f"{r:.2f}" for r in ratios) if ratios else ""


def over(ratios: Ratios) -> bool:
    """Return whether a row of the operators is over a target."""
    return any(r is not None and r > target for r, target in zip(ratios, OPERATOR_TARGETS.values(), strict=True))


def summary(runs: dict[str, Any]) -> list[list[str]]:
    """Return the rows of the table of runs: how the ratios of each lie."""
    lines = []
    for name, by_run in sorted(runs.items()):
        for run, kept in by_run.items():
            cells = [name, run, kept["day"], kept["torch"], str(kept["threads"])]
            for column, target in zip(zip(*kept["rows"].values(), strict=True), OPERATOR_TARGETS.values(), strict=True):
                values = [r for r in column if r is not None]
                above = sum(r > target for r in values)
                cells.append(f"{statistics.median(values):.2f}, {above} of {len(values)} over {target:g}")
            lines.append(cells)
    return lines


def compared(figures: dict[str, Any], run: str) -> list[list[str]]:
    """Return the rows of a run's table, with the ratios on each processor; of operators those over a target."""
    by_processor = [by_run.get(run, {"rows": {}})["rows"] for _, by_run in sorted(figures.items())]
    titles = dict.fromkeys(title for by_title in by_processor for title in by_title)
    newest = max((by_run[run] for by_run in figures.values() if run in by_run), key=lambda kept: kept["day"])["rows"]
    return [
        [title, *(pair(by_title.get(title)) for by_title in by_processor)]
        for title in titles
        if title in newest
        and (run != "operators" or any(over(by_title[title]) for by_title in by_processor if title in by_title))
    ]


def page(figures: dict[str, Any]) -> str:
    """Return the page that shows all processors."""
    head = ["processor", "run", "day", "PyTorch", "threads", "remx / MXNet 1.9.1", "remx / PyTorch"]
    parts = [f"# Benchmarks by processor\n\n{ABOUT}", report.table(summary(figures), head)]
    names = sorted(figures)
    for run, words in (("make bench", "`make bench`"), ("operators", "Operators over a target on one of them")):
        parts += [f"## {words}", report.table(compared(figures, run), ["what", *names])]
    return "\n\n".join(parts) + "\n"


def take_over(path: str) -> None:
    """Put the ratios of a run's page in the place of those of its processor, and write the page of all processors."""
    figures = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    for run, kept_in in RUNS.items():
        if Path(path) == kept_in:
            add(figures, run, kept_in.read_text())
    FIGURES.write_text(json.dumps(figures, indent=1, sort_keys=True) + "\n")
    PAGE.write_text(page(figures))
