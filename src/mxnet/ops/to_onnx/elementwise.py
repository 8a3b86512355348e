"""Functions of each element."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .._elementwise_onnx import real, rounded_away
from ..elementwise_table import INT_ONLY, KEEPS, TO_BOOL, UNARY, ZERO, Unary
from . import write_rows, writes


def _unary(row: Unary) -> Callable[..., Any]:
    onnx: Any = row.onnx
    to_integers = row.promotion is KEEPS and row.gradient is ZERO

    def rule(g: Any, p: Any, x: Any) -> Any:
        if to_integers and not x.is_float:
            return g.Identity(x)
        if isinstance(onnx, str):
            return g.node(onnx, (x if row.promotion is KEEPS else real(g, x),), shape=x.shape)
        return onnx(g, x if row.promotion in (KEEPS, INT_ONLY, TO_BOOL) else real(g, x))

    return rule


for _row in UNARY:
    if _row.onnx is not None:
        writes(*_row.operators)(_unary(_row))


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


@writes("_npi_around")
def _(g, p, x):
    if not x.is_float:
        return g.Identity(x)
    scale = 10.0**p.decimals
    return g.Round(x) if not p.decimals else g.Div(g.Round(g.Mul(x, scale)), scale)


@writes("_npi_nan_to_num")
def _(g, p, x):
    if not x.is_float:
        return g.Identity(x)
    limits = np.finfo(x.dtype)
    low = limits.min if p.neginf is None else p.neginf
    high = limits.max if p.posinf is None else p.posinf
    result = g.Where(g.IsNaN(x), g.scalar(p.nan, x.dtype), x, dtype=x.dtype)
    result = g.Where(g.IsInf(x, detect_negative=0), g.scalar(high, x.dtype), result, dtype=x.dtype)
    return g.Where(g.IsInf(x, detect_positive=0), g.scalar(low, x.dtype), result, dtype=x.dtype)


@writes("clip")
def _(g, p, x):
    if p.a_min > p.a_max:
        low, high = (g.scalar(_within(bound, x), x.dtype) for bound in (p.a_min, p.a_max))
        return g.Where(g.Greater(x, high), high, g.Where(g.Less(x, low), low, x, dtype=x.dtype), dtype=x.dtype)
    return g.Clip(x, g.scalar(_within(p.a_min, x), x.dtype), g.scalar(_within(p.a_max, x), x.dtype))


def _within(value: float, x: Any) -> float:
    """Return a bound as the type of ``x`` can hold it."""
    if x.is_float:
        return value
    limits = np.iinfo(x.dtype)
    return int(min(max(value, limits.min), limits.max))


@writes("Cast", "amp_cast")
def _(g, p, x):
    return g.cast(g.cast(x, "int64") if x.is_float and p.dtype == "uint8" else x, p.dtype)


@writes("amp_multicast")
def _(g, p, *xs):
    widths = [int(x.dtype.removeprefix("float")) for x in xs]
    out_dtype = f"float{min(widths) if p.cast_narrow else max(widths)}"
    return [g.cast(x, out_dtype) for x in xs]


@writes("smooth_l1")
def _(g, p, x):
    square, x = p.scalar * p.scalar, real(g, x)
    size = g.Abs(x)
    inner = g.Mul(g.Mul(x, x), 0.5 * square)
    return g.Where(g.Less(size, 1 / square), inner, g.Sub(size, 0.5 / square), dtype=x.dtype)


@writes("_contrib_div_sqrt_dim")
def _(g, p, x):
    (length,) = g.static(x, -1)
    return g.Div(x, math.sqrt(length))


# what is one expression
write_rows(
    {
        "_contrib_round_ste": lambda g, p, x: rounded_away(g, real(g, x)),
        "hard_sigmoid": lambda g, p, x: g.HardSigmoid(x, alpha=p.alpha, beta=p.beta),
        "_contrib_quadratic": lambda g, p, x: g.Add(g.Mul(x, g.Add(g.Mul(x, p.a), p.b)), p.c),
        "shape_array": lambda g, p, x: g.shape(x) if x.shape is None or None in x.shape else g.Identity(g.shape(x)),
        "size_array": lambda g, p, x: g.reshape(g.Size(x), (1,)),
        "zeros_like": lambda g, p, x: g.filled(g.lengths(x), 0, x.dtype),
        "ones_like": lambda g, p, x: g.filled(g.lengths(x), 1, x.dtype),
        "_contrib_sign_ste": lambda g, p, x: g.Sign(x),
    }
)
