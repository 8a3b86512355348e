"""Medians, ratios and spread of the measured rounds, as the table that is printed and kept."""

from __future__ import annotations

import io
import os
import platform
import re
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path

from benchmarks import reasons, suite


class _Copied(io.StringIO):
    """Keeps the text that goes to a stream."""

    def __init__(self, stream) -> None:
        super().__init__()
        self.stream = stream

    def write(self, text: str) -> int:
        self.stream.write(text)
        self.stream.flush()
        return super().write(text)


@contextmanager
def page(path: str | None, title: str, about: str) -> Iterator[None]:
    """Keep what is printed in a file, too, under a title and the words about it; without a path print alone."""
    if path is None:
        yield
        return
    printed, load = _Copied(sys.stdout), os.getloadavg()[0]
    with redirect_stdout(printed):
        yield
    head = f"# {title}\n\n{about} Processor: {processor()}. The machine's load when the run began: {load:.1f}.\n\n"
    Path(path).write_text(head + printed.getvalue().lstrip("\n"))


#: by the system's words for them, the instructions that decide about the time of products
INSTRUCTIONS = {"avx2": "AVX2", "avx512f": "AVX-512", "avx512_vnni": "VNNI", "avx512_bf16": "BF16", "amx_tile": "AMX"}


def processor():
    """Return the processor's name as the system reports it, with the instructions that it has for products."""
    info = Path("/proc/cpuinfo")
    if not info.exists():
        return platform.processor() or platform.machine()
    facts = dict(re.findall(r"^(model name|flags)\s*: (.*)$", info.read_text(), re.MULTILINE))
    has = [name for flag, name in INSTRUCTIONS.items() if flag in facts.get("flags", "").split()]
    return " ".join([facts.get("model name", platform.machine()), *([f"({', '.join(has)})"] if has else [])])


def human(seconds):
    """Return a time with three figures and its unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= 0.9995 * size or unit == "µs":  # less would be written as 1e+03 of the smaller unit
            return f"{seconds / size:.3g} {unit}"
    raise AssertionError


def ratio(ours, others):
    """Return (median, lowest, highest) of the ratios of the rounds: each round ran the sides one after the other."""
    found = [a / b for a, b in zip(ours, others, strict=True)]
    return statistics.median(found), min(found), max(found)


def _cell(ours, others, target, sign):
    """Return the text of one comparison and whether it is within its target; sign: of a ratio, where it is not."""
    if not others:
        return "", True
    middle, low, high = ratio(ours, others)
    met = target is None or middle <= target
    return f"{middle:.2f} ({low:.2f} to {high:.2f}){'' if met else sign}", met


def _allowance(ours, others, allowed, sign):
    """Return the text of what is added to the other's seconds, and whether no more than is allowed."""
    extra = statistics.median(a - b for a, b in zip(ours, others, strict=True))
    met = extra <= allowed
    return f"+ {extra:.2f} s{'' if met else sign}", met


def _targets(case):
    """Return the text of a case's targets: the greatest ratios to MXNet 1.9.1 and to PyTorch."""
    torch = f"+ {case.plus:g} s" if case.plus is not None else "" if case.torch is None else f"{case.torch:g}"
    texts = ["" if case.mxnet is None else f"{case.mxnet:g}", torch]
    return " / ".join(text or "-" for text in texts) if any(texts) else ""


def row(case, rounds, unit=human, title=None):
    """Return the cells of one case and whether all of its targets are met.

    rounds: {side: [seconds]}; a side without the case has an empty list. unit: how a time is written.
    """
    ours, theirs, torch = (rounds.get(side, []) for side in ("remx", "MXNet 1.9.1", "PyTorch"))
    times = [unit(statistics.median(side)) if side else "" for side in (ours, theirs, torch)]
    signs = [reasons.sign(suite.REASONS, case.name, side) for side in ("MXNet 1.9.1", "PyTorch")]
    against_mxnet, met = _cell(ours, theirs, case.mxnet, signs[0])
    if case.plus is None or not torch:
        against_torch, also = _cell(ours, torch, case.torch, signs[1])
    else:
        against_torch, also = _allowance(ours, torch, case.plus, signs[1])
    return [title or case.title, *times, against_mxnet, against_torch, _targets(case)], met and also


def mebibytes(size):
    """Return a size in MiB as text."""
    return f"{size:.0f} MiB"


def memory_rows(case, found):
    """Return the rows of a case's memory, above what the import takes and of the whole process, as ``row`` does.

    found: {side: [(MiB when the library was imported, MiB at most)]}.
    """
    above = {side: [highest - base for base, highest in each] for side, each in found.items()}
    whole = {side: [highest for _, highest in each] for side, each in found.items()}
    return [
        row(case, above, mebibytes, f"{case.title}: above the import's"),
        row(case, whole, mebibytes, f"{case.title}: of the whole process"),
    ]


HEAD = ["what", "remx", "MXNet 1.9.1", "PyTorch", "remx / MXNet 1.9.1", "remx / PyTorch"]


WITH_TARGETS = [*HEAD, "targets"]


def table(rows, head=HEAD):
    """Return rows of cells as an aligned Markdown table."""
    widths = [max(len(cells[i]) for cells in [head, *rows]) for i in range(len(head))]
    lines = [[cell.ljust(width) for cell, width in zip(cells, widths, strict=True)] for cells in [head, *rows]]
    lines.insert(1, ["-" * width for width in widths])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


#: what the times of a table are
MEDIANS = (
    "Times are medians over the rounds; a ratio is the median of the rounds' ratios, with the lowest and the highest."
)


def document(text, versions, threads, load, package="", cases="cases/*/mx.py", torch="cases/*/torch.py", times=MEDIANS):
    """Return the page that keeps a run; load: the machine's load average when it began.

    package: the part of ``benchmarks`` that was run, ``''`` for itself; cases, torch: where the programs are.
    """
    command = f"python -m benchmarks.{package}" if package else "make bench"
    folder = f"benchmarks/{package}/" if package else "benchmarks/"
    day = time.strftime("%Y-%m-%d")
    return f"""# Benchmarks{f" of {package}" if package else ""}

Made by `{command}` on {day}. Processor: {processor()}, threads for each side: {threads}. {versions}.
The machine's load when the run began: {load:.1f} (a busy machine spreads the ratios, and favours whom it pleases).

Each side runs in a process of its own; in every round the three do the same work one after the other, in changing
order; meanwhile the others are stopped, so that their threads, which look for work after a loop, take no core.
{times}
The MXNet API cases are one text (`{folder}{cases}`) for remx and MXNet; the PyTorch ones are written by hand
(`{folder}{torch}`).

{text}
"""
