"""The page of every public name of MXNet 1.9.1 and what became of it, and of what was tried.

The names are those that ``remx doctor`` judges; the counts of tests and of programs are read from the files that
``scripts/write_upstream_tests.py``, ``scripts/upstream_examples`` and ``scripts/downstream.py`` write.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mxnet.tools.names import DIFFERS, MISSING, coverage, instead, judge, table

HERE = Path(__file__).parent
STATES = ("same", "better", "differs", "missing")


def states() -> Iterator[tuple[str, str, str, str]]:
    """Give module, name, state and reason of every public name of 1.9.1."""
    missing = {module: set(lacks) for module, _, lacks in coverage()}
    for module, names in table()["modules"].items():
        for name in names.split():
            if name in missing[module]:
                yield module, name, "missing", instead(f"{module}.{name}")
                continue
            verdict = judge(f"{module}.{name}")
            if verdict is None or verdict.state not in (DIFFERS, MISSING):
                yield module, name, "same", ""
            else:
                links = ", ".join(f"[{row.id}](differences.md#{row.id})" for row in verdict.rows)
                yield module, name, "better" if all(row.better for row in verdict.rows) else "differs", links


def page() -> Iterator[str]:
    """Give the page as lines of Markdown."""
    every = [*states()]
    counts: dict[str, Counter[str]] = {}
    for module, _, state, _ in every:
        counts.setdefault(module, Counter())[state] += 1
    total = Counter(state for _, _, state, _ in every)
    yield "# Compatibility\n"
    yield (
        f"MXNet 1.9.1 has {len(every)} public names, members of classes included. "
        f"**{len(every) - total['missing']}** are here: {total['same']} as there, {total['better']} that do more or "
        f"better, {total['differs']} that differ in some case on purpose; {total['missing']} are missing. This page is "
        "made from the table that `remx doctor` ships, held against the package as it is; `remx doctor --self` prints "
        "the same counts.\n"
    )
    yield from _tests()
    yield from _clients()
    yield "## By module\n\n| module | names | same | better | differs | missing |\n|---|--:|--:|--:|--:|--:|"
    for module, states_of in counts.items():
        numbers = " | ".join(str(states_of[state] or "") for state in STATES)
        yield f"| [`{module}`](#{_anchor(module)}) | {states_of.total()} | {numbers} |"
    yield '\n## Name by name\n\n"Better" and "differs" name the rows of [What differs](differences.md) that say how.\n'
    for module in counts:
        yield from _module(module, [row[1:] for row in every if row[0] == module])


def _anchor(module: str) -> str:
    return module.replace(".", "")


def _module(module: str, rows: list[tuple[str, str, str]]) -> Iterator[str]:
    yield f"### {module}\n"
    other = [row for row in rows if row[1] != "same"]
    if other:
        yield "| name | | |\n|---|---|---|"
        yield from (f"| `{name}` | {state} | {reason} |" for name, state, reason in other)
    same = [name for name, state, _ in rows if state == "same"]
    if same:
        yield f"\n:::{{dropdown}} {len(same)} names are the same\n{' '.join(f'`{name}`' for name in same)}\n:::\n"


def _read(name: str) -> Any:
    path = HERE / name
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


def _tests() -> Iterator[str]:
    found = _read("upstream_tests.json")
    yield "## MXNet's own tests and programs\n"
    if (HERE.parent / "upstream_examples.md").exists():
        yield "Programs of MXNet's `example/`, unmodified: [table](upstream_examples.md).\n"
    yield "Tests of its `tests/python/unittest`, of those that 1.9.1 itself passes on today's machines:\n"
    if not found:
        yield "No run is recorded here yet (`scripts/write_upstream_tests.py`).\n"
        return
    rows = found["files"]
    passed, of = (sum(row[key] for row in rows.values()) for key in ("passed", "of"))
    yield f"Run on {found['date']}: {passed} of {of}.\n\n| file | passed | of |\n|---|--:|--:|"
    yield from (f"| `{name}` | {row['passed']} | {row['of']} |" for name, row in rows.items())
    yield ""


def _clients() -> Iterator[str]:
    found = _read("clients.json")
    if found:
        yield "## Libraries that stand on MXNet\n\nAs they are published, tried by `scripts/downstream.py`:\n"
        yield "| library | tried | result |\n|---|---|---|"
        yield from (f"| {row['package']} | {row['tried']} | {row['result']} |" for row in found)
        yield ""
