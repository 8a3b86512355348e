"""Names that a terminal, Graphviz or a parser would act on: shown escaped, and never acted on."""

from __future__ import annotations

import json
import pickle
import re

import mxnet as mx
import pytest
from remx import cli

ESCAPES = "a\x1b]0;owned\x07\x1b[2J\x9b31m\u202eb\rc"


def shown(capsys):
    """Return what was printed; nothing in it is for terminals."""
    said = capsys.readouterr()
    for text in (said.out, said.err):
        assert text.replace("\n", "").replace("\t", "").isprintable(), ascii(text)
    return said.out + said.err


def network(name=ESCAPES):
    return mx.sym.FullyConnected(mx.sym.var(name), num_hidden=2, name=f"fc{name}")


@pytest.fixture
def model(tmp_path):
    """Write a checkpoint whose names are hostile; return its prefix."""
    symbol, weights = network(), {f"fc{ESCAPES}_weight": mx.nd.ones((2, 3)), f"fc{ESCAPES}_bias": mx.nd.ones((2,))}
    prefix = str(tmp_path / "net\x1b[31m")
    mx.model.save_checkpoint(prefix, 1, symbol, weights, {})
    updater = mx.optimizer.get_updater(mx.optimizer.SGD(momentum=0.9))
    updater(ESCAPES, mx.nd.ones((2,)), mx.nd.ones((2,)))
    (tmp_path / "a\x1b.states").write_bytes(updater.get_states())
    return prefix


@pytest.mark.parametrize(
    "words",
    [
        ["inspect", "{}-symbol.json"],
        ["inspect", "{}-0001.params"],
        ["inspect", "{}", "--shape", ESCAPES + "=2,3"],
        ["inspect", "{}", "--shape", ESCAPES],
        ["inspect", "{}/../a\x1b.states"],
        ["inspect", "{}-missing\x1b.params"],
        ["convert", "{}", "-o", "{}.pt", "--shape", ESCAPES + "=2,3"],
        ["convert", "{}", "-o", "{}.pt", "--shape", "\x1b=2,3"],
        ["convert", "{}", "-o", "{}.pt"],
        ["passes", "{}-symbol.json"],
        ["tune", "{}", "--shape", ESCAPES + "=2,3"],
        ["doctor", "{}-missing\x1b"],
    ],
)
def test_no_command_prints_what_a_terminal_acts_on(model, capsys, words):
    words = [word.format(model) if "{}" in word else word for word in words]
    cli.main([word.replace(f"{model}/..", model.rpartition("/")[0]) for word in words])
    assert shown(capsys)


def test_no_table_prints_what_a_terminal_acts_on(capsys):
    mx.viz.print_summary(network(), shape={ESCAPES: (2, 3)})
    assert "a\\x1b]0;owned" in shown(capsys)
    print(network(), network().debug_str())
    assert "a\\x1b]0;owned" in shown(capsys)
    net = mx.gluon.nn.Dense(2, prefix=ESCAPES)
    net.initialize()
    net.summary(mx.nd.ones((1, 3)))
    print(net.collect_params())
    assert "a\\x1b]0;owned" in shown(capsys)


def test_an_error_as_text_has_no_control_characters():
    with pytest.raises(mx.MXNetError) as caught:
        network().infer_shape(**{ESCAPES: (2, 3), f"fc{ESCAPES}_weight": (5, 5)})
    assert str(caught.value).replace("\n", "").replace("\t", "").isprintable()
    assert str(mx.MXNetError("line\n\tline \x1b")) == "line\n\tline \\x1b"
    assert str(pickle.loads(pickle.dumps(mx.MXNetError("\x1b")))) == "\\x1b"


# -- pictures ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "<b>bold</b>",
        '<<TABLE HREF="http://x"><TR><TD>x</TD></TR></TABLE>>',
        "a:b:c; evil [shape=star]",
        'a"]; evil [label="x',
        "a\\",
        '\\" evil',
        "\\N\\G\\l",
        "node",
        "->",
        "",
        ESCAPES,
        "node 3",
    ],
)
def test_a_name_in_a_picture_is_text(name):
    pytest.importorskip("graphviz")
    pygraphviz = pytest.importorskip("pygraphviz")
    symbol = mx.sym.FullyConnected(mx.sym.var(name), num_hidden=2, name=f"{name}node 1") + mx.sym.var("node 0")
    source = mx.viz.plot_network(symbol, shape={name: (2, 3), "node 0": (2, 2)}).source
    assert source.replace("\n", "").replace("\t", "").isprintable()
    graph = pygraphviz.AGraph(string=source)
    assert len(graph.nodes()) == 4
    assert len(graph.edges()) == 3
    assert not any("evil" in (node.attr["shape"] or "") or node == "evil" for node in graph.nodes())
    assert not re.search(r"label=<", source)


@pytest.mark.parametrize("draw", [mx.viz.print_summary, mx.viz.plot_network])
def test_control_characters_in_names_are_no_error(draw, capsys):
    draw(network("a\x01\x1f\tb\n"), shape={"a\x01\x1f\tb\n": (2, 3)})
    mx.test_utils  # noqa: B018 - whose comparison of symbols reads their JSON, too


# -- names that Python gives a meaning ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["self", "args", "kwargs", "symbol"])
def test_a_variable_may_have_any_name(name, tmp_path, capsys):
    x = mx.sym.var(name)
    y = x * 2
    assert y.infer_shape(**{name: (2, 3)})[1] == [(2, 3)]
    assert y.infer_shape_partial(**{name: (2, 3)})[1] == [(2, 3)]
    assert len(y.infer_type(**{name: "float64"})[1]) == len(y.infer_type_partial(**{name: "float64"})[1]) == 1
    assert y.infer_storage_type(**{name: "default"})[1] == ["default"]
    assert y.eval(mx.cpu(), **{name: mx.nd.ones((1,))})[0].asscalar() == 2
    executor = y.simple_bind(mx.cpu(), **{name: (1,)})
    assert executor.forward(**{name: mx.nd.full((1,), 3)})[0].asscalar() == 6
    assert executor.reshape(**{name: (1,)}).forward()[0].shape == (1,)
    assert y(**{name: mx.sym.var("other")}).list_arguments() == ["other"]
    mx.viz.print_summary(y, shape={name: (2, 3)})
    y.save(str(tmp_path / "a-symbol.json"))
    assert cli.main(["inspect", str(tmp_path / "a-symbol.json"), "--shape", f"{name}=2,3"]) == 0
    module = mx.mod.Module(y, data_names=[name], label_names=None)
    module.bind([(name, (1,))])
    module.init_params()
    module.forward(mx.io.DataBatch([mx.nd.full((1,), 4)]), is_train=False)
    assert module.get_outputs()[0].asscalar() == 8
    block = mx.gluon.SymbolBlock(y, [x])
    block.hybridize()
    assert block(mx.nd.ones((1,))).asscalar() == 2


# -- names that no file can have ---------------------------------------------------------------------------------------

HALF = "a\ud800b"


@pytest.mark.parametrize(
    "write",
    [
        lambda path: mx.sym.var(HALF).save(path),
        lambda path: mx.sym.var("x", attr={f"__{HALF}__": "1"}).save(path),
        lambda path: mx.sym.var("x", attr={"__a__": HALF}).save(path),
        lambda path: mx.nd.save(path, {HALF: mx.nd.ones(2)}),
        lambda path: mx.nd.save(f"{path}.safetensors", {HALF: mx.nd.ones(2)}),
        lambda path: mx.model.save_checkpoint(path, 1, mx.sym.var(HALF), {}, {}),
    ],
)
def test_half_of_a_character_is_refused_before_anything_is_written(tmp_path, write):
    with pytest.raises(mx.MXNetError, match=r"half of a character \(U\+D800\)") as caught:
        write(str(tmp_path / "file"))
    assert isinstance(caught.value, ValueError)
    assert list(tmp_path.iterdir()) == []


def test_half_of_a_character_in_a_file_is_shown_escaped(tmp_path, capsys):
    graph = {"nodes": [{"op": "null", "name": HALF, "inputs": []}], "arg_nodes": [0], "heads": [[0, 0, 0]]}
    (tmp_path / "a-symbol.json").write_text(json.dumps(graph))
    assert cli.main(["inspect", str(tmp_path / "a-symbol.json")]) == 0
    assert "a\\ud800b" in shown(capsys)
