"""Symbols that older releases wrote are read as MXNet 1.9.1 reads them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import mxnet as mx
import pytest

GOLDEN = Path(__file__).parent.parent / "data" / "golden"


@pytest.mark.parametrize(
    ("path", "digest", "arguments", "states"),
    [  # recorded from 1.9.1: the start of the SHA-256 of `load(path).tojson()`, and how much it lists
        ("save_000800.json", "c379a547963fcd64", 10, 2),
        ("0.9.5/digits-symbol.json", "c8127a4750d11cc5", 11, 4),
        ("0.9.5/rnn-symbol.json", "732a31e0e2e704c6", 12, 0),
        ("0.11.0/digits-symbol.json", "c8127a4750d11cc5", 11, 4),
        ("0.11.0/rnn-symbol.json", "732a31e0e2e704c6", 12, 0),
        ("1.2.1/digits-symbol.json", "20ba937bfdb7d6f7", 12, 4),
        ("1.2.1/rnn-symbol.json", "0b643fbc86c8d1cd", 12, 0),
        ("1.5.1/digits-symbol.json", "20ba937bfdb7d6f7", 12, 4),
        ("1.5.1/rnn-symbol.json", "0b643fbc86c8d1cd", 12, 0),
        ("1.9.1/digits-symbol.json", "20ba937bfdb7d6f7", 12, 4),
        ("1.9.1/rnn-symbol.json", "0b643fbc86c8d1cd", 12, 0),
    ],
)
def test_a_file_of_each_release(path, digest, arguments, states):
    loaded = mx.sym.load(str(GOLDEN / path))
    assert len(loaded.list_arguments()) == arguments
    assert len(loaded.list_auxiliary_states()) == states
    assert hashlib.sha256(loaded.tojson().encode()).hexdigest()[:16] == digest


def load(version, *nodes, field="attrs"):
    """Return a symbol of nodes ``(op, name, attributes, inputs)``; the last one is its head."""
    listed = [{"op": op, "name": name, field: attrs, "inputs": inputs} for op, name, attrs, inputs in nodes]
    graph = {"nodes": listed, "arg_nodes": [], "heads": [[len(nodes) - 1, 0]]}
    if version is not None:
        graph["attrs"] = {"mxnet_version": ["int", version]}
    return mx.sym.load_json(json.dumps(graph))


X = ("null", "x", {}, [])


@pytest.mark.parametrize("version", [None, 800, 905, 1100, 10200])
@pytest.mark.parametrize("field", ["attr", "attrs", "param"])
def test_system_attributes_without_underscores(version, field):
    relu = ("Activation", "r", {"act_type": "relu", "lr_mult": "3"}, [[0, 0]])
    loaded = load(version, ("null", "x", {"lr_mult": "2", "foo": "1"}, []), relu, field=field)
    assert loaded.attr_dict() == {
        "x": {"__lr_mult__": "2", "lr_mult": "2", "foo": "1"},
        "r": {"__lr_mult__": "3", "lr_mult": "3", "act_type": "relu"},
    }


@pytest.mark.parametrize("version", [None, 905, 10200])
def test_a_layers_attribute_for_its_variable_goes_to_the_variable(version):
    attrs = {"num_hidden": "3", "no_bias": "True", "weight_lr_mult": "5"}
    loaded = load(version, X, ("null", "w", {}, []), ("FullyConnected", "fc", attrs, [[0, 0], [1, 0]]))
    assert loaded.attr_dict() == {
        "w": {"__lr_mult__": "5", "lr_mult": "5"},
        "fc": {"num_hidden": "3", "no_bias": "True"},
    }


def test_todays_files_are_taken_at_their_word():
    with pytest.raises(mx.MXNetError, match="lr_mult"):
        load(10901, X, ("Activation", "r", {"act_type": "relu", "lr_mult": "3"}, [[0, 0]]))


@pytest.mark.parametrize("version", [None, 800, 899])
def test_inputs_that_0_8_did_not_list(version):
    gamma, beta = ("null", "g", {}, []), ("null", "b", {}, [])
    loaded = load(version, X, gamma, beta, ("BatchNorm", "bn", {"eps": "0.1"}, [[0, 0], [1, 0], [2, 0]]))
    assert loaded.list_auxiliary_states() == ["bn_moving_mean", "bn_moving_var"]
    assert loaded.attr_dict()["bn_moving_var"] == {"__init__": '["one", {}]', "eps": "0.1"}


@pytest.mark.parametrize(("version", "kept"), [(None, {}), (904, {}), (905, {"axis": "-1"}), (10901, {"axis": "-1"})])
def test_the_axis_of_argmax_before_0_9_5(version, kept):
    assert load(version, X, ("argmax", "m", {"axis": "-1"}, [[0, 0]])).list_attr() == kept


def test_classic_shapes_under_numpys_semantics():
    text = (mx.sym.Variable("w", shape=(3, 0)) + 1).tojson()
    with mx.util.np_shape(True):
        assert mx.sym.load_json(text).attr_dict()["w"] == {"__shape__": "[3,-1]"}
        assert mx.sym.load_json(text).infer_shape_partial()[0] == [(3, -1)]


def test_a_byte_order_mark(tmp_path):
    text = (mx.sym.var("data") * 2).tojson()
    (tmp_path / "net.json").write_text(text, encoding="utf-8-sig")
    assert mx.sym.load(str(tmp_path / "net.json")).tojson() == text
    assert mx.sym.load_json("\ufeff" + text).tojson() == text


@pytest.mark.parametrize("version", [None, 800, 899, 900, 903])
def test_how_variables_begin_before_0_9_4(version):
    gamma = ("null", "slope", {"lr_mult": "2"}, [])
    loaded = load(version, X, gamma, ("LeakyReLU", "p", {"act_type": "prelu"}, [[0, 0], [1, 0]]))
    assert loaded.attr_dict()["slope"]["__init__"] == '["Constant", {"value": 0.25}]'
    module = mx.mod.Module(loaded, ["x"], None)
    module.bind([("x", (2, 3))])
    module.init_params(mx.init.One())
    assert module.get_params()[0]["slope"].asnumpy().tolist() == [0.25] * 3


@pytest.mark.parametrize("version", [None, 900, 903])
def test_moving_averages_before_0_9_1(version):
    names = ("gamma", "beta", "mean", "var")
    variables = [("null", name, {}, []) for name in names]
    loaded = load(version, X, *variables, ("BatchNorm", "bn", {}, [[i, 0] for i in range(5)]))
    starts = {name: attrs["__init__"] for name, attrs in loaded.attr_dict().items()}
    assert starts == {"mean": '["zero", {}]', "var": '["one", {}]'}


@pytest.mark.parametrize(("version", "attrs"), [(800, {"__init__": '["one", {}]'}), (904, {})])
def test_a_variable_that_begins_otherwise(version, attrs):
    loaded = load(version, X, ("null", "g", attrs, []), ("LeakyReLU", "p", {"act_type": "prelu"}, [[0, 0], [1, 0]]))
    assert loaded.attr_dict().get("g", {}) == attrs
