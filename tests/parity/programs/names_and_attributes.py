"""Automatic names, prefixes, attribute scopes and the attribute methods of Symbol."""

import mxnet as mx
from helpers import raised


def names():
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    made = [a + b, a + 1, a * b, mx.sym.FullyConnected(a, num_hidden=2), mx.sym.Activation(a, act_type="relu"), a - b]
    with mx.name.Prefix("net_"):
        made += [mx.sym.FullyConnected(a, num_hidden=2), mx.sym.FullyConnected(a, num_hidden=2, name="head"), a + b]
    with mx.name.NameManager():
        made += [a + b, mx.sym.FullyConnected(a, num_hidden=2)]
    made.append(mx.sym.FullyConnected(a, num_hidden=2))
    return [[symbol.name, symbol.list_arguments(), symbol.list_outputs()] for symbol in made]


def scopes():
    with mx.AttrScope(ctx_group="1", __mood__="calm"):
        a = mx.sym.Variable("a")
        with mx.AttrScope(ctx_group="2", __extra__="x", lr_mult="3"):
            b = mx.sym.FullyConnected(a, num_hidden=2, name="fc")
    with mx.AttrScope(plain="1"):
        c = mx.sym.Variable("c")
        refused = raised(mx.sym.FullyConnected, a, num_hidden=2)
    asked = [a.attr("ctx_group"), b.attr("ctx_group"), b.attr("__extra__"), b.attr("extra"), c.attr("plain")]
    return [asked, a.list_attr(), b.list_attr(), b.attr_dict(), c.list_attr(), refused]


def methods():
    data = mx.sym.Variable("data", attr={"mood": "angry"}, shape=(2, 3), dtype="float32")
    conv = mx.sym.Convolution(data, kernel=(1, 1), num_filter=1, name="conv", attr={"__mood__": "so so"}, lr_mult=1)
    data._set_attr(k="v", other="w")
    conv._set_attr(__k__="v")
    return [
        data.list_attr(),
        conv.list_attr(),
        conv.attr("kernel"),
        conv.attr("missing"),
        conv.attr_dict(),
    ]


def composition():
    first = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="first")
    second = mx.sym.FullyConnected(mx.sym.Variable("data2"), num_hidden=3, name="second")
    joined = second(data2=first, name="joined")
    inner = joined.get_internals()
    return [
        joined.list_arguments(),
        joined.name,
        inner.list_outputs(),
        inner["first_output"].list_arguments(),
        [child.name for child in joined.get_children()],
        len(mx.sym.Group([first, second]).list_outputs()),
    ]


def errors():
    a = mx.sym.Variable("a")
    return [
        raised(mx.sym.Variable, 5),
        raised(mx.sym.FullyConnected, a),
        raised(mx.sym.FullyConnected, a, num_hidden=2, nonsense=3),
        raised(mx.sym.FullyConnected, a, num_hidden="many"),
        raised(mx.sym.Activation, a, act_type="swim"),
        raised(mx.sym.Variable, "b", attr={"k": 3}),
        raised(lambda: a["nothing_output"]),
        raised(lambda: mx.AttrScope(k=1)),
        raised(mx.sym.Group, []),
        raised(mx.sym.load_json, "{}"),
        raised(lambda: bool(a == a)),
    ]


def run():
    return {part.__name__: part() for part in (names, scopes, methods, composition, errors)}
