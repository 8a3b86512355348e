"""Symbols applied to symbols, and what one symbol knows of its parts."""

import copy
import json
import pickle

import mxnet as mx
from helpers import raised


def nodes(symbol):
    return [(n["op"], n["name"], n.get("attrs"), n["inputs"]) for n in json.loads(symbol.tojson())["nodes"]]


def var(name, **kwargs):
    return mx.sym.Variable(name, **kwargs)


def dense(*args, **kwargs):
    return mx.sym.FullyConnected(*args, num_hidden=3, **kwargs)


def missing_inputs():
    return [
        nodes(dense(name="fc")),
        nodes(dense(var("x"), bias=var("b"), name="fc", lr_mult=2)),
        nodes(dense(var("x"), None, var("b"), name="fc")),
        nodes(mx.sym.exp()),
        nodes(mx.sym.elemwise_add(var("x"))),
        nodes(mx.sym.concat(var("x"), num_args=3, name="c")),
        nodes(mx.sym.concat(arg1=var("x"), num_args=2, name="c")),
        nodes(mx.sym.RNN(var("x"), state_size=3, num_layers=1, mode="lstm", name="rnn")),
    ]


def substitution():
    net = mx.sym.Activation(dense(var("data"), name="fc"), act_type="relu", name="act")
    inner = dense(var("data"), name="inner")
    made = [net(data=inner), net(data=inner, name="other"), net(fc_weight=var("w")), net(), net(name="renamed")]
    group = mx.sym.Group([net, mx.sym.exp(net, name="e")])
    made += [group(data=var("z")), group(name="first")]
    net._compose(data=var("in_place"))
    return [nodes(each) for each in made] + [nodes(net)]


def shared_nodes():
    x = var("x")
    twice = x + x
    deep = twice * twice
    mean = var("mean")
    normal = mx.sym.BatchNorm(mx.sym.BatchNorm(x, moving_mean=mean, name="one"), moving_mean=mean, name="two")
    return [nodes(twice), nodes(deep), nodes(normal), normal.list_auxiliary_states(), nodes(normal + mean)]


def copies():
    net = mx.sym.Group([dense(var("data"), name="fc"), var("other")])
    made = [copy.copy(net), copy.deepcopy(net), pickle.loads(pickle.dumps(net)), net.__copy__()]
    made[0][0]._set_attr(name="changed")
    return [each.list_outputs() for each in [*made, net]]


def parts():
    split = mx.sym.SliceChannel(var("x"), num_outputs=3, name="sp")
    group = mx.sym.Group([split, var("y")])
    return [
        [repr(each) for each in (split, split[1], group, group[0:2], split.get_internals())],
        [each.list_outputs() for each in group],
        group["sp_output1"].list_outputs(),
        split.get_children().list_outputs(),
        [len(group), group.name, split.name, group.attr("num_outputs"), split.attr("num_outputs")],
        group.list_attr(),
        [raised(group.__getitem__, index) for index in (4, -1, "none", None, 1.5)],
        nodes(mx.sym.concat(*split, dim=0, name="c")),
    ]


def refusals():
    pair = mx.sym.SliceChannel(var("x"), num_outputs=2)
    return [
        raised(dense, pair),
        raised(dense, foo=var("x")),
        raised(dense, 3),
        raised(mx.sym.concat, [var("x")]),
        raised(mx.sym.concat),
        raised(mx.sym.concat, var("x"), arg1=var("y")),
        raised(dense(name="fc"), data=var("x")),
        raised(dense(name="fc"), var("x")),
        raised(dense(name="fc"), fc_data=3),
        raised(mx.sym.BatchNorm, var("x"), moving_mean=mx.sym.exp(var("y"))),
        raised(mx.sym.Group, [var("x"), 3]),
    ]


def run():
    tests = (missing_inputs, substitution, shared_nodes, copies, parts, refusals)
    answers = {}
    for test in tests:
        with mx.name.NameManager():
            answers[test.__name__] = test()
    return answers
