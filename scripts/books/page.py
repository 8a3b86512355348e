"""The page about the books: what share of their chapters runs, which do not, and why."""

from __future__ import annotations

import pydoc
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from mxnet.tools.notebooks import cells_of

HEAD = """\
# Books

Chapters of books and tutorials that were written for MXNet, as programs. Written by `make books`, from checkouts of
their repositories: nothing of the books is part of remx. Each chapter ran by `remx run --compat chapter.ipynb` with
two GPUs that the processor simulates (`--gpus 2`), with small stand-ins for the data it downloads. *Cut* are chapters
that end when they train for two epochs, or with the other cuts that the tables name: all of their cells ran. In full
they were still computing at a limit. *Computing* are those that were still at it, without an error, when they were
stopped, cut or not; the tables say in which cell, where that is known. *Own errors* are those that MXNet 1.9.1 shows
too, of the same class, at the same cell and with the same stand-ins; for `--gpus 2` it computes on the processor, too.
The share counts what runs, in full or cut, what was computing and own errors: that a chapter which was computing
reaches its end is not shown. *Programs* are all chapters with programs, *tried* those that have run so far: the
command goes on where it was stopped. Printed losses are compared with MXNet's for as many chapters as the command is
asked to (`--compare`).

To read a book with remx: `pip install 'remx[notebook]' ipython matplotlib-inline`, its helper library as the table says
by `pip install --no-deps` (its requirements are of another time), and `remx run --compat --package HELPER
chapter.ipynb --figures out`, or a notebook server with the same packages. With `--gpus 2`, or `MXNET_GPUS=cpu:2` in the
environment, chapters that ask for GPUs run on the processor.

"""
#: a book, a chapter's path and notebook, our outcome and that of 1.9.1, which may be None
Row = tuple[Any, str, str, Any, Any]
#: what a program prints of its results: a word, and the number behind it
_RESULT = re.compile(r"(?i)(loss|acc(?:uracy)?|error|mse|rmse|perplexity|mae|auc)\W{1,4}(\d+\.\d+|\d+)")
_EPOCH = re.compile(r"(?i)\bepoch\W{0,3}\d.*")
_ERROR = re.compile(r"^[\w.]*(?:Error|Exception|Exit|Interrupt|NotFound|Incomplete)\b.*", re.MULTILINE)
#: what Python says of errors where none can be raised
_IGNORED = re.compile(r"^Exception ignored in.*\n(?:Traceback.*\n)?(?: .*\n)*\S.*\n?", re.MULTILINE)
#: how the first line of an error in MXNet 1.9.1's C++ ends: what went wrong stands on the last
_TRACEBACK = "Traceback (most recent call last):"
#: how much of an error is said, in characters
_SAID = 140
RUNS, CUT, COMPUTING, OWN = "runs", "cut", "computing", "own errors"
PACKAGE, DATA, FAILS = "package", "data", "fails"
NEAR, CHANCE, APART = "yes", "as from seed to seed", "no"


def where(output: str) -> str:
    """Return the cell that an error comes from, or that was running at the time limit."""
    found = re.findall(r'"(?:[^"\n]*, )?(cell \d+)", line \d+,? in <module>', output)
    return found[0] if found else ""


def _is_same(ours: str, theirs: str) -> bool:
    """Return whether the class of an error is another one's, or derived from it."""
    name, expected = (said.partition(":")[0] for said in (ours, theirs))
    bases = [name.rpartition(".")[2]]
    if name.startswith("mxnet."):
        bases += [base.__name__ for base in getattr(pydoc.locate(name), "__mro__", ())]
    return expected.rpartition(".")[2] in bases


def progress(output: str, notebook: str) -> str:
    """Return how far a chapter came that was stopped: its cell, and the last epoch that it printed."""
    cell, count = where(output), cells_of(notebook)[-1].order
    epochs = _EPOCH.findall(output)
    last = f"last printed: {epochs[-1].strip()[:60]}" if epochs else ""
    return "; ".join(filter(None, [f"{cell} of {count}" if cell else "", last]))


def error_of(output: str) -> str:
    """Return the last error of an output, in one line."""
    last = (output.strip().splitlines() or ["no output"])[-1]
    found = _ERROR.findall(_IGNORED.sub("", output))
    if not found:
        return last[:_SAID]
    said = found[-1].removesuffix(_TRACEBACK)
    return re.sub(r"/\S+/", "", said if said == found[-1] else said + last)[:_SAID]


def verdict(ours: Any, theirs: Any, notebook: str) -> tuple[str, str]:
    """Return the kind of a result, and what is to say of it."""
    if ours.status == 0:
        return (CUT, "; ".join(ours.cuts)) if ours.cuts else (RUNS, "")
    if ours.status is None and "stand-in: none" not in ours.output:
        return COMPUTING, progress(ours.output, notebook)
    said, cell = error_of(ours.output), where(ours.output)
    place = f"{cell}: " if cell else ""
    if theirs is not None and (theirs.status or 0) < 0:
        return OWN, f"{place}{said}; 1.9.1 crashes: {(theirs.output.strip().splitlines() or ['no output'])[-1][:80]}"
    at_cell = theirs is not None and theirs.status not in (0, None) and where(theirs.output) == cell
    other = error_of(theirs.output) if at_cell else ""
    if at_cell and _is_same(said, other) and "ModuleNotFoundError" not in said and "stand-in: none" not in ours.output:
        return OWN, f"{place}{said}; 1.9.1: {other}"
    if missing := re.search(r"No module named '(\w+)", said):
        return PACKAGE, f"needs the package {missing[1]}"
    if "no stand-in" in ours.output or "stand-in: none" in ours.output:
        address = re.search(r"stand-in: none for (\S+)", ours.output)
        return DATA, f"downloads {address[1] if address else 'real data'}"
    return FAILS, f"{place}{said}{f'; 1.9.1: {other}' if other else ''}"


def results(output: str) -> list[float]:
    """Return the last loss, accuracy and the like that a program prints."""
    last = {word.lower()[:3]: float(number) for word, number in _RESULT.findall(output)}
    return [last[word] for word in sorted(last)]


def compared(ours: Any, theirs: Any) -> str | None:
    """Tell whether losses and accuracies are near, or as far apart as 1.9.1's; None where one of both prints none."""
    if theirs is None or ours.status != 0 or theirs.status != 0:
        return None
    mine, other = results(ours.output), results(theirs.output)
    if not mine or len(mine) != len(other):
        return None
    if all(abs(a - b) <= _tolerance(b) for a, b in zip(mine, other, strict=True)):
        return NEAR
    seeds = [other, *(values for values in theirs.seeds if len(values) == len(other))]
    each = [(a, min(values), max(values)) for a, *values in zip(mine, *seeds, strict=True)]
    return CHANCE if all(abs(a - (low + high) / 2) <= _room(low, high) for a, low, high in each) else APART


def _tolerance(value: float) -> float:
    return max(0.1, 0.2 * abs(value))


def _room(low: float, high: float) -> float:
    """Return how far from the middle a number may be: as far outside of 1.9.1's as they are apart, or a tolerance."""
    return (high - low) / 2 + max(high - low, _tolerance(high))


def page(rows: Sequence[Row], books: Iterable[Any], totals: dict[str, int], note: str = "") -> str:
    """Return the page of results, with a note."""
    kinds = (RUNS, CUT, COMPUTING, OWN, PACKAGE, DATA, FAILS)
    lines = [HEAD]
    lines += [f"{note}\n"] if note else []
    lines.append(f"| book | programs | tried | {' | '.join(kinds)} | share | how to read it |")
    lines.append(f"|---|--:|--:|{'--:|' * len(kinds)}--:|---|")
    details: list[str] = []
    every: Counter[str] = Counter()
    for book in books:
        judged = [(chapter, *verdict(*outcomes, notebook))
                  for it, chapter, notebook, *outcomes in rows if it.name == book.name]  # fmt: skip
        counts = Counter(kind for _, kind, _ in judged)
        every.update(counts)
        numbers = " | ".join(str(counts[kind]) for kind in kinds)
        total = totals.get(book.name, 0)
        lines.append(f"| {book.title} | {total} | {len(judged)} | {numbers} | {_share(counts)} | {book.read} |")
        stopped = [(chapter, kind, said) for chapter, kind, said in judged if said]
        if stopped:
            details += [f"\n## {book.title}\n", "| chapter | | |", "|---|---|---|"]
            details += [f"| `{chapter}` | {kind} | {_plain(said)} |" for chapter, kind, said in stopped]
    lines.append(
        f"| **all** | {sum(totals.values())} | {len(rows)} | {' | '.join(str(every[kind]) for kind in kinds)} | "
        f"{_share(every)} | |"
    )
    return "\n".join([*lines, *details, *_comparison(rows)]) + "\n"


def _comparison(rows: Sequence[Row]) -> list[str]:
    """Return the lines about the losses and accuracies that both print."""
    judged = [(book, chapter, ours, theirs, near) for book, chapter, _, ours, theirs in rows
              if (near := compared(ours, theirs)) is not None]  # fmt: skip
    if not judged:
        return []
    counts = Counter(near for *_, near in judged)
    lines = [
        "\n## Losses and accuracies\n",
        f"The last that remx and MXNet 1.9.1 print, of {len(judged)} chapters: of {counts[NEAR]} they are near\n"
        f"(a fifth, or 0.1). Of {counts[CHANCE]} remx's are no farther from those that MXNet prints with three\n"
        "seeds than these are from each other.\n",
        "| book | chapter | remx | MXNet 1.9.1 | near |", "|---|---|---|---|---|",
    ]  # fmt: skip
    for book, chapter, ours, theirs, near in judged:
        texts = [", ".join(f"{value:g}" for value in results(outcome.output)) for outcome in (ours, theirs)]
        lines.append(f"| {book.title} | `{chapter}` | {texts[0]} | {texts[1]} | {near} |")
    return lines


def _share(counts: Counter[str]) -> str:
    total = sum(counts.values())
    tenths = (
        1000 * sum(counts[kind] for kind in (RUNS, CUT, COMPUTING, OWN)) // total if total else 0
    )  # never rounded up
    return f"{tenths / 10:g} %" if total else ""


def _plain(text: str) -> str:
    return text.replace("|", "/").replace("<", "‹").replace(">", "›").replace("`", "'")
