"""Whatever a symbol's file holds, reading it gives a symbol or one MXNetError that says where and what, quickly."""

from __future__ import annotations

import contextlib
import json
import random
import re
import time

import mxnet as mx
import pytest

VAR = {"op": "null", "name": "a", "inputs": []}


def graph(*nodes, heads=((0, 0, 0),), **more):
    return json.dumps({"nodes": list(nodes), "arg_nodes": [0], "heads": [list(h) for h in heads], **more})


def node(op="exp", name="e", inputs=((0, 0, 0),), **more):
    return {"op": op, "name": name, "inputs": [list(item) for item in inputs], **more}


LAST = [(1, 0, 0)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "not JSON"),
        ("[", "not JSON"),
        ("[]", "the graph is a list"),
        ("{}", "no 'nodes'"),
        ("null", "the graph is null"),
        ('{"nodes": [], "heads": []}', "no heads"),
        ('{"nodes": [NaN], "heads": []}', "not JSON"),
        ('{"nodes": 3, "heads": []}', "nodes is a number"),
        (graph(VAR, 3), "node 1 is a number"),
        (graph(VAR, foo=1), "unknown field 'foo'"),
        (graph(VAR, heads=[(1, 0, 0)]), "refers to node 1"),
        (graph(VAR, heads=[(-1, 0, 0)]), "refers to node -1"),
        (graph(VAR, heads=[(0, 1, 0)]), "refers to output 1"),
        (graph(VAR, heads=[(0,)]), "a head is"),
        (graph(VAR, heads=[(0, "0", 0)]), "a head is"),
        (graph(VAR, heads=[(True, 0, 0)]), "a head is"),
        (graph({"name": "a", "inputs": []}), "node 0 has no 'op'"),
        (graph({"op": "null", "name": "a"}), "node 0 has no 'inputs'"),
        (graph({**VAR, "foo": 1}), "node 0 has an unknown field"),
        (graph({**VAR, "name": 3}), "node 0: name is a number"),
        (graph({**VAR, "attrs": []}), "node 0: attrs is a list"),
        (graph({**VAR, "attrs": {"k": 3}}), "node 0: 'k' in attrs is a number"),
        (graph({**VAR, "inputs": [[0, 0, 0]]}), "refers to node 0"),
        (graph(VAR, node(inputs=[(1, 0, 0)]), heads=LAST), "node 1, 'e' .*refers to node 1"),
        (graph(VAR, node(inputs=[(2, 0, 0)]), node(name="f", inputs=[(1, 0, 0)]), heads=LAST), "refers to node 2"),
        (graph(VAR, node(inputs=[(0, 5, 0)]), heads=LAST), "refers to output 5"),
        (graph(VAR, node("nonsense"), heads=LAST), "no such operator"),
        (graph(VAR, node("__import__('os')"), heads=LAST), "no such operator"),
        (graph(VAR, node(inputs=[(0, 0, 0)] * 2), heads=LAST), "2 inputs"),
        (graph(VAR, node(inputs=[]), heads=LAST, attrs={"mxnet_version": ["int", 10901]}), "0 inputs"),
        (graph(VAR, node("Activation"), heads=LAST), "act_type"),
        (graph(VAR, node("Activation", attrs={"act_type": "swim"}), heads=LAST), "swim"),
        (graph(VAR, node("transpose", attrs={"axes": "(" * 9999}), heads=LAST), "axes"),
        (graph(VAR, node("transpose", attrs={"axes": "print(1)"}), heads=LAST), "axes"),
        (graph(VAR, node("SliceChannel", attrs={"num_outputs": "9" * 9}), heads=LAST), "num_outputs"),
        (graph(VAR, node("SliceChannel", attrs={"num_outputs": "9" * 9999}), heads=LAST), "num_outputs"),
        (graph(VAR, node("Concat", attrs={"num_args": "9" * 9}), heads=LAST), "num_args"),
        (graph(VAR, node("Concat", attrs={"num_args": "-1"}), heads=LAST), "inputs|num_args"),
        (graph(VAR, node(subgraphs=[{}]), heads=LAST), "subgraphs"),
        (graph(VAR, node("amp_multicast"), heads=LAST, attrs={"mxnet_version": ["int", 10901]}), "num_outputs"),
        (graph(VAR, *[node("SliceChannel", attrs={"num_outputs": "9" * 5})] * 11), "1000000 outputs"),
        (graph(VAR, attrs={"mxnet_version": 3}), "mxnet_version"),
        (graph(VAR, attrs=[]), "attrs of the graph"),
        ('{"nodes": ' + "[" * 100_000, "nested too deeply|not JSON"),
        ('{"a": ' * 100_000, "nested too deeply|not JSON"),
        ('{"nodes": [], "heads": [[' + "9" * 100_000 + ", 0, 0]]}", "not JSON|refers to"),
        ('{"nodes": "' + "\ud800" + '"}', "heads|UTF-8"),
    ],
)
def test_what_is_wrong_is_said_within_a_second_of_the_processor(text, told, tmp_path):
    began = time.process_time()
    with pytest.raises(mx.MXNetError, match=f"JSON text: .*({told})") as caught:
        mx.sym.load_json(text)
    assert time.process_time() - began < 1
    assert len(str(caught.value)) < 1000
    path = tmp_path / "net.json"
    path.write_bytes(text.encode(errors="surrogatepass"))
    with pytest.raises(mx.MXNetError, match=re.escape(str(path))):
        mx.sym.load(str(path))


def test_bytes_that_are_no_text(tmp_path):
    path = tmp_path / "net.json"
    path.write_bytes(b'{"nodes": \xff}')
    with pytest.raises(mx.MXNetError, match=r"net\.json: not UTF-8 text at byte 10"):
        mx.sym.load(str(path))


@pytest.fixture(scope="module")
def whole():
    x = mx.sym.FullyConnected(mx.sym.Variable("data", shape=(0, 4)), num_hidden=3, name="fc", lr_mult=2)
    x = mx.sym.BatchNorm(x, name="bn")
    parts = mx.sym.SliceChannel(x, num_outputs=3, axis=1, name="sp")
    return mx.sym.Group([mx.sym.concat(parts[1], parts[0], dim=1), mx.sym.SoftmaxOutput(x, name="softmax")]).tojson()


def try_to_read(text):
    """Read and list; the only error that may come is ours."""
    with contextlib.suppress(mx.MXNetError):
        mx.sym.load_json(text).list_arguments()


def test_every_truncation(whole):
    for end in range(len(whole) - 1):
        with pytest.raises(mx.MXNetError, match="JSON text: "):
            mx.sym.load_json(whole[:end])


def test_changed_characters(whole):
    dice = random.Random(0)
    for _ in range(1500):
        at = dice.randrange(len(whole))
        try_to_read(whole[:at] + dice.choice('0123456789[]{}",:-abcdefghij \n\\') + whole[at + 1 :])


def test_changed_values(whole):
    dice = random.Random(1)
    values = [None, True, -1, 0, 3, 10**30, 1.5, "", "x", "null", [], {}, [0, 0, 0], [[0, 0, 0]], {"a": "b"}]

    def change(value):
        if not isinstance(value, (list, dict)) or not value or dice.random() < 0.05:
            return dice.choice(values)
        key = dice.choice(list(value) if isinstance(value, dict) else range(len(value)))
        value[key] = change(value[key])
        return value

    for _ in range(1500):
        try_to_read(json.dumps(change(json.loads(whole))))


def test_thousands_of_outputs_are_read_in_the_time_of_their_number():
    n = 20_000
    taken = [[1, i, 0] for i in range(n)]
    concat = {"op": "Concat", "name": "c", "attrs": {"num_args": str(n)}, "inputs": taken}
    text = graph(VAR, node("SliceChannel", attrs={"num_outputs": str(n)}), concat, heads=[[2, 0, 0]])
    began = time.process_time()
    assert mx.sym.load_json(text).infer_shape(a=(2, n))[1] == [(2, n)]
    assert time.process_time() - began < 4  # it was forty


@pytest.mark.parametrize("rest", ["  ", "xyz", '{"a": 1}', "\x00"])
def test_what_follows_the_graph_is_ignored(rest):
    assert mx.sym.load_json(mx.sym.Variable("a").tojson() + rest).list_arguments() == ["a"]
