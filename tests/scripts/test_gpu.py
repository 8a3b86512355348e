"""The command for machines with a GPU: its parts, and what is left of one that takes too long."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from scripts import gpu


def test_parts_are_those_that_can_run_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [part.name for part in gpu.parts("", tmp_path, tiny=True)] == ["tests", "benchmarks"]
    assert [part.name for part in gpu.parts("/mxnet", tmp_path, tiny=False)] == ["tests", "upstream", "benchmarks"]
    monkeypatch.setattr(gpu.importlib.util, "find_spec", lambda name: None)
    assert [part.name for part in gpu.parts("/mxnet", tmp_path, tiny=False)] == ["benchmarks"]


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("print('3 passed in 1 s')", "exit status 0"),
        ("import sys; sys.exit(2)", "exit status 2"),
        ("import time; print('3 passed', flush=True); time.sleep(300)", "cut off"),
    ],
)
def test_a_part_is_told_in_a_line(tmp_path: Path, program: str, expected: str) -> None:
    result = gpu.run(gpu.Part("some", [sys.executable, "-c", program], 1.0), 10, tmp_path / "log")
    assert result.startswith(f"some: {expected}")
    assert ("3 passed" in result) == ("3 passed" in program)
