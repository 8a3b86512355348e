"""The page of ratios by processor."""

import pytest

from benchmarks import by_processor

HEAD = "Made by `make bench` on 2026-01-02. Processor: {}, threads for each side: 2. PyTorch 2.13.0, NumPy 2.4.6.\n"
TABLE = """
| what | remx | MXNet 1.9.1 | PyTorch | remx / MXNet 1.9.1 | remx / PyTorch | targets |
| ---- | ---- | ----------- | ------- | ------------------ | -------------- | ------- |
| step | 3 ms | 4 ms | 2 ms | 0.75 (0.70 to 0.90) | 1.50 (1.40 to 1.60) [call] | 1 / 1.3 |
| the same with Adam | 3 ms | 6 ms | | 0.50 (0.40 to 0.60) | | |

## With as many threads as each library takes by itself

| step | 3 ms | 4 ms | 2 ms | 0.25 (0.20 to 0.30) | 1.00 (0.90 to 1.10) | |
"""


def test_rows():
    assert by_processor.rows(TABLE) == {"step": [0.75, 1.5], "step; the same with Adam": [0.5, None]}


def test_run_takes_the_place_of_that_of_its_processor():
    figures = {}
    for ratio in ("0.75", "0.65"):
        by_processor.add(figures, "make bench", HEAD.format("Zen 4") + TABLE.replace("0.75", ratio))
    by_processor.add(figures, "make bench", HEAD.format("Xeon") + TABLE)
    assert {name: runs["make bench"]["rows"]["step"][0] for name, runs in figures.items()} == {
        "Zen 4": 0.65,
        "Xeon": 0.75,
    }
    assert figures["Xeon"]["make bench"]["day"] == "2026-01-02"


def test_page_has_a_column_for_each_processor():
    figures = {}
    by_processor.add(figures, "make bench", HEAD.format("Zen 4") + TABLE)
    by_processor.add(figures, "operators", HEAD.format("Xeon") + TABLE)
    text = by_processor.page(figures)
    assert "| what                     | Xeon | Zen 4      |" in text
    assert "| step; the same with Adam |      | 0.50, -    |" in text
    assert "0.62, 0 of 2 over 1 " in text
    assert "1.50, 1 of 1 over 1.3" in text


def test_page_without_its_processor():
    with pytest.raises(ValueError, match="when, where"):
        by_processor.add({}, "make bench", TABLE)
