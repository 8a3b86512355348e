"""The same program under MXNet 1.9.1 and under remx: the answers agree.

A program in programs/ uses the public MXNet API only and defines either `run()`, which returns a dict of answers, or
`write(folder)` and `read(folder)`: then each side also reads what the other wrote. RTOL and ATOL may be set in it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.parity import answers

ROOT = Path(__file__).parents[2]
PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.py"))
REFERENCE = ROOT / ".reference" / "bin" / "python"
OURS = {"python": sys.executable, "path": str(ROOT / "src")}
THEIRS = {"python": str(REFERENCE), "path": ""}
NAMES = {"ours": OURS, "theirs": THEIRS}

STEP_TIMEOUT = 200  # seconds for one step; three to ten is usual, a busy machine takes many times that

needs_reference = pytest.mark.skipif(not REFERENCE.exists(), reason="no MXNet 1.9.1 in .reference: run `make parity`")


def setting(program, name, default):
    """Read a constant like `RTOL = 1e-4` from a program's text; the program itself runs elsewhere."""
    for line in program.read_text().splitlines():
        if line.startswith(f"{name} = "):
            return float(line.split("=")[1].split("#")[0])
    return default


def start(side, program, step, folder, target):
    """Start one step of a program in a fresh process of one side."""
    child = Path(__file__).with_name("child.py")
    env = {**os.environ, "PYTHONPATH": NAMES[side]["path"], "OMP_NUM_THREADS": "1"}
    command = [NAMES[side]["python"], str(child), str(program), step, str(folder), str(target)]
    return subprocess.Popen(command, cwd=folder, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def finish(side, step, process, target):
    """Wait for a step; return its answers, or fail with what the process printed."""
    output, _ = process.communicate(timeout=STEP_TIMEOUT)
    if process.returncode != 0:
        pytest.fail(f"{side}: {step}() failed\n{output}", pytrace=False)
    return answers.read(target)


def both(program, step, folders, tmp_path):
    """Run a step on both sides at once; return (ours, theirs)."""
    running = {
        side: start(side, program, step, folders[side], tmp_path / f"{side}-{step}-{folders[side].name}")
        for side in NAMES
    }
    try:
        return tuple(
            finish(side, step, process, tmp_path / f"{side}-{step}-{folders[side].name}")
            for side, process in running.items()
        )
    finally:  # after a failure the other side may still run
        for process in running.values():
            process.kill()
            process.communicate()


def agree(program, ours, theirs):
    """Fail with every place where two answers differ."""
    assert ours, "a program must answer something"
    lines = answers.differences(ours, theirs, setting(program, "RTOL", 1e-5), setting(program, "ATOL", 1e-6))
    if lines:
        pytest.fail("\n".join([f"{program.name}: ours and MXNet 1.9.1 differ", *lines[:20]]), pytrace=False)


@needs_reference
@pytest.mark.timeout(3 * STEP_TIMEOUT)
@pytest.mark.parametrize("program", PROGRAMS, ids=[program.stem for program in PROGRAMS])
def test_program_answers_as_mxnet_does(program, tmp_path):
    own = {side: tmp_path / side for side in NAMES}
    for folder in own.values():
        folder.mkdir()
    if "\ndef run(" in program.read_text():
        agree(program, *both(program, "run", own, tmp_path))
        return
    agree(program, *both(program, "write", own, tmp_path))
    agree(program, *both(program, "read", own, tmp_path))
    exchanged = {"ours": own["theirs"], "theirs": own["ours"]}
    agree(program, *both(program, "read", exchanged, tmp_path))
