"""``torchrun`` starts workers, and starts them again after one was killed."""

from __future__ import annotations

import os
import subprocess
import sys

import mxnet as mx
import numpy as np

from tests import warm

from .conftest import HERE


def torchrun(folder, kills):
    words = ["--nproc-per-node", "2", "--max-restarts", str(kills), "--monitor-interval", "0.1"]
    program = [str(HERE / "resumes.py"), str(folder), str(kills)]
    environ = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "OMP_NUM_THREADS": "1",
        "MXNET_KVSTORE_TIMEOUT": "20",
    }
    command = [*warm.python(), "-m", "torch.distributed.run", *words, "--no-python", *warm.python(), *program]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    assert len(list(folder.glob("kill-*"))) == kills


def last_of(folder):
    return mx.nd.load(str(max(folder.glob("*.params"))))


def test_a_training_that_was_killed_ends_with_the_numbers_of_one_that_was_not(tmp_path, outcomes):
    torchrun(tmp_path, 1)
    found, expected = last_of(tmp_path), last_of(outcomes[1] / "whole")
    assert set(found) == set(expected)
    for name, value in expected.items():
        np.testing.assert_array_equal(found[name].asnumpy(), value.asnumpy())
