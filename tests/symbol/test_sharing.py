"""One network used twice in a graph: weights shared by name, and renaming."""

from __future__ import annotations

import json

import mxnet as mx
import numpy as np
import pytest


def dense():
    return mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, no_bias=True, name="fc")


def test_copies_of_one_symbol_share_their_weights():
    net = dense()
    both = mx.sym.Group([net(data=mx.sym.Variable("u")), net(data=mx.sym.Variable("v"))])
    assert both.list_arguments() == ["u", "fc_weight", "v"]
    executor = both.simple_bind(mx.cpu(), u=(2, 3), v=(4, 3))
    for array in executor.arg_dict.values():
        array[:] = 1
    executor.forward(is_train=True)
    executor.backward([mx.nd.ones((2, 2)), mx.nd.ones((4, 2))])
    assert [out.shape for out in executor.outputs] == [(2, 2), (4, 2)]
    np.testing.assert_array_equal(executor.grad_dict["fc_weight"].asnumpy(), np.full((2, 3), 6))


def test_states_are_shared_too():
    net = mx.sym.BatchNorm(mx.sym.Variable("data"), name="bn")
    both = mx.sym.Group([net(data=mx.sym.Variable("u")), net(data=mx.sym.Variable("v"))])
    assert both.list_auxiliary_states() == ["bn_moving_mean", "bn_moving_var"]
    assert len(both.infer_shape(u=(2, 3), v=(4, 3))[2]) == 2


def test_a_prefix_renames_every_node():
    net = dense().rename(prefix="sha-")
    assert net.list_arguments() == ["sha-data", "sha-fc_weight"]
    assert net.list_outputs() == ["sha-fc_output"]


@pytest.mark.parametrize("shared", [["fc_weight"], {"fc_weight"}, lambda name: name.startswith("fc")])
def test_variables_that_stay_shared(shared):
    net = dense()
    twin = net.rename(prefix="twin_", shared=shared)
    assert mx.sym.Group([net, twin]).list_arguments() == ["data", "fc_weight", "twin_data"]
    assert twin.list_outputs() == ["twin_fc_output"]


@pytest.mark.parametrize(
    ("names", "prefix", "expected"),
    [
        ({"data": "x"}, "", ["x", "fc_weight"]),
        ({"data": "x"}, "p_", ["x", "p_fc_weight"]),
        (str.upper, "", ["DATA", "FC_WEIGHT"]),
    ],
)
def test_names_by_mapping_or_function(names, prefix, expected):
    assert dense().rename(names, prefix=prefix).list_arguments() == expected


def test_renaming_leaves_the_symbol_alone():
    net = dense()
    net.rename(prefix="p_")
    assert net.list_arguments() == ["data", "fc_weight"]


@pytest.mark.parametrize(
    ("kwargs", "told"),
    [
        ({"names": {"nothing": "x"}}, "names names 'nothing'"),
        ({"shared": ["nothing"]}, "shared names 'nothing'"),
        ({"names": {"data": "w", "fc_weight": "w"}}, "'data' and 'fc_weight' would both be named 'w'"),
        ({"names": lambda name: "same"}, "would both be named 'same'"),
    ],
)
def test_what_makes_no_sense_is_refused(kwargs, told):
    with pytest.raises(mx.MXNetError, match=told):
        dense().rename(**kwargs)


def test_copies_of_a_variable_are_listed_once():
    x = mx.sym.Variable("x")
    twice = x + x.__copy__()
    assert (twice.list_arguments(), twice.list_inputs()) == (["x"], ["x"])
    assert twice.eval(x=mx.nd.ones(2))[0].asnumpy().tolist() == [2, 2]


def test_copies_of_a_variable_are_one_node_in_a_file():
    net = mx.sym.BatchNorm(dense(), name="bn")
    both = mx.sym.Group([net(data=mx.sym.Variable("u")), net(data=mx.sym.Variable("v"))])
    again = mx.sym.load_json(both.tojson())
    names = [node["name"] for node in json.loads(again.tojson())["nodes"] if node["op"] == "null"]
    assert names == ["u", "fc_weight", "bn_gamma", "bn_beta", "bn_moving_mean", "bn_moving_var", "v"]
    assert again.simple_bind(mx.cpu(), u=(2, 3), v=(4, 3)).arg_dict["fc_weight"].shape == (2, 3)


def layer_on(data, **kwargs):
    return mx.sym.FullyConnected(data, num_hidden=2, **kwargs)


def loaded():
    """A graph from a file that has a layer ``fullyconnected0``."""
    with mx.name.NameManager():
        return mx.sym.load_json(layer_on(mx.sym.Variable("data")).tojson())


def same_explicit_names():
    return layer_on(layer_on(mx.sym.Variable("data"), name="fc"), name="fc")


def same_variables():
    return mx.sym.Variable("w") * 2 + mx.sym.Variable("w")


CLASHES = {
    same_explicit_names: "weight of FullyConnected 'fc', and weight of FullyConnected 'fc'",
    same_variables: "data of _mul_scalar '_mulscalar0', and rhs of elemwise_add '_plus0'",
    lambda: mx.sym.Group([loaded(), mx.sym.Variable("data")]): ", read from JSON text, and an output",
    lambda: loaded() + loaded()(data=mx.sym.Variable("x")): "weight of FullyConnected 'fullyconnected0', read from",
}


@pytest.mark.parametrize(("graph", "named"), CLASHES.items())
@pytest.mark.parametrize("bind", ["bind", "simple_bind", "module", "eval"])
def test_two_variables_of_one_name_cannot_be_bound(graph, named, bind):
    with mx.name.NameManager():
        net = graph()
    names = net.list_arguments()
    calls = {
        "bind": lambda: net.bind(mx.cpu(), [mx.nd.ones((2, 2))] * len(names)),
        "simple_bind": lambda: net.simple_bind(mx.cpu(), **dict.fromkeys(names, (2, 2))),
        "module": lambda: mx.mod.Module(net, names[:1], None).bind([(names[0], (2, 2))]),
        "eval": lambda: net.eval(**dict.fromkeys(names, mx.nd.ones((2, 2)))),
    }
    with pytest.raises(mx.MXNetError, match="two variables are called") as caught:
        calls[bind]()
    assert named in str(caught.value)
