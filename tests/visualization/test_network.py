"""``plot_network`` against the sources that MXNet 1.9.1 made, and drawing them."""

from __future__ import annotations

import shutil
import sys
import warnings
from pathlib import Path

import mxnet as mx
import pytest

from tests.visualization.nets import NETS, PLOTS

graphviz = pytest.importorskip("graphviz", reason="the extra 'viz' is not installed")

RECORDED = Path(__file__).parents[1] / "data" / "visualization"


def plot(net, form="plain"):
    symbol, shape = NETS[net]()
    return mx.viz.plot_network(symbol, **PLOTS[form](shape))


@pytest.mark.parametrize("form", PLOTS)
@pytest.mark.parametrize("net", NETS)
def test_the_plots_source_is_that_of_1_9_1(net, form):
    assert plot(net, form).source.split("\n") == (RECORDED / f"{net}-plot-{form}.gv").read_text().split("\n")


def test_a_digraph_of_graphviz():
    drawing = plot("lenet", "looks")
    assert isinstance(drawing, graphviz.Digraph)
    assert (drawing.name, drawing.format) == ("net", "png")
    assert plot("lenet").format == "pdf"


def test_repeated_names_warn():
    net = mx.sym.Variable("data")
    for _ in range(2):
        net = mx.sym.FullyConnected(net, num_hidden=3, name="fc")
    with pytest.warns(UserWarning, match="multiple variables with the same name.*fc_weight"):
        source = mx.viz.plot_network(net, shape={"data": (2, 7)}).source
    assert "fc -> data [label=7" in source
    assert "fc -> fc [label=3" in source


@pytest.mark.parametrize(
    ("arguments", "error"),
    [({"shape": {}}, ValueError), ({"dtype": {}}, ValueError)],
)
def test_incomplete_inputs(arguments, error):
    net = mx.sym.Embedding(mx.sym.Variable("data"), input_dim=3, output_dim=2, name="emb")
    if "dtype" in arguments:
        net = net + mx.sym.Cast(mx.sym.Variable("other"), dtype="float32")
    with pytest.raises(error, match="incomplete"), pytest.warns(UserWarning, match="Cannot decide"):
        mx.viz.plot_network(net, **arguments)


def test_only_symbols():
    with pytest.raises(TypeError, match="Symbol"):
        mx.viz.plot_network(3)


def test_default_operators_have_labels():
    net = mx.sym.Pooling(mx.sym.LeakyReLU(mx.sym.Variable("data"), name="l"), kernel=(2, 2), name="p")
    source = mx.viz.plot_network(net).source
    assert 'label="LeakyReLU\nLeaky"' in source
    assert 'label="Pooling\nmax, 2x2/1"' in source


@pytest.mark.parametrize(("file_format", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_drawing_without_the_program_dot(tmp_path, monkeypatch, file_format, start):
    pytest.importorskip("pygraphviz", reason="the extra 'viz' is not installed")
    monkeypatch.setattr(shutil, "which", lambda *args, **kwargs: None)
    symbol, shape = NETS["lenet"]()
    drawing = mx.viz.plot_network(symbol, shape=shape, save_format=file_format)
    path = drawing.render(filename="net", directory=str(tmp_path), cleanup=True)
    assert path == str(tmp_path / f"net.{file_format}")
    assert [entry.name for entry in tmp_path.iterdir()] == [f"net.{file_format}"]
    assert (tmp_path / f"net.{file_format}").read_bytes().startswith(start)
    drawing.render(str(tmp_path / "kept"))
    assert (tmp_path / "kept").read_text().startswith("digraph plot")
    assert drawing.pipe(file_format).startswith(start)


def test_notebooks_show_the_drawing(monkeypatch):
    pytest.importorskip("pygraphviz", reason="the extra 'viz' is not installed")
    monkeypatch.setattr(shutil, "which", lambda *args, **kwargs: None)
    assert plot("lenet")._repr_mimebundle_()["image/svg+xml"].startswith("<?xml")


def test_neither_program_nor_package(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "pygraphviz", None)
    for draw in (lambda drawing: drawing.render(str(tmp_path / "net")), lambda drawing: drawing.pipe("svg")):
        with pytest.raises(graphviz.ExecutableNotFound, match=r"dot.*; pip install '\.\[viz\]'"):
            draw(plot("lenet"))


def test_drawing_with_the_program_dot(tmp_path, monkeypatch):
    program = tmp_path / "dot"
    program.write_text(
        f"#!{sys.executable}\nimport sys\nkind = next(a[2:] for a in sys.argv if a.startswith('-T'))\n"
        "if '-O' in sys.argv:\n    open(f'{sys.argv[-1]}.{kind}', 'w').write(kind)\n"
        "else:\n    sys.stdin.buffer.read()\n    sys.stdout.write(kind)\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    drawing = plot("lenet")
    assert [drawing.render("net"), drawing.render("net", format="svg")] == ["net.pdf", "net.svg"]
    assert ((tmp_path / "net.svg").read_text(), drawing.format) == ("svg", "pdf")
    assert [drawing.pipe(), drawing.pipe("png"), drawing.pipe("svg", encoding="utf-8")] == [b"pdf", b"png", "svg"]


def test_a_package_without_escape(monkeypatch):
    monkeypatch.delattr(graphviz, "escape", raising=False)  # 0.8, which MXNet itself asks for
    net = mx.sym.FullyConnected(mx.sym.var("<b>a</b>"), num_hidden=2, name=r"a\N")
    source = mx.viz.plot_network(net, hide_weights=False).source
    assert 'label="&lt;b>a</b>"' in source


def test_a_system_without_libraries(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "pygraphviz.py").write_text("raise ImportError('libgobject-2.0.so.0: cannot open')")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "pygraphviz", raising=False)
    with pytest.raises(ImportError, match=r"libgobject-2.0.so.0: cannot open\): install the program dot"):
        plot("lenet").render(str(tmp_path / "net"))


def test_without_the_package_graphviz(monkeypatch):
    from mxnet.visualization import network

    monkeypatch.setitem(sys.modules, "graphviz", None)
    network._digraph_class.cache_clear()
    with warnings.catch_warnings(), pytest.raises(ImportError, match=r"graphviz library: pip install '\.\[viz\]'"):
        plot("lenet")
    network._digraph_class.cache_clear()
