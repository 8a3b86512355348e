"""The command for machines with a GPU: its parts, and what is left of one that takes too long."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
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
    result = gpu.run(gpu.Part("some", [sys.executable, "-c", program], 1.0), 4, tmp_path / "log")
    assert result.startswith(f"some: {expected}")
    assert ("3 passed" in result) == ("3 passed" in program)


def test_a_part_that_is_cut_off_tells_why_tests_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Process(subprocess.Popen[bytes]):
        def wait(self, timeout: float | None = None) -> int:
            if timeout == 100:
                while not (tmp_path / "sleeps").exists():
                    time.sleep(0.05)
                raise subprocess.TimeoutExpired("pytest", timeout)
            return super().wait(timeout)

    monkeypatch.setattr(subprocess, "Popen", Process)
    (tmp_path / "test_some.py").write_text(
        "import time\ndef test_bad(): assert 1 == 2\ndef test_raises(): raise ValueError('no')\n"
        "def test_slow(): open('sleeps', 'w').close(); time.sleep(300)\n"
    )
    command = [sys.executable, "-m", "pytest", "-vv", "--tb=line", "-p", "no:cacheprovider", "-c", os.devnull]
    part = gpu.Part("some", [*command, f"--rootdir={tmp_path}", "test_some.py"], 1.0, folder=tmp_path)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # as `main` does
    try:
        result, *reasons = gpu.run(part, 100, tmp_path / "log").splitlines()
    finally:
        signal.signal(signal.SIGINT, before)
    assert result.startswith("some: cut off")
    assert "2 failed" in result
    assert [" ".join(line.split()) for line in reasons] == [
        "FAILED test_some.py::test_bad - assert 1 == 2",
        "FAILED test_some.py::test_raises - ValueError: no",
    ]


def test_a_part_that_ignores_signals_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu, "_SIGNALS", tuple((number, 1.0) for number, _ in gpu._SIGNALS))
    program = "import signal, time; [signal.signal(n, signal.SIG_IGN) for n in (2, 15)]; time.sleep(300)"
    result = gpu.run(gpu.Part("some", [sys.executable, "-c", program], 1.0), 3, tmp_path / "log")
    assert result.startswith("some: cut off")
