"""A network from a seed and a number, and what is fed to it."""

from __future__ import annotations

import mxnet as mx
import numpy as np
from mxnet.gluon import Constant, nn

from tests.parity.networks.blocks import Pair
from tests.parity.networks.layers import ANY, HYBRID, draw_layer
from tests.parity.networks.plan import make_plan
from tests.parity.random_calls.draw import Draw

WORDS = 7


def _input_shape(d, kind):
    batch = d.integer(2, 4)
    if kind == "vectors":
        return (batch, d.integer(2, 6))
    if kind == "sequences":
        return (batch, d.integer(2, 5), d.integer(2, 4))
    if kind == "tokens":
        return (batch, d.integer(2, 5))
    n = d.pick((1, 2, 2, 2, 3))
    low, high = {1: (5, 10), 2: (4, 8), 3: (3, 5)}[n]
    return (batch, d.integer(1, 4), *(d.integer(low, high) for _ in range(n)))


def _fill_up(d, p, block, shape, count, choices):
    """Add layers to a block, a Dense layer last."""
    with block.name_scope():
        if p.kind == "tokens":
            width = d.integer(2, 4)
            block.add(nn.Embedding(WORDS, width))
            shape = (*shape, width)
        for _ in range(count):
            layer, shape = draw_layer(d, p, shape, choices)
            block.add(layer)
        if len(shape) == 4 and d.chance(0.3):
            block.add(nn.GlobalAvgPool2D() if d.chance(0.5) else nn.GlobalMaxPool2D())
        block.add(nn.PReLU() if p.dtype == "float16" else nn.Dense(3))
    return block


def build(seed, number):
    """Return (plan, network, inputs as NumPy arrays)."""
    d = Draw(seed, number)
    p = make_plan(d)
    shape = _input_shape(d, p.kind)
    if p.hybrid and p.dtype != "float16" and d.chance(0.2):
        shapes = [shape, (shape[0], *_input_shape(d, p.kind)[1:])]
        makers = [lambda s=s: _fill_up(d, p, nn.HybridSequential(), s, d.integer(1, 3), HYBRID) for s in shapes]
        net = Pair(*makers, d.pick(("concat", "outer", "lists")), prefix=p.prefix)
    else:
        cls = nn.HybridSequential if p.hybrid else nn.Sequential
        shapes, net = [shape], cls(prefix=p.prefix)
        _fill_up(d, p, net, shape, d.integer(2, 6), ANY)
    values = np.random.RandomState([seed, number, 1])
    arrays = [
        values.randint(0, WORDS, s) if p.kind == "tokens" else values.uniform(-1, 1, s)  # exact enough in any type
        for s in shapes
    ]
    return p, net, [a.astype(p.dtype) for a in arrays]


def fill(net, number):
    """Give every parameter values that depend on its position alone."""
    for position, (name, param) in enumerate(net.collect_params().items()):
        if isinstance(param, Constant):
            continue
        values = np.random.RandomState([number, position]).uniform(-0.5, 0.5, param.shape)
        if name.endswith(("gamma", "running_var", "alpha", "scale")):
            values = np.abs(values) + 0.6
        param.set_data(mx.nd.array(values, dtype=param.dtype))


def start(seed, number):
    """Return (plan, network with its values, inputs as arrays)."""
    with mx.name.NameManager():
        p, net, arrays = build(seed, number)
        net.initialize(mx.init.Zero())
        net.cast(p.dtype)
        inputs = [mx.nd.array(a, dtype=p.dtype) for a in arrays]
        net(*inputs)
        fill(net, number)
    return p, net, inputs
