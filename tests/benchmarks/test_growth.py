"""The curve of growing graphs: a point is measured, and points make a table."""

from __future__ import annotations

import json

import pytest

from benchmarks import bare, growth


@pytest.mark.parametrize(("graph", "nodes"), [("unrolled", 54), ("different", 21)])
def test_a_point_holds_every_phase(programs, capsys, uncollected, graph, nodes):
    uncollected(programs("unrolled"))
    programs("unrolled").main(graph, 3)
    point = json.loads(capsys.readouterr().out)
    assert point["nodes"] == nodes
    assert {"compose", "infer_shape", *sum(growth.TOGETHER, ()), "run: backward", "prediction"} <= set(point["seconds"])
    assert set(point["calls"]) == {"a call", "a recorded call", "its backward"}


def point(nodes, scale):
    seconds = {"simple_bind": 0.5 * scale}
    return {"nodes": nodes, "seconds": seconds, "graph": 10 * scale, "peak": 20 * scale, "calls": {"a call": 3.0}}


def test_the_table_shows_the_growth_and_the_last_ratio():
    lines = growth.table("different", [[point(10, 1), point(40, 4)], [point(10, 2), point(40, 8)]]).splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert cells[0][1:] == ["10 nodes", "40 nodes", "growth of remx", "last ratio"]
    assert cells[2:] == [
        ["simple_bind, s", "0.500 / 1.000", "2.000 / 4.000", "x 4.0", "0.50"],
        ["memory of graphs, MiB", "10 / 20", "40 / 80", "x 4.0", "0.50"],
        ["peak memory, MiB", "20 / 40", "80 / 160", "x 4.0", "0.50"],
        ["a call, µs", "3.0 / 3.0", "3.0 / 3.0", "x 1.0", "1.00"],
    ]


@pytest.mark.parametrize(
    ("graph", "name", "expected"),
    [("different", "prediction, s", "2.00 [calls]"), ("unrolled", "prediction, s", "2.00 **[?]**")],
)
def test_a_row_over_its_target_shows_its_reason(graph, name, expected):
    assert growth.cells(graph, name, [1, 2], [1, 1])[-1] == expected
    assert growth.cells(graph, name, [1, 1.5], [1, 1])[-1] == "1.50"


def test_what_pytorch_takes_is_measured(capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["bare", "3"])
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    bare.main()
    assert capsys.readouterr().out.count(" ms\n") == 2
