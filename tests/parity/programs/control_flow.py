"""Loops and conditions: graphs to the letter, what they deduce, compute and differentiate, and the same on arrays."""

import mxnet as mx
import numpy as np
from helpers import raised

RTOL = 1e-4  # sums in another order
V = mx.sym.Variable


def group(outputs, states):
    return mx.sym.Group(flat(outputs) + flat(states))


def flat(value):
    return [leaf for each in value for leaf in flat(each)] if isinstance(value, (list, tuple)) else [value]


def foreach(body, data, states, **how):
    return group(*mx.sym.contrib.foreach(body, data, states, **how))


def while_loop(cond, func, variables, **how):
    return group(*mx.sym.contrib.while_loop(cond, func, variables, **how))


def cond(*args, **how):
    return mx.sym.Group(flat(mx.sym.contrib.cond(*args, **how)))


# -- foreach ----------------------------------------------------------------------------------------------------------


def running_sum():
    w = V("w", lr_mult=2.0, shape=(3, 3))
    return foreach(lambda x, s: (mx.sym.dot(x, w) + s[0], [mx.sym.dot(x, w) + s[0]]), V("data"), [V("state")])


def named():
    return foreach(lambda x, s: (x + s[0], [x * s[0]]), V("d") * 2, [V("s")], name="my")


def nested_lists():
    return foreach(lambda x, s: ([x[0] + s, [x[1] * s]], s), [V("d"), V("e")], V("s"))


def everything_as_output():
    w = V("w")
    square = w * w

    def body(x, s):
        y = x + 1
        return [x, w, square, square, y, y], s

    return foreach(body, V("d"), [V("s")])


def layers():
    halves = mx.sym.split(V("d"), num_outputs=2, axis=2)
    shift = V("shift") * 2

    def body(x, s):
        dense = mx.sym.FullyConnected(x[0] + x[1], num_hidden=3, name="fc")
        return [mx.sym.LayerNorm(dense, name="ln") + shift, shift * s[0]], [dense]

    return foreach(body, [halves[1], halves[0]], [V("s")])


def scoped():
    with mx.AttrScope(ctx_group="dev1", lr_mult="3"), mx.name.Prefix("pre_"):
        return foreach(lambda x, s: (x * 2, s), V("d"), [V("s")], name="a")


def loop_in_loop():
    w = V("w")

    def inner(x, s):
        mine = V("mine", shape=(4,), lr_mult=3)
        return x + s[0] + w * mine, [s[0] * 2]

    return foreach(lambda x, s: mx.sym.contrib.foreach(inner, x, [s[0]]), V("d"), [V("s")])


def captured_results():
    pair = mx.sym.split(V("q"), num_outputs=2, name="pair")
    total = pair[0] + pair[1]
    return foreach(lambda x, s: (x + pair[0] + pair[1] * total, [s[0] + pair[1]]), V("d"), [V("s")])


def captures_its_data():
    d = V("d")
    return foreach(lambda x, s: (x + s[0], [s[0] * mx.sym.sum(d)]), d, [V("s")])


def without_states():
    return foreach(lambda x, s: (x, s), V("d"), [])


def one_state_of_two_outputs():
    def body(x, s):
        parts = mx.sym.split(x + s[0] * s[1], num_outputs=2)
        return parts[0], [parts[1], s[1]]

    return foreach(body, V("d"), [V("s"), V("u")])


# -- while_loop -------------------------------------------------------------------------------------------------------


def counting():
    return while_loop(
        lambda i, s: i <= 5, lambda i, s: ([i + s, i * 2], [i + 1, s + i]), [V("i"), V("s")], max_iterations=10
    )


def one_variable():
    return while_loop(lambda i: i <= 5, lambda i: (i, i + 1), V("i"), max_iterations=10, name="wl")


def captured_twice():
    w = V("w")
    return while_loop(lambda i: i < w, lambda i: ([[i]], [i + w]), [V("i")], max_iterations=3)


def no_outputs():
    return while_loop(lambda i, s: i < 3, lambda i, s: ([], [i + 1, s * i]), [V("i"), V("s")], max_iterations=4)


def variables_out_of_order():
    w = V("w")
    return while_loop(
        lambda i, j, k: k <= 5 * w, lambda i, j, k: ([k * j, w], [i, j, k]), [V("i"), V("j"), V("k")], max_iterations=3
    )


# -- cond -------------------------------------------------------------------------------------------------------------


def choice():
    a, b = V("a"), V("b")
    return cond(a * b < 5, lambda: (a + 5) * (b + 5), lambda: (a - 5) * (b - 5))


def choice_of_lists():
    a, b = V("a"), V("b")
    return cond(a < b, lambda: [a, [a, a * b]], lambda: [b, [a, a]], name="cc")


def shared_results():
    a, b = V("a"), V("b")
    product = a * b
    return cond(product < b, lambda: product + a, lambda: a - product)


def everything_nested():
    def outer(x, s):
        def step(i, a):
            chosen = mx.sym.contrib.cond(i < 2, lambda: a * x, lambda: a + s[0])
            return chosen, [i + 1, chosen]

        outputs, last = mx.sym.contrib.while_loop(lambda i, a: i < 4, step, [mx.sym.zeros((1,)), x], max_iterations=4)
        return outputs, [last[1]]

    return foreach(outer, V("d"), [V("s")])


GRAPHS = [
    running_sum, named, nested_lists, everything_as_output, layers, scoped, loop_in_loop, captured_results,
    captures_its_data, without_states, one_state_of_two_outputs, counting, one_variable, captured_twice, no_outputs,
    variables_out_of_order, choice, choice_of_lists, shared_results, everything_nested,
]  # fmt: skip


def text(make):
    """Return a graph's text, made with names and marks that start at 0."""
    with mx.name.NameManager():
        mx.AttrScope._subgraph_names.clear()
        made = make()
    again = mx.sym.load_json(made.tojson())
    names = made.list_arguments(), made.list_auxiliary_states(), made.list_outputs()
    return {"json": made.tojson(), "read": again.tojson() == made.tojson(), "names": [list(each) for each in names]}


# -- deducing and computing -------------------------------------------------------------------------------------------


def deduced():
    shapes = {
        "from the data": running_sum().infer_shape(data=(5, 2, 3)),
        "layers": layers().infer_shape(d=(4, 6, 4)),
        "nested": loop_in_loop().infer_shape(d=(2, 3, 4)),
        "a part": named().infer_shape_partial(d=(0, 2, 3)),
        "vectors": named().infer_shape(d=(3,), s=(1,)),
    }
    types = {"half": running_sum().infer_type(data="float16"), "while": counting().infer_type(i="float64")}
    return {
        "shapes": {key: [list(map(list, part)) for part in value] for key, value in shapes.items()},
        "types": {key: [[np.dtype(each).name for each in part] for part in value] for key, value in types.items()},
    }


def computed(make, length=None, training=True, **shapes):
    """Return outputs and gradients of a graph at fixed values; ``length``: how many rows are defined."""
    made = make()
    arguments = {}
    for i, name in enumerate(made.list_arguments()):
        values = np.random.RandomState(i).uniform(0.5, 1.5, shapes[name])
        arguments[name] = mx.nd.array(values.astype("float32"))
    grads = {name: mx.nd.zeros(each.shape) for name, each in arguments.items()}
    executor = made.bind(mx.cpu(), arguments, grads if training else None)
    outputs = executor.forward(is_train=training)
    if not training:
        return [each.asnumpy()[:length] for each in outputs]  # 1.9.1 cannot differentiate some graphs
    heads = []
    for each in outputs:
        head = np.cos(np.arange(each.size)).reshape(each.shape)
        if length is not None and len(head) > length:
            head[length:] = 0
        heads.append(mx.nd.array(head))
    executor.backward(heads)
    values = [each.asnumpy()[:length] for each in outputs]
    return {"outputs": values, "grads": {name: each.asnumpy() for name, each in grads.items()}}


def results():
    return {
        "sum": computed(running_sum, data=(4, 2, 3), state=(2, 3), w=(3, 3)),
        "nested lists": computed(nested_lists, d=(4, 2), e=(4, 2), s=(2,)),
        "all outputs": computed(everything_as_output, d=(3, 2), s=(2,), w=(2,)),
        "loop in loop": computed(loop_in_loop, training=False, d=(2, 3, 4), s=(4,), w=(4,), mine=(4,)),
        "captured": computed(captured_results, training=False, d=(3, 2, 2), s=(2, 2), q=(2, 4)),
        "captures its data": computed(captures_its_data, training=False, d=(3, 1), s=(1,)),
        "layers": computed(
            layers, d=(2, 6, 4), s=(6, 3), shift=(6, 3), fc_weight=(3, 2), fc_bias=(3,), ln_gamma=(3,), ln_beta=(3,)
        ),
        "counting": computed(counting, length=4, i=(1,), s=(1,)),
        "choice": computed(choice, a=(1,), b=(1,)),
        "shared": computed(shared_results, training=False, a=(1,), b=(1,)),
    }


# -- arrays -----------------------------------------------------------------------------------------------------------


def arrays():
    nd = mx.nd
    x, s, w = nd.arange(6).reshape((3, 2)), nd.ones(2), nd.array([2.0, 3.0])
    for each in (x, s, w):
        each.attach_grad()
    with mx.autograd.record():
        outputs, states = nd.contrib.foreach(lambda d, y: ([d + y[0], [d * w]], [y[0] * w + d]), x, [s])
        total = outputs[0].sum() + (outputs[1][0] ** 2).sum() + states[0].sum()
    total.backward()
    i, t = nd.array([0.0]), nd.array([2.0])
    t.attach_grad()
    with mx.autograd.record():
        turns, last = nd.contrib.while_loop(
            lambda i, t: i < 3, lambda i, t: (t, [i + 1, t * t]), (i, t), max_iterations=5
        )
        result = nd.contrib.cond(last[1] > 5, lambda: turns[:3].sum() + last[1], lambda: last[0])
    result.backward()
    return {
        "foreach": [outputs[0].asnumpy(), outputs[1][0].asnumpy(), states[0].asnumpy()],
        "foreach grads": [x.grad.asnumpy(), s.grad.asnumpy(), w.grad.asnumpy()],
        "while": [turns[:3].asnumpy(), last[0].asnumpy(), last[1].asnumpy(), list(turns.shape)],
        "while grads": t.grad.asnumpy(),
        "vector": nd.contrib.foreach(lambda d, y: (d, y), nd.array([1, 2]), [])[0].asnumpy(),
        "no turn": nd.contrib.while_loop(lambda i: False, lambda i: (i, i), i, max_iterations=2)[0],
    }


def forms():
    """Return how results are nested, and what types they have."""

    def form(value):
        return [form(each) for each in value] if isinstance(value, (list, tuple)) else type(value).__name__

    nd = mx.nd
    x, one = nd.ones((2, 3)), nd.ones(1)
    return {
        "lists": form(nd.contrib.foreach(lambda d, s: ((d, (d,)), s), (x,), [one, [one]])),
        "state alone": form(nd.contrib.foreach(lambda d, s: (d, s), x, one)),
        "no output": form(nd.contrib.foreach(lambda d, s: ([], s), x, one)),
        "states of other form": form(nd.contrib.foreach(lambda d, s: (d, [s, s]), x, one)),
        "while": form(nd.contrib.while_loop(lambda i: i < 3, lambda i: ([i, [i]], i + 1), [one], max_iterations=4)),
        "while alone": form(nd.contrib.while_loop(lambda i: i < 3, lambda i: (None, i + 1), one, max_iterations=4)),
        "truth": form(nd.contrib.while_loop(lambda i: 2.5, lambda i: (i, i), one, max_iterations=2.9)),
    }


def refused():
    nd, i, s = mx.nd, V("i"), V("s")
    one, two = nd.ones(1), nd.ones(2)
    step = lambda i: (i, i + 1)  # noqa: E731
    arrays_ = nd.contrib
    sym = mx.sym.contrib
    return {
        "no data": raised(arrays_.foreach, lambda x, y: (x, y), 3, one),
        "no output": raised(arrays_.foreach, lambda x, y: (3, y), two, one),
        "no state": raised(arrays_.foreach, lambda x, y: (x, y), two, 3),
        "no limit": raised(arrays_.while_loop, lambda i: i < 3, step, one),
        "bad limit": raised(arrays_.while_loop, lambda i: i < 3, step, one, "a"),
        "no variables": raised(arrays_.while_loop, lambda: True, step, [], 3),
        "other number": raised(arrays_.while_loop, lambda i: i < 3, lambda i: (i, [i, i]), one, 3),
        "no scalar": raised(arrays_.while_loop, lambda i: i < 3, step, two, 3),
        "no array": raised(arrays_.while_loop, lambda i: i < 3, lambda i: ("a", i), one, 3),
        "no pair": raised(arrays_.while_loop, lambda i: i < 3, lambda i: 3, one, 3),
        "choice of many": raised(arrays_.cond, two, lambda: one, lambda: one),
        "symbols: no data": raised(sym.foreach, lambda x, y: (x, y), 3, [s]),
        "symbols: no output": raised(sym.foreach, lambda x, y: (3, y), i, [s]),
        "symbols: other form": raised(sym.foreach, lambda x, y: (x, y[0]), i, [s]),
        "symbols: data unused": raised(sym.foreach, lambda x, y: (y[0] * 2, y), i, [s]),
        "symbols: state unused": raised(sym.foreach, lambda x, y: (x, [x]), i, [s]),
        "symbols: one name twice": raised(sym.foreach, lambda x, y: (x[0] + x[1], y), [i, i], [s]),
        "symbols: no limit": raised(sym.while_loop, lambda i: i < 3, step, i),
        "symbols: bad limit": raised(sym.while_loop, lambda i: i < 3, step, i, "x"),
        "symbols: negative limit": raised(sym.while_loop, lambda i: i < 3, step, i, -1),
        "symbols: no variables": raised(sym.while_loop, lambda: True, step, [], 3),
        "symbols: other number": raised(sym.while_loop, lambda i: i < 3, lambda i: (i, [i, i]), i, 3),
        "symbols: no condition": raised(sym.while_loop, lambda i: 3, step, i, 3),
        "symbols: variable unused": raised(
            sym.while_loop, lambda i, s: s < 3, lambda i, s: (i, [i, i]), [i, s], max_iterations=3
        ),
        "symbols: no choice": raised(sym.cond, 3, lambda: i, lambda: s),
        "symbols: other outputs": raised(sym.cond, i, lambda: [i, s], lambda: s),
        "symbols: nothing": raised(sym.cond, i, list, list),
        "wrong state": raised(foreach(lambda x, y: (x + y[0], y), i, [s]).simple_bind, mx.cpu(), i=(5, 2), s=(3,)),
    }


def run():
    return {
        "graphs": {make.__name__: text(make) for make in GRAPHS},
        "deduced": deduced(),
        "results": results(),
        "arrays": arrays(),
        "forms": forms(),
        "refused": refused(),
    }
