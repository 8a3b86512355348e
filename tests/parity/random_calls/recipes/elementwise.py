"""Operators on each element: of one array, of two, with a number; broadcasting; choosing and comparing."""

from __future__ import annotations

import numpy as np

from ..draw import ANY, FLOATS, REAL, Draw
from . import Made, recipe

_UNARY = [
    "abs", "negative", "square", "relu", "sign", "ceil", "floor", "trunc", "fix", "rint", "round", "exp", "expm1",
    "sin", "cos", "arctan", "sinh", "cosh", "tanh", "arcsinh", "degrees", "radians", "sigmoid", "softsign", "erf",
    "cbrt", "_copyto", "_copy", "BlockGrad", "zeros_like", "ones_like", "logical_not", "reciprocal", "rcbrt",
    "hard_sigmoid", "shape_array", "size_array", "_contrib_div_sqrt_dim", "_contrib_round_ste",
    "_contrib_sign_ste", "make_loss"
]  # fmt: skip
_DOMAINS = {
    "sqrt": (0.1, 4), "rsqrt": (0.1, 4), "log": (0.1, 4), "log2": (0.1, 4), "log10": (0.1, 4), "log1p": (-0.9, 4),
    "arcsin": (-0.95, 0.95), "arccos": (-0.95, 0.95), "arccosh": (1.1, 5), "arctanh": (-0.95, 0.95),
    "erfinv": (-0.95, 0.95), "gammaln": (0.3, 6), "gamma": (0.3, 6), "tan": (-1.3, 1.3),
}  # fmt: skip
_BINARY = [
    "add", "sub", "mul", "div", "mod", "power", "maximum", "minimum", "hypot", "equal", "not_equal", "greater",
    "greater_equal", "lesser", "lesser_equal", "logical_and", "logical_or", "logical_xor"
]  # fmt: skip
_SAME = [f"elemwise_{n}" if n in ("add", "sub", "mul", "div") else f"_{n}" for n in _BINARY]
_SCALAR = [
    "plus", "minus", "rminus", "mul", "div", "rdiv", "mod", "rmod", "power", "rpower", "maximum", "minimum",
    "hypot", "equal", "not_equal", "greater", "greater_equal", "lesser", "lesser_equal", "logical_and",
    "logical_or", "logical_xor"
]  # fmt: skip
_ZERO_DIVIDES = ("div", "mod", "rdiv", "rmod", "reciprocal", "rcbrt")


def _operand(d: Draw, shape: tuple[int, ...], nonzero: bool) -> np.ndarray:
    """Return values; without zeros in integers that are divided by."""
    values = d.array(shape)
    if nonzero and not d.dtype.startswith("float"):
        values[values == 0] = 1
    return values


def _in_domain(d: Draw, name: str, low: float, high: float, shape: tuple[int, ...]) -> np.ndarray:
    return d.uniform(low, high, shape)


@recipe(*_UNARY, types=REAL, zeros=True)
def _(d: Draw, name: str) -> Made:
    inputs = [_operand(d, d.shape(), name in _ZERO_DIVIDES)]
    if name == "hard_sigmoid":
        return inputs, d.some(alpha=d.number(0.1, 0.5), beta=d.number(0, 1))
    return inputs, {}


@recipe(*_DOMAINS, types=FLOATS, zeros=True)
def _(d: Draw, name: str) -> Made:
    return [d.uniform(*_DOMAINS[name], d.shape())], {}


@recipe(*_SAME, "_grad_add", types=REAL, zeros=True)
def _(d: Draw, name: str) -> Made:
    shape = d.shape()
    return _pair(d, name, shape, shape)


@recipe(*(f"broadcast_{n}" for n in _BINARY), types=REAL, zeros=True)
def _(d: Draw, name: str) -> Made:
    shape = d.shape()
    return _pair(d, name, d.broadcastable(shape), d.broadcastable(shape))


def _pair(d: Draw, name: str, left: tuple[int, ...], right: tuple[int, ...]) -> Made:
    kind = name.rpartition("_")[2]
    if kind == "power":
        return [d.uniform(0.2, 3, left), d.uniform(0 if "int" in d.dtype else -2, 2, right)], {}
    return [d.array(left), _operand(d, right, kind in _ZERO_DIVIDES)], {}


@recipe(*(f"_{n}_scalar" for n in _SCALAR), types=REAL, zeros=True)
def _(d: Draw, name: str) -> Made:
    scalar = d.pick((d.number(-3, 3), d.integer(-3, 3), 2.0, 1))
    positive = "power" in name
    if positive and (name == "_rpower_scalar" or d.dtype.startswith("int")):
        scalar = abs(scalar) + 0.5
    if (d.dtype.startswith(("int", "uint"))) and name in ("_div_scalar", "_mod_scalar") and abs(scalar) < 1:
        scalar = 2
    if d.dtype == "uint8":
        scalar = abs(scalar)
    shape = d.shape()
    data = d.uniform(0.2, 3, shape) if positive else _operand(d, shape, name in ("_rdiv_scalar", "_rmod_scalar"))
    return [data], {"scalar": scalar, **d.flags("is_int")} if d.chance(0.9) else {}


@recipe("_scatter_plus_scalar", "_scatter_minus_scalar", types=FLOATS)
def _(d: Draw) -> Made:
    return [d.array(d.shape())], {"scalar": d.number(-2, 2)}


@recipe("_scatter_elemwise_div", types=FLOATS)
def _(d: Draw) -> Made:
    shape = d.shape()
    return [d.array(shape), d.uniform(0.5, 2, shape)], {}


@recipe("smooth_l1", "_contrib_gradientmultiplier", types=FLOATS, zeros=True)
def _(d: Draw) -> Made:
    return [d.normal(d.shape())], d.some(scalar=d.number(0.2, 2))


@recipe("_contrib_quadratic", types=FLOATS, zeros=True)
def _(d: Draw) -> Made:
    return [d.normal(d.shape())], d.some(a=d.number(-2, 2), b=d.number(-2, 2), c=d.number(-2, 2))


@recipe("clip", types=REAL, zeros=True)
def _(d: Draw) -> Made:
    low = d.number(-2, 1) if d.dtype != "uint8" else d.number(0, 1)
    return [d.array(d.shape())], {"a_min": low, "a_max": low + d.number(0, 2)}


@recipe("Cast", "amp_cast", types=ANY, zeros=True)
def _(d: Draw, name: str) -> Made:
    target = d.pick(FLOATS if name == "amp_cast" else ANY)
    if name == "amp_cast":
        d.dtype = d.pick(FLOATS)
    low = 0 if target in ("uint8", "bool") else -5  # a negative number as uint8 is undefined in C
    return [d.uniform(low, 5, d.shape())], {"dtype": target}


@recipe("add_n", types=REAL, zeros=True)
def _(d: Draw) -> Made:
    shape = d.shape()
    return [d.array(shape) for _ in range(d.integer(1, 4))], {}


@recipe("amp_multicast", types=FLOATS)
def _(d: Draw) -> Made:
    number = d.integer(1, 3)
    types = [d.pick(("float32", "float16")) for _ in range(number)]
    return [d.array(d.shape(), t) for t in types], {"num_outputs": number, **d.flags("cast_narrow")}


@recipe("where", types=REAL, zeros=True)
def _(d: Draw) -> Made:
    shape = d.shape()
    condition = d.whole(0, 1, shape if d.chance(0.7) else shape[:1], d.pick((d.dtype, "float32", "int32")))
    return [condition, d.array(shape), d.array(shape)], {}


@recipe("_contrib_allclose", types=FLOATS)
def _(d: Draw) -> Made:
    data = d.array(d.shape())
    near = data + np.asarray(d.uniform(-1e-4, 1e-4, data.shape) * d.integer(0, 1), data.dtype)
    return [data, near], d.some(rtol=1e-3, atol=1e-5, equal_nan=d.chance(0.5))


@recipe("Activation", types=FLOATS, zeros=True)
def _(d: Draw) -> Made:
    return [d.normal(d.shape())], {"act_type": d.pick(("relu", "sigmoid", "softrelu", "softsign", "tanh"))}


@recipe("LeakyReLU", types=FLOATS, zeros=True)
def _(d: Draw) -> Made:
    shape, kind = d.shape(2), d.pick(("elu", "gelu", "leaky", "prelu", "selu", "rrelu"))
    gamma = [d.uniform(0.1, 0.5, (shape[1] if d.chance(0.7) else 1,))] if kind == "prelu" else []
    return [d.normal(shape), *gamma], {"act_type": kind, **d.some(slope=d.number(0.1, 0.9))}


@recipe("softmax", "log_softmax", "softmin", types=FLOATS, zeros=True)
def _(d: Draw, name: str) -> Made:
    shape = d.shape()
    axis = d.axis(len(shape))
    attrs = d.some(axis=axis, temperature=d.pick((None, d.number(0.5, 3))), dtype=d.pick((None, *FLOATS)))
    inputs = [d.normal(shape)]
    if d.chance(0.25) and name == "softmax" and len(shape) > 1 and not d.zeros:
        at = attrs.get("axis", -1) % len(shape)
        rest = tuple(n for i, n in enumerate(shape) if i != at)
        inputs.append(d.whole(1, max(shape[at], 1), rest, d.pick(("int32", "int64"))))
        attrs["use_length"] = True
    if attrs.get("dtype", "") is None:
        del attrs["dtype"]  # 1.9.1 reads a None that is given as float64
    return inputs, attrs


@recipe("SoftmaxActivation", types=FLOATS)
def _(d: Draw) -> Made:
    return [d.normal(d.shape(2))], d.some(mode=d.pick(("channel", "instance")))
