"""Symbols: their JSON, the texts of attributes, and what is asked of a symbol once it is read."""

from __future__ import annotations

import inspect
import json
import random
from pathlib import Path
from typing import Any

import mxnet as mx
from mxnet.registry.classes import get_registry
from mxnet.registry.op import OPS

from ..mutate import TEXTS
from ..reader import Files, reader
from .whole import GOLDEN, dense

#: the most elements that a graph's values may have for it to be run
_SMALL = 100_000
_OPS = sorted(OPS)


def _graph(nodes: list[dict[str, Any]], heads: list[list[int]] | None = None, version: int = 10901) -> bytes:
    arguments = [i for i, node in enumerate(nodes) if node["op"] == "null"]
    made = {"nodes": nodes, "arg_nodes": arguments, "heads": heads or [[len(nodes) - 1, 0, 0]]}
    return json.dumps({**made, "attrs": {"mxnet_version": ["int", version]}}).encode()


def _node(op: str, name: str, inputs: list[int], **attrs: str) -> dict[str, Any]:
    return {"op": op, "name": name, "inputs": [[i, 0, 0] for i in inputs], "attrs": attrs}


_DATA = _node("null", "data", [])


def _networks() -> list[mx.sym.Symbol]:
    x = mx.sym.Variable("data", shape=(0, 4), lr_mult=2, init=mx.init.One())
    parts = mx.sym.SliceChannel(x, num_outputs=2, name="sp")
    image = mx.sym.Convolution(mx.sym.Variable("image", shape=(1, 3, 8, 8)), num_filter=4, kernel=(3, 3), name="cv")
    image = mx.sym.Pooling(mx.sym.BatchNorm(image, name="bn"), kernel=(2, 2), pool_type="max")
    rnn = mx.sym.RNN(mx.sym.Variable("seq"), state_size=3, num_layers=1, mode="lstm", state_outputs=True, name="rnn")

    def body(item: Any, state: Any) -> tuple[Any, Any]:
        return item + state, item * 2

    loop, _ = mx.sym.contrib.foreach(body, mx.sym.Variable("items"), mx.sym.Variable("state"))
    return [
        dense(),
        mx.sym.Group([mx.sym.concat(parts[1], parts[0], dim=1), mx.sym.exp(x)]),
        mx.sym.Flatten(image),
        mx.sym.Group([rnn[0], rnn[1]]),
        mx.sym.slice(mx.sym.reshape(x, shape=(-1, 2)), begin=(0, None), end=(2, None)),
        loop,
    ]


def _json_files() -> list[Files]:
    old = [path.read_bytes() for path in sorted(GOLDEN.rglob("*.json")) if path.stat().st_size < 100_000]
    old = [each for each in old if b'"nodes"' in each]
    return [{"net.json": each} for each in (*(net.tojson().encode() for net in _networks()), *old)]


def _hostile_graphs() -> list[Files]:
    def chain(op: str, length: int, **attrs: str) -> bytes:
        return _graph([_DATA, *(_node(op, f"n{i}", [i], **attrs) for i in range(length))])

    def doubled(op: str, length: int, **attrs: str) -> bytes:
        return _graph([_DATA, *(_node(op, f"n{i}", [i, i], **attrs) for i in range(length))])

    def within(depth: int) -> bytes:
        loop = '{"op": "_foreach", "name": "f", "inputs": [[0, 0, 0]], "subgraphs": ['
        begin = '{"nodes": [{"op": "null", "name": "data", "inputs": []}, ' + loop
        end = ']}], "arg_nodes": [0], "heads": [[1, 0, 0]]}'
        return f"{begin * depth}{_graph([_DATA]).decode()}{end * depth}".encode()

    laugh = "(" + ", ".join(["(" + ", ".join(["1"] * 150) + ")"] * 150) + ")"
    splits = [_DATA, *(_node("SliceChannel", f"s{i}", [0], num_outputs="100000") for i in range(100))]
    return [
        {"net.json": content}
        for content in (
            chain("exp", 1000),
            chain("Activation", 300, act_type="relu"),
            chain("BatchNorm", 100),
            chain("Dropout", 300),
            doubled("elemwise_add", 200),
            doubled("Concat", 60, num_args="2", dim="1"),
            _graph(splits),
            within(60),
            within(300),
            within(5000),
            _graph([_DATA, _node("transpose", "t", [0], axes=laugh)]),
            _graph([_DATA, _node("transpose", "t", [0], axes="(" + "1, " * 50_000 + ")")]),
            _graph([_DATA, _node("transpose", "t", [0], axes="[" * 100_000)]),
            _graph([_DATA, _node("transpose", "t", [0], axes="-" * 1_000_000)]),
            _graph([_DATA, _node("_plus_scalar", "t", [0], scalar="9" * 1_000_000)]),
            _graph([{**_DATA, "attrs": {"__shape__": laugh}}]),
            _graph([{**_DATA, "attrs": {"__shape__": "(100000, 100000, 100000, 100000)"}}, _node("exp", "e", [0])]),
            _graph([{**_DATA, "attrs": {"__init__": '["mixed", {"patterns": ["("], "initializers": [3]}]'}}]),
            _graph([{**_DATA, "name": "\0"}, _node("exp", "\ud800", [0])]),
            _graph([_DATA] * 3 + [_node("Concat", "c", [0, 1, 2], num_args="3")]),
            _graph([_DATA, _node("Concat", "c", [0] * 5000, num_args="5000")]),
        )
    ]


def _any_operator(dice: random.Random) -> Files:
    """Return a graph of one operator with some attributes right, some wrong and some missing."""
    op = OPS[dice.choice(_OPS)]
    usual = {
        "num_hidden": "3",
        "num_filter": "2",
        "kernel": "(2, 2)",
        "num_outputs": "2",
        "shape": "(2, 2)",
        "axis": "0",
    }
    attrs = {key: usual[key] for key in op.parsers if key in usual and dice.random() < 0.8}
    for key in dice.sample(list(op.parsers), min(len(op.parsers), dice.choice((0, 1, 1, 2)))):
        attrs[key] = dice.choice(TEXTS)
    count = dice.choice((0, 1, 1, 2, 2, 3, 4, 5))
    shapes = ["(2, 3)", "(2, 3, 4, 4)", "(2,)", "(0, 3)", "()", "(1, 1)", "None", dice.choice(TEXTS)]
    variables = [
        _node("null", f"v{i}", [], **({"__shape__": dice.choice(shapes)} if dice.random() < 0.7 else {}))
        for i in range(count)
    ]
    node = {**_node(op.name, "node", list(range(count))), "attrs": attrs}
    heads = [[count, dice.choice((0, 0, 0, 1, 2)), 0]]
    return {"net.json": _graph([*variables, node], heads, dice.choice((10901, 10901, 800, 903, 10000)))}


def use(symbol: mx.sym.Symbol) -> None:
    """Ask everything of a symbol that a program asks before it gives data, and run it where that is little."""
    symbol.list_arguments(), symbol.list_outputs(), symbol.list_auxiliary_states(), symbol.attr_dict(), symbol.name
    symbol.list_attr(), symbol.debug_str(), symbol.get_children()
    assert mx.sym.load_json(symbol.tojson()).tojson() == symbol.tojson()
    inner = symbol.get_internals()
    for ask in (inner.infer_type_partial, inner.infer_shape_partial):
        if _answer(ask) is None:
            return
    shapes = inner.infer_shape_partial()
    known = [shape for group in shapes for shape in group or ()]
    if any(not shape or 0 in shape for shape in known) or sum(map(_size, known)) > _SMALL:
        return
    executor = symbol.simple_bind(mx.cpu(), grad_req="null")
    executor.forward()


def _answer(ask: Any) -> Any:
    """Return what is inferred, None where the graph contradicts itself (which is no fault of the reader)."""
    try:
        return ask()
    except mx.MXNetError:
        return None


def _size(shape: tuple[int, ...]) -> int:
    size = 1
    for length in shape:
        size *= length
    return size


@reader("symbol, reading", _json_files, _hostile_graphs, _any_operator)
def _load(folder: Path) -> object:
    return mx.sym.load(str(folder / "net.json"))


@reader("symbol, using", _json_files, _hostile_graphs, _any_operator, names_file=False)
def _use(folder: Path) -> None:
    use(mx.sym.load_json((folder / "net.json").read_text(encoding="utf-8", errors="replace")))


@reader(
    "attributes as text",
    list,
    invent=lambda dice: _attributes(dice),
    names_file=False,
)
def _attribute(folder: Path) -> object:
    given = json.loads((folder / "call.json").read_bytes())
    if given["op"] not in OPS or given["inputs"] not in range(6):
        return None
    inputs = [mx.sym.Variable(f"v{i}") for i in range(given["inputs"])]
    found: Any = mx.sym
    for part in given["op"].split("."):
        found = getattr(found, part)
    return use(found(*inputs, **given["attrs"]))


def _attribute_file(name: str, attrs: dict[str, str], inputs: int = 1) -> Files:
    return {"call.json": json.dumps({"op": name, "attrs": attrs, "inputs": inputs}).encode()}


def _attributes(dice: random.Random) -> Files:
    name = dice.choice([each for each in _OPS if hasattr(mx.sym, each)])
    keys = list(OPS[name].parsers)
    attrs = {key: dice.choice(TEXTS) for key in dice.sample(keys, min(len(keys), dice.choice((1, 1, 2))))}
    return _attribute_file(name, attrs, min(dice.choice((1, 1, 2, 3)), len(OPS[name].input_names)))


@reader(
    "initializer text",
    lambda: [{"init.json": mx.init.Xavier().dumps().encode()}],
    lambda: [{"init.json": each} for each in _INITIALIZERS],
    lambda dice: {"init.json": json.dumps(_initializer_arguments(dice)).encode()},
    names_file=False,
    also=(AssertionError, KeyError),  # of what describes none: 1.9.1 looks for its key
)
def _initializer(folder: Path) -> None:
    text = (folder / "init.json").read_text(encoding="utf-8", errors="replace")
    made = mx.init.create(text)
    made(mx.init.InitDesc("fc_weight", {"__init__": text}), mx.nd.ones((4, 3)))


def _initializer_arguments(dice: random.Random) -> Any:
    """Return the name of an initializer with arguments, of which some have values that are another's."""
    registered = get_registry(mx.init.Initializer)
    name = dice.choice(sorted(registered))
    arguments = {
        key: _VALID[key] if key in _VALID and dice.random() < 0.4 else dice.choice(_VALUES)
        for key in inspect.signature(registered[name]).parameters
        if dice.random() < 0.8
    }
    return {"initializer": name, **arguments} if dice.random() < 0.1 else [name, arguments]


_VALID = {
    "rnd_type": "gaussian", "rand_type": "normal", "factor_type": "in", "mode": "lstm", "num_layers": 1,
    "num_hidden": 1, "init": '["uniform", {"scale": "a"}]',
}  # fmt: skip
_VALUES: list[Any] = [
    *(None, True, False, 0, 1, -1, 2.5, -0.0, 1e200, 1e-320, float("inf"), float("-inf"), float("nan")),
    *(2**31, 2**63, -(2**64), 10**400, "", "a", "1", "\0", "nan", "x" * 5000, "lstm", "gru", "rnn_tanh", "zeros"),
    *([], {}, [1, 2, 3], [[1, 2, 3]] * 4, [[1], [2, 3]], [None], ["a"], {"a": 1}, [[[[[1]]]]]),
]
_INITIALIZERS = [
    b'["uniform", {"scale": "a"}]',
    b'["uniform", {"nothing": 1}]',
    b'["uniform", [1]]',
    b'["uniform"]',
    b'["nothing", {}]',
    b"[3, {}]",
    b'["load", {"param": "x"}]',
    b'["mixed", {"patterns": ["("], "initializers": ["zeros"]}]',
    b'["constant", {"value": [[1, 2], [3]]}]',
    b'["constant", {"value": [1, 2, 3, 4, 5]}]',
    b'["constant", {"value": 1e999}]',
    b'["fusedrnn", {"init": "[", "num_hidden": 2, "num_layers": 1, "mode": "lstm"}]',
    b'["xavier", {"magnitude": -1}]',
    b'["xavier", {"magnitude": ' + b"9" * 5000 + b"}]",
    b'["msraprelu", {"slope": 1e200}]',
    b"[" * 50_000,
    json.dumps(dict.fromkeys(str(i) * 5000 for i in range(9))).encode(),
    b"{}",
    b"",
]
