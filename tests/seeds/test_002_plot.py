"""The memo's image of a network (mission rows 002.9 and 002.12: drawn with what pip installs)."""

from __future__ import annotations

import mxnet as mx
import pytest

pytest.importorskip("graphviz", reason="the extra 'viz' is not installed")


def get_network():
    net = mx.sym.Convolution(mx.sym.Variable("data"), kernel=(3, 3), num_filter=8, name="conv1")
    net = mx.sym.Activation(net, act_type="relu", name="relu1")
    net = mx.sym.Pooling(net, kernel=(2, 2), stride=(2, 2), pool_type="max", name="pool1")
    net = mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=10, name="fc1")
    return mx.sym.SoftmaxOutput(net, name="softmax")


def test_the_network_is_rendered_and_nothing_else_left(tmp_path):
    network = get_network()
    shape = {"data": (128, 3, 28, 28)}
    g = mx.viz.plot_network(symbol=network, shape=shape)
    written = g.render(filename=str(tmp_path / "filename"), cleanup=True)
    assert written == str(tmp_path / "filename.pdf")
    assert [p.name for p in tmp_path.iterdir()] == ["filename.pdf"]
    assert (tmp_path / "filename.pdf").read_bytes().startswith(b"%PDF")


def test_no_program_beside_python_is_needed(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    g = mx.viz.plot_network(symbol=get_network(), shape={"data": (128, 3, 28, 28)})
    g.format = "png"
    written = g.render(filename=str(tmp_path / "network"), cleanup=True)
    with open(written, "rb") as image:
        assert image.read(4) == b"\x89PNG"


def test_edges_carry_the_shapes():
    source = mx.viz.plot_network(symbol=get_network(), shape={"data": (128, 3, 28, 28)}).source
    for label in ("3x28x28", "8x26x26", "8x13x13", "1352"):
        assert f"label={label}" in source or f'label="{label}"' in source
