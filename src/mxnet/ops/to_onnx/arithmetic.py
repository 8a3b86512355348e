"""Operators of two arrays, or of an array and a number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...registry.op import OPS
from ..elementwise_table import BINARY, BY_NAME, FLOAT_ONLY, INT_ONLY, INT_TRUNCATES, Binary
from . import writes

Two = Callable[..., Any]


def _two(row: Binary) -> Two:
    """Return what writes the function of two values of one type; comparisons make booleans, cast where asked."""
    onnx: Any = row.onnx
    return (lambda g, x, y: g.node(onnx, (x, y))) if isinstance(onnx, str) else onnx


def _divide(g: Any, x: Any, y: Any) -> Any:
    expected = g.outs[0].dtype
    if "float" in expected:
        x, y = g.cast(x, expected), g.cast(y, expected)
    return g.Div(x, y)


def _of_arrays(two: Two) -> Callable[..., Any]:
    def rule(g: Any, p: Any, x: Any, y: Any) -> Any:
        if x.dtype != y.dtype:  # the NumPy interface promotes
            expected = g.outs[0].dtype
            dtype = expected if expected not in ("?", "bool") else x.dtype if x.is_float else y.dtype
            x, y = g.cast(x, dtype), g.cast(y, dtype)
        return two(g, *(_computable(g, item) for item in (x, y)))

    return rule


def _computable(g: Any, x: Any) -> Any:
    """Return integers of one byte, which ONNX Runtime does not compute with, as those of four."""
    return g.cast(x, "int32") if x.dtype in ("int8", "uint8") else x


def _of_number(two: Two, swapped: bool) -> Callable[..., Any]:
    def rule(g: Any, p: Any, x: Any) -> Any:
        dtype = x.dtype
        if not x.is_float and not p.is_int:
            dtype = "float64"
        elif dtype == "bool":
            dtype = "int64"
        integer = None if "float" in dtype else _to_integer(p.scalar, dtype)
        x = _computable(g, g.cast(x, dtype))
        value = g.scalar(p.scalar if integer is None else integer, x.dtype)
        return two(g, value, x) if swapped else two(g, x, value)

    return rule


def _to_integer(value: float, dtype: str) -> int:
    """Return the number as whole ones of a type hold it: cut off, and wrapped where the type has no sign."""
    return int(value) & 0xFF if dtype == "uint8" else int(value)


def _of_real_arrays(two: Two) -> Callable[..., Any]:
    def rule(g: Any, p: Any, x: Any, y: Any) -> Any:
        dtype = _real_type(g)
        return two(g, g.cast(x, dtype), g.cast(y, dtype))

    return rule


def _of_real_number(two: Two, swapped: bool) -> Callable[..., Any]:
    def rule(g: Any, p: Any, x: Any) -> Any:
        x, value = g.cast(x, _real_type(g)), g.scalar(p.scalar, _real_type(g))
        return two(g, value, x) if swapped else two(g, x, value)

    return rule


def _real_type(g: Any) -> str:
    return g.outs[0].dtype if "float" in g.outs[0].dtype else "float32"


def _of_integers(two: Two) -> Callable[..., Any]:
    return lambda g, p, x, y: two(g, x, y)


def _of_integer(two: Two, swapped: bool) -> Callable[..., Any]:
    def rule(g: Any, p: Any, x: Any) -> Any:
        value = g.scalar(bool(p.scalar) if x.dtype == "bool" else _to_integer(p.scalar, x.dtype), x.dtype)
        return two(g, value, x) if swapped else two(g, x, value)

    return rule


def _declare(row: Binary) -> None:
    two = _divide if row.onnx == "Div" else _two(row)
    if row.classic:
        index, reflected = row.numbers
        writes(*row.arrays)(_of_arrays(two))
        writes(*(name for name in (index, f"_scatter{index}") if name in OPS))(_of_number(two, swapped=False))
        if not row.swapped:
            writes(reflected)(_of_number(two, swapped=True))
    of_arrays, of_number = _of_arrays, _of_number
    if (row.numpy_promotion or row.promotion) in (FLOAT_ONLY, INT_TRUNCATES):
        of_arrays, of_number = _of_real_arrays, _of_real_number
    elif row.promotion is INT_ONLY:
        of_arrays, of_number = _of_integers, _of_integer
    both, index, reflected = row.numpy_operators
    if row.shared != "all":
        writes(both)(of_arrays(two))
    if not row.shared:
        writes(index)(of_number(two, swapped=False))
    if not row.swapped:
        writes(reflected)(of_number(two, swapped=True))


for _row in BINARY:
    if _row.onnx is not None:
        _declare(_row)
writes("_grad_add")(_of_arrays(_two(BY_NAME["add"])))
writes("_scatter_elemwise_div")(_of_arrays(_divide))


@writes("_rdiv_scalar", "_npi_rtrue_divide_scalar", "_rpower_scalar")
def _(g, p, x):
    dtype = x.dtype if x.is_float else "float64"  # integers are computed as real ones here
    result = g.scalar(p.scalar if x.is_float or not p.is_int else int(p.scalar), dtype)
    return g.node("Pow" if "power" in g.op.name else "Div", (result, g.cast(x, dtype)))


@writes("add_n")
def _(g, p, *xs):
    return g.Sum(*xs) if len(xs) > 1 and xs[0].is_float else _sum(g, xs)


def _sum(g: Any, xs: Any) -> Any:
    result = xs[0]
    for item in xs[1:]:
        result = g.Add(result, item)
    return result
