"""The rows of operators: titles, sizes and types, and that no row is over its target without a reason."""

from __future__ import annotations

import sys

import pytest

from benchmarks import reasons, sides
from benchmarks.operators.__main__ import cell

sys.path.insert(0, str(sides.HERE))
from operators.reasons import REASONS, TARGETS
from operators.rows import BIG, Row, resized
from operators.table import LOW, ROWS, SIZED


def test_titles_are_different():
    titles = [row.title for row in ROWS]
    assert len(set(titles)) == len(titles)


def test_all_operators_of_the_lists_have_rows():
    names = {row.name for row in ROWS}
    assert names >= SIZED | LOW


def test_a_row_has_a_small_and_a_large_form():
    small, large = resized(Row("exp", (BIG, (3,))))
    assert (small.inputs, large.inputs) == (((1, 1024), (3,)), ((8192, 1024), (3,)))
    assert (small.title, large.title) == ("exp, small", "exp, large")


def test_positions_keep_their_type():
    row = Row("take", ((4, 4), lambda rng: rng.randint(0, 4, 3)), dtype="float16")
    assert row.low() == [True, False]


@pytest.mark.parametrize(
    ("title", "side", "ratio", "text"),
    [
        ("exp", "PyTorch", 1.3, "1.30"),
        ("exp, small", "PyTorch", 1.4, "1.40 [call]"),
        ("adam_update, small", "MXNet 1.9.1", 1.1, "1.10 [steps]"),
        ("L2Normalization", "PyTorch", 1.4, "1.40 [epsilon]"),
        ("LRN", "MXNet 1.9.1", 1.1, "1.10 [onednn]"),
        ("exp", "MXNet 1.9.1", 1.1, "1.10 **[?]**"),
        ("exp", "MXNet 1.9.1", None, ""),
    ],
)
def test_a_row_over_its_target_has_its_reason(title, side, ratio, text):
    assert cell(ratio, TARGETS[side], reasons.sign(REASONS, title, side)) == text


def test_the_legend_has_the_reasons_that_a_table_names():
    assert reasons.legend(REASONS, "| 1.2 [gamma] |").startswith("- **gamma**: ")
