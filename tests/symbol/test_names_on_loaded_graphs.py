"""Automatic names of layers that are put on a graph from a file: their variables must not be those of the file."""

from __future__ import annotations

import pickle

import mxnet as mx
import numpy as np
import pytest
from mxnet.symbol import create


@pytest.fixture(autouse=True)
def names():
    with mx.name.NameManager():
        yield


def data():
    return mx.sym.Variable("data")


def layers(count, symbol=None):
    symbol = data() if symbol is None else symbol
    for _ in range(count):
        symbol = mx.sym.FullyConnected(symbol, num_hidden=4)
    return symbol


def saved(make):
    """The JSON text of a graph that another process made."""
    with mx.name.NameManager():
        return make().tojson()


def through_setstate(text):
    symbol = data()
    symbol.__setstate__({"handle": text})
    return symbol


def through_file(text, tmp_path):
    (tmp_path / "s.json").write_text(text)
    return mx.sym.load(str(tmp_path / "s.json"))


@pytest.mark.parametrize(
    "read",
    [
        lambda text, _: mx.sym.load_json(text),
        through_file,
        lambda text, _: pickle.loads(pickle.dumps(mx.sym.load_json(text))),
        lambda text, _: through_setstate(text),
        lambda text, _: mx.sym.load_json(text).__copy__(),
        lambda text, _: mx.sym.load_json(text)(data=mx.sym.Variable("x")),
        lambda text, _: mx.sym.load_json(text).get_internals()[-1 + len(mx.sym.load_json(text).get_internals())],
        lambda text, _: mx.sym.relu(mx.sym.load_json(text)) + 1,
        lambda text, _: mx.sym.load_json(text).rename({"data": "x"}),
        lambda text, _: mx.sym.Group([mx.sym.load_json(text), mx.sym.Variable("x")])[0],
        lambda text, _: mx.sym.load_json(mx.sym.relu(mx.sym.load_json(text)).tojson()),
    ],
)
def test_a_new_layer_gets_variables_of_its_own(read, tmp_path):
    net = layers(1, read(saved(lambda: layers(1)), tmp_path))
    assert net.list_outputs() == ["fullyconnected1_output"]
    assert net.list_arguments()[-2:] == ["fullyconnected1_weight", "fullyconnected1_bias"]
    assert "fullyconnected0_weight" in net.list_arguments()


def test_fine_tuning_keeps_the_weights_apart():
    old = {"fullyconnected0_weight": mx.nd.ones((4, 4)), "fullyconnected0_bias": mx.nd.zeros(4)}
    mod = mx.mod.Module(layers(1, mx.sym.load_json(saved(lambda: layers(1)))), label_names=None)
    mod.bind([("data", (2, 4))])
    mod.init_params(mx.init.Zero(), arg_params=old, allow_missing=True)
    weights = {name: array.asnumpy().sum() for name, array in mod.get_params()[0].items()}
    assert weights == {
        "fullyconnected0_weight": 16,
        "fullyconnected0_bias": 0,
        "fullyconnected1_weight": 0,
        "fullyconnected1_bias": 0,
    }


def dense(x, **kwargs):
    return mx.sym.FullyConnected(x, num_hidden=4, **kwargs)


#: what the file has, what is put on it, and the name of that
NAMED = {
    "label": (lambda: mx.sym.SoftmaxOutput(data()), mx.sym.SoftmaxOutput, "softmaxoutput1"),
    "states": (
        lambda: mx.sym.BatchNorm(data(), beta=mx.sym.var("b"), gamma=mx.sym.var("g")),
        lambda x: mx.sym.BatchNorm(x, beta=mx.sym.var("b2"), gamma=mx.sym.var("g2")),
        "batchnorm1",
    ),
    "one variable of two": (
        lambda: dense(data(), bias=mx.sym.var("b")),
        lambda x: dense(x, no_bias=True),
        "fullyconnected1",
    ),
    # parameters of the file may include those of layers that were cut off
    "beyond all numbers of the file": (
        lambda: layers(3),
        lambda x: dense(x.get_internals()["fullyconnected1_output"]),
        "fullyconnected3",
    ),
    "a variable of the file": (
        lambda: mx.sym.Group([layers(1), mx.sym.Variable("fullyconnected1_bias")]),
        lambda x: dense(x[0]),
        "fullyconnected2",
    ),
    # graphs that can be bound in MXNet keep its names
    "cut off": (
        lambda: dense(mx.sym.relu(data())),
        lambda x: dense(x.get_internals()["relu0_output"]),
        "fullyconnected0",
    ),
    "another operator": (
        lambda: mx.sym.Convolution(data(), num_filter=1, kernel=(1, 1)),
        dense,
        "fullyconnected0",
    ),
    "no variables": (lambda: mx.sym.relu(data()), mx.sym.relu, "relu0"),
    "arithmetic": (lambda: data() + 1, lambda x: x + 1, "_plusscalar0"),
    "variables of the caller": (
        lambda: layers(1),
        lambda x: dense(x, weight=mx.sym.var("w"), no_bias=True),
        "fullyconnected0",
    ),
    "not on the file": (lambda: layers(1), lambda x: layers(1), "fullyconnected0"),
}


@pytest.mark.parametrize("case", NAMED)
def test_which_name_a_layer_gets(case):
    make, on_it, expected = NAMED[case]
    assert on_it(mx.sym.load_json(saved(make))).name == expected


def test_a_name_of_the_caller_stays():
    net = mx.sym.FullyConnected(mx.sym.load_json(saved(lambda: layers(1))), num_hidden=2, name="fullyconnected0")
    assert net.name == "fullyconnected0"
    with pytest.raises(mx.MXNetError, match="two variables are called 'fullyconnected0_weight'"):
        net.simple_bind(mx.cpu(), data=(1, 2))


def test_names_with_a_prefix():
    with mx.name.Prefix("a_"):
        text = layers(1).tojson()
    with mx.name.Prefix("a_"):
        assert layers(1, mx.sym.load_json(text)).name == "a_fullyconnected1"


def test_a_name_manager_that_repeats_itself():
    class Same(mx.name.NameManager):
        def get(self, name, hint):
            return name or "fullyconnected0"

    text = saved(lambda: layers(1))
    with Same(), pytest.raises(mx.MXNetError, match="two variables are called"):
        layers(1, mx.sym.load_json(text)).simple_bind(mx.cpu(), data=(1, 2))


def test_a_layer_on_two_files():
    first, second = mx.sym.load_json(saved(lambda: layers(1))), mx.sym.load_json(saved(lambda: layers(5)))
    assert layers(1, first + second(data=mx.sym.Variable("x"))).name == "fullyconnected5"


def test_a_gluon_layer_on_a_loaded_graph_is_refused():
    dense = mx.gluon.nn.Dense(2, prefix="fullyconnected0_")
    with pytest.raises(mx.MXNetError, match="two variables are called 'fullyconnected0_weight'"):
        dense(mx.sym.load_json(saved(lambda: layers(1)))).simple_bind(mx.cpu(), data=(1, 2))


def test_a_symbol_block_of_a_loaded_graph_and_a_new_layer():
    net = mx.gluon.SymbolBlock(layers(1, mx.sym.load_json(saved(lambda: layers(1)))), data())
    net.initialize(mx.init.One())
    assert len(net.collect_params()) == 4
    np.testing.assert_array_equal(net(mx.nd.ones((1, 2))).asnumpy(), [[13, 13, 13, 13]])


def test_a_loaded_graph_is_walked_only_for_a_name_that_it_has(monkeypatch):
    walks = []

    def topological(heads):
        walks.append(1)
        return original(heads)

    original = create.topological
    monkeypatch.setattr(create, "topological", topological)
    net = mx.sym.load_json(saved(lambda: layers(100)))
    walks.clear()
    for _ in range(100):
        net = mx.sym.Convolution(net, num_filter=1, kernel=(1, 1)) + 1
    assert not walks
    assert layers(100, net).name == "fullyconnected199"
    assert len(walks) == 1
