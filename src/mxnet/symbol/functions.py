"""The functions of ``mx.sym`` that are more than an operator: creation, and operations on symbols or numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .arithmetic import Pair, combine, is_number, pair_of, reverse
from .create import call
from .symbol import Group, Symbol
from .variable import Variable, var

__all__ = [
    "Group",
    "Symbol",
    "Variable",
    "arange",
    "eye",
    "full",
    "histogram",
    "hypot",
    "linspace",
    "maximum",
    "minimum",
    "ones",
    "pow",
    "power",
    "split_v2",
    "var",
    "zeros",
]

_MAXIMUM, _MINIMUM, _HYPOT, _POWER = (pair_of(name) for name in ("maximum", "minimum", "hypot", "power"))


def zeros(shape: int | tuple[int, ...], dtype: Any = None, **kwargs: Any) -> Symbol:
    """Return an array of zeros. Lengths of 0 are filled in by inference; ``dtype`` is float32 unless given."""
    return call(Symbol, "_zeros", shape=shape, dtype=_or_float32(dtype), **kwargs)


def ones(shape: int | tuple[int, ...], dtype: Any = None, **kwargs: Any) -> Symbol:
    """Return an array of ones (see :func:`zeros`)."""
    return call(Symbol, "_ones", shape=shape, dtype=_or_float32(dtype), **kwargs)


def full(shape: int | tuple[int, ...], val: float, dtype: Any = None, **kwargs: Any) -> Symbol:
    """Return an array filled with ``val`` (see :func:`zeros`)."""
    return call(Symbol, "_full", shape=shape, dtype=_or_float32(dtype), value=float(val), **kwargs)


def arange(
    start: float,
    stop: float | None = None,
    step: float = 1.0,
    repeat: int = 1,
    infer_range: bool = False,
    name: str | None = None,
    dtype: Any = None,
) -> Symbol:
    """Return the numbers from ``start`` (0 when it is given alone) up to ``stop``, each ``repeat`` times.

    With ``infer_range``, ``stop`` follows from the length that inference finds.
    """
    attributes = {"start": start, "stop": stop, "step": step, "repeat": repeat, "infer_range": infer_range}
    return call(Symbol, "_arange", name=name, dtype=_or_float32(dtype), **attributes)


def linspace(
    start: float, stop: float, num: int, endpoint: bool = True, name: str | None = None, dtype: Any = None
) -> Symbol:
    """Return ``num`` evenly spaced numbers from ``start`` to ``stop``, the last included with ``endpoint``."""
    attributes = {"start": start, "stop": stop, "num": num, "endpoint": endpoint}
    return call(Symbol, "_linspace", name=name, dtype=_or_float32(dtype), **attributes)


def eye(N: int, M: int = 0, k: int = 0, dtype: Any = None, **kwargs: Any) -> Symbol:
    """Return an ``N`` x ``M`` array (``M`` 0: ``N`` x ``N``) of zeros with ones on the ``k``-th diagonal."""
    return call(Symbol, "_eye", N=N, M=M, k=k, dtype=_or_float32(dtype), **kwargs)


def histogram(a: Symbol, bins: int | Symbol = 10, range: tuple[float, float] | None = None, **kwargs: Any) -> Symbol:
    """Return the counts and the edges of a histogram.

    ``bins`` is their number, with the ``range`` that they divide, or a symbol of their edges.
    """
    if isinstance(bins, Symbol):
        return call(Symbol, "_histogram", a, bins, **kwargs)
    if not isinstance(bins, (int, np.integer)):
        raise ValueError("bins argument should be either an integer or an NDArray")
    if range is None:
        raise ValueError("null range is not supported in symbol mode")
    return call(Symbol, "_histogram", a, bin_cnt=bins, range=range, **kwargs)


def split_v2(
    ary: Symbol, indices_or_sections: int | tuple[int, ...], axis: int = 0, squeeze_axis: bool = False
) -> Symbol:
    """Return ``ary`` split into that many equal sections along ``axis``, or before each of several indices."""
    return ary.split_v2(indices_or_sections, axis, squeeze_axis)


def maximum(left: Any, right: Any) -> Any:
    """Return the greater of each two elements; either side may be a number."""
    return _either(left, right, _MAXIMUM, lambda a, b: a if a > b else b)


def minimum(left: Any, right: Any) -> Any:
    """Return the smaller of each two elements; either side may be a number."""
    return _either(left, right, _MINIMUM, lambda a, b: a if a < b else b)


def hypot(left: Any, right: Any) -> Any:
    """Return the root of the sum of the squares of each two elements; either side may be a number."""
    return _either(left, right, _HYPOT, np.hypot)


def power(base: Any, exp: Any) -> Any:
    """Return ``base`` to the power ``exp``, element by element; either side may be a number."""
    return _either(base, exp, _POWER, lambda a, b: a**b)


def pow(base: Any, exp: Any) -> Any:
    """Return ``base`` to the power ``exp`` (see :func:`power`)."""
    return power(base, exp)


def _either(left: Any, right: Any, pair: Pair, numbers: Callable[[Any, Any], Any]) -> Any:
    kinds = ("symbol" if isinstance(x, Symbol) else "number" if is_number(x) else "" for x in (left, right))
    match tuple(kinds):
        case ("symbol", "symbol" | "number"):
            return combine(left, right, pair)
        case ("number", "symbol"):
            return reverse(right, left, pair)
        case ("number", "number"):
            return numbers(left, right)
    raise TypeError(f"types ({type(left)}, {type(right)}) not supported")


def _or_float32(dtype: Any) -> Any:
    return "float32" if dtype is None else dtype
