"""Functions of each element."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...registry.op import OPS
from . import writes

#: functions that have a name in ONNX, and take integers there too
_EXACT = {"abs": "Abs", "negative": "Neg", "sign": "Sign", "ceil": "Ceil", "floor": "Floor"}
#: the same for functions of real numbers
_REAL = {
    **{name: name.capitalize() for name in ("sqrt", "exp", "log", "sin", "cos", "tan", "sinh", "cosh", "tanh", "erf")},
    **{name: name.capitalize() for name in ("reciprocal", "sigmoid", "softsign")},
    **{f"arc{name}": f"A{name}" for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh")},
}


def names(name: str) -> list[str]:
    """Return the names of an operator in the classic and the NumPy interface, as far as they are operators."""
    return [each for each in (name, f"_npi_{name}", f"_npx_{name}") if each in OPS and OPS[each].name == each]


def real(g: Any, x: Any) -> Any:
    """Return ``x`` as floating-point numbers: as they are, whole ones as float32 (the type of the result, if real)."""
    if x.is_float:
        return x
    wanted = g.outs[0].dtype
    return g.cast(x, wanted if "float" in wanted else "float32")


def _unary(op_type: str, is_real: bool) -> Callable[..., Any]:
    def rule(g: Any, p: Any, x: Any) -> Any:
        if not is_real and not x.is_float and op_type in ("Ceil", "Floor"):
            return g.Identity(x)
        return g.node(op_type, (real(g, x) if is_real else x,), shape=x.shape)

    return rule


for _name, _op_type in _EXACT.items():
    writes(*names(_name))(_unary(_op_type, False))
for _name, _op_type in _REAL.items():
    writes(*names(_name))(_unary(_op_type, True))
writes("_npi_absolute")(_unary("Abs", False))


@writes("relu", "_npx_relu")
def relu(g, p, x):
    """``max(x, 0)``."""
    return g.Relu(x) if x.is_float else g.Max(x, 0)


@writes("_copy", "BlockGrad", "_copyto", "_np_copy", "cast_storage", "make_loss", "_contrib_gradientmultiplier",
        reads=1)  # fmt: skip
@writes("_identity_with_attr_like_rhs", reads=1)
def identity(g, p, x):
    """The input itself."""
    return x


@writes("Dropout")
def _(g, p, x):
    if p.mode == "training":
        return x
    return g.Dropout(x, g.scalar(p.p, x.dtype), g.constant(np.array(True)))


@writes("square", "_npi_square")
def _(g, p, x):
    return g.Mul(x, x)


def truncated(g: Any, x: Any) -> Any:
    """``x`` without its fraction."""
    return g.Mul(g.Sign(x), g.Floor(g.Abs(x))) if x.is_float else x


@writes("trunc", "fix", "_npi_trunc", "_npi_fix")
def _(g, p, x):
    return truncated(g, x) if x.is_float else g.Identity(x)


@writes("rint", "_npi_rint")
def _(g, p, x):
    x = real(g, x)
    below = g.Floor(x)
    return g.Add(below, g.cast(g.Greater(g.Sub(x, below), 0.5), x.dtype))


def away(g: Any, x: Any) -> Any:
    """The nearest integer, halves away from zero."""
    size = g.Abs(x)
    below = g.Floor(size)
    up = g.cast(g.GreaterOrEqual(g.Sub(size, below), 0.5), x.dtype)
    return g.Mul(g.Sign(x), g.Add(below, up))


@writes("round", "_contrib_round_ste")
def _(g, p, x):
    return away(g, real(g, x))


@writes("_npi_around")
def _(g, p, x):
    if not x.is_float:
        return g.Identity(x)
    scale = 10.0**p.decimals
    return g.Round(x) if not p.decimals else g.Div(g.Round(g.Mul(x, scale)), scale)


@writes("rsqrt")
def _(g, p, x):
    return g.Reciprocal(g.Sqrt(real(g, x)))


@writes("expm1", "_npi_expm1")
def _(g, p, x):
    x = real(g, x)  # as a hyperbolic tangent, which keeps the digits of small results
    return g.Mul(g.Tanh(g.Mul(x, 0.5)), g.Add(g.Exp(x), 1))


@writes("log1p", "_npi_log1p")
def log1p(g, p, x):
    """``log(1 + x)``, of small numbers by the inverse of the hyperbolic tangent, which keeps their digits."""
    x = real(g, x)
    small = g.Mul(g.Atanh(g.Div(x, g.Add(x, 2))), 2)
    return g.Where(g.Less(g.Abs(x), 0.5), small, g.Log(g.Add(x, 1)), dtype=x.dtype)


def _scaled(function: str | None, factor: float) -> Callable[..., Any]:
    def rule(g: Any, p: Any, x: Any) -> Any:
        x = real(g, x)
        return g.Mul(x if function is None else g.node(function, (x,)), factor)

    return rule


for _name, _function, _factor in (
    ("log2", "Log", 1 / math.log(2)),
    ("log10", "Log", 1 / math.log(10)),
    ("degrees", None, 180 / math.pi),
    ("radians", None, math.pi / 180),
):
    writes(*names(_name))(_scaled(_function, _factor))


def _cube_root(g: Any, x: Any) -> Any:
    return g.Mul(g.Sign(x), g.Pow(g.Abs(x), 1 / 3))


@writes("cbrt", "_npi_cbrt")
def _(g, p, x):
    return _cube_root(g, real(g, x))


@writes("rcbrt")
def _(g, p, x):
    return g.Reciprocal(_cube_root(g, real(g, x)))


def not_zero(g: Any, x: Any) -> Any:
    """Return where ``x`` is not 0, as booleans."""
    return g.cast(x, "bool")


@writes("logical_not", "_npi_logical_not")
def _(g, p, x):
    return g.Not(not_zero(g, x))


def _filled_like(number: float) -> Callable[..., Any]:
    return lambda g, p, x: g.filled(g.lengths(x), number, x.dtype)


writes("zeros_like")(_filled_like(0))
writes("ones_like")(_filled_like(1))


@writes("_npi_isnan")
def _(g, p, x):
    return g.IsNaN(real(g, x))


def _is_infinite(negative: int, positive: int) -> Callable[..., Any]:
    return lambda g, p, x: g.IsInf(real(g, x), detect_negative=negative, detect_positive=positive)


writes("_npi_isinf")(_is_infinite(1, 1))
writes("_npi_isposinf")(_is_infinite(0, 1))
writes("_npi_isneginf")(_is_infinite(1, 0))


@writes("_npi_isfinite")
def _(g, p, x):
    x = real(g, x)
    return g.Not(g.Or(g.IsNaN(x), g.IsInf(x)))


@writes("_npi_nan_to_num")
def _(g, p, x):
    if not x.is_float:
        return g.Identity(x)
    limits = np.finfo(x.dtype)
    low = limits.min if p.neginf is None else p.neginf
    high = limits.max if p.posinf is None else p.posinf
    made = g.Where(g.IsNaN(x), g.scalar(p.nan, x.dtype), x, dtype=x.dtype)
    made = g.Where(g.IsInf(x, detect_negative=0), g.scalar(high, x.dtype), made, dtype=x.dtype)
    return g.Where(g.IsInf(x, detect_positive=0), g.scalar(low, x.dtype), made, dtype=x.dtype)


@writes("_npi_bitwise_not")
def _(g, p, x):
    return g.Not(x) if x.dtype == "bool" else g.BitwiseNot(x)


@writes("clip")
def _(g, p, x):
    if p.a_min > p.a_max:
        low, high = (g.scalar(_within(bound, x), x.dtype) for bound in (p.a_min, p.a_max))
        return g.Where(g.Greater(x, high), high, g.Where(g.Less(x, low), low, x, dtype=x.dtype), dtype=x.dtype)
    return g.Clip(x, g.scalar(_within(p.a_min, x), x.dtype), g.scalar(_within(p.a_max, x), x.dtype))


def _within(number: float, x: Any) -> float:
    """Return a bound as the type of ``x`` can hold it."""
    if x.is_float:
        return number
    limits = np.iinfo(x.dtype)
    return int(min(max(number, limits.min), limits.max))


@writes("Cast", "amp_cast")
def _(g, p, x):
    if p.dtype == "bool" or x.dtype == p.dtype:
        return g.cast(x, p.dtype)
    if x.is_float and p.dtype == "uint8":
        return g.cast(g.cast(x, "int64"), p.dtype)
    return g.cast(x, p.dtype)


@writes("amp_multicast")
def _(g, p, *xs):
    widths = [int(x.dtype.removeprefix("float")) for x in xs]
    wanted = f"float{min(widths) if p.cast_narrow else max(widths)}"
    return [g.cast(x, wanted) for x in xs]


@writes("smooth_l1")
def _(g, p, x):
    square, x = p.scalar * p.scalar, real(g, x)
    size = g.Abs(x)
    inner = g.Mul(g.Mul(x, x), 0.5 * square)
    return g.Where(g.Less(size, 1 / square), inner, g.Sub(size, 0.5 / square), dtype=x.dtype)


@writes("hard_sigmoid")
def _(g, p, x):
    return g.HardSigmoid(x, alpha=p.alpha, beta=p.beta)


@writes("_contrib_quadratic")
def _(g, p, x):
    return g.Add(g.Mul(x, g.Add(g.Mul(x, p.a), p.b)), p.c)


@writes("_contrib_div_sqrt_dim")
def _(g, p, x):
    (length,) = g.static(x, -1)
    return g.Div(x, math.sqrt(length))


@writes("shape_array")
def _(g, p, x):
    return g.shape(x) if x.shape is None or None in x.shape else g.Identity(g.shape(x))


@writes("size_array")
def _(g, p, x):
    return g.reshape(g.Size(x), (1,))


@writes("_contrib_sign_ste")
def _(g, p, x):
    return g.Sign(x)
