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
    backends.table("Tiny", network, [1, 2], 2, rows, (3, 8, 8), peak=1e6)
    title, work, *lines = [line for line in capsys.readouterr().out.splitlines() if line]
    # 6 x 6 places of 4 filters of 27 weights, and 144 inputs of 3 outputs
    milliseconds = 2 * (36 * 4 * 27 + 144 * 3) / 1e3
    assert (title, work) == ("### Tiny", f"0.00 GFLOP per image: {milliseconds:.1f} ms at 0 GFLOP/s.")
    assert [line.split(" | ")[0] for line in lines[2:]] == [f"| {name}" for name in rows]
    assert all(line.count("|") == 7 for line in lines)
    assert [float(line.split(" | ")[-1].strip(" |")) < 0.1 for line in lines[2:5]] == [True] * 3  # the difference
