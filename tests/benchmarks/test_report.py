"""The benchmarks' table: medians, ratios round by round, targets."""

from __future__ import annotations

import pytest

from benchmarks import report
from benchmarks.suite import AS_IT_COMES, CPU, REASONS, Case


@pytest.mark.parametrize(
    ("seconds", "text"), [(2.5, "2.5 s"), (0.0123, "12.3 ms"), (0.9999, "1 s"), (1.5e-6, "1.5 µs"), (2e-8, "0.02 µs")]
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
        ([4.0], [1.0], True, ("0.25 (0.25 to 0.25)", "1.00 (1.00 to 1.00)")),
        ([1.0], [1.0], False, ("1.00 (1.00 to 1.00) **[?]**", "1.00 (1.00 to 1.00)")),
        ([4.0], [0.5], False, ("0.25 (0.25 to 0.25)", "2.00 (2.00 to 2.00) **[?]**")),
        ([4.0], [], True, ("0.25 (0.25 to 0.25)", "")),
    ],
)
def test_targets_are_judged(theirs, torch, met, words):
    case = Case("x", "x", 1, 1, mxnet=0.5, torch=1.5)
    cells, all_met = report.row(case, rounds([1.0], theirs, torch))
    assert all_met is met
    assert tuple(cells[4:]) == (*words, "0.5 / 1.5")


def test_a_case_over_its_target_has_its_reason():
    case = Case("concat", "x", 1, 1, mxnet=0.2, torch=1.6)
    cells, _ = report.row(case, rounds([2.0], [20.0], [1.0]))
    assert cells[5] == "2.00 (2.00 to 2.00) [call]"


def test_each_reason_is_of_a_case():
    names = {case.name for cases in (CPU | AS_IT_COMES).values() for case in cases}
    assert all(any(reason.holds(name, reason.side) for name in names) for reason in REASONS)


def test_an_allowance_in_seconds_over_pytorch():
    case = Case("import", "import", 1, 1, mxnet=1.0, plus=0.4)
    cells, met = report.row(case, rounds([1.3], [2.0], [1.0]))
    assert met
    assert cells[5:] == ["+ 0.30 s", "1 / + 0.4 s"]
    cells, met = report.row(case, rounds([1.5], [2.0], [1.0]))
    assert not met
    assert cells[5] == "+ 0.50 s **[?]**"


@pytest.mark.parametrize(
    ("limits", "text"), [({}, ""), ({"mxnet": 0.5}, "0.5 / -"), ({"torch": 1.0}, "- / 1")], ids=str
)
def test_a_target_that_is_not_set_is_a_dash(limits, text):
    assert report.row(Case("x", "x", 1, 1, **limits), rounds([1.0], [1.0], [1.0]))[0][6] == text


def test_a_side_that_did_not_run_has_empty_cells():
    cells, met = report.row(Case("x", "x", 1, 1, mxnet=0.5), {"remx": [1.0], "PyTorch": [2.0]})
    assert met
    assert cells[1:6] == ["1 s", "", "2 s", "", "0.50 (0.50 to 0.50)"]


def test_memory_is_compared_without_and_with_the_import():
    case = Case("x", "x", 1, 1, mxnet=1.0)
    found = {"remx": [(200.0, 300.0)], "MXNet 1.9.1": [(100.0, 200.0)], "PyTorch": [(150.0, 350.0)]}
    (above, met), (whole, also) = report.memory_rows(case, found)
    assert above[1:6] == ["100 MiB", "100 MiB", "200 MiB", "1.00 (1.00 to 1.00)", "0.50 (0.50 to 0.50)"]
    assert whole[1:5] == ["300 MiB", "200 MiB", "350 MiB", "1.50 (1.50 to 1.50) **[?]**"]
    assert (met, also) == (True, False)


def test_the_table_is_aligned_markdown():
    lines = report.table([["a", "1 s", "", "", "", ""]]).splitlines()
    assert len({len(line) for line in lines}) == 1
    assert lines[1].replace("-", "") == "|  |  |  |  |  |  |"


def test_a_page_has_what_was_printed(tmp_path, capsys):
    with report.page(str(tmp_path / "page.md"), "Title", "About."):
        print("| a |")
    assert capsys.readouterr().out == "| a |\n"
    kept = (tmp_path / "page.md").read_text()
    assert kept.startswith("# Title\n\nAbout. Processor: ")
    assert kept.endswith("\n\n| a |\n")


def test_without_a_path_nothing_is_kept(tmp_path, capsys):
    with report.page(None, "Title", "About."):
        print("| a |")
    assert capsys.readouterr().out == "| a |\n"
