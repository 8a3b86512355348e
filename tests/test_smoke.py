"""``mx.test()``, the check of an installation."""

from __future__ import annotations

import subprocess
import sys

import mxnet as mx
import pytest
from mxnet import smoke


def test_every_check_passes_and_says_so(capsys):
    mx.test()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"remx {mx.__remx_version__}, PyTorch ")
    assert len(lines) == 1 + len(smoke._CHECKS)
    assert all(line.startswith("ok ") for line in lines[1:])


def test_a_failing_check_raises(monkeypatch):
    def broken():
        """something"""
        raise ArithmeticError

    monkeypatch.setattr(smoke, "_CHECKS", (broken,))
    with pytest.raises(ArithmeticError):
        mx.test()


def test_the_checks_pass_without_assertions_and_docstrings():
    command = [sys.executable, "-OO", "-c", "import mxnet as mx; mx.test()"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\nok ") == len(smoke._CHECKS)
