"""``print_summary`` against what MXNet 1.9.1 printed."""

from __future__ import annotations

from pathlib import Path

import mxnet as mx
import pytest

from tests.visualization.nets import NETS, SUMMARIES

RECORDED = Path(__file__).parents[1] / "data" / "visualization"


#: where the column of counts begins and ends
COUNTS = {"narrow": slice(48, 64), "columns": slice(40, 60)}


def _without_counts(table, form):
    column = COUNTS.get(form, slice(76, 88))
    lines = [line[: column.start] + line[column.stop :] for line in table.splitlines()]
    return [line for line in lines if not line.startswith("Total params")]


@pytest.mark.parametrize("form", SUMMARIES)
@pytest.mark.parametrize("net", NETS)
def test_the_table_is_that_of_1_9_1(net, form, capsys):
    symbol, shape = NETS[net]()
    mx.viz.print_summary(symbol, **SUMMARIES[form](shape))
    printed, recorded = capsys.readouterr().out, (RECORDED / f"{net}-summary-{form}.txt").read_text()
    assert _without_counts(printed, form) == _without_counts(recorded, form)
    if net != "odds" and form != "plain":  # where 1.9.1 counts right
        assert printed == recorded


X = mx.sym.Variable("data")
IMAGES, SEQUENCES, ROWS = {"data": (2, 3, 8, 8)}, {"data": (5, 2, 4)}, {"data": (2, 6)}


def _shared():
    weight, bias = mx.sym.Variable("w"), mx.sym.Variable("b")
    first = mx.sym.FullyConnected(X, weight=weight, bias=bias, num_hidden=6)
    return mx.sym.FullyConnected(first, weight=weight, bias=bias, num_hidden=6)


#: what is summed up, the shapes of its inputs, the right number of parameters
PARAMETERS = {
    "fully connected after a convolution": (
        lambda: mx.sym.FullyConnected(mx.sym.Convolution(X, kernel=(3, 3), num_filter=4), num_hidden=10),
        IMAGES,
        3 * 4 * 9 + 4 + 4 * 6 * 6 * 10 + 10,
    ),
    "fully connected, last axis": (lambda: mx.sym.FullyConnected(X, num_hidden=7, flatten=False), SEQUENCES, 4 * 7 + 7),
    "deconvolution": (lambda: mx.sym.Deconvolution(X, kernel=(2, 2), num_filter=5), IMAGES, 3 * 5 * 4),
    "channels last": (
        lambda: mx.sym.Convolution(X, kernel=(3, 3), num_filter=2, layout="NHWC"),
        {"data": (2, 8, 8, 3)},
        2 * 9 * 3 + 2,
    ),
    "prelu": (lambda: mx.sym.LeakyReLU(X, act_type="prelu"), IMAGES, 3),
    "batch norm": (lambda: mx.sym.BatchNorm(X), IMAGES, 6),
    "batch norm of the last axis": (lambda: mx.sym.BatchNorm(X, axis=3), IMAGES, 16),
    "instance norm": (lambda: mx.sym.InstanceNorm(X), IMAGES, 6),
    "layer norm": (lambda: mx.sym.LayerNorm(X), ROWS, 12),
    "rnn": (
        lambda: mx.sym.RNN(X, state_size=3, num_layers=1, mode="lstm"),
        SEQUENCES,
        4 * (4 * 3 + 3 * 3 + 3 + 3),
    ),
    "a variable with a shape": (lambda: mx.sym.broadcast_mul(X, mx.sym.Variable("scale", shape=(1, 6))), ROWS, 6),
    "a variable whose shape follows": (lambda: X + mx.sym.Variable("more"), ROWS, 12),
    "a second input": (
        lambda: mx.sym.FullyConnected(X + mx.sym.Variable("data2"), num_hidden=2),
        {**ROWS, "data2": (2, 6)},
        6 * 2 + 2,
    ),
    "a changed weight": (
        lambda: mx.sym.FullyConnected(
            X, weight=mx.sym.tanh(mx.sym.Variable("w", shape=(3, 6))), num_hidden=3, no_bias=True
        ),
        ROWS,
        18,
    ),
    "shared weights": (_shared, ROWS, 42),
    "labels": (lambda: mx.sym.SoftmaxOutput(mx.sym.FullyConnected(X, num_hidden=3)), ROWS, 21),
    "a layer of several outputs": (lambda: mx.sym.SliceChannel(mx.sym.Embedding(X, input_dim=9, output_dim=4),
                                                               num_outputs=2, axis=2), ROWS, 36),
}  # fmt: skip


@pytest.mark.parametrize("name", PARAMETERS)
def test_parameters(name, capsys):
    symbol, shape, expected = PARAMETERS[name]
    mx.viz.print_summary(symbol(), shape=shape)
    assert f"Total params: {expected}\n" in capsys.readouterr().out


def test_without_shapes_only_known_sizes_count(capsys):
    net = mx.sym.FullyConnected(X, weight=mx.sym.Variable("w", shape=(3, 6)), num_hidden=3, no_bias=True)
    mx.viz.print_summary(mx.sym.FullyConnected(net, num_hidden=2))
    assert "Total params: 18\n" in capsys.readouterr().out


def test_inputs_without_channels(capsys):
    mx.viz.print_summary(mx.sym.Embedding(mx.sym.Variable("data"), input_dim=3, output_dim=4), shape={"data": (2,)})
    assert "Total params: 12" in capsys.readouterr().out


def test_incomplete_shapes():
    with pytest.raises(ValueError, match="incomplete"), pytest.warns(UserWarning, match="Cannot decide"):
        mx.viz.print_summary(NETS["lenet"]()[0], shape={})


def test_only_symbols():
    with pytest.raises(TypeError, match="Symbol"):
        mx.viz.print_summary("net")
