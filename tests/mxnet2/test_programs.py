"""The programs under MXNet 2.0.0b1 and under remx: ``make parity2`` makes the reference."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
REFERENCE = os.environ.get("MXNET2_REFERENCE")


def _answers(python, path, more):
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    command = [python, "-m", "tests.mxnet2.programs", str(path)]
    done = subprocess.run(command, cwd=ROOT, env=environment | more, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    with np.load(path) as arrays:
        return {name: arrays[name] for name in arrays.files}


@pytest.mark.skipif(not REFERENCE, reason="needs MXNet 2.0.0b1, which `make parity2` installs")
def test_the_same_answers(tmp_path):
    theirs = _answers(REFERENCE, tmp_path / "theirs.npz", {})
    ours = _answers(sys.executable, tmp_path / "ours.npz", {"MXNET_API": "2", "PYTHONPATH": str(ROOT / "src")})
    assert ours.keys() == theirs.keys()
    wrong = [name for name in ours if not np.allclose(ours[name], theirs[name], 1e-4, 1e-5)]
    assert wrong == []


def test_graphs_compute_what_eager_blocks_do(tmp_path):
    ours = _answers(sys.executable, tmp_path / "ours.npz", {"MXNET_API": "2", "PYTHONPATH": str(ROOT / "src")})
    for name, values in ours.items():
        if ": eager " in name:
            np.testing.assert_allclose(values, ours[name.replace(": eager ", ": graph ")], 1e-4, 1e-5, err_msg=name)
