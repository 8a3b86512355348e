"""Command line: ``python -m benchmarks.gpu [--budget SECONDS] [--only PATTERN] [--tiny] [--output PAGE]``.

A process measures row after row. What it has measured is written at once, so that a run that is cut off leaves a page;
if it dies or hangs, another goes on behind the row where that happened.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks import report

from .rows import COMPILED, EAGER, PLAIN, REMX, ROWS, SECTIONS

ROOT = Path(__file__).parents[2]
PAGE = "docs/benchmarks_gpu.md"
#: seconds after which a row's side is given up
PATIENCE = 150
#: the greatest ratios to aim at, by section: of remx to PyTorch's eager calls
TARGETS = {"Training steps": 1.05, "Calls on tiny arrays": 1.5, "Prediction": 1.0}
Results = dict[tuple[int, str], dict[str, Any]]


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gpu", description=__doc__)
    parser.add_argument("--budget", type=float, default=420, help="seconds for all; later rows are left out")
    parser.add_argument("--only", default="", metavar="PATTERN", help="rows in whose title this is found")
    parser.add_argument("--tiny", action="store_true", help="tiny work, to try the programs, on a processor too")
    parser.add_argument("--output", help=f"where the page is written ({PAGE} for a full run)")
    return parser.parse_args(given)


def work(only: str) -> list[tuple[int, str]]:
    """Return what is to be measured: all rows without compilers first, which take long."""
    pairs = [(i, side) for i, row in enumerate(ROWS) if re.search(only, row.title) for side in row.sides]
    return sorted(pairs, key=lambda pair: pair[1] == COMPILED)


def _lines(process: subprocess.Popen[str], deadline: float) -> Iterator[dict[str, Any]]:
    """Yield what a worker writes until it ends, is silent for too long, or the time is up; end it then."""
    assert process.stdout is not None
    waiting: queue.Queue[str | None] = queue.Queue()

    def read() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            waiting.put(line)
        waiting.put(None)

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    try:
        while (line := waiting.get(timeout=max(0.01, min(PATIENCE, deadline - time.monotonic())))) is not None:
            yield json.loads(line)
    except queue.Empty:
        pass
    finally:
        process.kill()
        process.wait()
        reader.join()
        process.stdout.close()


def measure(pairs: list[tuple[int, str]], budget: float, environment: dict[str, str]) -> Iterator[Results]:
    """Yield the results so far, each time that there is another."""
    deadline, results = time.monotonic() + budget, {}
    while (left := [pair for pair in pairs if pair not in results]) and time.monotonic() < deadline:
        process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.gpu.worker"],
            cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert process.stdin is not None
        with process.stdin:
            json.dump(left, process.stdin)
        for result in _lines(process, deadline):
            results[result["row"], result["side"]] = result
            yield results
        stopped = next((pair for pair in left if pair not in results), None)
        if stopped is not None and time.monotonic() < deadline:
            results[stopped] = {"error": f"the process ended or was silent for {PATIENCE} s"}
            yield results


def _cell(result: dict[str, Any] | None) -> str:
    if result is None:
        return ""
    return "failed" if "error" in result else report.human(result["seconds"])


def _ratio(ours: dict[str, Any] | None, others: dict[str, Any] | None, target: float | None) -> str:
    if not ours or not others or "error" in ours or "error" in others:
        return ""
    ratio = ours["seconds"] / others["seconds"]
    return f"{ratio:.2f}" + (", **over**" if target is not None and ratio > target else "")


def _memory(result: dict[str, Any] | None) -> str:
    memory = None if result is None else result.get("memory")
    return "" if memory is None else f"{memory / 2**20:.0f} MiB"


def tables(results: Results) -> str:
    """Return the tables of what was measured, and the errors."""
    parts, number = [], 0
    for heading, rows in SECTIONS.items():
        sides = [side for side in (REMX, PLAIN, EAGER, COMPILED) if any(side in row.sides for row in rows)]
        lines = []
        for row in rows:
            of = {side: results.get((number, side)) for side in sides}
            number += 1
            if not any(of.values()):
                continue
            line = [row.title, *[_cell(of[side]) for side in sides]]
            line += [_ratio(of[REMX], of.get(EAGER), TARGETS.get(heading)), _ratio(of[REMX], of.get(COMPILED), None)]
            lines.append([*line, _memory(of[REMX]), _memory(of.get(EAGER))])
        head = ["what", *sides, "remx / PyTorch", "remx / torch.compile", "memory, remx", "memory, PyTorch"]
        if lines:
            parts.append(f"## {heading}\n\n{report.table(lines, head)}")
    errors = [f"- {ROWS[i].title}, {side}: {r['error']}" for (i, side), r in results.items() if "error" in r]
    return "\n\n".join([*parts, *(["## Errors\n\n" + "\n".join(errors)] if errors else [])])


def about() -> str:
    """Return which card and which versions are measured."""
    code = (
        "import torch; a = torch.cuda.is_available(); p = torch.cuda.get_device_properties(0) if a else None;"
        "print(f'{p.name}, {p.total_memory / 2**30:.0f} GiB, CUDA {torch.version.cuda}' if a else 'no GPU')"
    )
    card = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    python = sys.version.split()[0]
    versions = f"PyTorch {version('torch')}, NumPy {version('numpy')}, Python {python}"
    return f"Card: {card}. {versions}. Processor: {report.processor()}, {os.cpu_count()} cores."


def page(results: Results, card: str, remaining: int) -> str:
    """Return the page of a run."""
    cut = f"\n\nThe time was up before {remaining} of the measurements." if remaining else ""
    return f"""# Benchmarks on a GPU

Made by `python -m benchmarks --device gpu` (or `make gpu`). {card}

The networks are hybridized, in training with `static_alloc=True, static_shape=True`; so both use CUDA graphs. PyTorch's
programs are written by hand and launch their kernels one by one, `torch.compile` compiles those with its defaults.
Times are medians over rounds of one process after the other, memory is what PyTorch's allocator held at most
(`torch.cuda.max_memory_allocated`), weights included. `bfloat16` and `float16` are mixed precision (`amp.init`,
`torch.autocast`), `tf32` allows it in products; convolutions may always use it, PyTorch's default.{cut}

{tables(results)}
"""


def main(given: Sequence[str] | None = None) -> int:
    began = time.monotonic()
    args = arguments(given)
    card = about()
    if "no GPU" in card and not args.tiny:
        print("There is no GPU that PyTorch can use here.", file=sys.stderr)
        return 1
    output = args.output or (None if args.tiny or args.only else PAGE)
    pairs = work(args.only)
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}", "BENCHMARK_TINY": str(int(args.tiny))}
    results: Results = {}
    for results in measure(pairs, args.budget - (time.monotonic() - began), environment):
        (row, side), result = list(results.items())[-1]
        print(f"{ROWS[row].title}, {side}: {result.get('error') or _cell(result)}", file=sys.stderr, flush=True)
        if output is not None:
            beside = Path(f"{output}.new")
            beside.write_text(page(results, card, len(pairs) - len(results)))
            beside.replace(output)
    print(tables(results))
    return 1 if any("error" in result for result in results.values()) else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # ends the worker, too
    sys.exit(main())
