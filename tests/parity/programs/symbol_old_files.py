"""Symbols in the JSON of older releases, and in JSON that holds no symbol."""

import json

import mxnet as mx
from helpers import raised

X = {"op": "null", "name": "x", "inputs": []}


def node(op, name, inputs, field, attrs):
    return {"op": op, "name": name, "inputs": inputs, field: attrs}


def text(version, *nodes, **more):
    graph = {"nodes": nodes, "arg_nodes": [0], "heads": [[len(nodes) - 1, 0]]}
    if version is not None:
        graph["attrs"] = {"mxnet_version": ["int", version]}
    graph.update(more)
    return json.dumps(graph)


def old_nodes(field):
    weight = {"op": "null", "name": "w", "inputs": [], field: {"lr_mult": "2", "weight_lr_mult": "3", "foo": "1"}}
    return {
        "argmax": [X, node("argmax", "m", [[0, 0]], field, {"axis": "-1"})],
        "argmin": [X, node("argmin", "m", [[0, 0]], field, {"axis": "-1", "keepdims": "True"})],
        "hidden": [X, node("Activation", "r", [[0, 0]], field, {"act_type": "relu", "ctx_group": "dev"})],
        "moved": [
            X,
            weight,
            node(
                "FullyConnected",
                "f",
                [[0, 0], [1, 0]],
                field,
                {"num_hidden": "3", "no_bias": "1", "weight_lr_mult": "5"},
            ),
        ],
    }


def upgraded():
    answers = {}
    for version in (None, 800, 900, 904, 905, 1000, 10200):
        for field in ("attr", "attrs", "param"):
            for name, nodes in old_nodes(field).items():
                loaded = mx.sym.load_json(text(version, *nodes))
                answers["%s %s %s" % (version, field, name)] = loaded.tojson()
    for version in (None, 800, 899):
        norm = node("BatchNorm", "bn", [[0, 0], [1, 0], [2, 0]], "param", {"eps": "0.1"})
        gamma, beta = ({"op": "null", "name": each, "inputs": []} for each in ("g", "b"))
        answers["%s missing inputs" % version] = mx.sym.load_json(text(version, X, gamma, beta, norm)).tojson()
    return answers


def refusals():
    refused = [
        "{}",
        "[]",
        text(10901, {"op": "nope", "name": "a", "inputs": []}),
        text(10901, {"op": "null", "name": 3, "inputs": []}),
        text(10901, {"op": "null", "name": "a", "inputs": [], "attrs": {"k": 3}}),
        text(10901, {"op": "null", "name": "a", "inputs": [], "foo": 3}),
        text(10901, {"op": "null", "inputs": []}),
        text(10901, X, foo=1),
        text(10901, X, heads=[[1, 0, 0]]),
        text(10901, X, heads=[[0]]),
        text(10901, X, node("Activation", "r", [[0, 0, 0]], "attrs", {"act_type": "relu", "lr_mult": "2"})),
        text(10901, X, node("Activation", "r", [[0, 0, 0]], "attrs", {"act_type": "swim"})),
    ]
    return [raised(mx.sym.load_json, each) for each in refused]


def run():
    return {"upgraded": upgraded(), "refusals": refusals()}
