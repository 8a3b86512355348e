"""300 random programs of mx.np, of three to ten functions each: values, types and gradients, at once and hybridized.

A program is a list of steps, drawn beforehand; each step is the name of a function, the numbers of its inputs among the
values so far, and its other arguments. The same steps run with `F` being `mx.nd` and, hybridized, `mx.sym`.
"""

import random

import mxnet as mx
import numpy as onp
from mxnet import gluon, np, npx

RTOL = 2e-4
ATOL = 2e-5
COUNT = 300
#: functions of any float array whose values stay small and whose gradient is smooth
UNARY = ["tanh", "sin", "cos", "arctan", "square", "negative", "cbrt_plus", "log1p_square", "sqrt_plus", "exp_tanh"]
BINARY = ["add", "subtract", "multiply", "maximum", "minimum", "divide_plus", "where"]
REDUCTIONS = ["sum", "mean", "max", "min"]


def apply(F, name, values, more):
    """Apply one step to its inputs."""
    n, x = F.np, values[0]
    if name in ("tanh", "sin", "cos", "arctan", "square", "negative"):
        return getattr(n, name)(x)
    if name == "cbrt_plus":
        return n.cbrt(x * x + 1)
    if name == "log1p_square":
        return n.log1p(x * x)
    if name == "sqrt_plus":
        return n.sqrt(x * x + 0.5)
    if name == "exp_tanh":
        return n.exp(n.tanh(x))
    if name in ("add", "subtract", "multiply", "maximum", "minimum"):
        return getattr(n, name)(x, values[1])
    if name == "divide_plus":
        return x / (values[1] * values[1] + 1)
    if name == "where":
        return n.where(x > values[1], x, values[1] * 0.5)
    if name in REDUCTIONS:
        return getattr(n, name)(x, axis=more[0], keepdims=more[1])
    if name == "scalar":
        return {"+": x + more[1], "r-": more[1] - x, "*": x * more[1], "/": x / more[1], "**": x ** more[1]}[more[0]]
    if name == "reshape":
        return n.reshape(x, more)
    if name == "transpose":
        return n.transpose(x, more)
    if name == "concatenate":
        return n.concatenate([x, x * 2], axis=more)
    if name == "stack":
        return n.stack([x, x - 1], axis=more)
    if name == "split":
        return n.split(x, more[0], axis=more[1])[more[2]]
    if name == "clip":
        return n.clip(x, *more)
    if name == "dot":
        return n.dot(x, n.transpose(x, None))
    if name == "astype":
        return n.multiply(x, 3).astype(more).astype("float32") if more == "float64" else (x * 3).astype(more)
    if name in ("flip", "expand_dims", "cumsum", "tile"):
        return getattr(n, name)(x, more)
    if name == "roll":
        return n.roll(x, more[0], more[1])
    if name == "swapaxes":
        return n.swapaxes(x, *more)
    if name == "softmax":
        return F.npx.softmax(x, axis=more)
    if name == "relu":
        return F.npx.relu(x)
    raise ValueError(name)


def unary_step(draw, shape):
    return draw.choice(UNARY), None, shape


def step(draw, shapes):
    """Return a step `(name, inputs, more)` for values of these shapes, and the shape of its result."""
    i = draw.randrange(len(shapes))
    shape = shapes[i]
    kind = draw.choice(["unary", "unary", "binary", "binary", "reduce", "scalar", "rearrange", "rearrange", "layer"])
    if kind == "binary":
        fits = [j for j, other in enumerate(shapes) if broadcast(shape, other) is not None]
        j = draw.choice(fits)
        return (draw.choice(BINARY), [i, j], None), broadcast(shape, shapes[j])
    if kind == "reduce" and shape:
        axes = draw.choice(
            [None, draw.randrange(len(shape)), -1, tuple(range(len(shape)))[: draw.randint(1, len(shape))]]
        )
        keep = draw.random() < 0.4
        taken = (
            range(len(shape))
            if axes is None
            else [a % len(shape) for a in (axes if isinstance(axes, tuple) else (axes,))]
        )
        made = tuple(1 if a in taken else n for a, n in enumerate(shape) if keep or a not in taken)
        return (draw.choice(REDUCTIONS), [i], [axes, keep]), made
    if kind == "scalar":
        sign, number = draw.choice(
            [("+", 2), ("+", 0.5), ("r-", 1), ("r-", 1.5), ("*", 3), ("*", -0.25), ("/", 4), ("**", 2)]
        )
        return ("scalar", [i], [sign, number]), shape
    if kind == "rearrange" and shape and len(shape) < 4:
        return rearrange(draw, i, shape)
    if kind == "layer" and shape:
        return draw.choice([(("relu", [i], None), shape), (("softmax", [i], draw.randrange(len(shape))), shape)])
    return (draw.choice(UNARY), [i], None), shape


def rearrange(draw, i, shape):
    axis = draw.randrange(len(shape))
    size = int(onp.prod(shape))
    name = draw.choice(
        [
            "reshape",
            "transpose",
            "concatenate",
            "stack",
            "flip",
            "expand_dims",
            "roll",
            "swapaxes",
            "cumsum",
            "clip",
            "dot",
            "tile",
        ]
    )
    if name == "dot" and len(shape) != 2:
        name = "flip"
    if name == "reshape":
        return (name, [i], [-1, shape[axis]]), (size // shape[axis], shape[axis])
    if name == "transpose":
        order = list(range(len(shape)))
        draw.shuffle(order)
        return (name, [i], order), tuple(shape[a] for a in order)
    if name == "concatenate":
        return (name, [i], axis), (*shape[:axis], 2 * shape[axis], *shape[axis + 1 :])
    if name == "stack":
        return (name, [i], axis), (*shape[:axis], 2, *shape[axis:])
    if name == "expand_dims":
        return (name, [i], axis), (*shape[:axis], 1, *shape[axis:])
    if name == "roll":
        return (name, [i], [draw.randint(-2, 2), axis]), shape
    if name == "swapaxes":
        made = list(shape)
        made[0], made[axis] = made[axis], made[0]
        return (name, [i], [0, axis]), tuple(made)
    if name == "clip":
        return (name, [i], [-0.7, 0.8]), shape
    if name == "dot":
        return (name, [i], None), (shape[0], shape[0])
    if name == "tile":
        return (name, [i], [1] * (len(shape) - 1) + [2]), (*shape[:-1], 2 * shape[-1])
    return (name, [i], axis), shape


def broadcast(first, second):
    try:
        return onp.broadcast_shapes(first, second)
    except ValueError:
        return None


def drawn(seed):
    """Return the shapes of a program's two inputs, and its steps."""
    draw = random.Random(seed)
    shape = tuple(draw.randint(1, 4) for _ in range(draw.randint(1, 3)))
    other = tuple(n if draw.random() < 0.7 else 1 for n in shape)[draw.randrange(len(shape)) :]
    shapes, steps = [shape, other], []
    for _ in range(draw.randint(3, 10)):
        made, result = step(draw, shapes)
        if onp.prod(result) <= 200:
            steps.append(made)
            shapes.append(tuple(result))
    return (shape, other), steps


class Program(gluon.HybridBlock):
    def __init__(self, steps):
        super().__init__()
        self.steps = steps

    def hybrid_forward(self, F, x, y):
        values = [x, y]
        for name, inputs, more in self.steps:
            values.append(apply(F, name, [values[i] for i in inputs], more))
        return values[-1]


def answer(seed, hybridize):
    shapes, steps = drawn(seed)
    numbers = onp.random.RandomState(seed)
    arrays = [np.array(numbers.uniform(-1.5, 1.5, shape).astype("float32")) for shape in shapes]
    for each in arrays:
        each.attach_grad()
    block = Program(steps)
    if hybridize:
        block.hybridize()
    with mx.autograd.record():
        out = block(*arrays)
        total = (out * out).sum()
    total.backward()
    return [out.asnumpy(), *(each.grad.asnumpy() for each in arrays)]


def run():
    npx.set_np()
    try:
        answers = {}
        for seed in range(COUNT):
            for hybridize in (False, True):
                answers[f"{seed}{' hybridized' if hybridize else ''}"] = answer(seed, hybridize)
    finally:
        npx.reset_np()
    return answers
