"""``print_summary`` against what MXNet 1.9.1 printed."""

from __future__ import annotations

from pathlib import Path

import mxnet as mx
import pytest

from tests.visualization.nets import NETS, SUMMARIES

RECORDED = Path(__file__).parents[1] / "data" / "visualization"


@pytest.mark.parametrize("form", SUMMARIES)
@pytest.mark.parametrize("net", NETS)
def test_the_table_is_that_of_1_9_1(net, form, capsys):
    symbol, shape = NETS[net]()
    mx.viz.print_summary(symbol, **SUMMARIES[form](shape))
    assert capsys.readouterr().out == (RECORDED / f"{net}-summary-{form}.txt").read_text()


def test_inputs_without_channels(capsys):
    mx.viz.print_summary(mx.sym.Embedding(mx.sym.Variable("data"), input_dim=3, output_dim=4), shape={"data": (2,)})
    assert "Total params: 12" in capsys.readouterr().out


def test_incomplete_shapes():
    with pytest.raises(ValueError, match="incomplete"), pytest.warns(UserWarning, match="Cannot decide"):
        mx.viz.print_summary(NETS["lenet"]()[0], shape={})


def test_only_symbols():
    with pytest.raises(TypeError, match="Symbol"):
        mx.viz.print_summary("net")
