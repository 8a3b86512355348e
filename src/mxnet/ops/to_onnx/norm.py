"""Normalization layers, in prediction."""

from typing import Any

import numpy as np

from ..norm import odd_window
from . import writes
from .tensors import by_function


def along(g: Any, vector: Any, axis: int, rank: int) -> Any:
    """Return a vector in a shape that broadcasts along ``axis``."""
    return g.unsqueeze(vector, *range(1, rank - axis % rank))


def _batch_norm(g: Any, p: Any, x: Any, gamma: Any, beta: Any, mean: Any, var: Any) -> Any:
    if p.fix_gamma:
        gamma = g.constant(np.ones(g.static(gamma), gamma.dtype))
    axis = p.get("axis", 1) % x.rank
    if x.dtype == "float16":  # the parameters are float32
        out = _batch_norm(g, p, g.cast(x, "float32"), gamma, beta, mean, var)
        return g.cast(out, "float16")
    if axis == 1:
        return g.BatchNormalization(x, gamma, beta, mean, var, epsilon=p.eps)
    scale = g.Div(gamma, g.Sqrt(g.Add(var, p.eps)))
    shift = g.Sub(beta, g.Mul(mean, scale))
    return g.Add(g.Mul(x, along(g, scale, axis, x.rank)), along(g, shift, axis, x.rank))


@writes("BatchNorm", "_contrib_SyncBatchNorm", "BatchNorm_v1", "_contrib_BatchNormWithReLU")
def _(g, p, x, gamma, beta, mean, var):
    out = _batch_norm(g, p, x, gamma, beta, mean, var)
    out = g.Relu(out) if g.op.name == "_contrib_BatchNormWithReLU" else out
    if not p.output_mean_var:
        return out
    is_first = g.op.name == "BatchNorm_v1"
    return out, g.Identity(mean), g.Identity(var) if is_first else g.Reciprocal(g.Sqrt(g.Add(var, p.eps)))


def normalized(g: Any, x: Any, axes: Any, eps: float) -> tuple[Any, Any, Any]:
    """Return ``x`` less its mean over axes, divided by its deviation; the mean; and the deviation."""
    mean = g.reduce("ReduceMean", x, axes, keepdims=True)
    centred = g.Sub(x, mean, shape=x.shape)
    deviation = g.Sqrt(g.Add(g.reduce("ReduceMean", g.Mul(centred, centred, shape=x.shape), axes, keepdims=True), eps))
    return g.Div(centred, deviation, shape=x.shape), mean, deviation


@writes("LayerNorm")
def _(g, p, x, gamma, beta):
    axis = p.axis % x.rank
    if g.opset >= 17 and axis == x.rank - 1 and not p.output_mean_var:
        return g.LayerNormalization(x, gamma, beta, axis=-1, epsilon=p.eps)
    out, mean, deviation = normalized(g, x, [axis], p.eps)
    out = g.Add(g.Mul(out, along(g, gamma, axis, x.rank)), along(g, beta, axis, x.rank))
    return out, mean, deviation


@writes("InstanceNorm")
def _(g, p, x, gamma, beta):
    if x.rank > 2:
        return g.InstanceNormalization(x, gamma, beta, epsilon=p.eps)
    return g.Add(g.Mul(x, 0), beta)  # one element less itself


@writes("GroupNorm")
def _(g, p, x, gamma, beta):
    groups = g.reshape(x, (g.length(x, 0), p.num_groups, -1))
    out, mean, deviation = normalized(g, groups, [2], p.eps)
    out = g.Add(g.Mul(out, g.unsqueeze(gamma, 1)), g.unsqueeze(beta, 1))
    hidden = (g.squeeze(mean, 2), g.squeeze(deviation, 2)) if p.output_mean_var else ()
    return (g.reshape(out, g.lengths(x)), *hidden)


by_function("L2Normalization")


@writes("LRN")
def _(g, p, x):
    size, alpha = odd_window(p)
    return g.LRN(x, alpha=alpha, beta=p.beta, bias=p.knorm, size=size)
