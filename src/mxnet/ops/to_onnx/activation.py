"""Activation functions, softmaxes, and what loss layers give in prediction."""

import math
from typing import Any

import numpy as np

from . import write_rows, writes
from .elementwise import identity

_ACTIVATIONS = {"relu": "Relu", "sigmoid": "Sigmoid", "tanh": "Tanh", "softrelu": "Softplus", "softsign": "Softsign"}


@writes("Activation")
def _(g, p, x):
    if p.act_type == "log_sigmoid":
        return g.Neg(g.Softplus(g.Neg(x)))
    if p.act_type == "mish":
        return g.Mul(x, g.Tanh(g.Softplus(x)))
    return g.node(_ACTIVATIONS[p.act_type], (x,))


@writes("LeakyReLU")
def _(g, p, x, gamma=None):
    if p.act_type == "leaky":
        return g.LeakyRelu(x, alpha=p.slope)
    if p.act_type == "elu":
        return g.Elu(x, alpha=p.slope)
    if p.act_type == "selu":
        return g.Selu(x)
    if p.act_type == "gelu":
        if g.opset >= 20:
            return g.Gelu(x)
        return g.Mul(g.Mul(x, 0.5), g.Add(g.Erf(g.Div(x, math.sqrt(2))), 1))
    if p.act_type == "rrelu":
        slope = (p.lower_bound + p.upper_bound) / 2
        return g.LeakyRelu(x, alpha=slope), g.filled(g.lengths(x), slope, x.dtype)
    start = 1 if gamma.rank == 1 and x.rank > 1 else 0  # a vector has one slope for each channel
    return g.PRelu(x, g.unsqueeze(gamma, *range(gamma.rank, x.rank - start)))


def softmax(g: Any, x: Any, axis: int, temperature: float | None, dtype: str | None, op: str = "Softmax") -> Any:
    """Softmax or its logarithm."""
    if temperature not in (None, 1):
        x = g.Mul(x, 1 / temperature if temperature else math.inf)
    return g.node(op, (g.cast(x, dtype or x.dtype),), axis=axis)


@writes("softmax")
def _(g, p, x, length=None):
    if not p.use_length:
        return softmax(g, x, p.axis, p.temperature, p.dtype)
    axis = p.axis % x.rank
    beyond = g.Not(within_length(g, x, length, axis))
    hidden = g.Where(beyond, g.scalar(-math.inf, x.dtype), x, dtype=x.dtype)
    result = softmax(g, hidden, p.axis, p.temperature, p.dtype)
    return g.Where(beyond, g.scalar(0, result.dtype), result, dtype=result.dtype)


def places(g: Any, x: Any, axis: int, dtype: str = "int64") -> Any:
    """The positions along an axis, in a shape that broadcasts against ``x``."""
    steps = count(g, g.length(x, axis))
    return g.cast(g.unsqueeze(steps, *range(1, x.rank - axis)), dtype)


def count(g: Any, length: Any) -> Any:
    """The integers below a length, a number or a vector of one."""
    if isinstance(length, int):
        return g.constant(np.arange(length, dtype="int64"))
    return g.Range(g.scalar(0, "int64"), g.squeeze(length, 0), g.scalar(1, "int64"), shape=(None,))


def within_length(g: Any, x: Any, length: Any, axis: int) -> Any:
    """Whether positions along ``axis`` lie below ``length``, which has the other axes of ``x``."""
    return g.Less(places(g, x, axis), g.cast(g.unsqueeze(length, axis), "int64"))


@writes("SoftmaxOutput", reads=1)
def _(g, p, x):
    if p.multi_output:
        return g.Softmax(x, axis=1)
    if p.preserve_shape or x.rank == 2:
        return g.Softmax(x, axis=-1)
    flat = g.Softmax(g.Flatten(x, axis=1, shape=(None, None)), axis=-1)
    return g.reshape(flat, g.lengths(x))


writes("LogisticRegressionOutput", reads=1)(lambda g, p, x: g.Sigmoid(x))
_LOSSES = "LinearRegressionOutput", "MAERegressionOutput", "SVMOutput", "MakeLoss", "IdentityAttachKLSparseReg"
writes(*_LOSSES, reads=1)(identity)


@writes("softmax_cross_entropy")
def _(g, p, x, label):
    scores = g.LogSoftmax(x, axis=-1)
    index = g.unsqueeze(g.cast(label, "int64"), 1)
    return g.Neg(g.reshape(g.reduce("ReduceSum", g.GatherElements(scores, index, axis=1)), (1,)))


# what is one expression
write_rows(
    {
        "log_softmax": lambda g, p, x: softmax(g, x, p.axis, p.temperature, p.dtype, "LogSoftmax"),
        "softmin": lambda g, p, x: softmax(g, g.Neg(x), p.axis, p.temperature, p.dtype),
        "SoftmaxActivation": lambda g, p, x: g.Softmax(x, axis=1 if p.mode == "channel" else -1),
    }
)
