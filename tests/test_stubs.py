"""The type stubs say what the registry of operators says."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from tests import old_numpy

pytestmark = old_numpy.since("2.4", "its functions have no signatures")
_SCRIPT = Path(__file__).parents[1] / "scripts" / "write_stubs.py"
_SPEC = importlib.util.spec_from_file_location("write_stubs", _SCRIPT)
stubs = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(stubs)


@pytest.fixture(scope="module")
def texts():
    return stubs.stubs()


@pytest.mark.parametrize("file", [*stubs.OPERATORS, *stubs.FRONTENDS, "methods"])
def test_the_file_is_current(file, texts):
    assert (stubs.FOLDER / f"{file}.pyi").read_text() == texts[file], "run `make stubs`"


def test_there_is_no_other_file():
    expected = {"__init__", "methods", *stubs.OPERATORS, *stubs.FRONTENDS}
    assert {path.stem for path in stubs.FOLDER.glob("*.pyi")} == expected
