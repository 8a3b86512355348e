"""Element-wise functions: of one argument, or of two of which one may be a number."""

from collections.abc import Callable
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
import torch

from ...core.dtypes import canonical
from ...core.errors import MXNetError
from ...core.naming import named
from ...core.params import real_number
from ...core.semantics import semantics
from ...ops import elementwise_texts
from ...ops._np_families import promoted
from ...ops.elementwise_table import BINARY, TO_BOOL, Binary, Unary
from ...ops.elementwise_table import UNARY as UNARY_ROWS
from ...registry.op import get
from ...util import check_ufunc_options
from .. import of_operator, only_numpy


class Pair(NamedTuple):
    """The operators of one function: of two arrays, of array and number, of number and array."""

    both: str
    scalar: str
    reverse: str


#: functions of two arguments -> their operators
PAIRS: dict[str, Pair] = {name: Pair(*row.numpy_operators) for row in BINARY for name in row.functions}
#: functions of one argument -> their operator
UNARY: dict[str, str] = {name: op for row in UNARY_ROWS for name, op in row.functions.items()}

#: comparisons take no further options in 1.9.1, and shifts none in MXNet 2
_NO_OPTIONS = frozenset(row.name for row in BINARY if row.special and row.promotion is TO_BOOL) | {
    "bitwise_left_shift",
    "bitwise_right_shift",
    "true_divide",
}
#: functions whose operator of arrays is the classic one too, which refuses two types
_OF_ONE_TYPE = frozenset(row.name for row in BINARY if row.shared == "all")
#: functions of our own, which raise what NumPy does
_OWN = frozenset(name for row in BINARY if row.extension for name in row.functions)


def is_number(value: object) -> bool:
    """Return whether a value counts as a number beside an array."""
    return isinstance(value, (int, float, np.generic))


def _scalar(F: Any, scalar: Any) -> dict[str, Any]:
    """Return the attributes of an operator beside a number; graphs tell 2 from 2.0, and MXNet 2 everywhere."""
    value = real_number(scalar)
    is_int = isinstance(scalar, (int, np.integer)) if F.symbolic or semantics.api == 2 else value.is_integer()
    return {"scalar": value, "is_int": is_int} if F.symbolic or not is_int else {"scalar": value}


def _of_numbers(name: str, op: str, *numbers: Any) -> Any:
    """Apply a function to numbers: NumPy's, or the operator where NumPy has none."""
    function = getattr(np, name, None)
    return get(op)(*map(torch.tensor, numbers)).item() if function is None else function(*numbers)


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
        return _of_numbers(name, pair.both, x1, x2)
    as_in_mxnet = name not in _OWN and (is_number(x1) or is_number(x2))
    raise (AssertionError if as_in_mxnet else TypeError)(f"type {type(x1 if not is_number(x1) else x2)} not supported")


def _binary(name: str, pair: Pair, row: Binary) -> Callable[..., Any]:
    if name in _NO_OPTIONS:

        def function(F: Any, x1: Any, x2: Any, out: Any = None) -> Any:
            return combine(F, pair, name, x1, x2, out)
    else:

        def function(F: Any, x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:  # type: ignore[misc]
            if kwargs:
                check_ufunc_options(name, kwargs)
            if name in _OF_ONE_TYPE and not F.symbolic and F.is_array(x1) and F.is_array(x2) and x1.dtype != x2.dtype:
                dtype = promoted(canonical(x1.dtype), canonical(x2.dtype))
                x1, x2 = x1.astype(dtype, copy=False), x2.astype(dtype, copy=False)
            return combine(F, pair, name, x1, x2, out)

    return named(name, elementwise_texts.numpy(row, name))(function)


def _unary(name: str, op: str, row: Unary) -> Callable[..., Any]:
    @named(name, elementwise_texts.numpy(row, name))
    def function(F: Any, x: Any, out: Any = None, **kwargs: Any) -> Any:
        if kwargs:
            check_ufunc_options(name, kwargs)
        if F.is_array(x):
            return F(op, x, out=out)
        if is_number(x):
            return _of_numbers(name, op, x)
        raise TypeError(f"type {type(x)} not supported")

    return function


def around(F: Any, x: Any, decimals: int = 0, out: Any = None, **kwargs: Any) -> Any:
    """Return ``x`` rounded to so many decimals, halves to the even neighbour; ``out`` receives the result.

    Integers with negative ``decimals`` are cut off, as in 1.9.1.

    Parameters
    ----------
    x : array or number
        The input.
    decimals
        How many digits after the point; negative: before it.
    **kwargs
        None are taken.

    Returns
    -------
    An array of the shape and type of ``x``.

    Examples
    --------
    >>> print(mx.np.around(mx.np.array([0.5, 1.5, 2.345]), 1))
    [0.5 1.5 2.3]
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
    result = FunctionType(function.__code__, function.__globals__, name, function.__defaults__, function.__closure__)
    doc = (function.__doc__ or "").replace(f"mx.np.{function.__name__}(", f"mx.np.{name}(")
    result.__doc__, result.__annotations__ = doc, function.__annotations__
    return result


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

    ``copy=False`` writes the result into ``x``, ``out`` into another array.

    Parameters
    ----------
    x : array or number
        The input.
    copy
        Whether the result is a new array.
    nan
        What takes the place of NaN.
    posinf
        What takes the place of infinity; None: the greatest number of the type.
    neginf
        What takes the place of minus infinity; None: the least number of the type.
    **kwargs
        ``out``, and NumPy's other arguments of ufuncs with their defaults.

    Returns
    -------
    An array of the shape and type of ``x``.

    Examples
    --------
    >>> print(mx.np.nan_to_num(mx.np.array([1, np.nan, np.inf]), posinf=9))
    [1. 0. 9.]
    """
    out = kwargs.pop("out", None)
    check_ufunc_options("nan_to_num", kwargs)
    if F.is_array(x):
        out = out if copy or out is not None else x
        return F("_npi_nan_to_num", x, copy=copy, nan=nan, posinf=posinf, neginf=neginf, out=out)
    if is_number(x):
        return np.nan_to_num(x, copy=copy, nan=nan, posinf=posinf, neginf=neginf)
    raise TypeError(f"type {type(x)} not supported")


def clip(F: Any, a: Any, a_min: Any, a_max: Any, out: Any = None) -> Any:
    """Return ``a`` with values below ``a_min`` raised to it and those above ``a_max`` lowered to that.

    One bound may be None; ValueError where both are. ``out`` receives the result.

    Parameters
    ----------
    a : array or number
        The input.
    a_min : number, array or None
        The lower bound; None: none.
    a_max : number, array or None
        The upper bound; None: none.

    Returns
    -------
    An array of the shape and type of ``a``, or, if a bound is an array, of what both broadcast to.

    Examples
    --------
    >>> print(mx.np.clip(mx.np.array([-1, 0.5, 3]), 0, 1))
    [0.  0.5 1. ]
    """
    if a_min is None and a_max is None:
        raise ValueError("array_clip: must set either max or min")
    if is_number(a):
        return np.clip(a, a_min, a_max)
    if F.is_array(a_min) or F.is_array(a_max):
        raised = a if a_min is None else _OF_TWO["maximum"](F, a, a_min, None if a_max is not None else out)
        return raised if a_max is None else _OF_TWO["minimum"](F, raised, a_max, out)
    low, high = float("-inf") if a_min is None else a_min, float("inf") if a_max is None else a_max
    return F("_npi_clip", a, a_min=low, a_max=high, out=out)


# -- parts of numbers: angles of complex ones, steps, integer and fractional parts, mantissas and exponents -----------


def modf(F: Any, x: Any, **others: Any) -> Any:
    """Return the fractional and the integer parts of numbers, with their signs.

    Parameters
    ----------
    x : array or number
        The input.
    **others
        NumPy's other arguments of ufuncs, which NumPy computes.

    Returns
    -------
    A pair of arrays.

    Examples
    --------
    >>> fraction, integer = mx.np.modf(mx.np.array([1.5, -2.25]))
    >>> print(fraction, integer)
    [ 0.5  -0.25] [ 1. -2.]
    """
    only_numpy("modf", others)
    return tuple(F("_npi_modf", *F.arrays(x)))


def frexp(F: Any, x: Any, **others: Any) -> Any:
    """Return mantissas, from 0.5 up to 1, and exponents, int32, with ``x = mantissa * 2 ** exponent``.

    Parameters
    ----------
    x : array or number
        The input.
    **others
        NumPy's other arguments of ufuncs, which NumPy computes.

    Returns
    -------
    A pair of arrays.

    Examples
    --------
    >>> mantissa, exponent = mx.np.frexp(mx.np.array([1, 10]))
    >>> print(mantissa, exponent)
    [0.5   0.625] [1 4]
    """
    only_numpy("frexp", others)
    return tuple(F("_npi_frexp", *F.arrays(x)))


#: functions that NumPy computes where an argument is not supported
WITH_NUMPY = [
    *(of_operator(f"{name}(x1, x2, out=None, **others)", mixed=True) for name in ("heaviside", "float_power")),
    modf,
    frexp,
]
_OF_TWO = {name: _binary(name, PAIRS[name], row) for row in BINARY for name in row.functions}
FUNCTIONS = [
    of_operator("angle(z, deg=False)"),
    *WITH_NUMPY,
    clip,
    nan_to_num,
    around,
    _named("round", around),
    _named("round_", around),
    *_OF_TWO.values(),
    *(_unary(name, op, row) for row in UNARY_ROWS for name, op in row.functions.items()),
]
