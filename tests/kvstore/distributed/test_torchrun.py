"""Programs that ``torchrun`` starts train as one process does: one launch runs all of ``started.py``."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import pytest

from tests import warm

from .conftest import HERE

NAMES = re.findall(r"\w+", re.search(r"for each in \((.*)\)\}", (HERE / "started.py").read_text())[1])


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    folder = tmp_path_factory.mktemp("torchrun")
    environ = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "OMP_NUM_THREADS": "1",
        "MXNET_KVSTORE_TIMEOUT": "20",
    }
    words = [*warm.python(), "-m", "torch.distributed.run", "--nproc-per-node", "2", "--monitor-interval", "0.1"]
    command = [*words, "--no-python", *warm.python(), str(HERE / "started.py"), str(folder)]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    return [json.loads((folder / f"{rank}.json").read_text()) for rank in range(2)]


@pytest.mark.parametrize("name", NAMES)
def test_programs_started_by_torchrun_train_as_one_process(outcomes, name):
    assert [each[name] for each in outcomes] == ["passed", "passed"], outcomes[0][name]
