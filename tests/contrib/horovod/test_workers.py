"""Two workers, started as ``mpirun`` does, by variables alone: one launch runs all checks of ``workers.py``."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

WORKERS = Path(__file__).with_name("workers.py")
NAMES = re.findall(r"^@check\ndef (\w+)", WORKERS.read_text(), re.MULTILINE)


def started(rank, folder):
    environ = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "OMP_NUM_THREADS": "1",
        "OMPI_COMM_WORLD_RANK": str(rank),
        "OMPI_COMM_WORLD_SIZE": "2",
        "OMPI_COMM_WORLD_LOCAL_RANK": str(rank),
        "OMPI_COMM_WORLD_LOCAL_SIZE": "2",
        "MXNET_KVSTORE_TIMEOUT": "40",
        "MXNET_GPUS": "cpu:2",
        "MXNET_KVSTORE_BUCKET_BYTES": "64",  # several buckets
    }
    command = [sys.executable, str(WORKERS), str(folder)]
    return subprocess.Popen(command, env=environ, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    folder = tmp_path_factory.mktemp("workers")
    processes = [started(rank, folder) for rank in range(2)]
    try:
        outputs = [process.communicate(timeout=100)[0] for process in processes]
    finally:
        for process in processes:
            process.kill()
    assert [process.returncode for process in processes] == [0, 0], "\n".join(outputs)
    return [json.loads((folder / f"{rank}.json").read_text()) for rank in range(2)]


@pytest.mark.parametrize("name", NAMES)
def test_two_workers(outcomes, name):
    results = [outcome.get(name, "the worker did not get there") for outcome in outcomes]
    assert results == ["passed", "passed"], "\n".join(results)
