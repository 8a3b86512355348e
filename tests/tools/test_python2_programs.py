"""Programs of Python 2 do under ``remx run --compat`` what Python 2.7 did; those of Python 3 are left as they are."""

from __future__ import annotations

import importlib.util
import io
import json
import sys
from pathlib import Path

import pytest
from remx import cli

FOLDER = Path(__file__).parent / "python2"
_SPEC = importlib.util.spec_from_file_location("record", FOLDER / "record.py")
record = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(record)
PROGRAMS = record.programs()
OUTPUTS = json.loads((FOLDER / "outputs.json").read_text("utf-8"))


@pytest.fixture(autouse=True)
def _own_modules():
    """Forget the modules of a program when it has run."""
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if (getattr(sys.modules[name], "__file__", None) or "").startswith("/tmp"):
            del sys.modules[name]


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.filterwarnings("ignore")  # of what Python 3 has deprecated since
def test_it_prints_what_python_2_printed(name, tmp_path, capfd, monkeypatch) -> None:
    script = record.write(PROGRAMS[name], tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO(record.STDIN))
    monkeypatch.chdir(tmp_path)
    status = cli.main(["run", "--compat", str(script)])
    out, error = capfd.readouterr()
    assert out == OUTPUTS[name], error
    assert status == 0
