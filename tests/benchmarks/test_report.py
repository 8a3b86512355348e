"""The benchmarks' table: medians, ratios round by round, targets."""

from __future__ import annotations

import pytest

from benchmarks import report
from benchmarks.__main__ import Case


@pytest.mark.parametrize(
    ("seconds", "text"), [(None, ""), (2.5, "2.5 s"), (0.0123, "12.3 ms"), (1.5e-6, "1.5 µs"), (2e-8, "0.02 µs")]
)
def test_times_have_their_unit(seconds, text):
    assert report.human(seconds) == text


def test_a_ratio_is_taken_in_each_round():
    assert report.ratio([1.0, 4.0, 3.0], [2.0, 4.0, 1.0]) == (1.0, 0.5, 3.0)


def rounds(ours, theirs, torch):
    return {"remx": ours, "MXNet 1.9.1": theirs, "PyTorch": torch}


@pytest.mark.parametrize(
    ("theirs", "torch", "met", "words"),
    [
        ([4.0], [1.0], True, ("0.25 (0.25 to 0.25), within 0.5", "1.00 (1.00 to 1.00), within 1.5")),
        ([1.0], [1.0], False, ("1.00 (1.00 to 1.00), **over** 0.5", "1.00 (1.00 to 1.00), within 1.5")),
        ([4.0], [], True, ("0.25 (0.25 to 0.25), within 0.5", "")),
    ],
)
def test_targets_are_judged(theirs, torch, met, words):
    case = Case("x", "x", 1, 1, mxnet=0.5, torch=1.5)
    cells, all_met = report.row(case, rounds([1.0], theirs, torch))
    assert all_met is met
    assert tuple(cells[4:]) == words


def test_an_allowance_in_seconds_over_pytorch():
    case = Case("import", "import", 1, 1, mxnet=1.0, plus=0.4)
    cells, met = report.row(case, rounds([1.3], [2.0], [1.0]))
    assert met
    assert cells[5] == "+ 0.30 s, within + 0.4 s"
    assert not report.row(case, rounds([1.5], [2.0], [1.0]))[1]


def test_the_table_is_aligned_markdown():
    lines = report.table([["a", "1 s", "", "", "", ""]]).splitlines()
    assert len({len(line) for line in lines}) == 1
    assert lines[1].replace("-", "") == "|  |  |  |  |  |  |"
