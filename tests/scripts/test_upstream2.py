"""The command that counts which of MXNet 2's own tests pass: on a checkout of our own."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from scripts.upstream2 import __main__ as upstream2
from scripts.upstream2.__main__ import Suite, folded, in_share, read_outcomes, tables, unfolded, write_passes

TESTS = """\
import os
import pytest

@pytest.mark.parametrize("n", [1, 2])
def test_number(n):
    assert n == 1, "two"

def test_crash():
    os._exit(3)

def test_late():
    pass

def test_skipped():
    pytest.skip("no")
"""


@pytest.fixture
def suite(tmp_path: Path) -> Suite:
    folder = tmp_path / "mxnet" / "tests" / "python" / "unittest"
    folder.mkdir(parents=True)
    (folder / "test_x.py").write_text(TESTS)
    (tmp_path / "mxnet" / "pytest.ini").write_text("[pytest]\n")
    return Suite(tmp_path / "mxnet", sys.executable, 60, tmp_path / "work")


def test_after_a_crash_the_others_run(suite: Suite) -> None:
    names = suite.names("unittest/test_x.py")
    assert names == ["test_number[1]", "test_number[2]", "test_crash", "test_late", "test_skipped"]
    suite.run_all({"unittest/test_x.py": [*names, "test_gone"]}, jobs=1, again=False)
    outcomes = suite.outcomes("unittest/test_x.py")
    assert {test: outcome for test, (outcome, _) in outcomes.items()} == {
        "test_number[1]": "passed", "test_number[2]": "failed", "test_crash": "crashed", "test_late": "passed",
        "test_skipped": "skipped", "test_gone": "missing",
    }  # fmt: skip
    assert "two" in outcomes["test_number[2]"][1]


def test_a_file_that_cannot_be_imported_has_no_tests(suite: Suite) -> None:
    (suite.folder / "unittest" / "test_x.py").write_text("import no_such_module\n")
    suite.run("unittest/test_x.py", ["test_late"])
    assert suite.outcomes("unittest/test_x.py") == {"test_late": ("missing", "")}


def test_an_environment_that_cannot_run_tests_ends_the_run(suite: Suite) -> None:
    (suite.folder / "conftest.py").write_text("import no_such_module\n")
    with pytest.raises(SystemExit, match=r"(?s)unittest/test_x.py: no test ran: .*no_such_module"):
        suite.run("unittest/test_x.py", ["test_late"])


def test_what_passes_is_recorded_and_measured(suite: Suite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PASSES", "FOUND", "PAGE"):
        monkeypatch.setattr(upstream2, name, tmp_path / name)
    upstream2.PASSES.write_text('{"unittest/test_x.py": {"test_skipped": []}}')
    upstream2.PAGE.write_text(f"before\n{upstream2._BEGIN}old\n{upstream2._END}after\n")
    upstream2.record(suite, "test_x", 1.0, jobs=1, again=False)
    recorded = json.loads(upstream2.PASSES.read_text())
    assert recorded == {"unittest/test_x.py": {"test_late": [], "test_number": ["1"], "test_skipped": []}}
    assert upstream2.measure(suite, "", jobs=1, again=False) == 1  # the skipped one, which has no reason
    page = upstream2.PAGE.read_text()
    assert page.startswith("before\n")
    assert page.endswith("after\n")
    assert "old" not in page
    assert "**2 of 3 pass (66.7 %).**" in page
    assert "| `test_x` | 2 of 3 |" in page


def test_failures_are_told_by_reason() -> None:
    found = {
        "unittest/test_a.py": {"of": 3, "failed": {"test_x[1]": "failed", "test_x[2]": "failed"}},
        "unittest/test_b.py": {"of": 2, "failed": {}},
        "train/test_c.py": {"of": 1, "failed": {"test_y": "failed"}},
    }
    table, without = tables(found, [{"tests": r"test_a.py::test_x", "why": "x"}, {"tests": "none", "why": ""}])
    assert "`test_b` (2)." in table
    assert "| `test_x` | 2 | x |" in table
    assert without == ["train/test_c.py::test_y"]


def test_names_are_kept_by_function(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    some = ["test_a", "test_b[1-x]", "test_b[2-[y]]"]
    many = [f"test_c[{number}]" for number in range(10, 30)]
    every = [*some, *many, "test_c[x}]", "test_d"]
    short = {"test_a": [], "test_b": ["1-x", "2-[y]"], "test_c": {"of": 21, "without": ["x}"]}}
    assert folded([*some, *many], every) == short
    assert unfolded(short, every) == [*some, *many]
    assert unfolded(short, some)[3:] == [f"test_c[missing {number}]" for number in range(21)]
    assert folded(many, many[1:]) == {"test_c": [str(number) for number in range(10, 30)]}
    monkeypatch.setattr(upstream2, "PASSES", tmp_path / "passes")
    write_passes({"unittest/test_x.py": short, "unittest/test_none.py": {}})
    assert json.loads((tmp_path / "passes").read_text()) == {"unittest/test_x.py": short}
    assert len((tmp_path / "passes").read_text().splitlines()) == 7


def test_a_share_is_about_as_large_as_asked() -> None:
    names = [f"test_x[{i}]" for i in range(2000)]
    share = [name for name in names if in_share(name, 0.1)]
    assert 150 < len(share) < 250
    assert all(in_share(name, 0.2) for name in share)


def test_what_has_not_ended_crashed(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("test_a\tbegan\ntest_a\tfailed\twhy\ntest_b\tbegan\n")
    assert read_outcomes(tmp_path / "out") == {"test_a": ("failed", "why"), "test_b": ("crashed", "the process ended")}
    assert read_outcomes(tmp_path / "none") == {}


def test_every_failure_that_is_known_has_a_reason() -> None:
    found = json.loads(upstream2.FOUND.read_text(encoding="utf-8"))
    assert upstream2.tables(found, upstream2.reasons())[1] == []
    listed = json.loads(upstream2.PASSES.read_text(encoding="utf-8"))
    for name, each in found.items():
        assert set(each["failed"]) <= set(unfolded(listed[name], each["failed"]))
