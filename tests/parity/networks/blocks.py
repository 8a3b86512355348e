"""Blocks such as users write: with parameters of their own, several inputs, several outputs, cells inside."""

from __future__ import annotations

import mxnet as mx
import numpy as np
from mxnet.gluon import HybridBlock, nn


class Residual(HybridBlock):
    """A block beside its input, scaled by a parameter of its own."""

    def __init__(self, make, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.scale = self.params.get("scale", shape=(1,), init="ones")
            self.body = make()

    def hybrid_forward(self, F, x, scale):
        return x + F.broadcast_mul(self.body(x), scale)


class Gate(HybridBlock):
    """Elements of the input let through by a function of them, with a constant."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.slope = self.params.get("slope", shape=(1,), allow_deferred_init=True)
            self.offset = self.params.get_constant("offset", np.array([0.25], dtype="float32"))

    def hybrid_forward(self, F, x, slope, offset):
        gate = F.sigmoid(F.broadcast_add(F.broadcast_mul(x, slope), offset))
        return F.where(x > 0, gate * x, -(gate**2))


class Reshaped(HybridBlock):
    """Axes turned, something done, axes turned back."""

    def __init__(self, make, axes, **kwargs):
        super().__init__(**kwargs)
        self.axes = axes
        with self.name_scope():
            self.inner = make()

    def hybrid_forward(self, F, x):
        back = tuple(int(i) for i in np.argsort(self.axes))
        return F.transpose(self.inner(F.transpose(x, axes=self.axes)), axes=back)


class Tied(HybridBlock):
    """Two dense layers with the same parameters, one after the other."""

    def __init__(self, width, bias, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.first = nn.Dense(width, in_units=width, use_bias=bias, flatten=False)
            self.second = nn.Dense(width, in_units=width, use_bias=bias, flatten=False, params=self.first.params)

    def hybrid_forward(self, F, x):
        return self.second(F.tanh(self.first(x)))


class Unrolled(HybridBlock):
    """A recurrent cell over the steps of (batch, steps, channels)."""

    def __init__(self, make, steps, merged, **kwargs):
        super().__init__(**kwargs)
        self.steps, self.merged = steps, merged
        with self.name_scope():
            self.cell = make()

    def hybrid_forward(self, F, x):
        outputs, _ = self.cell.unroll(self.steps, x, layout="NTC", merge_outputs=self.merged)
        return outputs if self.merged else F.stack(*outputs, axis=1)


class Pair(HybridBlock):
    """Two inputs, each with a block of its own; the outputs nested, joined and apart."""

    def __init__(self, first, second, how, **kwargs):
        super().__init__(**kwargs)
        self.how = how
        with self.name_scope():
            self.first, self.second = first(), second()

    def hybrid_forward(self, F, x, y):
        a, b = F.flatten(self.first(x)), F.flatten(self.second(y))
        if self.how == "concat":
            return F.concat(a, b, dim=1)
        if self.how == "outer":
            return F.batch_dot(F.expand_dims(a, axis=2), F.expand_dims(b, axis=1)), [a, b]
        return [F.concat(F.mean(a, axis=1, keepdims=True), b, dim=1), (a, F.sum(b, axis=1))]


def raises_to(power):
    """Return a function for HybridLambda."""
    return lambda F, x: F.sign(x) * F.abs(x) ** power


def centred(F, x):
    """Take each sample's mean away."""
    return F.broadcast_sub(x, F.mean(x, axis=0, exclude=True, keepdims=True))


def doubled(x):
    """Do what a Lambda does, with arrays alone."""
    return mx.nd.concat(x, x * 2, dim=1)
