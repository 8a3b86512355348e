"""The table of inference by backend has a row for each that is chosen."""

from __future__ import annotations

import mxnet as mx

from benchmarks import backends


def test_a_table_has_the_rows_that_are_chosen(capsys):
    def network():
        net = mx.gluon.nn.HybridSequential()
        net.add(mx.gluon.nn.Conv2D(4, 3), mx.gluon.nn.Activation("relu"), mx.gluon.nn.Dense(3))
        return net

    rows = ["onednn", "int8", "onnxruntime", "onnxruntime, directly"]
    backends.table("Tiny", network, [1, 2], 2, rows, (3, 8, 8))
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "### Tiny"
    assert [line.split(" | ")[0] for line in lines[5:]] == [f"| {name}" for name in rows]
    assert all(line.count("|") == 7 for line in lines[3:])
    assert [float(line.split(" | ")[-1].strip(" |")) < 0.1 for line in lines[5:8]] == [True] * 3  # the difference
