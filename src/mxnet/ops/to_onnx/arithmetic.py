"""Operators of two arrays, or of an array and a number."""

from collections.abc import Callable
from functools import reduce
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
    out_dtype = g.outs[0].dtype
    if "float" in out_dtype:
        x, y = g.cast(x, out_dtype), g.cast(y, out_dtype)
    return g.Div(x, y)


def _promoted(g: Any, p: Any, x: Any, y: Any = None) -> Any:
    """Return values in the type in which they are computed with each other, or with the number of ``p``."""
    if y is None:
        dtype = "float64" if not x.is_float and not p.is_int else "int64" if x.dtype == "bool" else x.dtype
        return (_computable(g, g.cast(x, dtype)),)
    if x.dtype != y.dtype:  # the NumPy interface promotes
        out_dtype = g.outs[0].dtype
        dtype = out_dtype if out_dtype not in ("?", "bool") else x.dtype if x.is_float else y.dtype
        x, y = g.cast(x, dtype), g.cast(y, dtype)
    return _computable(g, x), _computable(g, y)


def _computable(g: Any, x: Any) -> Any:
    """Return integers of one byte, which ONNX Runtime does not compute with, as those of four."""
    return g.cast(x, "int32") if x.dtype in ("int8", "uint8") else x


def _real(g: Any, p: Any, *xs: Any) -> Any:
    """Return values as floating-point numbers, of the type of the result if that is one."""
    dtype = g.outs[0].dtype if "float" in g.outs[0].dtype else "float32"
    return [g.cast(x, dtype) for x in xs]


def _as_they_are(g: Any, p: Any, *xs: Any) -> Any:
    return xs


def number(value: float, dtype: str) -> float:
    """Return a number as a type holds it; as an integer it is cut off, and wrapped where the type has no sign."""
    if "float" in dtype:
        return value
    return bool(value) if dtype == "bool" else int(value) & 0xFF if dtype == "uint8" else int(value)


def _of_arrays(write: Two, typed: Callable[..., Any]) -> Callable[..., Any]:
    return lambda g, p, x, y: write(g, *typed(g, p, x, y))


def _of_number(write: Two, typed: Callable[..., Any], swapped: bool) -> Callable[..., Any]:
    def rule(g: Any, p: Any, x: Any) -> Any:
        (y,) = typed(g, p, x)
        value = g.scalar(number(p.scalar, x.dtype if x.dtype == "uint8" and not y.is_float else y.dtype), y.dtype)
        return write(g, value, y) if swapped else write(g, y, value)

    return rule


def _declare(row: Binary) -> None:
    write, typed = _divide if row.onnx == "Div" else _two(row), _promoted
    if row.classic:
        index, reflected = row.numbers
        writes(*row.arrays)(_of_arrays(write, typed))
        writes(*(name for name in (index, f"_scatter{index}") if name in OPS))(_of_number(write, typed, swapped=False))
        if not row.swapped:
            writes(reflected)(_of_number(write, typed, swapped=True))
    if (row.numpy_promotion or row.promotion) in (FLOAT_ONLY, INT_TRUNCATES):
        typed = _real
    elif row.promotion is INT_ONLY:
        typed = _as_they_are
    both, index, reflected = row.numpy_operators
    if row.shared != "all":
        writes(both)(_of_arrays(write, typed))
    if not row.shared:
        writes(index)(_of_number(write, typed, swapped=False))
    if not row.swapped:
        writes(reflected)(_of_number(write, typed, swapped=True))


for _row in BINARY:
    if _row.onnx is not None:
        _declare(_row)
writes("_grad_add")(_of_arrays(_two(BY_NAME["add"]), _promoted))
writes("_scatter_elemwise_div")(_of_arrays(_divide, _promoted))


@writes("_rdiv_scalar", "_npi_rtrue_divide_scalar", "_rpower_scalar")
def _(g, p, x):
    value = p.scalar if x.is_float or not p.is_int else int(p.scalar)
    x = x if x.is_float else g.cast(x, "float64")  # integers are computed as real ones here
    return g.node("Pow" if "power" in g.op.name else "Div", (g.scalar(value, x.dtype), x))


@writes("add_n")
def _(g, p, *xs):
    return g.Sum(*xs) if len(xs) > 1 and xs[0].is_float else reduce(g.Add, xs)
