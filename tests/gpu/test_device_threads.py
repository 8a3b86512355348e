"""Backward passes on a GPU run in a thread of PyTorch's; code of users in them is in the scopes of the caller."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import torch
from mxnet.core import backward_mode, torch_compat

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
@pytest.mark.skipif(torch.version.cuda is not None, reason="needs a PyTorch without CUDA")
def test_code_of_users_is_in_the_scopes_of_the_caller():
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
    program = [sys.executable, str(ROOT / "tests/gpu/device_threads.py")]
    done = subprocess.run(program, capture_output=True, text=True, env=environment, cwd=ROOT, timeout=200)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "training": [True, False, False, "cpu(0)", True],
        "prediction": [False, False, False, "cpu(0)", True],
        "scopes": [True, True, True, "gpu(0)", True],
        "custom operator": [True, True, True, "gpu(0)", True],
        "gradient asked for": [False, False, False, "cpu(0)", True],
        "afterwards": [False, False, False, "cpu(0)", False],
    }


def test_passes_at_once_have_a_mode_each(monkeypatch):
    """As threads of PyTorch's see them, which know only the number of the pass that they work for."""
    working_for, seen = threading.local(), {}
    monkeypatch.setattr(torch_compat, "backward_task", lambda: working_for.number)

    def work(number):
        working_for.number = number
        seen[number] = backward_mode.is_training()

    def differentiate(number, training):
        backward_mode.current.training = training
        working_for.number = number
        root = torch.ones(1, requires_grad=True) * 2
        with backward_mode.known_elsewhere(root):
            root.backward()
            both.wait(20)
            thread = threading.Thread(target=work, args=(number,))
            thread.start()
            thread.join()
            both.wait(20)

    both = threading.Barrier(2)
    threads = [threading.Thread(target=differentiate, args=pair) for pair in ((1, True), (2, False))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == {1: True, 2: False}
    working_for.number = 1
    assert backward_mode.is_training() is None
