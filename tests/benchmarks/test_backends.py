"""The table of prediction by backend: rows in processes of their own, and a page that is made in parts."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

from benchmarks import backends
from benchmarks.cases.prediction import gluon


def tiny():
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Conv2D(4, 3), mx.gluon.nn.BatchNorm(), mx.gluon.nn.Activation("relu"), mx.gluon.nn.Dense(3))
    return net


def test_a_table_has_the_rows_that_are_chosen(monkeypatch, tmp_path):
    monkeypatch.setitem(gluon.NETWORKS, "Tiny", (tiny, gluon.images(8), "none"))
    rows = ["tensorrt", "onnxruntime, directly"]
    table = backends.Table("Tiny", [1, 2], 0, rows, str(tmp_path))
    table.measure()
    lines = table.text(peak=1e9).splitlines()[2:]
    assert [line.split(" (")[0].split(" | ")[0] for line in lines] == [f"| {name}" for name in rows]
    assert all(line.count("|") == 7 for line in lines)
    assert "the backend 'tensorrt' needs the package torch_tensorrt" in lines[0]
    assert float(lines[1].split(" | ")[-1].strip(" |")) < 1e-5


def test_values_neither_grow_nor_fade():
    factory, inputs, _ = gluon.NETWORKS["MobileNet"]
    answer = gluon.made(factory, inputs(2))(mx.nd.array(inputs(2)[0])).asnumpy()
    assert 0.1 < answer.std() < 10


@pytest.mark.parametrize(
    ("error", "told"),
    [
        ("Traceback:\n  File x\nValueError: no batch\n\nTraceback:\nmxnet.core.errors.MXNetError: a|b", "a/b"),
        ("the process died at 3", "the process died at 3"),
        ("mxnet.base.MXNetError: node of the graph failed\nStack trace:\n  File: 3", "node of the graph failed"),
        ("ModuleNotFoundError: No module named 'openvino'", "No module named 'openvino'"),
    ],
)
def test_errors_are_told_in_a_phrase(error, told):
    assert backends.phrase(error) == told


def test_sections_of_other_networks_are_kept():
    page = backends.replaced("", {"B": "first"}, ["A", "B", "C"])
    page = backends.replaced(page, {"A": "a\n\n| x |", "C": "c"}, ["A", "B", "C"])
    page = backends.replaced(page, {"B": "second"}, ["A", "B", "C"])
    headings = [line for line in page.splitlines() if line.startswith("## ")]
    assert headings == ["## A", "## B", "## C"]
    assert "second" in page
    assert "first\n" not in page
    assert "a\n\n| x |" in page


def test_distances_are_relative(tmp_path):
    np.savez(tmp_path / "a.npz", np.array([1.0, 4.5]), np.array([0.1]))
    found = backends.distance([np.array([1.0, 5.0]), np.array([0.1])], str(tmp_path / "a.npz"))
    np.testing.assert_allclose(found, 0.1)
