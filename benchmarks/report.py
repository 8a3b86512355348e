"""Medians, ratios and spread of the measured rounds, as the table that is printed and kept."""

from __future__ import annotations

import platform
import statistics
from pathlib import Path


def processor():
    """Return the processor's name as the system reports it."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def human(seconds):
    """Return a time with three figures and its unit."""
    if seconds is None:
        return ""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size or unit == "µs":
            return f"{seconds / size:.3g} {unit}"
    raise AssertionError


def ratio(ours, others):
    """Return (median, lowest, highest) of the ratios of the rounds: each round ran the sides one after the other."""
    found = [a / b for a, b in zip(ours, others, strict=True)]
    return statistics.median(found), min(found), max(found)


def _cell(ours, others, target):
    """Return the text of one comparison and whether it is within its target."""
    if not others:
        return "", True
    middle, low, high = ratio(ours, others)
    text = f"{middle:.2f} ({low:.2f} to {high:.2f})"
    if target is None:
        return text, True
    met = middle <= target
    return f"{text}, {'within' if met else '**over**'} {target:g}", met


def row(case, rounds):
    """Return the cells of one case and whether all of its targets are met.

    rounds: {side: [seconds]}; a side without the case has an empty list.
    """
    ours, theirs, torch = (rounds[side] for side in ("remx", "MXNet 1.9.1", "PyTorch"))
    times = [human(statistics.median(side)) if side else "" for side in (ours, theirs, torch)]
    against_mxnet, met = _cell(ours, theirs, case.mxnet)
    if case.plus is None:
        against_torch, also = _cell(ours, torch, case.torch)
    else:  # an allowance in seconds over PyTorch, not a ratio
        extra = statistics.median(a - b for a, b in zip(ours, torch, strict=True))
        also = extra <= case.plus
        against_torch = f"+ {extra:.2f} s, {'within' if also else '**over**'} + {case.plus:g} s"
    return [case.title, *times, against_mxnet, against_torch], met and also


HEAD = ["what", "remx", "MXNet 1.9.1", "PyTorch", "remx / MXNet 1.9.1", "remx / PyTorch"]


def table(rows):
    """Return rows of cells as an aligned Markdown table."""
    widths = [max(len(cells[i]) for cells in [HEAD, *rows]) for i in range(len(HEAD))]
    lines = [[cell.ljust(width) for cell, width in zip(cells, widths, strict=True)] for cells in [HEAD, *rows]]
    lines.insert(1, ["-" * width for width in widths])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def document(text, versions, threads, load, package="", cases="cases.py", torch="torch_cases.py"):
    """Return the page that keeps a run; load: the machine's load average when it began.

    package: the part of ``benchmarks`` that was run, ``''`` for itself; cases, torch: where the programs are.
    """
    command = f"python -m benchmarks.{package}" if package else "make bench"
    folder = f"benchmarks/{package}/" if package else "benchmarks/"
    return f"""# Benchmarks{f" of {package}" if package else ""}

Made by `{command}`. Processor: {processor()}, threads for each side: {threads}. {versions}.
The machine's load when the run began: {load:.1f} (a busy machine spreads the ratios, and favours whom it pleases).

Each side runs in a process of its own; in every round the three do the same work one after the other, in changing
order. Times are medians over the rounds; a ratio is the median of the rounds' ratios, with the lowest and the highest.
The MXNet API cases are one text (`{folder}{cases}`) for remx and MXNet; the PyTorch ones are written by hand
(`{folder}{torch}`).

{text}
"""
