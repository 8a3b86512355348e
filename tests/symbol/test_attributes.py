"""Attributes: given, inherited, hidden, changed; and automatic names."""

from __future__ import annotations

import json

import mxnet as mx
import pytest


def attributes(symbol):
    """Return the attributes of every node as JSON has them."""
    return {node["name"]: node.get("attrs", {}) for node in json.loads(symbol.tojson())["nodes"]}


def dense(**kwargs):
    return mx.sym.FullyConnected(mx.sym.Variable("a"), num_hidden=3, name="fc", **kwargs)


def test_a_layers_variables_inherit_its_attributes():
    both = {"__lr_mult__": "2", "num_hidden": "3"}
    assert attributes(dense(lr_mult=2)) == {"a": {}, "fc_weight": both, "fc_bias": both, "fc": both}


@pytest.mark.parametrize("given", [{"attr": {"lr_mult": "2"}}, {"lr_mult": 2}, {"__lr_mult__": 2}])
def test_system_attributes_are_hidden_in_the_graph_and_shown_twice(given):
    net = dense(**given)
    assert net.list_attr() == {"__lr_mult__": "2", "lr_mult": "2", "num_hidden": "3"}
    assert net.attr("lr_mult") == net.attr("__lr_mult__") == "2"
    assert net.attr("nothing") is None


def test_scopes_give_attributes_and_given_ones_win():
    with mx.AttrScope(ctx_group="dev1", __mood__="calm"):
        net = dense(attr={"__mood__": "wild"})
        data = mx.sym.Variable("d")
    assert attributes(net)["fc_bias"] == {"__ctx_group__": "dev1", "__mood__": "wild", "num_hidden": "3"}
    assert attributes(data)["d"] == {"__ctx_group__": "dev1", "__mood__": "calm"}


def test_attributes_of_the_call_win_over_arguments():
    assert dense(attr={"num_hidden": "7"}).attr("num_hidden") == "7"


def test_operators_without_attributes_take_any():
    assert mx.sym.exp(mx.sym.Variable("a"), q=3).list_attr() == {"q": "3"}


@pytest.mark.parametrize("key", ["weight_lr_mult", "x_ctx_group", "_lr_mult"])
def test_the_old_way_to_reach_a_layers_variable_is_refused(key):
    with pytest.raises(mx.MXNetError, match=key):
        dense(attr={key: "1"})
    with pytest.raises(mx.MXNetError, match=key):
        mx.sym.Variable("a", attr={key: "1"})


@pytest.mark.parametrize("key", ["foo", "__x", "init", "profiler_scope"])
def test_unknown_attributes_are_refused(key):
    with pytest.raises(mx.MXNetError, match="Cannot find argument"):
        dense(attr={key: "1"})


@pytest.mark.parametrize(
    ("make", "initialiser"),
    [
        (lambda x: mx.sym.BatchNorm(x, name="n"), {"n_moving_mean": '["zero", {}]', "n_moving_var": '["one", {}]'}),
        (lambda x: mx.sym.LeakyReLU(x, act_type="prelu", name="n"), {"n_gamma": '["Constant", {"value": 0.25}]'}),
        (
            lambda x: mx.sym.UpSampling(x, scale=2, sample_type="bilinear", num_filter=3, name="n"),
            {"n_weight": '["bilinear", {}]'},
        ),
        (lambda x: mx.sym.BatchNorm(x, moving_mean=mx.sym.Variable("m"), name="n"), {"m": '["zero", {}]'}),
    ],
)
def test_operators_say_how_inputs_are_initialised(make, initialiser):
    result = {
        name: item["__init__"] for name, item in attributes(make(mx.sym.Variable("x"))).items() if "__init__" in item
    }
    assert initialiser.items() <= result.items()


def test_a_given_initialiser_wins():
    net = mx.sym.BatchNorm(mx.sym.Variable("x"), name="bn", attr={"__init__": "mine"})
    assert attributes(net)["bn_moving_mean"]["__init__"] == "mine"


def test_set_attr_renames_and_sets():
    net = dense()
    net._set_attr(name="yy")
    net._set_attr(num_hidden="5", lr_mult="3")
    assert net.name == "yy"
    assert net.list_attr() == {"num_hidden": "5", "__lr_mult__": "3", "lr_mult": "3"}
    assert attributes(net)["fc_weight"] == {"num_hidden": "3"}


@pytest.mark.parametrize(
    ("make", "kwargs", "error"),
    [
        (lambda: mx.sym.Variable("a"), {"k": 3}, ValueError),
        (lambda: mx.sym.Group([mx.sym.Variable("a"), mx.sym.Variable("b")]), {"k": "3"}, mx.MXNetError),
        (dense, {"num_hidden": "many"}, mx.MXNetError),
        (dense, {"no_bias": "True"}, mx.MXNetError),
    ],
)
def test_set_attr_refuses(make, kwargs, error):
    symbol = make()
    before = symbol.attr_dict()
    with pytest.raises(error):
        symbol._set_attr(**kwargs)
    assert symbol.attr_dict() == before


def test_a_note_on_an_operators_node():  # as in MXNet 0.9; 1.9.1 takes only what the operator knows
    net = dense()
    net._set_attr(mood="calm")
    assert net.list_attr() == {"num_hidden": "3", "mood": "calm"}
    assert net.infer_shape(a=(2, 4))[1] == [(2, 3)]
    assert net.__copy__().attr("mood") == "calm"
    assert mx.sym.load_json(net.tojson()).list_attr() == {"num_hidden": "3", "__mood__": "calm"}


def test_listing_attributes_of_the_whole_graph():
    net = mx.sym.exp(dense(lr_mult=2), name="e")
    both = {"num_hidden": "3", "__lr_mult__": "2", "lr_mult": "2"}
    assert net.attr_dict() == {"fc_weight": both, "fc_bias": both, "fc": both}
    assert net.list_attr() == {}


def test_the_flat_listing_of_mxnet_0_7():
    flat = dense(lr_mult=2).list_attr(recursive=True)
    assert flat["fc_weight_lr_mult"] == flat["fc_lr_mult"] == "2"
    assert flat["fc_num_hidden"] == "3"


def test_automatic_names_count_by_operator():
    a = mx.sym.Variable("a")
    result = [a + 1, a + 2, mx.sym.Convolution(a, kernel=(1, 1), num_filter=1), mx.sym.exp(a), mx.sym.exp(a, name="")]
    assert [item.name for item in result] == ["_plusscalar0", "_plusscalar1", "convolution0", "exp0", "exp1"]


def test_prefixes_stand_before_operators_names_only():
    with mx.name.Prefix("net_"):
        net = mx.sym.FullyConnected(mx.sym.Variable("a"), num_hidden=2, name="fc")
        assert (mx.sym.Variable("v") + 1).name == "net__plusscalar0"
    assert net.list_arguments() == ["a", "net_fc_weight", "net_fc_bias"]


def test_hidden_attributes_set_later_keep_their_names_in_json():
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="fc")
    net._set_attr(__layout__="NC")
    assert net.attr("__layout__") == "NC"
    assert '"__layout__": "NC"' in net.tojson()
    assert "____" not in net.tojson()


def test_a_symbol_without_outputs_has_no_attributes():
    nothing = mx.sym.reset_arrays(num_arrays=0)
    assert (nothing.list_outputs(), nothing.list_attr()) == ([], {})


def test_attributes_of_nodes_of_one_name_are_put_together():
    """1.9.1's dicts."""
    first, second = mx.sym.Variable("w", lr_mult=2.0), mx.sym.Variable("w", wd_mult=3.0)
    third = mx.sym.Variable("w", attr={"lr_mult": "5", "q": "7"})
    both = {"__lr_mult__": "2.0", "lr_mult": "2.0", "__wd_mult__": "3.0", "wd_mult": "3.0"}
    assert (first + second).attr_dict() == {"w": both}
    assert (first + second + third).attr_dict() == {"w": both | {"__lr_mult__": "5", "lr_mult": "5", "q": "7"}}
    assert (third + second + first).attr_dict() == {"w": both | {"q": "7"}}
