"""What is measured on a GPU, tried without one: the programs, the time limit, and pages of runs that were cut off."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from benchmarks.gpu import __main__ as gpu
from benchmarks.gpu.rows import COMPILED, EAGER, PLAIN, REMX, ROWS
from tests import warm

ROOT = Path(__file__).parents[2]
#: does not run the rows: answers the first, dies at the second, is silent at the third
WORKER = """
import json, os, sys, time
for number, side in json.load(sys.stdin):
    if number == 1:
        os._exit(3)
    if number == 2:
        time.sleep(60)
    print(json.dumps({"row": number, "side": side, "seconds": 0.5, "memory": 2**20}), flush=True)
"""


def number(title: str) -> int:
    return next(i for i, row in enumerate(ROWS) if row.title == title)


@pytest.mark.timeout(600)
def test_programs_run() -> None:
    titles = ("add", "MobileNet, batch 1, float32")
    pairs = [(number(title), side) for title in titles for side in ROWS[number(title)].sides if side != COMPILED]
    done = subprocess.run(
        [*warm.python(), "-m", "benchmarks.gpu.worker"],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "BENCHMARK_TINY": "1"},
        input=json.dumps(pairs), capture_output=True, text=True, check=True,
    )  # fmt: skip
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(result["row"], result["side"]) for result in results] == pairs
    assert all(result["seconds"] > 0 for result in results), done.stdout


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "worker.py"
    program.write_text(WORKER)
    start = subprocess.Popen
    monkeypatch.setattr(gpu.subprocess, "Popen", lambda command, **kw: start([command[0], str(program)], **kw))
    monkeypatch.setattr(gpu, "PATIENCE", 5)


def test_a_run_goes_on_behind_a_row_that_dies_or_hangs(worker: None) -> None:
    pairs = [(i, REMX) for i in range(4)]
    *_, results = gpu.measure(pairs, 100, dict(os.environ))
    assert {row: result.get("seconds") for (row, _), result in results.items()} == {0: 0.5, 1: None, 2: None, 3: 0.5}
    assert "silent" in results[2, REMX]["error"]


def test_the_time_limit_ends_a_run(worker: None) -> None:
    *_, results = gpu.measure([(0, REMX), (2, REMX), (3, REMX)], 3, dict(os.environ))
    assert list(results) == [(0, REMX)]


def test_compilers_come_last() -> None:
    sides = [side for _, side in gpu.work("")]
    assert COMPILED not in sides[: sides.index(COMPILED)]
    assert set(sides[sides.index(COMPILED) :]) == {COMPILED}


def test_a_page_has_what_was_measured() -> None:
    i = number("ResNet-50, batch 1, float32")
    results = {
        (i, REMX): {"seconds": 1e-3, "memory": 2**20},
        (i, PLAIN): {"seconds": 2e-3, "memory": 2**20},
        (i, EAGER): {"seconds": 4e-3, "memory": 2**21},
        (i, COMPILED): {"seconds": 2e-3, "memory": 2**21},
        (number("add"), REMX): {"seconds": 2e-6, "memory": 0},
        (number("add"), EAGER): {"seconds": 1e-6, "memory": 0},
        (0, REMX): {"error": "OutOfMemoryError: no"},
    }
    text = gpu.page(results, "Card: X.", 7)
    assert "before 7 of" in text
    cells = [cell.strip() for cell in next(line for line in text.splitlines() if "batch 1," in line).split("|")[1:-1]]
    expected = ["1 ms", "2 ms", "4 ms", "2 ms", "0.25", "0.50", "1 MiB", "2 MiB"]
    assert cells == ["ResNet-50, batch 1, float32", *expected]
    assert "2.00, **over**" in text
    assert "OutOfMemoryError" in text
