"""Element-wise functions in terms of ONNX's where it has no operator: ``function(g, x)``, or of two values.

``g`` is the writer of a graph (:mod:`mxnet.ops.to_onnx`); the values are floating-point numbers
unless the row keeps the type of integers, or its result is bool.
"""

from collections.abc import Callable
from typing import Any


def real(g: Any, x: Any) -> Any:
    """Return ``x`` as floating-point numbers: as they are, integers as float32 (the type of the result, if real)."""
    if x.is_float:
        return x
    out_dtype = g.outs[0].dtype
    return g.cast(x, out_dtype if "float" in out_dtype else "float32")


def is_finite(g: Any, x: Any) -> Any:
    """Return whether ``x`` is neither infinite nor NaN."""
    x = real(g, x)
    return g.Not(g.Or(g.IsNaN(x), g.IsInf(x)))


def rectified(g: Any, x: Any) -> Any:
    """Return ``max(x, 0)``."""
    return g.Relu(x) if x.is_float else g.Max(x, 0)


def truncated(g: Any, x: Any) -> Any:
    """Return ``x`` without its fraction."""
    return g.Mul(g.Sign(x), g.Floor(g.Abs(x)))


def rounded_down(g: Any, x: Any) -> Any:
    """Return the nearest integer, halves down."""
    below = g.Floor(x)
    return g.Add(below, g.cast(g.Greater(g.Sub(x, below), 0.5), x.dtype))


def rounded_away(g: Any, x: Any) -> Any:
    """Return the nearest integer, halves away from zero."""
    size = g.Abs(x)
    below = g.Floor(size)
    up = g.cast(g.GreaterOrEqual(g.Sub(size, below), 0.5), x.dtype)
    return g.Mul(g.Sign(x), g.Add(below, up))


def cube_root(g: Any, x: Any) -> Any:
    """Return the real cube root."""
    return g.Mul(g.Sign(x), g.Pow(g.Abs(x), 1 / 3))


def log1p(g: Any, x: Any) -> Any:
    """Return ``log(1 + x)``, of small numbers by the inverse of the hyperbolic tangent, which keeps their digits."""
    small = g.Mul(g.Atanh(g.Div(x, g.Add(x, 2))), 2)
    return g.Where(g.Less(g.Abs(x), 0.5), small, g.Log(g.Add(x, 1)), dtype=x.dtype)


def expm1(g: Any, x: Any) -> Any:
    """Return ``e ** x - 1`` by the hyperbolic tangent, which keeps the digits of small results."""
    return g.Mul(g.Tanh(g.Mul(x, 0.5)), g.Add(g.Exp(x), 1))


# -- of two values of one type -----------------------------------------------------------------------------------------


def modulo(g: Any, x: Any, y: Any) -> Any:
    """Return the remainder, with the sign of ``y``; 0 where that is 0."""
    if not x.is_float:
        zero = g.Equal(y, 0)
        rest = g.Mod(x, g.Where(zero, g.scalar(1, x.dtype), y, dtype=x.dtype))
        return g.Where(zero, g.scalar(0, x.dtype), rest, dtype=x.dtype)
    rest = g.Mod(x, y, fmod=1)
    other = g.And(g.Not(g.Equal(rest, 0)), g.Xor(g.Less(rest, 0), g.Less(y, 0)))
    rest = g.Where(other, g.Add(rest, y), rest, dtype=x.dtype)
    return g.Where(g.Equal(y, 0), g.scalar(0, x.dtype), rest, dtype=x.dtype)


def hypot(g: Any, x: Any, y: Any) -> Any:
    """Return ``sqrt(x * x + y * y)``."""
    dtype = x.dtype
    if not x.is_float:
        x, y = g.cast(x, "float64"), g.cast(y, "float64")
    return g.cast(g.Sqrt(g.Add(g.Mul(x, x), g.Mul(y, y))), dtype)


def unequal(g: Any, x: Any, y: Any) -> Any:
    """Return ``x != y``."""
    return g.Not(g.Equal(x, y))


def logical(op_type: str) -> Callable[..., Any]:
    """Return what writes ONNX's operator of booleans for numbers, which hold where they are not 0."""
    return lambda g, x, y: g.node(op_type, (g.cast(x, "bool"), g.cast(y, "bool")))


def bitwise(op_type: str) -> Callable[..., Any]:
    """Return what writes an operator of bits."""
    return lambda g, x, y: g.node(op_type if x.dtype == "bool" else f"Bitwise{op_type}", (x, y))


def arctan2(g: Any, y: Any, x: Any) -> Any:
    """Return the angle of the point (x, y), from that of its slope."""
    pi = 3.141592653589793
    dtype = x.dtype
    angle = g.Atan(g.Div(y, x))
    turn = g.Where(g.Less(y, 0), g.scalar(-pi, dtype), g.scalar(pi, dtype), dtype=dtype)
    angle = g.Where(g.Less(x, 0), g.Add(angle, turn), angle, dtype=dtype)
    upright = g.Mul(g.Sign(y), pi / 2)
    return g.Where(g.Equal(x, 0), upright, angle, dtype=dtype)


def copysign(g: Any, x: Any, y: Any) -> Any:
    """Return ``|x|`` with the sign of ``y``."""
    size = g.Abs(x)
    return g.Where(g.Less(y, 0), g.Neg(size), size, dtype=x.dtype)


def ldexp(g: Any, x: Any, y: Any) -> Any:
    """Return ``x * 2 ** y``."""
    return g.Mul(x, g.Pow(g.scalar(2, x.dtype), y))
