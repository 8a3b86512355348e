"""Element-wise functions: of one argument, or of two of which one may be a number."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np

from ...core.errors import MXNetError
from ...core.naming import named
from ...core.params import real_number
from ...util import check_ufunc_options


class Pair(NamedTuple):
    """The operators of one function: of two arrays, of array and number, of number and array."""

    both: str
    scalar: str
    reverse: str


def _pair(name: str, reverse: str | None = None) -> Pair:
    return Pair(f"_npi_{name}", f"_npi_{name}_scalar", f"_npi_{reverse or name}_scalar")


#: functions of two arguments -> their operators
PAIRS: dict[str, Pair] = {
    "add": _pair("add"),
    "subtract": _pair("subtract", "rsubtract"),
    "multiply": _pair("multiply"),
    "true_divide": _pair("true_divide", "rtrue_divide"),
    "divide": _pair("true_divide", "rtrue_divide"),
    "mod": _pair("mod", "rmod"),
    "remainder": _pair("mod", "rmod"),
    "power": _pair("power", "rpower"),
    "maximum": _pair("maximum"),
    "minimum": _pair("minimum"),
    "hypot": _pair("hypot"),
    "arctan2": _pair("arctan2", "rarctan2"),
    "copysign": _pair("copysign", "rcopysign"),
    "ldexp": _pair("ldexp", "rldexp"),
    "lcm": _pair("lcm"),
    "bitwise_and": _pair("bitwise_and"),
    "bitwise_or": _pair("bitwise_or"),
    "bitwise_xor": _pair("bitwise_xor"),
    "equal": _pair("equal"),
    "not_equal": _pair("not_equal"),
    "greater": _pair("greater", "less"),
    "greater_equal": _pair("greater_equal", "less_equal"),
    "less": _pair("less", "greater"),
    "less_equal": _pair("less_equal", "greater_equal"),
}
#: functions of one argument -> their operator
UNARY: dict[str, str] = {
    name: f"_npi_{name}"
    for name in (
        *(
            "abs",
            "absolute",
            "negative",
            "square",
            "reciprocal",
            "cbrt",
            "sqrt",
            "sign",
            "rint",
            "ceil",
            "floor",
            "trunc",
        ),
        *("fix", "exp", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "arcsin", "arccos", "arctan"),
        *("sinh", "cosh", "tanh", "arcsinh", "arccosh", "arctanh", "degrees", "radians"),
        *("isnan", "isinf", "isfinite", "isposinf", "isneginf", "logical_not"),
    )
} | {
    "deg2rad": "_npi_radians",
    "rad2deg": "_npi_degrees",
    "fabs": "_npi_abs",
    "invert": "_npi_bitwise_not",
    "bitwise_not": "_npi_bitwise_not",
}

#: comparisons take no further options in 1.9.1
_NO_OPTIONS = frozenset(("equal", "not_equal", "greater", "greater_equal", "less", "less_equal", "true_divide"))


def is_number(value: object) -> bool:
    """Return whether a value counts as a number beside an array."""
    return isinstance(value, (int, float, np.generic))


def _scalar(F: Any, number: Any) -> dict[str, Any]:
    """Return the attributes of an operator beside a number; graphs, and they alone, tell 2 from 2.0 as in 1.9.1."""
    value = real_number(number)
    return {"scalar": value, "is_int": isinstance(number, (int, np.integer))} if F.symbolic else {"scalar": value}


def combine(F: Any, pair: Pair, name: str, x1: Any, x2: Any, out: Any = None) -> Any:
    """Apply a function of two arguments; of two numbers it is NumPy's."""
    if F.is_array(x1):
        if F.is_array(x2):
            return F(pair.both, x1, x2, out=out)
        if is_number(x2):
            return F(pair.scalar, x1, out=out, **_scalar(F, x2))
        raise TypeError(f"type {type(x2)} not supported")
    if F.is_array(x2):
        if is_number(x1):
            return F(pair.reverse, x2, out=out, **_scalar(F, x1))
        raise TypeError(f"type {type(x1)} not supported")
    if is_number(x1) and is_number(x2):
        return getattr(np, name)(x1, x2)
    kind = AssertionError if is_number(x1) or is_number(x2) else TypeError  # as 1.9.1
    raise kind(f"type {type(x1 if not is_number(x1) else x2)} not supported")


def _binary(name: str, pair: Pair) -> Callable[..., Any]:
    if name in _NO_OPTIONS:

        def function(F: Any, x1: Any, x2: Any, out: Any = None) -> Any:
            return combine(F, pair, name, x1, x2, out)
    else:

        def function(F: Any, x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:  # type: ignore[misc]
            if kwargs:
                check_ufunc_options(name, kwargs)
            return combine(F, pair, name, x1, x2, out)

    doc = (
        f"Return NumPy's ``{name}`` of two arrays, or of an array and a number, element by element.\n\n"
        "Shapes broadcast; types are promoted as 1.9.1 does; ``out`` receives the result."
    )
    return named(name, doc)(function)


def _unary(name: str, op: str) -> Callable[..., Any]:
    @named(name, f"Return NumPy's ``{name}`` of every element; ``out`` receives the result.")
    def function(F: Any, x: Any, out: Any = None, **kwargs: Any) -> Any:
        if kwargs:
            check_ufunc_options(name, kwargs)
        if F.is_array(x):
            return F(op, x, out=out)
        if is_number(x):
            return getattr(np, name)(x)
        raise TypeError(f"type {type(x)} not supported")

    return function


def around(F: Any, x: Any, decimals: int = 0, out: Any = None, **kwargs: Any) -> Any:
    """Return ``x`` rounded to so many decimals, halves to the even neighbour; ``out`` receives the result.

    Integers with negative ``decimals`` are cut off, as in 1.9.1.
    """
    if F.is_array(x):
        if kwargs:
            raise MXNetError(f"around: there is no argument {next(iter(kwargs))!r}")
        return F("_npi_around", x, decimals=decimals, out=out)
    if is_number(x):
        return np.around(x, decimals, **kwargs)
    raise TypeError(f"type {type(x)} not supported")


def _named(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the same function under another name."""
    made = FunctionType(function.__code__, function.__globals__, name, function.__defaults__, function.__closure__)
    made.__doc__, made.__annotations__ = function.__doc__, function.__annotations__
    return made


def nan_to_num(
    F: Any,
    x: Any,
    copy: bool = True,
    nan: float = 0.0,
    posinf: float | None = None,
    neginf: float | None = None,
    **kwargs: Any,
) -> Any:
    """Return ``x`` with ``nan`` in place of NaN, ``posinf`` and ``neginf`` (its type's limits) of infinities.

    ``copy=False`` writes the result into ``x``.
    """
    check_ufunc_options("nan_to_num", kwargs)
    if F.is_array(x):
        out = None if copy else x
        return F("_npi_nan_to_num", x, copy=copy, nan=nan, posinf=posinf, neginf=neginf, out=out)
    if is_number(x):
        return np.nan_to_num(x, copy=copy, nan=nan, posinf=posinf, neginf=neginf)
    raise TypeError(f"type {type(x)} not supported")


def clip(F: Any, a: Any, a_min: float | None, a_max: float | None, out: Any = None) -> Any:
    """Return ``a`` with values below ``a_min`` raised to it and those above ``a_max`` lowered to that.

    One bound may be None; ValueError where both are. ``out`` receives the result.
    """
    if a_min is None and a_max is None:
        raise ValueError("array_clip: must set either max or min")
    if is_number(a):
        return np.clip(a, a_min, a_max)
    low, high = float("-inf") if a_min is None else a_min, float("inf") if a_max is None else a_max
    return F("_npi_clip", a, a_min=low, a_max=high, out=out)


FUNCTIONS = [
    clip,
    nan_to_num,
    around,
    _named("round", around),
    _named("round_", around),
    *(_binary(name, pair) for name, pair in PAIRS.items()),
    *(_unary(name, op) for name, op in UNARY.items()),
]
