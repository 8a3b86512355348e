"""Rounds of a case: what a side cannot run is left out, what remx cannot run is an error."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from benchmarks import measure, report
from benchmarks.suite import Case

CASE = Case("step", "a step", 3, 2)


def side(name, seconds):
    def measured(case, n):
        if seconds is None:
            raise RuntimeError(f"{name}: no primitive")
        return seconds

    return SimpleNamespace(name=name, seconds=measured, ask=lambda question: None)


def test_a_side_that_cannot_run_a_case_has_no_figure(capsys):
    found = measure.seconds(CASE, [side("MXNet 1.9.1", None), side("remx", 2.0), side("PyTorch", 1.0)], quick=False)
    assert found == {"MXNet 1.9.1": [], "remx": [2.0, 2.0], "PyTorch": [1.0, 1.0]}
    assert capsys.readouterr().err == "MXNet 1.9.1: no primitive\n"
    assert report.row(CASE, found) == (["a step", "2 s", "", "1 s", "", "2.00 (2.00 to 2.00)", ""], True)


def test_what_remx_cannot_run_is_an_error():
    with pytest.raises(RuntimeError, match="remx: no primitive"):
        measure.seconds(CASE, [side("PyTorch", 1.0), side("remx", None)], quick=False)
