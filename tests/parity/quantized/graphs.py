"""A symbol with its parameters and inputs, from random decisions."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

import mxnet as mx
import numpy as np

WORDS = 7
#: examples reach farther than what is computed: on processors without instructions for 8 bits, 1.9.1's sums of two
#: products end at 2**15
REACH = 2.3


@dataclass
class Graph:
    """What was drawn; ``values`` are those of parameters, states and examples (``inputs``), by name."""

    symbol: object = None
    inputs: dict = field(default_factory=dict)
    values: dict = field(default_factory=dict)
    states: dict = field(default_factory=dict)
    #: the names of the layers, and the operators
    layers: list = field(default_factory=list)


class _Maker:
    def __init__(self, d):
        self.d = d
        self.count = 0
        self.shared = {}
        self.inputs = {}

    def name(self, kind):
        self.count += 1
        return f"{kind}{self.count}"

    def weights(self, kind, key):
        """Return the weight of an earlier layer of the same sizes, rarely."""
        key = (kind, *key)
        if key in self.shared and self.d.chance(0.5):
            return {"weight": self.shared[key]}
        if self.d.chance(0.2):
            self.shared[key] = mx.sym.Variable(f"shared{len(self.shared)}_weight")
            return {"weight": self.shared[key]}
        return {}

    # -- layers of images ----------------------------------------------------------------------------------------------

    def convolution(self, x, shape):
        d = self.d
        channels, size = shape[1], d.pick((1, 3, 3))
        groups = d.pick([1, 1, 1, *[g for g in (2, 3) if channels % g == 0], channels])
        filters = groups * d.integer(1, 3)
        attrs = {
            "kernel": (size, size), "num_filter": filters, "num_group": groups, "no_bias": d.chance(0.4),
            "pad": d.pick(((size // 2,) * 2, (0, 0))), "stride": d.pick(((1, 1), (1, 1), (2, 2))),
        }  # fmt: skip
        if size == 3 and d.chance(0.1):
            attrs["dilate"] = (2, 2)
            attrs["pad"] = (2, 2)
        if attrs["pad"] == (0, 0) and min(shape[2:]) < size:
            attrs["pad"] = (1, 1)
        if d.chance(0.2):
            attrs["workspace"] = 512
        key = (channels, size, filters, groups)
        return mx.sym.Convolution(x, name=self.name("conv"), **attrs, **self.weights("conv", key))

    def norm(self, x, shape):
        d = self.d
        attrs = {"fix_gamma": d.chance(0.4), **({"eps": 1e-3} if d.chance(0.5) else {})}
        if d.chance(0.15):
            attrs["use_global_stats"] = True
        return mx.sym.BatchNorm(x, name=self.name("bn"), **attrs)

    def pooling(self, x, shape):
        d = self.d
        attrs = {"pool_type": d.pick(("max", "avg"))}
        if d.chance(0.25):
            attrs.update(global_pool=True, kernel=(1, 1))
        else:
            size = min(d.integer(2, 3), *shape[2:])
            attrs.update(kernel=(size, size), stride=(d.integer(1, 2),) * 2)
            if d.chance(0.3) and size > 1:
                attrs["pad"] = (1, 1)
            if d.chance(0.2):
                attrs["pooling_convention"] = d.pick(("valid", "full"))
            if attrs["pool_type"] == "avg" and d.chance(0.3):
                attrs["count_include_pad"] = d.chance(0.5)
        return mx.sym.Pooling(x, name=self.name("pool"), **attrs)

    # -- layers of anything --------------------------------------------------------------------------------------------

    def dense(self, x, shape):
        d = self.d
        flatten = d.chance(0.8) or len(shape) == 2
        width = int(np.prod(shape[1:])) if flatten else shape[-1]
        hidden = d.integer(2, 6)
        attrs = {"num_hidden": hidden, "no_bias": d.chance(0.4), "flatten": flatten}
        return mx.sym.FullyConnected(x, name=self.name("fc"), **attrs, **self.weights("fc", (width, hidden)))

    def activation(self, x, shape):
        kind = self.d.pick(("relu", "relu", "relu", "relu", "sigmoid", "tanh", "softrelu"))
        return mx.sym.Activation(x, act_type=kind, name=self.name("act"))

    def other(self, x, shape):
        d = self.d
        return d.pick((
            lambda: mx.sym.LeakyReLU(x, act_type=d.pick(("leaky", "elu", "gelu")), name=self.name("leaky")),
            lambda: mx.sym.clip(x, a_min=0, a_max=d.pick((6.0, 1.0)), name=self.name("clip")),
            lambda: mx.sym.relu(x, name=self.name("relu")),
            lambda: mx.sym.exp(x * 0.2, name=self.name("exp")),
            lambda: mx.sym.Dropout(x, p=0.3, name=self.name("drop")),
            lambda: x * d.number(0.5, 2),
            lambda: x + d.number(-1, 1),
            lambda: mx.sym.identity(x, name=self.name("copy")),
            lambda: mx.sym.broadcast_add(x, mx.sym.mean(x, axis=1, keepdims=True), name=self.name("badd")),
            lambda: mx.sym.square(x, name=self.name("square")),
        ))()  # fmt: skip

    def flatten(self, x, shape):
        if self.d.chance(0.3):
            return mx.sym.reshape(x, shape=(0, -1), name=self.name("reshape"))
        return mx.sym.Flatten(x, name=self.name("flatten"))

    def joined(self, x, shape):
        """Return two branches in one."""
        d = self.d
        kind = d.pick(("concat", "concat", "add", "add", "mul", "plus", "back"))
        if kind == "back":
            return mx.sym.elemwise_add(x, self.same(x, shape), name=self.name("add"))
        left = self.same(x, shape)
        right = x if d.chance(0.3) else self.same(x, shape)
        if kind == "concat":
            more = [self.same(x, shape)] if d.chance(0.2) else []
            return mx.sym.Concat(left, right, *more, dim=d.pick((1, 1, 1, 0)), name=self.name("concat"))
        if kind == "plus":
            return left + right
        make = mx.sym.elemwise_add if kind == "add" else mx.sym.elemwise_mul
        return make(left, right, name=self.name(kind))

    def same(self, x, shape):
        """Return a layer whose result has the shape of its input."""
        d = self.d
        if len(shape) == 4:
            n = shape[1]
            x = mx.sym.Convolution(
                x, kernel=(3, 3), pad=(1, 1), num_filter=n, no_bias=d.chance(0.5), name=self.name("conv")
            )
            if d.chance(0.4):
                x = self.norm(x, shape)
        elif len(shape) == 2:
            x = mx.sym.FullyConnected(x, num_hidden=shape[1], no_bias=d.chance(0.5), name=self.name("fc"))
        return self.activation(x, shape) if d.chance(0.4) else x

    def step(self, x, shape):
        d = self.d
        if len(shape) == 4:
            makers = [self.convolution] * 5 + [self.norm] * 2 + [self.pooling] * 3 + [self.dense, self.flatten]
        else:
            makers = [self.dense] * 3 + [self.norm] * (len(shape) == 2) + [self.flatten] * (len(shape) > 2)
        return d.pick([*makers, *[self.activation] * 3, self.other, self.joined, self.joined])(x, shape)

    def begin(self, number):
        """Return an input, or what stands behind one that is no image."""
        d = self.d
        name = "data" if number == 0 else f"data{number}"
        x = mx.sym.Variable(name)
        kind = d.pick(("images",) * 7 + ("vectors", "tokens", "sequences"))
        if kind == "images":
            self.inputs[name] = (2, d.integer(1, 4), d.integer(5, 8), d.integer(5, 8))
        elif kind == "vectors":
            self.inputs[name] = (2, d.integer(3, 8))
        elif kind == "tokens":
            self.inputs[name] = (2, d.integer(2, 5))
            x = mx.sym.Embedding(x, input_dim=WORDS, output_dim=d.integer(2, 5), name=self.name("embedding"))
        else:
            self.inputs[name] = (d.integer(2, 4), 2, d.integer(2, 5))
            layers = d.integer(1, 2)
            name = self.name("rnn")
            states = [mx.sym.zeros((layers, 2, 4)) for _ in range(2)]
            x = mx.sym.RNN(
                x,
                mx.sym.Variable(name + "_parameters"),
                *states,
                mode="lstm",
                state_size=4,
                num_layers=layers,
                name=name,
            )
        return x

    def shape(self, x):
        """Return the shape of a value."""
        wanted = {k: v for k, v in self.inputs.items() if k in x.list_arguments()}
        return x.infer_shape(**wanted)[1][0]


def make(d):
    """Return a drawn graph."""
    maker = _Maker(d)
    ends = []
    for number in range(1 if d.chance(0.8) else 2):
        x = maker.begin(number)
        for _ in range(d.integer(1, 6)):
            shape = maker.shape(x)
            if d.chance(0.06) and len(ends) < 3:
                ends.append(x)  # one more output
            x = maker.step(x, shape)
        ends.append(x)
    if d.chance(0.3):
        ends[-1] = mx.sym.softmax(ends[-1], name=maker.name("softmax"))
    elif d.chance(0.15):
        ends[-1] = mx.sym.SoftmaxOutput(mx.sym.Flatten(ends[-1]), name="softmax")
    shapes = [maker.shape(each) for each in ends]
    if len(ends) > 1 and shapes[0] == shapes[1] and d.chance(0.4):
        ends = [mx.sym.elemwise_add(ends[0], ends[1], name="both"), *ends[2:]]
    found = Graph(ends[0] if len(ends) == 1 else mx.sym.Group(ends))
    wanted = {k: v for k, v in maker.inputs.items() if k in found.symbol.list_arguments()}
    _fill(found, wanted, d)
    return found


def _fill(found, wanted, d):
    arguments, _, states = found.symbol.infer_shape(**wanted)
    random = np.random.RandomState(d.integer(0, 10**6))
    least = d.pick((-1.0, -1.0, 0.0))
    embedded = _behind_embedding(found.symbol)
    for name, shape in zip(found.symbol.list_arguments(), arguments, strict=True):
        if name in wanted:
            low = random.randint(0, WORDS, shape) if name in embedded else random.uniform(least, 1, shape)
            found.inputs[name] = low.astype("float32")
        elif name == "softmax_label":
            continue
        else:
            value = random.uniform(-0.5, 0.5, shape)
            if name.endswith("weight"):  # no two neighbours are large: see REACH
                value *= 0.12
                value.reshape(shape[0], -1)[:, 0] = random.choice([-0.5, 0.5], shape[0])
            found.values[name] = (np.abs(value) + 0.6 if name.endswith("gamma") else value).astype("float32")
    for name, shape in zip(found.symbol.list_auxiliary_states(), states, strict=True):
        value = random.uniform(-0.3, 0.3, shape)
        found.states[name] = (np.abs(value) + 0.6 if name.endswith("var") else value).astype("float32")
    internals = found.symbol.get_internals().list_outputs()
    found.layers = [n[: -len("_output")] for n in internals if n.endswith("_output")]


def _behind_embedding(symbol):
    nodes = json.loads(symbol.tojson())["nodes"]
    return {nodes[n["inputs"][0][0]]["name"] for n in nodes if n["op"] == "Embedding"}
