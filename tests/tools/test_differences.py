"""The list of differences: complete rows, a current page, and names and tests that exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from mxnet import util
from mxnet.tools import differences, names

from scripts.write_differences import page

ROOT = Path(__file__).parents[2]
ROWS = differences.table()


def test_the_page_is_current():
    text = (ROOT / "docs" / "differences.md").read_text(encoding="utf-8")
    assert text == "\n".join(page()) + "\n", "run scripts/write_differences.py"


def test_rows_have_ids_of_their_own_and_subjects_that_exist():
    read = differences.document()
    assert len(ROWS) == len(read["difference"])
    assert {row.subject for row in ROWS.values()} == set(read["subjects"])
    assert set(read["introductions"]) <= set(read["subjects"])
    assert all(re.fullmatch(r"[a-z0-9-]+", row) for row in ROWS)
    assert {row for top in read["top"] for row in top["rows"]} <= set(ROWS)
    assert len(read["top"]) == 10


def test_every_switch_has_a_row():
    assert sorted(row.switch for row in ROWS.values() if row.switch) == sorted(util.strict_compat_quirks())


@pytest.mark.parametrize("row", [row for row in ROWS.values() if row.test], ids=lambda row: row.id)
def test_the_test_of_a_row_exists(row):
    file, _, function = row.test.partition("::")
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    defined = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert not function or function in defined


@pytest.mark.parametrize(
    ("path", "row"),
    [
        ("mxnet.gluon.nn.PReLU", "prelu-slope"),
        ("mxnet.np.var", "np-var"),
        ("mxnet.numpy.var", "np-var"),
        ("mxnet.mod.Module.bind", "force-rebind"),
        ("mxnet.module.Module.bind", "force-rebind"),
        ("mxnet.nd.batch_dot", "products-of-all-dtypes"),
        ("mxnet.ndarray.linalg.gemm2", "products-of-all-dtypes"),
    ],
)
def test_rows_are_found_by_name(path, row):
    assert row in {each.id for each in differences.about(path)}


def test_rows_of_operators_are_not_those_of_the_numpy_interface():
    assert "norm-of-zero" not in {row.id for row in differences.about("mxnet.np.linalg.norm")}
    assert not differences.about("mxnet.nd.zeros")


def test_a_verdict_says_what_differs():
    verdict = names.judge("mxnet.gluon.nn.PReLU")
    assert verdict.state == names.DIFFERS
    assert verdict.advice.startswith("[prelu-slope] 1.9.1: the gradient")


def test_reasons_of_the_parity_tests_name_rows_that_exist():
    named = {
        row
        for file in (ROOT / "tests" / "parity").glob("*/expected_differences.py")
        for row in re.findall(r'"row: ([\w-]+)"', file.read_text(encoding="utf-8"))
    }
    assert named
    assert named <= set(ROWS)


def test_an_unknown_row_is_an_error():
    with pytest.raises(KeyError):
        differences.reason("no-such-row")
